package textui

import (
	"time"

	"mancala/match"
	"mancala/rules"
	"mancala/scene"
	"mancala/words"
)

// clock is what a game knows of its clocks besides the table.
type clock struct {
	announced bool // the time control of this game is on the screen
	due       bool // a turn here has begun, and the times are not on the screen yet
}

// clocked shows the time control of a game, once it is known.
func (g *game) clocked(e match.Clocked) {
	c := e.Clocks.Control
	if !c.Timed() || g.clock.announced {
		return
	}
	g.clock.announced, g.clock.due = true, g.scene.PersonToMove()
	g.out.line(controlWords(c) + " " + words.T("Type %s to see them.", verbClock.word()))
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

// tellTimes prints at the beginning of a turn here how much time is left, as soon as the host has
// said so, and warns of an end on time.
func (g *game) tellTimes() {
	c := g.scene.Clocks()
	if !c.Running || g.scene.Persons() != 1 || !g.scene.PersonToMove() || c.Side != g.position.ToMove() {
		return
	}
	if g.clock.due {
		g.clock.due = false
		g.out.line(g.timeWords())
	}
	if level := g.scene.TakeWarning(); level > scene.Calm {
		g.out.warn(level.Words())
	}
}

// showClock prints how much time is left.
func (g *game) showClock() {
	if !g.scene.Clocks().Control.Timed() {
		g.out.refuse(words.T("This game has no clocks."))
		return
	}
	g.out.line(g.timeWords())
}

// timeWords says how much time both players have left.
func (g *game) timeWords() string {
	south, _ := g.scene.Clock(rules.South)
	north, _ := g.scene.Clock(rules.North)
	return words.T("Time left: %[1]s %[2]s, %[3]s %[4]s.", g.who[rules.South], south.Text, g.who[rules.North], north.Text)
}

// absence reports that the other player, for whom the host passes the game on, is away or back, or
// has not come yet. If it is their turn, the line about that has said so.
func (g *game) absence(absent bool) {
	switch text, awaited := g.scene.AbsenceWords(absent), g.scene.Awaited(); {
	case absent && !awaited:
		g.out.warn(text)
		g.tellAway()
	case !absent || g.scene.PersonToMove():
		g.out.line(text)
	}
}

// tellAway says what can be done about a player who is away from a game that runs.
func (g *game) tellAway() {
	t := g.cfg.Terms
	switch {
	case t == nil || !g.playing() || g.scene.Watching():
	case t.Rated:
		g.out.line(words.T("When it is their turn, their clock is running, and %s loses if the time runs out.", g.peer()))
	default:
		g.out.line(words.T("If you do not want to wait: %[1]s ends the game without a winner, and %[2]s leaves it for now.", verbEnd.word(), verbQuit.word()))
	}
}
