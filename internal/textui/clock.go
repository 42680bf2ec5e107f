package textui

import (
	"context"
	"errors"
	"strings"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// clock is the state of the clocks on the screen.
type clock struct {
	*terminal
	board     *board
	announced bool // the screen shows the time control of this game
	due       bool // a turn here has begun, and the times are not shown yet
}

// begin takes the start of a game.
func (c *clock) begin() { c.announced, c.due = false, true }

// played takes a ply.
func (c *clock) played(e table.Played) {
	m := e.Series.Match()
	c.due = c.due || m.Position().ToMove() != m.Last().Mover
}

// announce shows the time control of a game, once it is known.
func (c *clock) announce(e table.Clocked) {
	control := e.Clocks.Control
	if !control.Timed() || c.announced {
		return
	}
	c.announced, c.due = true, c.scene.PersonToMove()
	c.out.line(controlWords(control) + " " + words.T("Type %s to see them.", verbClock.word()))
}

// controlWords says in a sentence how much time the players of a game have.
func controlWords(c match.TimeControl) string {
	base := scene.ClockAt(match.NewClocks(c), rules.South, time.Time{}).Text
	if c.Increment == 0 {
		return words.T("This game has clocks: %s for all moves of a player.", base)
	}
	n := int(c.Increment / time.Second)
	return words.N("This game has clocks: %[1]s for all moves of a player, and %[2]d second more for each move.",
		"This game has clocks: %[1]s for all moves of a player, and %[2]d seconds more for each move.", n, base, n)
}

// tell prints the remaining time at the beginning of a turn here, as soon as the host has reported
// it, and warns of an end on time.
func (c *clock) tell() {
	now := c.scene.Clocks()
	if !now.Running || c.scene.Persons() != 1 || !c.scene.PersonToMove() || now.Side != c.board.position.ToMove() {
		return
	}
	if c.due {
		c.due = false
		c.out.line(c.timeWords())
	}
	if level := c.scene.TakeWarning(); level > scene.Calm {
		c.out.warn(level.Words())
	}
}

// show prints the remaining time.
func (c *clock) show() {
	if !c.scene.Clocks().Control.Timed() {
		c.out.refuse(words.T("This game has no clocks."))
		return
	}
	c.out.line(c.timeWords())
}

// timeWords says how much time each player has left.
func (c *clock) timeWords() string {
	south, _ := c.scene.Clock(rules.South)
	north, _ := c.scene.Clock(rules.North)
	return words.T("Time left: %[1]s %[2]s, %[3]s %[4]s.", c.board.who[rules.South], south.Text, c.board.who[rules.North], north.Text)
}

// pace delays the plies of computer players so that a person can follow them.
type pace struct {
	*terminal
	next time.Time // nothing is shown before
	told bool      // the screen says how to go faster
	off  bool      // the person has skipped to the end
}

// on reports whether plies are delayed: only if all players are computers at this end.
func (p *pace) on() bool {
	return p.cfg.Pace > 0 && !p.off && p.scene.Local() && p.scene.Persons() == 0
}

// tooFast reports whether the next ply must wait. The player may choose it meanwhile.
func (p *pace) tooFast(now time.Time) bool { return p.on() && !p.leaving && now.Before(p.next) }

// keep delays the next ply after an event that changed the board.
func (p *pace) keep(e table.News, now time.Time) {
	switch e.(type) {
	case table.GameStarted, table.Played, table.Rewound:
		p.next = now.Add(p.cfg.Pace)
	}
}

// tell prints once how to go faster.
func (p *pace) tell() {
	if p.on() && !p.told {
		p.told = true
		p.out.line(words.T("Press Enter for the next move, or type %s to see the end.", verbSkip.word()))
	}
}

// hurry shows the next ply as soon as it is known, and makes a thinking computer player move now.
func (p *pace) hurry() {
	p.next = time.Time{}
	p.scene.Hurry()
}

// skip plays the rest of the game without pauses.
func (p *pace) skip() {
	if !p.on() {
		p.out.refuse(words.T("There is nothing to skip."))
		return
	}
	p.off = true
}

// wait is the state of waiting for a computer player at this end, or for a hint.
type wait struct {
	*terminal
	board *board
	told  bool // the screen reports it, with the ways to end it
	late  bool // the person may still press Enter because of that
}

// askHint requests a hint, or prints why there is none.
func (w *wait) askHint() {
	if why := w.scene.Hint(); why != "" {
		w.out.refuse(why + ".")
	}
}

// tellHint prints the hint once it is known.
func (w *wait) tellHint() {
	if v, ok, err := w.scene.TakeHint(); ok {
		w.out.line(answerWords(v, err, w.board.position))
	}
}

// answerWords returns the judge's answer about p as a sentence.
func answerWords(v match.Verdict, err error, p rules.Position) string {
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return words.T("There was no time to find a hint.")
	case err != nil:
		return words.T("There is no hint. %s", err)
	case p.Legal(v.Best()) != nil:
		return words.T("There is no hint.")
	}
	return hintWords(v, p)
}

// watch prints once that a computer player or a hint takes long, if a person waits here.
func (w *wait) watch() {
	long := w.scene.Persons() > 0 && w.scene.ThinksLong()
	if long && !w.told {
		w.late = true
		w.out.line(w.thinkingWords())
	}
	w.told = long
}

// thinkingWords returns a sentence that says who thinks, and how to stop it.
func (w *wait) thinkingWords() string {
	switch who := w.board.who[w.board.position.ToMove()]; {
	case w.scene.Hinting():
		return words.T("Looking for a hint; press Enter to get the best one so far.")
	case w.scene.CanHurry():
		return words.T("%s is thinking; press Enter to make it move now.", who)
	default:
		return words.T("%s is thinking.", who)
	}
}

// tooLate reports whether a line is an Enter meant to stop thinking that has already ended.
func (w *wait) tooLate(line string) bool {
	late := w.late && isEnter(line)
	w.late = late
	return late
}

func isEnter(line string) bool { return strings.TrimSpace(line) == "" }
