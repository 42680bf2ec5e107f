package newgame

import (
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
)

// Menu is the first screen.
type Menu struct {
	page.Page
	kept     *page.Kept    // the game that was left last, or nil
	goOn     *kit.Button   // goes on with it
	computer *kit.Button   // the first way to play
	games    []*kit.Button // all ways to play, large
	others   []*kit.Button // everything else, in pairs
	text     render.Rect
	board    render.Rect
}

// NewMenu returns the main menu.
func NewMenu(shell page.Shell) *Menu {
	m := &Menu{Page: page.New(shell, "main menu")}
	m.goOn = kit.NewButton("Continue", func() { GoOn(shell, m.kept) })
	m.goOn.Primary = true
	m.computer = kit.NewButton("Play the computer", func() { shell.Push(NewSetup(shell, page.PlayComputer)) })
	m.games = []*kit.Button{
		m.goOn,
		m.computer,
		kit.NewButton("Two players here", func() { shell.Push(NewSetup(shell, page.TwoPlayersHere)) }),
		kit.NewButton("Host a game", func() { shell.Push(newHostScreen(shell)) }),
		kit.NewButton("Join a game", func() { shell.Push(newJoinScreen(shell)) }),
	}
	m.others = []*kit.Button{
		kit.NewButton("My games", func() { shell.Go(page.ToGames{}) }),
		kit.NewButton("Top Scores", func() { shell.Go(page.ToScores{}) }),
		kit.NewButton("Open a game", func() { shell.Push(NewOpenGame(shell)) }),
		kit.NewButton("Settings", func() { shell.Go(page.ToSettings{}) }),
		kit.NewButton("Help", func() { shell.Go(page.ToHelp{}) }),
		kit.NewButton("About", func() { shell.Go(page.ToAbout{}) }),
		kit.NewButton("Exit", func() { shell.Go(page.ToExit{}) }),
	}
	m.Controls = kit.NewForm()
	m.compose()
	m.Returned()
	return m
}

// Returned looks for a game to go on with; another one than before gets the focus.
func (m *Menu) Returned() {
	findKept(m.Shell, func(k *page.Kept) {
		other := k != nil && (m.kept == nil || m.kept.Game.ID != k.Game.ID)
		m.kept = k
		m.compose()
		if other {
			m.Controls.Focus(m.goOn)
		}
	})
}

// ways returns the ways to play that there are now.
func (m *Menu) ways() []*kit.Button {
	if m.kept == nil {
		return m.games[1:]
	}
	return m.games
}

// compose puts the buttons on the form.
func (m *Menu) compose() {
	m.computer.Primary = m.kept == nil
	var widgets []kit.Widget
	for _, b := range slices.Concat(m.ways(), m.others) {
		widgets = append(widgets, b)
	}
	m.Controls.Set(widgets...)
	if m.kept != nil {
		m.goOn.Caption = m.kept.Words()
	}
	m.Shell.Relayout()
}

// Layout puts the title and a board at the left and the buttons at the right or, in a high window,
// below.
func (m *Menu) Layout(_ *render.Canvas, area render.Rect) {
	inner := area.Inset(page.Margin)
	var right, left render.Rect
	if area.H > area.W {
		right, left = inner.CutBottom(0.52 * inner.H)
		right = right.Centered(min(480, right.W), right.H)
	} else {
		right, left = inner.CutRight(min(360, inner.W*0.38))
		_, left = left.CutRight(page.Margin)
		_, right = right.CutTop(kit.CornerRoom - page.Margin)
	}
	middle := left.Centered(left.W, min(left.H, 460))
	m.text, m.board = middle.CutTop(150)
	ways, pairs := float64(len(m.ways())), float64((len(m.others)+1)/2)
	large, small, gap, between := 58.0, float64(kit.ControlHeight), float64(kit.Gap), 26.0
	height := func() float64 { return ways*(large+gap) - gap + between + pairs*(small+gap) - gap }
	if height() > right.H { // empty space gives way first
		gap, between = 10, 16
	}
	if shrink := min(1, right.H/height()); shrink < 1 {
		large, small, gap, between = large*shrink, small*shrink, gap*shrink, between*shrink
	}
	column := right.Centered(right.W, height())
	top, rest := column.CutTop(ways*(large+gap) - gap)
	kit.ButtonColumn(top, top.W, large, gap, m.ways()...)
	_, rest = rest.CutTop(between)
	for i := 0; i < len(m.others); i += 2 {
		var row render.Rect
		row, rest = rest.CutTop(small)
		_, rest = rest.CutTop(gap)
		pair := m.others[i:min(i+2, len(m.others))]
		for k, r := range kit.EqualRow(row, kit.Gap, len(pair)) {
			pair[k].SetBounds(r)
		}
	}
}

// Draw draws the title, the board of the game that was left or one at its start, and the buttons.
func (m *Menu) Draw(c *render.Canvas) {
	x := m.text.Center().X
	c.Text("Mancala", render.Point{X: x, Y: m.text.Y + 50}, render.Title.Sized(72))
	c.Text("Kalah for two, near or far, or against the computer", render.Point{X: x, Y: m.text.Y + 116}, render.Body.Aligned(render.Center).In(render.InkSoft).Sized(20))
	if p, bottom, ok := m.position(); ok {
		layout := render.NewLayout(m.board, int(p.Variant().Houses), bottom)
		m.Art.Draw(c, render.View{Layout: layout, Moment: motion.Still(p.Board()), NoCounts: m.kept == nil})
	}
	m.Controls.Draw(c)
}

// position returns the position that the board shows.
func (m *Menu) position() (p rules.Position, bottom rules.Side, ok bool) {
	if m.kept != nil {
		return m.kept.Last, m.bottom(), true
	}
	start, err := rules.Start(m.Ports.Variant)
	return start, rules.South, err == nil
}

// bottom is the side at the bottom of the board of the game that was left: that of the person here
// or, of two, the host's.
func (m *Menu) bottom() rules.Side {
	if !m.kept.One && m.kept.Game.Starter == match.Guest {
		return rules.North
	}
	return m.kept.Me
}
