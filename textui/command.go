package textui

import (
	"errors"
	"strconv"
	"strings"

	"mancala/rules"
)

// verb is what a typed line asks for.
type verb uint8

const (
	verbNone verb = iota // nothing that can be done; the reply says why
	verbPlay
	verbUndo
	verbRedo
	verbHint
	verbBoard
	verbHelp
	verbQuit
)

// command is a typed line, understood.
type command struct {
	verb  verb
	house rules.House // of verbPlay; legal
	reply string      // of verbNone
}

var verbs = map[string]verb{
	"undo": verbUndo, "redo": verbRedo, "hint": verbHint, "board": verbBoard, "help": verbHelp, "quit": verbQuit,
}

// understand turns a line that answers the question for a ply in p into a command.
func understand(line string, p rules.Position) command {
	word := strings.ToLower(strings.TrimSpace(line))
	if v, ok := verbs[word]; ok {
		return command{verb: v}
	}
	h, ok := rules.Swap, word == rules.Swap.String()
	if number, err := strconv.Atoi(word); err == nil {
		h, ok = houseOf(number, p.ToMove(), int(p.Variant().Houses))
	}
	if !ok {
		return command{reply: whatIs(p)}
	}
	switch err := p.Legal(h); {
	case err == nil:
		return command{verb: verbPlay, house: h}
	case errors.Is(err, rules.ErrEmptyHouse):
		return command{reply: "That bowl is empty!"}
	}
	return command{reply: whatIs(p)}
}

// whatIs says what may be chosen in p.
func whatIs(p rules.Position) string {
	var list []string
	for h := range p.Plies() {
		if h == rules.Swap {
			list = append(list, h.String())
		} else {
			list = append(list, strconv.Itoa(bowl(p.ToMove(), h, int(p.Variant().Houses))))
		}
	}
	return "That is no choice here. Type " + either(list) + ", or help."
}

// helpLines says what may be typed. Undo and hints are possible only where that is said.
func helpLines(p rules.Position, canUndo, hints bool) []string {
	lines := []string{
		"You can type:",
		"  the number of one of your bowls with seeds in it, to sow them",
	}
	if p.CanSwap() {
		lines = append(lines, "  swap   to take over the other side's seeds, which get yours")
	}
	if canUndo {
		lines = append(lines, "  undo   to go back to your last choice", "  redo   to play again what undo took back")
	}
	if hints {
		lines = append(lines, "  hint   to be told the best choice and what it is worth")
	}
	return append(lines, "  board  to see the board again", "  help   to see this again", "  quit   to leave the game")
}

// yes reads the answer to a question for yes or no.
func yes(line string) (answer, ok bool) {
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, true
	case "n", "no", "quit":
		return false, true
	}
	return false, false
}
