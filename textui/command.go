package textui

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
	"mancala/words"
)

// verb is the request of a typed line.
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
	verbLetIn
	verbNotNow
	verbNever
	verbRemove
	verbInvite
	verbCode
)

// command is a typed line that answers the question for a ply, understood.
type command struct {
	verb  verb
	house rules.House // of verbPlay; legal
	reply string      // of verbNone
}

// verbs are the words in English, which are understood in every language, so that a script works in
// all of them.
var verbs = map[string]verb{
	"undo": verbUndo, "redo": verbRedo, "hint": verbHint, "board": verbBoard, "help": verbHelp, "quit": verbQuit,
	"resign": verbResign, "takeback": verbTakeback, "accept": verbAccept, "refuse": verbRefuse, "withdraw": verbWithdraw,
	"say": verbSay, "mute": verbMute, "wait": verbWait, "keep": verbKeep, "end": verbEnd, "let in": verbLetIn, "not now": verbNotNow, "never": verbNever,
	"remove": verbRemove, "invite": verbInvite, "qr": verbCode,
}

// word returns the word of a verb in the language of the process.
func (v verb) word() string {
	switch v {
	case verbUndo:
		return words.C("command", "undo")
	case verbRedo:
		return words.C("command", "redo")
	case verbHint:
		return words.C("command", "hint")
	case verbBoard:
		return words.C("command", "board")
	case verbHelp:
		return words.C("command", "help")
	case verbQuit:
		return words.C("command", "quit")
	case verbResign:
		return words.C("command", "resign")
	}
	return v.farWord()
}

// farWord is word for the verbs of a game across the network.
func (v verb) farWord() string {
	switch v {
	case verbTakeback:
		return words.C("command", "takeback")
	case verbAccept:
		return words.C("command", "accept")
	case verbRefuse:
		return words.C("command", "refuse")
	case verbWithdraw:
		return words.C("command", "withdraw")
	case verbSay:
		return words.C("command", "say")
	case verbMute:
		return words.C("command", "mute")
	case verbWait:
		return words.C("command", "wait")
	case verbKeep:
		return words.C("command", "keep")
	case verbEnd:
		return words.C("command", "end")
	}
	return v.doorWord()
}

// doorWord is word for the verbs of a host.
func (v verb) doorWord() string {
	switch v {
	case verbLetIn:
		return words.C("command", "let in")
	case verbNotNow:
		return words.C("command", "not now")
	case verbNever:
		return words.C("command", "never")
	case verbRemove:
		return words.C("command", "remove")
	case verbInvite:
		return words.C("command", "invite")
	case verbCode:
		return words.C("command", "qr")
	}
	return ""
}

// swapWord returns the word for a swap in the language of the process.
func swapWord() string { return words.C("command", "swap") }

// verbOf returns the verb of a word, or of two, in the language of the process or in English.
func verbOf(word string) verb {
	for v := verbUndo; v <= verbCode; v++ {
		if strings.EqualFold(word, v.word()) {
			return v
		}
	}
	return verbs[strings.ToLower(word)]
}

// wordOf returns the verb of a line, and the text behind it; only say, invite and qr take one.
func wordOf(line string) (v verb, rest string) {
	if v := verbOf(strings.Join(strings.Fields(line), " ")); v != verbNone {
		return v, ""
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if v = verbOf(word); v != verbSay && v != verbInvite && v != verbCode {
		return verbNone, ""
	}
	return v, strings.TrimSpace(rest)
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
		return command{reply: words.T("That bowl is empty!")}
	}
	return command{reply: whatIs(p)}
}

// plyOf returns the ply that a line names for the side to move in p, legal or not.
func plyOf(line string, p rules.Position) (rules.House, bool) {
	word := strings.ToLower(strings.TrimSpace(line))
	if number, err := strconv.Atoi(word); err == nil {
		return houseOf(number, p.ToMove(), int(p.Variant().Houses))
	}
	return rules.Swap, isSwap(word)
}

// isSwap reports whether a word asks for a swap.
func isSwap(word string) bool {
	return strings.EqualFold(word, rules.Swap.String()) || strings.EqualFold(word, swapWord())
}

// whatIs says what may be chosen in p.
func whatIs(p rules.Position) string {
	var list []string
	for h := range p.Plies() {
		if h == rules.Swap {
			list = append(list, swapWord())
		} else {
			list = append(list, strconv.Itoa(bowl(p.ToMove(), h, int(p.Variant().Houses))))
		}
	}
	return words.T("You can't play that. Enter %[1]s, or %[2]s.", words.Either(list), verbHelp.word())
}

// yes reads the answer to a question for yes or no, in the language of the process or in English.
func yes(line string) (answer, ok bool) {
	word := strings.TrimSpace(line)
	is := func(list ...string) bool {
		return slices.ContainsFunc(list, func(known string) bool { return strings.EqualFold(word, known) })
	}
	switch {
	case is("y", "yes", words.C("answer", "y"), words.C("answer", "yes")):
		return true, true
	case is("n", "no", "quit", words.C("answer", "n"), words.C("answer", "no"), verbQuit.word()):
		return false, true
	}
	return false, false
}
