package main

import (
	"cmp"
	"time"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/external"
	"mancala/internal/match"
)

// guestGrace is another program's extra time, beyond its thinking time, to answer or to begin.
const guestGrace = 20 * time.Second

// agentGrace is how long an agent of the Kalah Game Protocol may take to connect.
const agentGrace = 2 * time.Minute

// newGuest returns the seat of the program with that command. It may think for that long about a
// move; zero means as long as Perfect.
func newGuest(command string, limit time.Duration) (match.Closer, error) {
	limit = cmp.Or(limit, engine.DefaultPatience)
	if address, ok := external.AgentAddress(command); ok {
		return external.NewAgentSeat(external.AgentConfig{Address: address, Time: limit, Grace: agentGrace}), nil
	}
	list, err := external.Split(command)
	if err != nil {
		return nil, err
	}
	seat, err := external.NewSeat(external.Config{
		Command: list, Folder: wiring.GuestFolder(match.ProgramKind(command)), Time: limit, Grace: guestGrace,
	})
	if err != nil {
		return nil, err
	}
	return seat, nil
}

// seats returns a function that makes seats by their names, of this program's computer players and
// of other programs.
func (o *options) seats(minds *engine.Analysts) func(name string) (match.Seat, error) {
	own := wiring.NewSeat(o.chance(), minds)
	return func(name string) (match.Seat, error) {
		if command, is := match.ProgramOf(name); is {
			return newGuest(command, o.patience)
		}
		return own(name)
	}
}

// program returns the name of the player that the program with a command decides for, or an error
// with a sentence if it cannot take a seat.
func program(command string) (name string, err error) {
	if _, err := newGuest(command, 0); err != nil {
		return "", err
	}
	return guestName(match.ProgramKind(command)), nil
}

// guestName returns the player's name for a program's seat, and "" for another seat.
func guestName(seat string) string {
	command, is := match.ProgramOf(seat)
	if !is {
		return ""
	}
	if list, err := external.Split(command); err == nil {
		return external.Name(list)
	}
	return ""
}
