package newgame

import (
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
)

// Setup is where a new game on this machine is made: who sits at which side, by which rules, and who begins.
type Setup struct {
	page.Page
	heading     string
	names       [2]*kit.TextField // by party, as all that comes in two here
	seats       [2]*kit.Choice
	otherName   [2]string // the name for when the seat changes between person and computer player
	frame       page.Frame
	picker      *rulesPicker
	pace        *kit.Choice // only shown where a computer player sits
	start, back *kit.Button
}

// NewSetup returns the screen with the choices of the last time, against these opponents.
func NewSetup(shell page.Shell, against page.Opponents) *Setup {
	s := &Setup{Page: page.New(shell, "new game"), heading: "New game"}
	switch against {
	case page.TwoPlayersHere:
		s.heading = "Two players here"
	case page.PlayComputer:
		s.heading = "Play the computer"
	}
	last := shell.Shared().Settings.Now().Setup
	s.addSeats(last, page.Seated(against, last.Seats, shell.Shared().Ports.Strategies))
	s.picker = newRulesPicker(shell, last.Variant, last.Starter, [2]string{})
	pace := 0
	if last.StepByStep {
		pace = 1
	}
	s.pace = kit.NewChoice("Computer players move", []string{"By themselves", "On Next Move"}, pace, nil)
	s.start = kit.NewButton("Start", s.begin)
	s.start.Primary = true
	s.back = kit.NewButton("Back", shell.Back)
	s.nameControls()
	s.Controls = kit.NewForm()
	s.Controls.Default = s.start
	s.Controls.OnCancel = shell.Back
	s.show()
	s.Controls.Focus(s.start)
	return s
}

// nameControls gives the controls the names that no language changes.
func (s *Setup) nameControls() {
	for i, row := range [...]string{match.Host: "bottom", match.Guest: "top"} {
		s.names[i].SetID("setup." + row + "-name")
		s.seats[i].SetID("setup." + row + "-seat")
	}
	s.pace.SetID("setup.pace")
	s.start.SetID("setup.start")
	s.back.SetID("setup.back")
}

// addSeats makes the controls for both sides. A name belongs to who had the seat the last time; where that was a person
// and it is a computer player now, it is kept for later.
func (s *Setup) addSeats(last settings.Setup, seats [2]string) {
	rows := [...]string{match.Host: "Bottom row", match.Guest: "Top row"}
	for i := range s.names {
		s.names[i] = kit.NewTextField(rows[i]+": name", last.Names[i], s.Ports.Clipboard)
		s.names[i].MaxRunes = match.MaxNameLetters
		s.names[i].OnChange = func(string) { s.show() }
		s.seats[i] = page.NewSeatChoice(s.Shell, rows[i]+": played by", s.seatIndex(last.Seats[i]))
		if s.seats[i].Selected == 0 && i == int(match.Host) && s.names[i].Text() == "" {
			s.names[i].SetText(s.Settings.Now().Name)
		}
		was := s.seats[i].Selected
		change := func(now int) {
			if (was == 0) != (now == 0) {
				name := s.names[i].Text()
				s.names[i].SetText(s.otherName[i])
				s.otherName[i] = name
			}
			was = now
		}
		s.seats[i].Selected = s.seatIndex(seats[i])
		change(s.seats[i].Selected)
		s.seats[i].OnChange = func(now int) {
			change(now)
			s.show()
		}
	}
}

// seatIndex returns the place of a seat in a choice of NewSeatChoice; what is not there is a person.
func (s *Setup) seatIndex(name string) int {
	return 1 + slices.IndexFunc(s.Ports.Strategies, func(strategy ports.Strategy) bool { return strategy.Name == name })
}

// setup returns what the controls say.
func (s *Setup) setup() settings.Setup {
	setup := settings.Setup{Variant: s.picker.variant(), Starter: s.picker.starter(), StepByStep: s.pace.Selected == 1}
	for i := range setup.Seats {
		setup.Names[i] = match.CleanName(s.names[i].Text())
		setup.Seats[i] = match.KindPerson
		if n := s.seats[i].Selected; n > 0 {
			setup.Seats[i] = s.Ports.Strategies[n-1].Name
		}
	}
	return setup
}

// show brings what depends on the seats and the names up to date.
func (s *Setup) show() {
	setup := s.setup()
	s.picker.setParties(s.Ports.SeatNames(setup))
	nameless := setup
	nameless.Names = [2]string{}
	for i, name := range s.Ports.SeatNames(nameless) {
		s.names[i].Placeholder = name
	}
	s.picker.setNotes(s.strategyNotes(setup)...)
	widgets := []kit.Widget{s.names[0], s.seats[0], s.names[1], s.seats[1]}
	controls := s.picker.widgets()
	widgets = append(widgets, controls[0]) // who moves first stands with the players
	if s.computers() {
		widgets = append(widgets, s.pace)
	}
	s.Controls.Set(slices.Concat(widgets, controls[1:], []kit.Widget{s.start, s.back})...)
	s.Shell.Relayout()
}

// computers reports whether a computer player has a seat.
func (s *Setup) computers() bool { return s.seats[0].Selected+s.seats[1].Selected > 0 }

// strategyNotes says how the computer players choose their moves.
func (s *Setup) strategyNotes(setup settings.Setup) []page.Note {
	var notes []page.Note
	for _, strategy := range s.Ports.Strategies {
		if slices.Contains(setup.Seats[:], strategy.Name) {
			notes = append(notes, page.Note{Heading: strategy.Title, Lines: []string{strategy.About}})
		}
	}
	return notes
}

// begin starts the game and remembers the choices.
func (s *Setup) begin() {
	setup := s.setup()
	if names := s.Ports.SeatNames(setup); names[0] == names[1] && setup.Names != [2]string{} {
		s.Shell.Say("Both players are called " + names[0] + ". Please give one of them another name.")
		s.Controls.Focus(s.names[match.Guest])
		s.names[match.Guest].SelectAll()
		return
	}
	if me := setup.Names[match.Host]; s.Settings.Now().Name == "" && me != "" && setup.Seats[match.Host] == match.KindPerson {
		s.Settings.SetName(me)
	}
	keepSetup(s.Shell, setup)
	startLocal(s.Shell, setup)
}

// Layout places the players at the left and the rules at the right, on the same rows.
func (s *Setup) Layout(c *render.Canvas, window render.Rect) {
	s.frame = page.NewFrame(window, page.FrameWidth)
	s.start.SetBounds(s.frame.Yes)
	s.back.SetBounds(s.frame.No)
	rest, gap := s.frame.Left, s.frame.Gap
	row := func() (r render.Rect) {
		r, rest = rest.CutTop(page.FieldHeight)
		_, rest = rest.CutTop(gap)
		return r
	}
	for i := range s.names {
		r := row()
		pair := kit.Row(r, kit.Gap, 0.42*r.W, 0)
		s.names[i].SetBounds(pair[0])
		s.seats[i].SetBounds(pair[1])
	}
	s.picker.first.SetBounds(row())
	if s.computers() {
		s.pace.SetBounds(row())
	}
	s.picker.layoutBoard(rest)
	s.picker.layoutRules(c, s.frame.Right, gap)
}

// Draw draws the controls, the board, and what is to be read about the choices.
func (s *Setup) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, s.heading)
	s.picker.drawBehind(c)
	s.Controls.Draw(c)
}
