package kgp

import (
	"fmt"
	"strconv"
	"time"

	"mancala/rules"
)

// Agent is the end that plays. Make one with [NewAgent].
type Agent struct {
	name    string
	greeted bool
	clock   time.Duration
}

// NewAgent returns an agent of that name.
func NewAgent(name string) *Agent { return &Agent{name: name} }

// Task is a line's order to an agent besides an answer.
type Task uint8

// The tasks.
const (
	Nothing Task = iota
	Think        // about a board
	Stop         // thinking about a board: it wants no more moves
	Quit         // the server has ended the connection
)

// Order is a task.
type Order struct {
	Task Task
	// ID names the board to think about, or to stop thinking about.
	ID       int
	Position rules.Position // for Think
	Clock    time.Duration  // left for the game, for Think; zero if unknown
}

// errOtherVersion means that the server speaks another version.
var errOtherVersion = rules.Refuse("kgp.other-version", "the server does not speak version 1 of the protocol")

// Line handles a line of the server. It returns the lines to answer with, and the action to take.
// It ignores unknown lines and errors from the server.
func (a *Agent) Line(text string) (send []string, order Order, err error) {
	c, ok := parse(text)
	if !ok {
		return nil, Order{}, nil
	}
	switch c.name {
	case "kgp":
		if len(c.args) == 0 || c.args[0] != "1" {
			return nil, Order{}, errOtherVersion
		}
		if a.greeted {
			return nil, Order{}, nil
		}
		a.greeted = true
		return []string{"set info:name " + quote(a.name), "mode freeplay"}, Order{}, nil
	case "ping":
		return []string{answer(c.id, "pong")}, Order{}, nil
	case "set":
		if len(c.args) == 2 && c.args[0] == "time:clock" {
			if seconds, err := strconv.Atoi(c.args[1]); err == nil && seconds >= 0 && seconds < 1<<30 {
				a.clock = time.Duration(seconds) * time.Second
			}
		}
	case "state":
		if len(c.args) == 1 && c.id > 0 {
			return a.state(c.id, c.args[0])
		}
	case "stop":
		return nil, Order{Task: Stop, ID: c.ref}, nil
	case "goodbye":
		return nil, Order{Task: Quit}, nil
	}
	return nil, Order{}, nil
}

// state takes a board.
func (a *Agent) state(id int, board string) ([]string, Order, error) {
	p, err := parseBoard(board)
	switch {
	case err != nil:
		return []string{answer(id, "error "+quote(err.Error()))}, Order{}, nil
	case p.Over():
		return []string{answer(id, "yield")}, Order{}, nil
	}
	return nil, Order{Task: Think, ID: id, Position: p, Clock: a.clock}, nil
}

// answer returns a line that refers to another.
func answer(id int, text string) string {
	if id == 0 {
		return text
	}
	return fmt.Sprintf("@%d %s", id, text)
}

// Move returns the line with a move; a later one may improve on it.
func Move(id int, h rules.House) string { return answer(id, fmt.Sprintf("move %d", h)) }

// Yield returns the line that says that the last move is the best.
func Yield(id int) string { return answer(id, "yield") }
