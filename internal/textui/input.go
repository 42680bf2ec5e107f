package textui

import (
	"strconv"
	"strings"

	"mancala/internal/table"
	"mancala/internal/words"
)

// maxAhead is the largest number of lines kept for later questions.
const maxAhead = 100

// input holds the input lines, and the ones kept for later questions.
type input struct {
	*terminal
	wait  *wait
	win   *winning
	ahead []string // typed early
	held  bool     // they also wait for news of the connection
	ended bool
}

// expectsEvents reports whether events may come without input: always, unless all players are at
// this end, a person is asked, and the disk has stored their win.
func (in *input) expectsEvents() bool { return !in.scene.Local() || !in.out.open || in.win.adding }

// listens reports whether to read lines now. If all players are at this end and the input is a
// file, its lines stay unread until the questions that they answer. The exception is a player who
// thinks for so long that the screen offers Enter.
func (in *input) listens() bool {
	switch {
	case in.ended:
		return false
	case in.out.open:
		return true
	}
	watched := in.cfg.Interactive && (in.scene.Persons() > 0 || in.cfg.Pace > 0)
	return len(in.ahead) < maxAhead && (!in.scene.Local() || watched || in.wait.told)
}

// actsAtOnce reports whether a line that answers no question is a word that acts at once. In a
// file, only the words of overtakes overtake the moves before them.
func (in *input) actsAtOnce(line string) bool {
	v, _ := wordOf(line)
	switch {
	case v == verbNone || v == verbHint:
		return false
	case in.cfg.Interactive:
		return true
	case in.scene.Local():
		return false
	}
	return len(in.ahead) == 0 || in.overtakes(v)
}

// overtakes reports whether a word in a file acts before the moves ahead of it. That is a word that
// only shows something, a word about guests, or the answer to a request or a pause on the screen.
func (in *input) overtakes(v verb) bool {
	switch v {
	case verbHelp, verbBoard, verbLetIn, verbNotNow, verbNever, verbRemove, verbInvite, verbCode:
		return true
	case verbAccept, verbRefuse:
		_, asked := in.scene.Asks(in.scene.Self().Other())
		return asked
	case verbWait, verbKeep:
		return in.scene.IsPaused()
	}
	return false
}

// answersLater reports whether a line may answer a later question.
func (in *input) answersLater(line string) bool {
	if in.scene.Local() && in.scene.Persons() == 0 {
		return false
	}
	v, _ := wordOf(line)
	_, answer := yes(line)
	if v == verbHint || answer {
		return true
	}
	word := strings.ToLower(strings.TrimSpace(line))
	_, err := strconv.Atoi(word)
	return err == nil || isSwap(word)
}

// keep stores a line for a later question, and reports whether it may answer one.
func (in *input) keep(line string) bool {
	if in.cfg.Interactive && !in.answersLater(line) {
		in.out.refuse(words.T("That word does not work here. Type %s to see what you can type.", verbHelp.word()))
		return false
	}
	in.ahead = append(in.ahead, line)
	return true
}

// tooLate reports whether a line from a file answers a question that was withdrawn when the other
// end left. It would keep all later lines waiting, or answer another question.
func (in *input) tooLate(line string) bool {
	if v, _ := wordOf(line); in.cfg.Interactive || !in.out.broken || len(in.ahead) > 0 || v != verbNone && v != verbHint {
		return false
	}
	stages := map[question]table.Stage{askPly: table.StageGame, askRules: table.StageOffered, askAgain: table.StageOver}
	stage, asked := stages[in.question]
	return asked && stage != in.scene.Stage()
}

// holdBack puts a line before the others until there is news of the connection.
func (in *input) holdBack(line string) {
	in.ahead, in.held = append([]string{line}, in.ahead...), true
}

// next returns the first kept line if it is due: as the answer to a question that a user could
// expect, or as a word from a file after all moves before it.
func (in *input) next() (line string, ok bool) {
	if in.held || len(in.ahead) == 0 {
		return "", false
	}
	if line = in.ahead[0]; in.out.open {
		ok = in.question == askPly || in.question == askRules || in.question == askAgain
	} else if v, _ := wordOf(line); !in.scene.Local() && !in.cfg.Interactive {
		ok = v != verbNone && v != verbHint
	}
	if !ok {
		return "", false
	}
	in.ahead = in.ahead[1:]
	if in.out.open && in.cfg.Interactive { // its echo is further up
		in.out.write(line + "\n")
	}
	return line, true
}
