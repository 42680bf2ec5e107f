package textui

import (
	"time"

	"mancala/internal/match"
	"mancala/internal/words"
)

// placePatience is the longest time for which a question waits for the disk.
const placePatience = time.Second

// winning asks for the name of a win, and records it.
type winning struct {
	*terminal
	board *board
	win
}

// win is the win of the last game, if it may become a top score here.
type win struct {
	game  string // its ID
	open  bool   // it has no name yet
	known bool   // its place is known
	place int
	asked time.Time // when the place was requested, or the win was passed to Scores
	// adding means that a person has named the win, and that it is still being stored.
	adding bool
}

// forget forgets the win, because a game begins or resumes.
func (w *winning) forget() { w.win = win{} }

// note starts to record a win of a person at this end. With input from a file, the win gets the
// name from the command line.
func (w *winning) note(now time.Time) {
	score, won := w.scene.Win()
	if !won || w.cfg.Scores == nil {
		return
	}
	id := score.GameID
	w.win = win{game: id, open: true, asked: now}
	if !w.cfg.Interactive {
		w.recordUnasked()
		return
	}
	score.Name = "Winner"
	w.cfg.Scores.Place(score, func(place int, err error) {
		if w.game == id && err == nil {
			w.known, w.place = true, place
		}
	})
}

// winnerName returns the name that the winner gave now or earlier, or "".
func (w *winning) winnerName() string {
	side, won := w.scene.Match().Result().Winner()
	if !won {
		return ""
	}
	name := w.cfg.Names[w.scene.Party(side)]
	if name == "" && w.cfg.Propose != nil && w.scene.Persons() == 1 {
		name = w.cfg.Propose()
	}
	return match.CleanName(name)
}

// recordUnasked records the win under the given name, if there is one.
func (w *winning) recordUnasked() {
	if !w.open {
		return
	}
	if name := w.winnerName(); name != "" {
		w.record(name, func(bool, error) {})
	}
	w.open = false
}

func (w *winning) record(name string, done func(added bool, err error)) {
	w.open = false
	if score, ok := w.scene.NameWin(name); ok {
		w.cfg.Scores.Add(score, done)
	}
}

// step asks for the name of a win among the top scores. It reports whether the place or the answer
// is still open.
func (w *winning) step(now time.Time) (open bool) {
	switch {
	case w.adding && now.Sub(w.asked) < placePatience:
		return true
	case !w.open:
		return false
	case !w.known && now.Sub(w.asked) < placePatience:
		return true
	case w.known && w.place == 0:
		w.recordUnasked()
		return false
	}
	w.ask(askName, w.query())
	return true
}

// query asks the winner for a name.
func (w *winning) query() string {
	side, won := w.scene.Match().Result().Winner()
	name, two := w.winnerName(), won && w.scene.Persons() == 2
	switch {
	case two && name != "":
		return words.T("%[1]s, your name for the top scores; Enter for %[2]s, - for none: ", w.board.who[side], name)
	case two:
		return words.T("%s, your name for the top scores, or Enter for none: ", w.board.who[side])
	case name != "":
		return words.T("Your name for the top scores; Enter for %s, - for none: ", name)
	}
	return words.T("Your name for the top scores, or Enter for none: ")
}

// answer takes the name of the winner.
func (w *winning) answer(line string) {
	name := match.CleanName(line)
	switch {
	case isEnter(line):
		name = w.winnerName()
	case name == "":
		w.out.refuse(words.T("Please type a name that can be shown."))
		return
	case name == "-":
		name = ""
	}
	if name == "" {
		w.open = false
		return
	}
	w.adding, w.asked = true, time.Now()
	w.record(name, func(added bool, err error) { w.tellKept(name, added, err) })
}

// tellKept prints whether a named win was recorded, even if the next question is already asked.
func (w *winning) tellKept(name string, added bool, err error) {
	w.adding = false
	switch {
	case err != nil:
		w.out.warn(words.Sentence(err))
	case !added:
		w.out.line(words.T("This win is already in the top scores."))
	case w.place > 0:
		w.out.line(words.T("%s is number %d of the top scores.", name, w.place))
	}
}
