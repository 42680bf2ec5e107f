package textui

import (
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// clock is the state of the clocks on the screen.
type clock struct {
	*terminal
	board     *board
	announced bool // the time control of this game is on the screen
	due       bool // a turn here has begun, and the times are not on the screen yet
}

// begin takes the start of a game.
func (c *clock) begin() { c.announced, c.due = false, true }

// played takes a ply.
func (c *clock) played(e match.Played) {
	c.due = c.due || e.After.ToMove() != e.Sowing.Mover
}

// announce shows the time control of a game, once it is known.
func (c *clock) announce(e match.Clocked) {
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

// tell prints at the beginning of a turn here how much time is left, as soon as the host has
// said so, and warns of an end on time.
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

// show prints how much time is left.
func (c *clock) show() {
	if !c.scene.Clocks().Control.Timed() {
		c.out.refuse(words.T("This game has no clocks."))
		return
	}
	c.out.line(c.timeWords())
}

// timeWords says how much time both players have left.
func (c *clock) timeWords() string {
	south, _ := c.scene.Clock(rules.South)
	north, _ := c.scene.Clock(rules.North)
	return words.T("Time left: %[1]s %[2]s, %[3]s %[4]s.", c.board.who[rules.South], south.Text, c.board.who[rules.North], north.Text)
}
