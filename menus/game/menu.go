package game

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/words"
)

// menu is the menu of a game, a card over the board: actions, view settings, and ways out of the
// game.
type menu struct {
	page.Page
	game   *Screen
	groups []*kit.Group
	back   *kit.Button
	frame  render.Rect
}

// IsOverlay keeps the board visible.
func (*menu) IsOverlay() {}

func newMenu(g *Screen) *menu {
	m := &menu{Page: page.New(g.Shell, "game menu"), game: g}
	m.back = kit.WithID("menu.back", kit.NewButton(words.T("Back to the game"), m.Shell.Back))
	m.back.Primary = true
	m.groups = []*kit.Group{m.gameGroup(), m.viewGroup(), m.leaveGroup()}
	m.Controls = kit.NewForm(append([]kit.Widget{m.back}, kit.GroupWidgets(m.groups...)...)...)
	m.Controls.OnCancel = m.Shell.Back
	return m
}

// Renewed returns the menu in another language.
func (m *menu) Renewed() page.Screen { return newMenu(m.game) }

// item returns a button that closes the menu and calls do.
func (m *menu) item(id, label string, do func()) *kit.Button {
	return page.NewAnswer(m.Shell, "menu."+id, label, do)
}

// gameGroup returns the actions in the game.
func (m *menu) gameGroup() *kit.Group {
	g := m.game
	group := kit.NewGroup(words.T("Game"))
	add := func(b *kit.Button, key string, enabled bool) {
		b.Shortcut, b.Disabled = key, !enabled
		group.Row(0, b)
	}
	if g.canGiveHints() {
		add(m.item("hint", words.T("Hint"), g.askHint), "H", g.scene.CanHint())
	}
	if !g.scene.Watching() {
		add(m.item("undo", words.T("Undo"), g.takeBack), "Ctrl+Z", g.scene.CanUndo() || g.scene.CanTakeback())
	}
	switch {
	case g.scene.IsPaused(): // a review would reveal the best moves of a game that goes on
		add(m.item("look-back", words.T("Look back"), func() { m.Shell.Go(page.ToReplay{Scene: g.scene}) }), "", true)
	case g.scene.Local() || g.scene.Stage() > match.StageGame:
		add(m.item("review", words.T("Review"), func() { m.Shell.Go(page.ToReview{Scene: g.scene}) }), "", g.scene.CanReview())
	}
	add(m.item("save-picture", words.T("Save picture"), func() { savePicture(g) }), "", true)
	if kit.CanCopy(m.Ports.Clipboard) {
		add(m.item("copy", words.T("Copy the game"), func() { page.CopyGame(m.Shell, g.scene) }), "", true)
	}
	if g.scene.AtClub() && g.scene.Stage() > match.StageGame {
		add(m.item("check", words.T("Check..."), func() { page.ShowCheck(m.Shell, g.scene) }), "", true)
	}
	if home := m.Shell.Home(); home != nil && !g.scene.Local() && !g.scene.Watching() {
		add(m.item("peer", words.T("About %s...", g.scene.Peer()), home.ShowPeer), "", true)
	}
	if g.leaving.canRemove() {
		add(m.item("remove", words.T("Remove player..."), g.leaving.askRemove), "", true)
	}
	if !g.scene.Watching() {
		add(m.item("resign", words.T("Resign"), g.leaving.askResign), "",
			g.scene.Stage() == match.StageGame && !g.scene.IsPaused() && g.scene.Persons() > 0)
	}
	return group
}

// viewGroup returns the settings for view and sound. They take effect at once, and the menu stays
// open.
func (m *menu) viewGroup() *kit.Group {
	group := kit.NewGroup(words.T("View"))
	now := m.Settings.Now()
	turn := func(id, label, key string, on bool, change func(s *settings.Settings, on bool)) {
		s := kit.WithID("menu."+id, kit.NewSwitch(label, on, func(on bool) {
			m.Settings.Change(func(s *settings.Settings) { change(s, on) })
			m.game.compose()
		}))
		s.Shortcut = key
		group.Row(0, s)
	}
	if m.game.scene.Local() {
		turn("bar", words.T("Evaluation bar"), "V", now.Bar, func(s *settings.Settings, on bool) { s.Bar = on })
	}
	turn("log", words.T("List of moves"), "L", now.Log, func(s *settings.Settings, on bool) { s.Log = on })
	turn("preview", words.T("Preview of moves"), "", now.Preview, func(s *settings.Settings, on bool) { s.Preview = on })
	if m.game.scene.Persons() == 2 && m.game.scene.Local() {
		turn("flip-on-turn", words.T("Turn the board after moves"), "", now.FlipOnTurn, func(s *settings.Settings, on bool) { s.FlipOnTurn = on })
	} else {
		flip := kit.WithID("menu.flip", kit.NewSwitch(words.T("Board turned round"), m.game.scene.Flipped, func(bool) { m.game.flip() }))
		flip.Shortcut = "R"
		group.Row(0, flip)
	}
	turn("sound", words.T("Sound"), "", !now.Muted, func(s *settings.Settings, on bool) { s.Muted = !on })
	speeds := []string{page.Speed(motion.Off), page.Speed(motion.Fast), page.Speed(motion.Normal), page.Speed(motion.Slow)}
	group.Row(page.FieldHeight, kit.WithID("menu.speed", kit.NewChoice(words.T("Speed of moves"), speeds, int(now.Speed), func(i int) {
		m.Settings.Change(func(s *settings.Settings) { s.Speed = motion.Speed(i) })
	})))
	return group
}

// leaveGroup returns the ways to other screens.
func (m *menu) leaveGroup() *kit.Group {
	group := kit.NewGroup(words.T("Leave")).
		Row(0, m.item("settings", words.T("Settings"), func() { m.Shell.Go(page.ToSettings{}) })).
		Row(0, m.item("help", words.T("Help"), func() { m.Shell.Go(page.ToHelp{}) })).
		Row(0, m.item("top-scores", words.T("Top Scores"), func() { m.Shell.Go(page.ToScores{}) })).
		Row(0, m.item("leave", m.game.leaving.leaveLabel(), m.game.leaving.askLeave))
	if m.Ports.Browser == nil {
		group.Row(0, m.item("exit", words.T("Exit"), func() { m.Shell.Go(page.ToExit{}) }))
	}
	return group
}

// Dimensions of the menu, in units.
const (
	menuColumn = 350
	menuRow    = 10 // between rows
	menuHead   = 60
)

// Layout places the groups below each other or, in a low window, side by side.
func (m *menu) Layout(_ *render.Canvas, area render.Rect) {
	columns, margin := 1, float64(page.CardMargin)
	inner := render.Rect{W: menuColumn}
	high := kit.PlaceGroups(inner, 1, menuRow, m.groups...)
	if high+menuHead+2*page.CardMargin > area.H-2*kit.Gap {
		if columns = 3; page.Narrow(area) {
			columns, margin = 2, 20
		}
		inner.W = min(3*menuColumn, area.W-2*kit.Gap-2*margin)
		high = kit.PlaceGroups(inner, columns, menuRow, m.groups...)
	}
	m.frame = page.BelowLane(area, area.Centered(inner.W+2*margin, min(area.H-2*kit.Gap, high+menuHead+2*margin)))
	body := m.frame.Inset(margin)
	head, body := body.CutTop(menuHead)
	back, _ := head.CutRight(min(220, head.W-130))
	back.H = kit.ControlHeight
	m.back.SetBounds(back)
	kit.PlaceGroups(body, columns, menuRow, m.groups...)
	view := body
	view.H = m.frame.Bottom() - 8 - body.Y
	m.Controls.Scroll(view, high, nil, kit.GroupWidgets(m.groups...)...)
}

// Draw draws the card over the board.
func (m *menu) Draw(c *render.Canvas) {
	page.DrawCard(c, m.frame)
	at := render.Point{X: m.frame.X + (m.frame.Right() - m.back.Bounds().Right()), Y: m.back.Bounds().Center().Y}
	c.Text(words.T("Menu"), at, render.Heading)
	m.Controls.Draw(c)
}

// speedSentence names the present speed of moves.
func speedSentence(speed motion.Speed) string {
	switch speed {
	case motion.Off:
		return words.T("Moves are shown at once.")
	case motion.Fast:
		return words.T("Moves are shown fast.")
	case motion.Slow:
		return words.T("Moves are shown slowly.")
	}
	return words.T("Moves are shown at normal speed.")
}
