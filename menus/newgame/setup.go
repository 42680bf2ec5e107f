package newgame

import (
	"cmp"
	"slices"
	"strings"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ruleset"
	"mancala/menus/settings"
)

// Setup is the screen that sets up a new local game: the players, the rules, and who begins.
type Setup struct {
	page.Page
	against   page.Opponents
	names     [2]*kit.TextField // by party, like all arrays of two here
	seats     [2]*kit.Choice
	programs  [2]*kit.TextField // the commands of other programs
	otherName [2]string         // the name to use if the seat changes between a person and a computer player
	picker    *ruleset.Picker
	first     *kit.Choice // who begins
	pace      *kit.Choice // only shown if a computer player has a seat
}

// NewSetup returns the screen with the previous choices, against these opponents.
func NewSetup(shell page.Shell, against page.Opponents) *Setup {
	last := shell.Shared().Settings.Now().Setup
	return newSetup(shell, against, last, page.Seated(against, last.Seats, shell.Shared().Ports.Strategies))
}

// newSetup returns the screen with these choices, and other players in the seats.
func newSetup(shell page.Shell, against page.Opponents, last settings.Setup, seats [2]string) *Setup {
	s := &Setup{Page: page.New(shell, "new game"), against: against}
	s.addSeats(last, seats)
	s.picker = ruleset.NewPicker(shell, last.Variant)
	s.first = newFirst(shell, "setup.first", [2]string{})
	pace := 0
	if last.StepByStep {
		pace = 1
	}
	paces := []string{words.T("By themselves"), words.T("On Next Move")}
	s.pace = kit.WithID("setup.pace", kit.NewChoice(words.T("Computer players move"), paces, pace, nil))
	start := kit.WithID("setup.start", kit.NewPrimary(words.T("Start"), s.begin))
	back := page.NewBack(shell, "setup.back")
	s.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: s.heading(), Content: s.players(g), Actions: []*kit.Button{back, start},
		}
	})
	s.Controls.Default = start
	s.show()
	s.Controls.Focus(start)
	return s
}

// players returns the controls of both sides, the rules, and the board.
func (s *Setup) players(g page.Grid) kit.Part {
	var parts []kit.Part
	for i := range s.names {
		parts = append(parts, g.Line([]float64{5, 7}, kit.Put(s.names[i]), kit.Put(s.seats[i])))
		if s.isProgram(i) {
			parts = append(parts, kit.Put(s.programs[i]))
		}
	}
	last := kit.Puts[kit.Widget](s.first) // who begins is next to the players
	if s.computers() {
		last = append(last, kit.Put(s.pace))
	}
	if g.Columns < 12 || g.Tight {
		return s.picker.Desk(g, append(parts, last...)...)
	}
	return s.picker.Desk(g, append(parts, kit.Across(last...))...) // the board below needs the height
}

// heading names the kind of opponents.
func (s *Setup) heading() string {
	switch s.against {
	case page.TwoPlayersHere:
		return words.T("Two players here")
	case page.PlayComputer:
		return words.T("Play the computer")
	case page.TwoComputers:
		return words.T("Watch two computers")
	}
	return words.T("New game")
}

// addSeats makes the controls for both sides. A name belongs to the seat's last player. If a
// computer player replaces a person, the person's name is kept for later.
func (s *Setup) addSeats(last settings.Setup, seats [2]string) {
	players := [2]string{match.Host: words.T("Bottom row: played by"), match.Guest: words.T("Top row: played by")}
	ids := [2]string{match.Host: "setup.bottom", match.Guest: "setup.top"}
	s.names = newSeatNames(s.Shell, [2]string{ids[0] + "-name", ids[1] + "-name"}, last.Names, s.show)
	for i := range s.seats {
		s.seats[i] = kit.WithID(ids[i]+"-seat", page.NewSeatChoice(s.Shell, players[i], s.seatIndex(last.Seats[i]), s.Ports.Program != nil))
		s.addProgram(i, ids[i]+"-program", last.Seats[i])
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

// addProgram makes the field for the command of a program, with the last command.
func (s *Setup) addProgram(i int, id, seat string) {
	command, _ := match.ProgramOf(seat)
	s.programs[i] = kit.WithID(id, kit.NewTextField(words.T("Command of the program"), command, s.Ports.Clipboard))
	s.programs[i].Placeholder = words.T("such as %s", "/usr/bin/aalina --fast")
	s.programs[i].MaxRunes = 400
	s.programs[i].OnChange = func(string) { s.show() }
}

// isProgram reports whether another program has a seat.
func (s *Setup) isProgram(i int) bool { return s.seats[i].Selected > len(s.Ports.Strategies) }

// seatIndex returns the index of a seat in a choice of NewSeatChoice; an unknown seat is a person.
func (s *Setup) seatIndex(name string) int {
	if _, program := match.ProgramOf(name); program && s.Ports.Program != nil {
		return 1 + len(s.Ports.Strategies)
	}
	return 1 + slices.IndexFunc(s.Ports.Strategies, func(strategy match.Strategy) bool { return strategy.Name == name })
}

// setup returns the setup chosen with the controls, without who begins.
func (s *Setup) setup() settings.Setup {
	setup := settings.Setup{Variant: s.picker.Variant(), StepByStep: s.pace.Selected == 1}
	for i := range setup.Seats {
		setup.Names[i] = match.CleanName(s.names[i].Text())
		setup.Seats[i] = match.KindPerson
		if n := s.seats[i].Selected; s.isProgram(i) {
			setup.Seats[i] = match.ProgramKind(strings.TrimSpace(s.programs[i].Text()))
		} else if n > 0 {
			setup.Seats[i] = s.Ports.Strategies[n-1].Name
		}
	}
	return setup
}

// show updates everything that depends on the seats and the names.
func (s *Setup) show() {
	setup := s.setup()
	showNames(s.Shell, s.names, s.first, setup)
	s.picker.SetNotes(s.strategyNotes(setup)...)
	s.Recompose()
}

// computers reports whether a computer player has a seat.
func (s *Setup) computers() bool { return s.seats[0].Selected+s.seats[1].Selected > 0 }

// strategyNotes describes how the computer players choose their moves.
func (s *Setup) strategyNotes(setup settings.Setup) []page.Note {
	var notes []page.Note
	for _, strategy := range s.Ports.Strategies {
		if slices.Contains(setup.Seats[:], strategy.Name) {
			about := cmp.Or(words.StrategyAbout(words.Player(strategy.Name, setup.Variant)), strategy.About)
			notes = append(notes, page.Note{Heading: words.Name(s.Ports.Title(strategy, setup.Variant)), Lines: []string{about}})
		}
	}
	for i := range s.seats {
		if s.isProgram(i) {
			return append(notes, page.Note{Heading: words.T("Another program"), Lines: []string{
				words.T("A program that speaks the protocol of %s plays. It is started without a shell, in a folder of its own.", "mancala engine"),
			}})
		}
	}
	return notes
}

// checkPrograms reports whether a program cannot take its seat, and says why.
func (s *Setup) checkPrograms() bool {
	for i, field := range s.programs {
		if !s.isProgram(i) {
			continue
		}
		if _, err := s.Ports.Program(strings.TrimSpace(field.Text())); err != nil {
			s.Shell.Say(words.Sentence(err))
			s.Controls.Focus(field)
			return true
		}
	}
	return false
}

// begin starts the game and stores the choices.
func (s *Setup) begin() {
	setup := s.setup()
	if s.checkPrograms() || askOtherName(s.Shell, setup, s.names[match.Guest], s.Controls) {
		return
	}
	rememberName(s.Settings, setup)
	beginGame(s.Shell, setup, s.first)
}

// Renewed returns the screen in another language, with the same choices.
func (s *Setup) Renewed() page.Screen {
	setup := s.setup()
	again := newSetup(s.Shell, s.against, setup, setup.Seats)
	again.otherName, again.first.Selected = s.otherName, s.first.Selected
	return again
}
