package textui

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"mancala/rules"
	"mancala/words"
)

// verb is the meaning of a typed word.
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
	verbSkip
	verbClock
	verbReport
	verbBlock
)

// command is the parsed answer to the question for a ply.
type command struct {
	verb  verb
	house rules.House // of verbPlay; legal
	reply string      // of verbNone
}

// saying is the word for a verb.
type saying struct {
	english string        // works in every language, so scripts do
	own     func() string // the word in the language of the process
	text    bool          // a text may follow
}

// sayings are the words of all verbs but verbPlay.
var sayings = [...]saying{
	verbUndo:     {"undo", func() string { return words.C("command", "undo") }, false},
	verbRedo:     {"redo", func() string { return words.C("command", "redo") }, false},
	verbHint:     {"hint", func() string { return words.C("command", "hint") }, false},
	verbBoard:    {"board", func() string { return words.C("command", "board") }, false},
	verbHelp:     {"help", func() string { return words.C("command", "help") }, false},
	verbQuit:     {"quit", func() string { return words.C("command", "quit") }, false},
	verbResign:   {"resign", func() string { return words.C("command", "resign") }, false},
	verbTakeback: {"takeback", func() string { return words.C("command", "takeback") }, false},
	verbAccept:   {"accept", func() string { return words.C("command", "accept") }, false},
	verbRefuse:   {"refuse", func() string { return words.C("command", "refuse") }, false},
	verbWithdraw: {"withdraw", func() string { return words.C("command", "withdraw") }, false},
	verbSay:      {"say", func() string { return words.C("command", "say") }, true},
	verbMute:     {"mute", func() string { return words.C("command", "mute") }, false},
	verbWait:     {"wait", func() string { return words.C("command", "wait") }, false},
	verbKeep:     {"keep", func() string { return words.C("command", "keep") }, false},
	verbEnd:      {"end", func() string { return words.C("command", "end") }, false},
	verbLetIn:    {"let in", func() string { return words.C("command", "let in") }, false},
	verbNotNow:   {"not now", func() string { return words.C("command", "not now") }, false},
	verbNever:    {"never", func() string { return words.C("command", "never") }, false},
	verbRemove:   {"remove", func() string { return words.C("command", "remove") }, false},
	verbInvite:   {"invite", func() string { return words.C("command", "invite") }, true},
	verbCode:     {"qr", func() string { return words.C("command", "qr") }, true},
	verbSkip:     {"skip", func() string { return words.C("command", "skip") }, false},
	verbClock:    {"clock", func() string { return words.C("command", "clock") }, false},
	verbReport:   {"report", func() string { return words.C("command", "report") }, true},
	verbBlock:    {"block", func() string { return words.C("command", "block") }, false},
}

// word returns the word of a verb in the language of the process.
func (v verb) word() string { return sayings[v].own() }

// swapWord returns the word for a swap in the language of the process.
func swapWord() string { return words.C("command", "swap") }

// verbOf returns the verb of a word, or of two, in the language of the process or in English.
func verbOf(word string) verb {
	for _, is := range [...]func(saying) string{
		func(s saying) string { return s.own() },
		func(s saying) string { return s.english },
	} {
		for v := verbUndo; int(v) < len(sayings); v++ {
			if strings.EqualFold(word, is(sayings[v])) {
				return v
			}
		}
	}
	return verbNone
}

// wordOf returns the verb of a line, and the text after it if the verb takes one.
func wordOf(line string) (v verb, rest string) {
	if v := verbOf(strings.Join(strings.Fields(line), " ")); v != verbNone {
		return v, ""
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	if v = verbOf(word); v == verbNone || !sayings[v].text {
		return verbNone, ""
	}
	return v, strings.TrimSpace(rest)
}

// understand parses a line that answers the question for a ply in p.
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
	case errors.Is(err, rules.ErrMustFeed), errors.Is(err, rules.ErrNoSlam):
		return command{reply: words.Sentence(err)}
	}
	return command{reply: whatIs(p)}
}

// plyOf returns the ply that a line names for the side to move in p. It need not be legal.
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

// whatIs returns a sentence with the possible choices in p.
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

// yes parses the answer to a yes-or-no question, in the language of the process or in English.
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
