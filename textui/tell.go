package textui

import (
	"fmt"
	"time"

	"mancala/match"
	"mancala/rules"
)

// unnamed are the names that those have who gave none, by party. They are no names to call somebody by.
var unnamed = [...]string{match.Host: "Host", match.Guest: "Guest"}

// tell shows what has happened.
func (g *game) tell(e match.Event) {
	switch e := e.(type) {
	case match.Listening:
		g.listening(e)
	case match.Connecting:
		g.out.line("Connecting to " + e.Addr + ".")
	case match.Connected:
		g.connected(e)
	case match.GameStarted:
		g.started(e)
	case match.Played:
		g.played(e)
	case match.Rewound:
		g.position = e.After
		g.finished = false
		g.showBoard()
	case match.GameOver:
		g.over(e)
	case match.RematchWanted:
		if e.By != g.table.Self() && !g.again {
			g.out.line(g.table.Name(e.By) + " wants to play again.")
		}
	case match.PeerQuiet:
		g.quiet(e.Quiet)
	case match.PeerLeft:
		g.left = e
		if e.Local || g.finished || g.onlyLooked() {
			g.out.line(e.Text)
		}
	}
}

// listening shows the address of the host: in the first place what scripts look for, then what guests can use.
func (g *game) listening(e match.Listening) {
	if g.listens {
		if !g.met {
			g.out.line("Waiting for another guest.")
		}
		return
	}
	g.listens = true
	g.out.line("Listening on " + e.Addr)
	for _, addr := range e.Reachable {
		if addr != e.Addr {
			g.out.line("Others join with mancala --join " + addr)
		}
	}
}

func (g *game) connected(e match.Connected) {
	g.met = true
	if !g.local {
		g.out.line(e.Peer + " is here.")
	}
}

// started begins a game on the screen.
func (g *game) started(e match.GameStarted) {
	p, err := rules.Start(g.table.Match().Position().Variant())
	if err != nil { // the table has checked it
		return
	}
	g.position, g.by = p, [2]match.Party{e.Starter, e.Starter.Other()}
	g.finished, g.again, g.typed = false, false, false
	g.who = callSides([2]string{g.nameOf(g.by[0]), g.nameOf(g.by[1])})
	if !g.local {
		g.out.line(g.sidesWords()...)
	}
	g.showBoard()
	g.sayWhoWaits()
}

// nameOf returns the name that a party gave, or "".
func (g *game) nameOf(p match.Party) string {
	name := g.table.Name(p)
	if name == unnamed[p&1] {
		return ""
	}
	return name
}

// sidesWords says who has which bowls in a game across the network.
func (g *game) sidesWords() []string {
	var lines []string
	m := int(g.position.Variant().Houses)
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		low, high := bowls(side, m)
		text := fmt.Sprintf("%s has bowls %d to %d", g.who[side], low, high)
		if m == 1 {
			text = fmt.Sprintf("%s has bowl %d", g.who[side], low)
		}
		if g.by[side] == g.table.Self() {
			text += " (this terminal)"
		}
		if side == rules.South {
			text += " and moves first"
		}
		lines = append(lines, text+".")
	}
	return lines
}

// showBoard shows the board after something has changed on it.
func (g *game) showBoard() {
	g.shown = false
	if !g.cfg.NoBoard {
		g.out.line(boardLines(g.position)...)
	}
}

// played shows a ply: who chose what, unless that was typed here, then in words what it did, then the board.
func (g *game) played(e match.Played) {
	g.position = e.After
	g.wait.since = time.Time{}
	m := int(e.After.Variant().Houses)
	if !g.typed {
		g.out.line(tellChoice(e.Sowing, m, g.who))
	}
	g.typed = false
	if g.cfg.Narrate {
		g.out.line(narrate(e.Sowing, e.After, g.who))
	}
	if e.Sowing.Ends { // the end shows the board
		return
	}
	g.showBoard()
	g.sayWhoWaits()
}

// sayWhoWaits says whose turn it is where that is somebody at the other end.
func (g *game) sayWhoWaits() {
	if side := g.position.ToMove(); !g.local && g.by[side] != g.table.Self() {
		g.out.line("Waiting for " + g.who[side] + ".")
	}
}

// over shows how a game ended. One that was broken off has no result.
func (g *game) over(e match.GameOver) {
	g.typed = false
	switch e.Result.Ending {
	case match.Finished:
		g.showBoard()
	case match.Resigned:
		side := rules.South
		if g.by[rules.North] == e.By {
			side = rules.North
		}
		g.showBoard()
		g.out.line(g.who[side] + " gives the game up.")
	default:
		return
	}
	g.finished = true
	g.out.line(resultLines(e.Result.Outcome, e.Result.Stores, g.who)...)
}

// quiet says that the other end is not heard of, or is again.
func (g *game) quiet(quiet bool) {
	name := g.table.Name(g.table.Self().Other())
	if quiet {
		g.out.line("Nothing has been heard of " + name + " for a while.")
	} else {
		g.out.line(name + " is back.")
	}
}
