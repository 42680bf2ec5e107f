package newgame

import (
	"cmp"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ruleset"
	"mancala/menus/settings"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// twoHere sets up a game of two people at this machine: their names, at the sides of the board
// where they sit, and who begins.
type twoHere struct {
	page.Page
	names         [2]*kit.TextField // by party, with the host at the bottom
	first         *kit.Choice
	play          *kit.Button
	options, back *kit.Button
	frame         page.Frame
	board         render.Rect
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
	s.play = kit.WithID("two-here.play", kit.NewButton(words.C("a game", "Play"), s.begin))
	s.play.Primary = true
	s.options = kit.WithID("two-here.options", kit.NewLink(words.T("More options"), func() {
		s.keep()
		shell.Push(NewSetup(shell, page.TwoPlayersHere))
	}))
	s.back = kit.WithID("two-here.back", kit.NewButton(words.T("Back"), shell.Back))
	s.Controls = kit.NewForm(s.names[match.Guest], s.names[match.Host], s.first, s.play, s.options, s.back)
	s.Controls.Default, s.Controls.OnCancel = s.play, shell.Back
	s.Controls.Focus(s.play)
	s.show()
	return s
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
	for i, name := range s.Ports.SeatNames(setup) {
		s.first.Options[i] = words.Name(name)
	}
	showUnnamed(s.Shell, s.names, setup)
	s.names[match.Guest].Error = ""
	s.Shell.Relayout()
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

// Layout places the names above and below the board, and below all of them the choice of who begins
// and the buttons.
func (s *twoHere) Layout(_ *render.Canvas, window render.Rect) {
	s.frame = page.NewFrame(window, page.FrameWidth)
	row := kit.Row(s.frame.Buttons, kit.Gap, 0, 180, 160, 160)[1:]
	if page.Narrow(window) {
		row = kit.EqualRow(s.frame.Buttons, kit.Gap, 3)
	}
	s.options.SetBounds(row[0])
	s.play.SetBounds(row[1])
	s.back.SetBounds(row[2])
	body := s.frame.Body()
	high := window.H > window.W
	if high {
		place, rest := body.CutBottom(page.FieldHeight)
		s.first.SetBounds(place)
		_, body = rest.CutBottom(s.frame.Gap)
	}
	top, rest := body.CutTop(page.FieldHeight)
	bottom, middle := rest.CutBottom(page.FieldHeight)
	s.board = middle
	edge := render.NewLayout(middle, s.houses(), rules.South).Board()
	if high {
		edge = body.Centered(min(body.W, 2*edge.W), 0)
	}
	const width = 360
	side := func(r render.Rect) []render.Rect {
		r.X, r.W = edge.X, edge.W
		return kit.Row(r, kit.Gap, 0, min(width, (edge.W-kit.Gap)/2))
	}
	s.names[match.Guest].SetBounds(render.Rect{X: edge.X, Y: top.Y, W: side(top)[1].W, H: top.H})
	s.names[match.Host].SetBounds(side(bottom)[1])
	if !high {
		s.first.SetBounds(render.Rect{X: edge.X, Y: bottom.Y, W: min(width, (edge.W-kit.Gap)/2), H: bottom.H})
	}
}

func (s *twoHere) houses() int { return int(s.Settings.Now().Setup.Variant.Houses) }

// Draw draws the board at its start between the names.
func (s *twoHere) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("Two players here"))
	ruleset.DrawStart(c, s.Art, s.Settings.Now().Setup.Variant, s.board)
	s.Controls.Draw(c)
}

// Renewed returns the screen in another language.
func (s *twoHere) Renewed() page.Screen { return newTwoHere(s.Shell) }
