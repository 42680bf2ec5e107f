package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/link"
)

// crowd is many people who come to watch a pair's table in the middle of the measurement.
type crowd struct {
	mu    sync.Mutex
	phase phase
	times [allThere + 1][]time.Duration // of the table's plies
	links []table.Link
}

// phase is how far a crowd has come.
type phase int

const (
	noneThere phase = iota
	coming
	allThere
)

// note takes down how long a ply of the table took.
func (c *crowd) note(took time.Duration) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.times[c.phase] = append(c.times[c.phase], took)
}

func (c *crowd) set(p phase) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.phase = p
}

// come brings so many people to a table after some time. They watch until ctx ends.
func (c *crowd) come(ctx context.Context, o options, tbl string) error {
	select {
	case <-ctx.Done():
		return nil
	case <-time.After(o.length / 3):
	}
	c.set(coming)
	m, err := enter(ctx, o.hub(0), o.crew+" watches")
	if err != nil {
		return err
	}
	defer m.link.Close()
	m.link.Ask(lobby.Watch{Table: tbl})
	watch, err := await[lobby.Answer](ctx, m)
	if err != nil {
		return err
	}
	host, err := keys.ParseFingerprint(watch.Seat.Host)
	if err != nil {
		return err
	}
	for i := range o.watchers {
		if err := c.bring(ctx, keys.Invite{Addr: o.hub(i), Fingerprint: host}, watch.Seat); err != nil {
			return fmt.Errorf("watcher %d: %w", i, err)
		}
	}
	c.set(allThere)
	for ctx.Err() == nil {
		for _, l := range c.links {
			l.Events()
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return nil
}

// bring brings one more watcher in.
func (c *crowd) bring(ctx context.Context, invite keys.Invite, seat lobby.Seat) error {
	news := make(chan struct{}, 1)
	l := link.Watch(invite.String(), link.GuestConfig{Seat: &seat, Common: link.Common{Notify: func() { ring(news) }}})
	c.links = append(c.links, l)
	for end := time.After(patience); ; {
		for _, e := range l.Events() {
			switch e := e.(type) {
			case table.Watched:
				return nil
			case table.Failed:
				return e.Note
			}
		}
		select {
		case <-news:
		case <-end:
			return errors.New("no answer")
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// close ends all connections.
func (c *crowd) close() {
	if c == nil {
		return
	}
	for _, l := range c.links {
		_ = l.Close()
	}
}

// report prints how long the table's plies took without the crowd and with it.
func (c *crowd) report() error {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	before, with := c.times[noneThere], c.times[allThere]
	if len(before) == 0 || len(with) == 0 {
		return fmt.Errorf("the watched table had %d plies before the %d watchers came and %d with them; take a longer time or a shorter one between plies",
			len(before), len(c.links), len(with))
	}
	slices.Sort(before)
	slices.Sort(with)
	fmt.Printf("the table with %d watchers: half within %v, 90 %% within %v; before they came: half within %v, 90 %% within %v\n",
		len(c.links), part(with, 50), part(with, 90), part(before, 50), part(before, 90))
	return nil
}
