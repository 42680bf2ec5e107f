package menus

import (
	"slices"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// mainMenu is the first screen.
type mainMenu struct {
	page
	games  []*kit.Button // ways to play, large
	others []*kit.Button // everything else, in pairs
	text   render.Rect
	board  render.Rect
}

func newMainMenu(a *App) *mainMenu {
	computer := kit.NewButton("Play the computer", func() { a.push(newSetupScreen(a, playComputer)) })
	computer.Primary = true
	m := &mainMenu{page: page{app: a, name: "main menu"}}
	m.games = []*kit.Button{
		computer,
		kit.NewButton("Two players here", func() { a.push(newSetupScreen(a, twoPlayersHere)) }),
		kit.NewButton("Host a game", func() { a.push(newHostScreen(a)) }),
		kit.NewButton("Join a game", func() { a.push(newJoinScreen(a)) }),
	}
	m.others = []*kit.Button{
		kit.NewButton("Top Scores", func() { a.push(newScoresScreen(a)) }),
		kit.NewButton("Open a game", func() { a.push(newOpenGameScreen(a)) }),
		kit.NewButton("Help", func() { a.push(newHelpScreen(a)) }),
		kit.NewButton("About", func() { a.push(newAboutScreen(a)) }),
		kit.NewButton("Exit", a.askExit),
	}
	m.form = kit.NewForm()
	for _, b := range slices.Concat(m.games, m.others) {
		m.form.Add(b)
	}
	return m
}

// Layout puts the title and a board at the left, the buttons at the right.
func (m *mainMenu) Layout(_ *render.Canvas, area render.Rect) {
	inner := area.Inset(pageMargin)
	right, left := inner.CutRight(min(360, inner.W*0.38))
	_, left = left.CutRight(pageMargin)
	middle := left.Centered(left.W, min(left.H, 460))
	m.text, m.board = middle.CutTop(150)
	const large, small, between = 58, kit.ControlHeight, 26
	games, rows := float64(len(m.games)), float64((len(m.others)+1)/2)
	column := right.Centered(right.W, games*(large+kit.Gap)+between+rows*(small+kit.Gap)-2*kit.Gap)
	top, rest := column.CutTop(games*(large+kit.Gap) - kit.Gap)
	kit.ButtonColumn(top, top.W, large, kit.Gap, m.games...)
	_, rest = rest.CutTop(between)
	for i := 0; i < len(m.others); i += 2 {
		var row render.Rect
		row, rest = rest.CutTop(small)
		_, rest = rest.CutTop(kit.Gap)
		pair := m.others[i:min(i+2, len(m.others))]
		for k, r := range kit.EqualRow(row, kit.Gap, len(pair)) {
			pair[k].SetBounds(r)
		}
	}
}

// Draw draws the title, a board at its start, and the buttons.
func (m *mainMenu) Draw(c *render.Canvas) {
	x := m.text.Center().X
	c.Text("Mancala", render.Point{X: x, Y: m.text.Y + 50}, render.Title.Sized(72))
	c.Text("Kalah for two, near or far, or against the computer", render.Point{X: x, Y: m.text.Y + 116}, render.Body.Aligned(render.Center).In(render.InkSoft).Sized(20))
	start, err := rules.Start(m.app.cfg.Variant)
	if err == nil {
		layout := render.NewLayout(m.board, int(m.app.cfg.Variant.Houses), rules.South)
		m.app.art.Draw(c, render.View{Layout: layout, Moment: render.Still(start.Board())})
	}
	m.form.Draw(c)
}
