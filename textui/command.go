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
	verbNone verb = iota // no word of the list below
	verbPlay
	verbUndo
	verbRedo
	verbHint
	verbBoard
	verbHelp
	verbQuit
	verbResign
	verbTakeback
	verbAccept
	verbRefuse
	verbWithdraw
	verbSay
	verbMute
	verbWait
	verbKeep
	verbEnd
)

// command is a typed line that answers the question for a ply, understood.
type command struct {
	verb  verb
	house rules.House // of verbPlay; legal
	reply string      // of verbNone
}

var verbs = map[string]verb{
	"undo": verbUndo, "redo": verbRedo, "hint": verbHint, "board": verbBoard, "help": verbHelp, "quit": verbQuit,
	"resign": verbResign, "takeback": verbTakeback, "accept": verbAccept, "refuse": verbRefuse, "withdraw": verbWithdraw,
	"say": verbSay, "mute": verbMute, "wait": verbWait, "keep": verbKeep, "end": verbEnd,
}

// wordOf returns the verb of a line, and the text behind it; only say takes one.
func wordOf(line string) (v verb, rest string) {
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	v = verbs[strings.ToLower(word)]
	if rest = strings.TrimSpace(rest); rest != "" && v != verbSay {
		return verbNone, ""
	}
	return v, rest
}

// understand turns a line that answers the question for a ply in p into a command.
func understand(line string, p rules.Position) command {
	if v, _ := wordOf(line); v != verbNone {
		return command{verb: v}
	}
	h, ok := plyOf(line, p)
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

// plyOf returns the ply that a line names for the side to move in p, legal or not.
func plyOf(line string, p rules.Position) (rules.House, bool) {
	word := strings.ToLower(strings.TrimSpace(line))
	if number, err := strconv.Atoi(word); err == nil {
		return houseOf(number, p.ToMove(), int(p.Variant().Houses))
	}
	return rules.Swap, word == rules.Swap.String()
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
