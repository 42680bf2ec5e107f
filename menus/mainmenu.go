package menus

import (
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// mainMenu is the first screen.
type mainMenu struct {
	page
	buttons []*kit.Button
	text    render.Rect
	board   render.Rect
}

func newMainMenu(a *App) *mainMenu {
	host := kit.NewButton("Host a game", func() { a.push(newHostScreen(a)) })
	host.Primary = true
	m := &mainMenu{page: page{app: a, name: "main menu"}}
	m.buttons = []*kit.Button{
		host,
		kit.NewButton("Join a game", func() { a.push(newJoinScreen(a)) }),
		kit.NewButton("Top Scores", func() { a.push(newScoresScreen(a)) }),
		kit.NewButton("Help", func() { a.push(newHelpScreen(a)) }),
		kit.NewButton("About", func() { a.push(newAboutScreen(a)) }),
		kit.NewButton("Exit", a.askExit),
	}
	m.form = kit.NewForm()
	for _, b := range m.buttons {
		m.form.Add(b)
	}
	return m
}

// Layout puts the title and a board at the left, the buttons at the right.
func (m *mainMenu) Layout(_ *render.Canvas, area render.Rect) {
	inner := area.Inset(pageMargin)
	right, left := inner.CutRight(min(340, inner.W*0.36))
	_, left = left.CutRight(pageMargin)
	middle := left.Centered(left.W, min(left.H, 460))
	m.text, m.board = middle.CutTop(150)
	kit.ButtonColumn(right, right.W, 56, kit.Gap, m.buttons...)
}

// Draw draws the title, a board at its start, and the buttons.
func (m *mainMenu) Draw(c *render.Canvas) {
	x := m.text.Center().X
	c.Text("Mancala", render.Point{X: x, Y: m.text.Y + 50}, render.Title.Sized(72))
	c.Text("Kalah for two, near or far", render.Point{X: x, Y: m.text.Y + 116}, render.Body.Aligned(render.Center).In(render.InkSoft).Sized(20))
	start, err := rules.Start(m.app.cfg.Variant)
	if err == nil {
		layout := render.NewLayout(m.board, int(m.app.cfg.Variant.Houses), rules.South)
		m.app.art.Draw(c, render.View{Layout: layout, Moment: render.Still(start.Board())})
	}
	m.form.Draw(c)
}
