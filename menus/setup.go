package menus

import (
	"slices"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/render"
)

// opponents says whom a new game is against.
type opponents uint8

const (
	asLastTime     opponents = iota // whoever it was the last time
	twoPlayersHere                  // two persons at this machine
	playComputer                    // a person and a computer player
)

// seated returns the seats for a new game against somebody, given those of the last one.
func seated(against opponents, seats [2]string, strategies []Strategy) [2]string {
	known := func(name string) bool {
		return slices.ContainsFunc(strategies, func(s Strategy) bool { return s.Name == name })
	}
	computers := 0
	for i := range seats {
		if known(seats[i]) {
			computers++
		} else {
			seats[i] = personSeat
		}
	}
	switch {
	case against == twoPlayersHere:
		return [2]string{personSeat, personSeat}
	case against != playComputer || computers == 1 || len(strategies) == 0:
		return seats
	case computers == 2:
		return [2]string{personSeat, seats[match.Guest]}
	case known("greedy"):
		return [2]string{personSeat, "greedy"}
	}
	return [2]string{personSeat, strategies[len(strategies)-1].Name}
}

// setupScreen is where a new game on this machine is made: who sits at which side, by which rules, and who begins.
type setupScreen struct {
	page
	heading     string
	names       [2]*kit.TextField // by party, as all that comes in two here
	seats       [2]*kit.Choice
	otherName   [2]string // the name for when the seat changes between person and computer player
	frame       frame
	picker      *rulesPicker
	pace        *kit.Choice // only shown where a computer player sits
	start, back *kit.Button
}

func newSetupScreen(a *App, against opponents) *setupScreen {
	s := &setupScreen{page: page{app: a, name: "new game"}, heading: "New game"}
	switch against {
	case twoPlayersHere:
		s.heading = "Two players here"
	case playComputer:
		s.heading = "Play the computer"
	}
	last := a.book.Now().Setup
	s.addSeats(last, seated(against, last.Seats, a.cfg.Strategies))
	s.picker = newRulesPicker(a, last.Variant, last.Starter, [2]string{})
	pace := 0
	if last.StepByStep {
		pace = 1
	}
	s.pace = kit.NewChoice("Computer players move", []string{"By themselves", "On Next Move"}, pace, nil)
	s.start = kit.NewButton("Start", s.begin)
	s.start.Primary = true
	s.back = kit.NewButton("Back", a.pop)
	s.form = kit.NewForm()
	s.form.Default = s.start
	s.form.OnCancel = a.pop
	s.show()
	s.form.Focus(s.start)
	return s
}

// addSeats makes the controls for both sides. A name belongs to who had the seat the last time; where that was a person
// and it is a computer player now, it is kept for later.
func (s *setupScreen) addSeats(last settings.Setup, seats [2]string) {
	rows := [...]string{match.Host: "Bottom row", match.Guest: "Top row"}
	for i := range s.names {
		s.names[i] = kit.NewTextField(rows[i]+": name", last.Names[i], s.app.cfg.Clipboard)
		s.names[i].MaxRunes = match.MaxNameLetters
		s.names[i].OnChange = func(string) { s.show() }
		s.seats[i] = newSeatChoice(s.app, rows[i]+": played by", s.seatIndex(last.Seats[i]))
		if s.seats[i].Selected == 0 && i == int(match.Host) && s.names[i].Text() == "" {
			s.names[i].SetText(s.app.book.Now().Name)
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

// seatIndex returns the place of a seat in a choice of newSeatChoice; what is not there is a person.
func (s *setupScreen) seatIndex(name string) int {
	return 1 + slices.IndexFunc(s.app.cfg.Strategies, func(strategy Strategy) bool { return strategy.Name == name })
}

// setup returns what the controls say.
func (s *setupScreen) setup() settings.Setup {
	setup := settings.Setup{Variant: s.picker.variant(), Starter: s.picker.starter(), StepByStep: s.pace.Selected == 1}
	for i := range setup.Seats {
		setup.Names[i] = match.CleanName(s.names[i].Text())
		setup.Seats[i] = personSeat
		if n := s.seats[i].Selected; n > 0 {
			setup.Seats[i] = s.app.cfg.Strategies[n-1].Name
		}
	}
	return setup
}

// show brings what depends on the seats and the names up to date.
func (s *setupScreen) show() {
	setup := s.setup()
	s.picker.setParties(s.app.seatNames(setup))
	nameless := setup
	nameless.Names = [2]string{}
	for i, name := range s.app.seatNames(nameless) {
		s.names[i].Placeholder = name
	}
	s.picker.setNotes(s.strategyNotes(setup)...)
	widgets := []kit.Widget{s.names[0], s.seats[0], s.names[1], s.seats[1]}
	controls := s.picker.widgets()
	widgets = append(widgets, controls[0]) // who moves first stands with the players
	if s.computers() {
		widgets = append(widgets, s.pace)
	}
	s.form.Set(slices.Concat(widgets, controls[1:], []kit.Widget{s.start, s.back})...)
	s.app.relayout()
}

// computers reports whether a computer player has a seat.
func (s *setupScreen) computers() bool { return s.seats[0].Selected+s.seats[1].Selected > 0 }

// strategyNotes says how the computer players choose their moves.
func (s *setupScreen) strategyNotes(setup settings.Setup) []note {
	var notes []note
	for _, strategy := range s.app.cfg.Strategies {
		if slices.Contains(setup.Seats[:], strategy.Name) {
			notes = append(notes, note{strategy.Title, []string{strategy.About}})
		}
	}
	return notes
}

// begin starts the game and remembers the choices.
func (s *setupScreen) begin() {
	setup := s.setup()
	if names := s.app.seatNames(setup); names[0] == names[1] && setup.Names != [2]string{} {
		s.app.say("Both players are called " + names[0] + ". Please give one of them another name.")
		s.form.Focus(s.names[match.Guest])
		s.names[match.Guest].SelectAll()
		return
	}
	if me := setup.Names[match.Host]; s.app.book.Now().Name == "" && me != "" && setup.Seats[match.Host] == personSeat {
		s.app.setName(me)
	}
	s.app.keepSetup(setup)
	s.app.startLocal(setup)
}

// Layout places the players at the left and the rules at the right, on the same rows.
func (s *setupScreen) Layout(c *render.Canvas, window render.Rect) {
	s.frame = newFrame(window, frameWidth)
	s.start.SetBounds(s.frame.yes)
	s.back.SetBounds(s.frame.no)
	rest, gap := s.frame.left, s.frame.gap
	row := func() (r render.Rect) {
		r, rest = rest.CutTop(fieldHeight)
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
	s.picker.layoutRules(c, s.frame.right, gap)
}

// Draw draws the controls, the board, and what is to be read about the choices.
func (s *setupScreen) Draw(c *render.Canvas) {
	s.frame.drawHeading(c, s.heading)
	s.picker.drawBehind(c)
	s.form.Draw(c)
}
