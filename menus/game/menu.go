package game

import (
	"mancala/internal/motion"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
)

// menu is the menu of a game, a card over the board: actions, view settings, and ways out of the
// game.
type menu struct {
	page.Page
	game *Screen
	back *kit.Button
}

func newMenu(g *Screen) *menu {
	m := &menu{Page: page.New(g.Shell, "game menu"), game: g}
	m.back = page.NewRetreat("menu.back", words.T("Back to the game"), m.Shell.Back)
	groups := []kit.Part{m.gameGroup(), m.viewGroup(), m.moreGroup(), m.leaveGroup()}
	m.Compose(m.Shell.Back, func(g page.Grid) page.Sheet { return m.sheet(g, groups) })
	m.Controls.Rest(m.back)
	return m
}

// Renewed returns the menu in another language.
func (m *menu) Renewed() page.Screen { return newMenu(m.game) }

// item returns a button that closes the menu and calls do.
func (m *menu) item(id, label string, do func()) *kit.Button {
	return page.NewAnswer(m.Shell, "menu."+id, label, do)
}

// gameGroup returns the actions in the game.
func (m *menu) gameGroup() kit.Part {
	g := m.game
	var list []kit.Part
	add := func(b *kit.Button, key string, enabled bool) {
		b.Shortcut, b.Disabled = key, !enabled
		list = append(list, kit.Put(b))
	}
	if g.canGiveHints() {
		add(m.item("hint", words.T("Hint"), g.askHint), "H", g.scene.CanHint())
	}
	add(m.item("why", words.T("Explain the last move"), g.tellWhy), "W", g.scene.Match().Plies() > 0)
	if !g.scene.Watching() {
		add(m.item("undo", words.T("Undo"), g.takeBack), "Ctrl+Z", g.scene.CanUndo() || g.scene.CanTakeback())
	}
	switch {
	case g.scene.IsPaused(): // a review would reveal the best moves of a running game
		add(m.item("look-back", words.T("Look back"), func() { m.Shell.Go(page.ToReplay{Scene: g.scene}) }), "", true)
	case g.scene.Local() || g.scene.Stage() > table.StageGame:
		add(m.item("review", words.T("Review"), g.showReview), "", g.scene.CanReview())
	}
	add(m.item("send", words.T("Send..."), func() { page.ShowSend(m.Shell, g.scene) }), "", true)
	if kit.CanCopy(m.Ports.Clipboard) {
		add(m.item("copy", words.T("Copy the game"), func() { page.CopyGame(m.Shell, g.scene) }), "", true)
	}
	if g.scene.AtClub() && g.scene.Stage() > table.StageGame {
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
			g.scene.Stage() == table.StageGame && !g.scene.IsPaused() && g.scene.Persons() > 0)
	}
	return kit.Group(words.T("Game"), list...)
}

// viewGroup returns the settings for view and sound. They take effect at once, and the menu stays
// open.
func (m *menu) viewGroup() kit.Part {
	var list []kit.Part
	now := m.Settings.Now()
	turn := func(id, label, key string, on bool, change func(s *settings.Settings, on bool)) {
		s := kit.WithID("menu."+id, kit.NewSwitch(label, on, func(on bool) {
			m.Settings.Change(func(s *settings.Settings) { change(s, on) })
			m.game.compose()
		}))
		s.Shortcut = key
		list = append(list, kit.Put(s))
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
		list = append(list, kit.Put(flip))
	}
	turn("sound", words.T("Sound"), "", !now.Muted, func(s *settings.Settings, on bool) { s.Muted = !on })
	speeds := []string{page.Speed(motion.Off), page.Speed(motion.Fast), page.Speed(motion.Normal), page.Speed(motion.Slow)}
	speed := kit.WithID("menu.speed", kit.NewChoice(words.T("Speed of moves"), speeds, int(now.Speed), func(i int) {
		m.Settings.Change(func(s *settings.Settings) { s.Speed = motion.Speed(i) })
	}))
	return kit.Group(words.T("View and sound"), append(list, kit.Put(speed))...)
}

// moreGroup returns the ways to other screens and back.
func (m *menu) moreGroup() kit.Part {
	return kit.Group(words.T("More"), kit.Puts(
		m.item("settings", words.T("Settings"), func() { m.Shell.Go(page.ToSettings{}) }),
		m.item("help", words.T("Help"), func() { m.Shell.Go(page.ToHelp{}) }),
		m.item("top-scores", words.T("Top Scores"), func() { m.Shell.Go(page.ToScores{}) }))...)
}

// leaveGroup returns the ways out of the game.
func (m *menu) leaveGroup() kit.Part {
	list := []*kit.Button{m.item("leave", m.game.leaving.leaveLabel(), m.game.leaving.askLeave)}
	if m.Ports.Browser == nil {
		list = append(list, m.item("exit", words.T("Exit"), func() { m.Shell.Go(page.ToExit{}) }))
	}
	return kit.Group(words.T("Leave"), kit.Puts(list...)...)
}

// menuColumn is the width of a column of the menu, in units.
const menuColumn = 350

// sheet returns the groups below each other or, in a low window, in two or three columns, so that
// the card leaves as much of the board in view as possible.
func (m *menu) sheet(g page.Grid, groups []kit.Part) page.Sheet {
	const between, gap = 32, 10
	title := words.T("Menu")
	if g.Low {
		title = ""
	}
	menu := func(columns int) page.Sheet {
		wide := float64(columns*(menuColumn+between) - between + 2*page.CardMargin)
		return page.Sheet{Title: title, Card: wide, Content: kit.Flow(columns, gap, between, groups...), Actions: []*kit.Button{m.back}}
	}
	fits := func(s page.Sheet) bool { return s.CardHeight(m.Canvas, g) <= g.Window.H-2*kit.Gap }
	one := menu(1)
	if g.Columns < 8 || fits(one) {
		return one
	}
	three := menu(3)
	groups = []kit.Part{groups[0], groups[2], groups[1], groups[3]} // so that both columns are about as high
	if two := menu(2); g.Upright || g.Tight || fits(two) {
		return two
	}
	return three
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
