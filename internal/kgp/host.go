package kgp

import (
	"fmt"
	"strconv"

	"mancala/rules"
)

// Host is the end that asks one agent for moves. Make one with [NewHost].
type Host struct {
	last  int // the number of its last line
	ready bool
	name  string
	asked int // the number of the line with the board; zero if none is open
	at    rules.Position
	move  rules.House // the last one; zero for none
	done  bool        // the agent has yielded
}

// NewHost returns a host, and the first line to send.
func NewHost() (h *Host, send string) {
	h = &Host{}
	return h, h.numbered("kgp 1 0 1")
}

// numbered returns a line with the next number.
func (h *Host) numbered(text string) string {
	h.last += 2 // agents' numbers are odd
	return fmt.Sprintf("%d %s", h.last, text)
}

// errActivity means that the agent wants another mode.
var errActivity = rules.Refuse("kgp.other-mode", "the agent does not want to play games")

// Line handles a line of the agent, and returns the lines to answer with. After an error, close the
// connection.
func (h *Host) Line(text string) (send []string, err error) {
	c, ok := parse(text)
	if !ok {
		return nil, nil
	}
	switch c.name {
	case "mode":
		if len(c.args) != 1 || c.args[0] != "freeplay" {
			return []string{`error "Unsupported activity"`, "goodbye"}, errActivity
		}
		h.ready = true
		return []string{answer(c.id, "ok")}, nil
	case "ping":
		return []string{answer(c.id, "pong")}, nil
	case "set":
		if len(c.args) == 2 && c.args[0] == "info:name" {
			h.name = c.args[1]
		}
	case "move":
		if c.ref != 0 && c.ref == h.asked && !h.done && len(c.args) == 1 {
			return nil, h.take(c.args[0])
		}
	case "yield":
		h.done = h.done || c.ref != 0 && c.ref == h.asked
	}
	return nil, nil
}

// take takes a move.
func (h *Host) take(text string) error {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil || h.at.Legal(rules.House(n)) != nil || rules.House(n) == rules.Swap {
		return rules.Refuse("kgp.not-legal", "the agent played %.20q, which is not legal", text)
	}
	h.move = rules.House(n)
	return nil
}

// Ready reports whether the agent waits for boards.
func (h *Host) Ready() bool { return h.ready }

// Name returns the name that the agent has given itself, or "".
func (h *Host) Name() string { return h.name }

// errOtherRules means that agents do not know the rules.
var errOtherRules = rules.Refuse("kgp.other-rules", "agents play plain Kalah alone")

// Ask returns the line that asks for a move in p, which is not over.
func (h *Host) Ask(p rules.Position) (string, error) {
	if v := p.Variant(); v.Name() != "kalah" || v.Pie {
		return "", errOtherRules
	}
	line := h.numbered("state " + formatBoard(p))
	h.asked, h.at, h.move, h.done = h.last, p, 0, false
	return line, nil
}

// Answer returns the last move for the board in question, zero for none, and whether the agent has
// yielded.
func (h *Host) Answer() (move rules.House, done bool) { return h.move, h.done }

// Close returns the line that tells the agent to send no more moves.
func (h *Host) Close() string {
	asked := h.asked
	h.asked = 0
	h.last += 2
	return fmt.Sprintf("%d@%d stop", h.last, asked)
}
