package main

import (
	"cmp"
	"sync"
	"time"

	"mancala/cmd/wiring"
	"mancala/engine"
	"mancala/external"
	"mancala/match"
)

// guestGrace is how much longer than it may think another program may take to answer, or to begin.
const guestGrace = 20 * time.Second

// agentGrace is how long an agent of the Kalah Game Protocol may take to connect.
const agentGrace = 2 * time.Minute

// guests are the programs from outside that take seats.
type guests struct {
	options *options
	mu      sync.Mutex
	seats   []outsider
}

// outsider is a seat that a program from outside takes.
type outsider interface {
	match.Seat
	Close()
}

// newGuest returns the seat of a program that the name of a seat names.
func newGuest(name string, config external.Config) (outsider, error) {
	if address, ok := external.AgentAddress(name); ok {
		return external.NewAgentSeat(external.AgentConfig{
			Address: address, Time: cmp.Or(config.Time, engine.DefaultPatience), Grace: agentGrace,
		}), nil
	}
	command, err := external.Split(name[len(external.Prefix):])
	if err != nil {
		return nil, err
	}
	config.Command, config.Folder = command, wiring.GuestFolder(name)
	config.Time, config.Grace = cmp.Or(config.Time, engine.DefaultPatience), guestGrace
	seat, err := external.NewSeat(config)
	if err != nil {
		return nil, err
	}
	return seat, nil
}

// seat returns a function that makes seats by their names, of this program's computer players and
// of other programs.
func (g *guests) seat(minds *engine.Analysts) func(name string) (match.Seat, error) {
	own := wiring.NewSeat(g.options.chance(), minds)
	return func(name string) (match.Seat, error) {
		if !external.IsSeat(name) {
			return own(name)
		}
		seat, err := newGuest(name, external.Config{Time: g.options.patience})
		if err != nil {
			return nil, err
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		g.seats = append(g.seats, seat)
		return seat, nil
	}
}

// close ends the programs.
func (g *guests) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, seat := range g.seats {
		seat.Close()
	}
}

// guestName returns the name of the player for a seat that a program takes, and "" for another.
func guestName(seat string) string {
	if !external.IsSeat(seat) {
		return ""
	}
	if command, err := external.Split(seat[len(external.Prefix):]); err == nil {
		return external.Name(command)
	}
	return ""
}
