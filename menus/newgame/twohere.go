package newgame

import (
	"cmp"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/settings"
	"mancala/render"
)

// twoHere sets up a game of two people at this machine: their names, at their sides of the board,
// and who begins.
type twoHere struct {
	page.Page
	names [2]*kit.TextField // by party, with the host at the bottom
	first *kit.Choice
	game  *kit.Button // which game is played
}

func newTwoHere(shell page.Shell) *twoHere {
	s := &twoHere{Page: page.New(shell, "two players here")}
	now := s.Settings.Now()
	names := [2]string{match.Host: now.Name}
	if now.Setup.Seats == [2]string{match.KindPerson, match.KindPerson} {
		names = [2]string{cmp.Or(now.Setup.Names[0], now.Name), now.Setup.Names[1]}
	}
	s.names = newSeatNames(shell, [2]string{match.Host: "two-here.bottom", match.Guest: "two-here.top"}, names, s.show)
	s.first = newFirst(shell, "two-here.first", [2]string{})
	play := kit.WithID("two-here.play", kit.NewPrimary(words.C("a game", "Play"), s.begin))
	s.game = newGameButton(shell, "two-here.game", func() { s.Controls.Focus(play) })
	options := kit.WithID("two-here.options", kit.NewButton(words.T("More options"), func() {
		s.keep()
		shell.Push(NewSetup(shell, page.TwoPlayersHere))
	}))
	back := page.NewBack(shell, "two-here.back")
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Two players here"), Content: s.content(g), Before: []*kit.Button{options}, Actions: []*kit.Button{back, play},
		}
	})
	s.Controls.Default = play
	s.Controls.Focus(play)
	s.show()
	return s
}

// content returns the board between the names, which are at the players' sides.
func (s *twoHere) content(g page.Grid) kit.Part {
	board := &kit.Picture{Least: 120, Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		page.DrawStill(c, s.Art, page.Start(s.Settings.Now().Setup.Variant), r)
	}}
	top, bottom := kit.Part(kit.Put(s.names[match.Guest])), kit.Part(kit.Put(s.names[match.Host]))
	if g.Upright {
		return g.Rows(kit.Put(s.game), top, board, bottom, kit.Put(s.first))
	}
	return g.Rows(kit.Across(top, kit.Lowered(words.C("which rules are played", "Game"), s.game)), board, kit.Across(bottom, kit.Put(s.first)))
}

// setup returns the setup chosen with the controls.
func (s *twoHere) setup() settings.Setup {
	setup := s.Settings.Now().Setup
	setup.Seats = [2]string{match.KindPerson, match.KindPerson}
	for i := range s.names {
		setup.Names[i] = match.CleanName(s.names[i].Text())
	}
	return setup
}

// show updates everything that depends on the names.
func (s *twoHere) show() {
	setup := s.setup()
	showNames(s.Shell, s.names, s.first, setup)
	s.names[match.Guest].Error = ""
	s.Recompose()
}

// keep stores the choices for the screen with all options.
func (s *twoHere) keep() {
	setup := s.setup()
	s.Settings.Change(func(now *settings.Settings) { now.Setup.Names, now.Setup.Seats = setup.Names, setup.Seats })
}

func (s *twoHere) begin() {
	setup := s.setup()
	if askOtherName(s.Shell, setup, s.names[match.Guest], s.Controls) {
		return
	}
	rememberName(s.Settings, setup)
	beginGame(s.Shell, setup, s.first)
}

// Renewed returns the screen in another language.
func (s *twoHere) Renewed() page.Screen { return newTwoHere(s.Shell) }
