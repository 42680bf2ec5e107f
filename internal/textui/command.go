package textui

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"mancala/internal/words"
	"mancala/rules"
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
	verbWhy
)

// command is the parsed answer to the question for a ply.
type command struct {
	verb  verb
	house rules.House // of verbPlay; legal
	reply string      // of verbNone
}

// saying is the word for a verb.
type saying struct {
	english string        // works in every language, for scripts
	own     func() string // the word in the language of the process
	text    bool          // a text may follow
}

// sayings are the words of all verbs except verbPlay.
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
	verbWhy:      {"why", func() string { return words.C("command", "why") }, false},
}

// word returns the word of a verb in the language of the process.
func (v verb) word() string { return sayings[v].own() }

// swapWord returns the word for a swap in the language of the process.
func swapWord() string { return words.C("command", "swap") }

// verbOf returns the verb of one or two words, in the process's language or in English.
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

// plyOf returns the ply that a line names for the side to move in p. It may be illegal.
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

// whatIs returns a sentence with the legal choices in p.
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

// helpLine is a word with its effect.
type helpLine struct{ word, does string }

// helpLines lists the words that work now.
func (g *game) helpLines() []string {
	list := g.plyHelp()
	if g.scene.Match() != nil {
		list = append(list, helpLine{verbBoard.word(), words.T("to see the board again")},
			helpLine{verbWhy.word(), words.T("to be told what the last move did, and why")})
	}
	if g.scene.Clocks().Control.Timed() {
		list = append(list, helpLine{verbClock.word(), words.T("to see how much time is left")})
	}
	if g.playing() && g.scene.Persons() > 0 {
		list = append(list, helpLine{verbResign.word(), words.T("to give the game up")})
	}
	if g.pace.on() {
		list = append(list, helpLine{verbSkip.word(), words.T("to see the end of the game at once")})
	}
	list = append(list, g.farHelp()...)
	list = append(list, g.guests.help()...)
	list = append(list, helpLine{verbHelp.word(), words.T("to see this again")}, helpLine{verbQuit.word(), g.quitHelp()})
	width := 0
	for _, l := range list {
		width = max(width, words.Columns(l.word))
	}
	lines := []string{words.T("You can type:")}
	if g.scene.Match() != nil && g.scene.Persons() > 0 {
		lines = append(lines, "  "+words.T("the number of one of your bowls with seeds in it, to sow them"))
	}
	for _, l := range list {
		lines = append(lines, "  "+g.out.paint(strong, l.word)+strings.Repeat(" ", width-words.Columns(l.word)+1)+l.does)
	}
	return lines
}

// plyHelp lists the words that a person here may type instead of a bowl.
func (g *game) plyHelp() []helpLine {
	if g.scene.Match() == nil || g.scene.Persons() == 0 {
		return nil
	}
	var list []helpLine
	if g.board.position.CanSwap() {
		list = append(list, helpLine{swapWord(), words.T("to take over the other side's seeds, which get yours")})
	}
	if g.scene.Local() {
		list = append(list, helpLine{verbUndo.word(), words.T("to go back to your last choice")},
			helpLine{verbRedo.word(), words.T("to play again what %s took back", verbUndo.word())})
	}
	if g.scene.Local() && g.scene.Env.NewJudge != nil {
		list = append(list, helpLine{verbHint.word(), words.T("to be told the best choice and what it is worth")})
	}
	return list
}

// farHelp lists the possible requests to the other end.
func (g *game) farHelp() []helpLine {
	if g.scene.Local() || !g.met || g.scene.Watching() {
		return nil
	}
	peer := g.scene.Peer()
	list := []helpLine{
		{verbTakeback.word(), words.T("to ask %s to let you take your last choice back", peer)},
		{verbWithdraw.word(), words.T("to stop asking")},
		{verbAccept.word(), words.T("to agree to what %s asks", peer)},
		{verbRefuse.word(), words.T("to say no to it")},
		{words.T("%s TEXT", verbSay.word()), words.T("to tell %[1]s something; %[2]s alone lists lines that are ready", peer, verbSay.word())},
		{verbMute.word(), words.T("to see no more of what %s says, or to see it again", peer)},
	}
	if g.scene.Clocks().Control.Timed() {
		list = list[1:] // no move is taken back
	}
	if g.cfg.Club != nil {
		list = append(list,
			helpLine{words.T("%s TEXT", verbReport.word()), words.T("to tell the people who run the club what %s did", peer)},
			helpLine{verbBlock.word(), words.T("to keep %s away from you from now on", peer)})
	}
	if g.scene.IsPaused() {
		keep := words.T("to keep the game for later, and leave")
		if g.hosting() {
			keep = words.T("to keep the game for later, and wait for another guest")
		}
		list = append(list, helpLine{verbWait.word(), words.T("to wait for %s another while", peer)}, helpLine{verbKeep.word(), keep})
	}
	end := words.T("to end the game for good, without a winner")
	if g.endLoses() {
		end = words.T("to end the game for good; you then lose it")
	}
	return append(list, helpLine{verbEnd.word(), end})
}

func (g *game) quitHelp() string {
	switch {
	case !g.playing(), g.scene.Watching():
		return words.T("to leave")
	case g.cfg.Terms != nil:
		return words.T("to leave; the lobby leads back to the game")
	case g.keeps():
		return words.T("to leave; the game is kept")
	}
	return words.T("to leave the game")
}
