package settings

import (
	"strings"

	"mancala/internal/match"
	"mancala/rules"
)

// Setup holds the choices for a new game at this machine. Names and seats are by party: Host at the
// bottom, Guest at the top.
type Setup struct {
	Variant rules.Variant
	Starter match.Party
	Names   [2]string
	// Seats are "person" or names of strategies.
	Seats [2]string
	// StepByStep makes computer players move only on Next Move.
	StepByStep bool
}

// FirstSetup returns the initial choices: two people play the first preset.
func FirstSetup() Setup {
	return Setup{Variant: rules.Presets()[0].Variant, Seats: [2]string{match.KindPerson, match.KindPerson}}
}

// setupForm is the first line of a setup's text form, and maxSetup the largest length of the form
// in bytes.
const (
	setupForm = "setup 1"
	maxSetup  = 1 << 10
)

// encode returns the text form that parseSetup parses: one line per choice.
func (s Setup) encode() string {
	pace := "run"
	if s.StepByStep {
		pace = "step"
	}
	return strings.Join([]string{
		setupForm, s.Variant.String(), s.Starter.String(), s.Seats[0], s.Seats[1], pace,
		match.CleanName(s.Names[0]), match.CleanName(s.Names[1]),
	}, "\n")
}

// parseSetup parses the output of encode. It returns false for anything else.
func parseSetup(text string) (Setup, bool) {
	if len(text) > maxSetup {
		return Setup{}, false
	}
	lines := strings.Split(text, "\n")
	if len(lines) != 8 || lines[0] != setupForm {
		return Setup{}, false
	}
	s := Setup{Seats: [2]string{lines[3], lines[4]}, StepByStep: lines[5] == "step", Names: [2]string{lines[6], lines[7]}}
	var err error
	s.Variant, err = rules.ParseVariant(lines[1])
	if lines[2] == match.Guest.String() {
		s.Starter = match.Guest
	}
	if err != nil || s.encode() != text || !isSeat(s.Seats[0]) || !isSeat(s.Seats[1]) {
		return Setup{}, false
	}
	return s, true
}

// isSeat reports whether text can be the name of a seat.
func isSeat(text string) bool {
	if command, is := match.ProgramOf(text); is {
		return match.ProgramKind(command) == text
	}
	return isWord(text)
}

// isWord reports whether text is one lower-case word.
func isWord(text string) bool {
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	return text != "" && !strings.ContainsFunc(text, odd)
}
