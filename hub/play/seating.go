package play

import (
	"errors"
	"math"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"mancala/hub/bus"
	"mancala/match"
	"mancala/netplay"
	"mancala/netplay/limit"
	"mancala/netplay/listen"
)

// retryAfter is the time until something is tried again that the bus or the club has not done.
const retryAfter = time.Second

// seating is a table at this node: its two legs, and the work of storing what happens on them and
// then doing what the table says. A goroutine does it, which ends while nothing is to be done: the
// stacks of thousands of waiting goroutines would be a tenth of a node's memory. Fields without
// another guard are the goroutine's.
type seating struct {
	hall     *Hall
	id       string
	table    *Table
	record   record // as it was stored last
	revision uint64
	first    uint64 // the revision with which it came here
	links    [2]match.Link
	handed   [2]*netplay.Handed
	leaving  bool      // to be handed over
	moved    bool      // it is at another node
	retry    bool      // something was not done
	stuck    time.Time // since when the table waits for the bus or the club; zero if it does not

	work  atomic.Int32  // one of resting, working and so on
	timer *time.Timer   // rings when the table wakes by itself
	ready chan struct{} // closed once the legs have the table's state

	mu     sync.Mutex
	closed bool
	kept   [2]*match.Bookmark // the newest; nil before a series has begun and after it
	stored [2]func()          // to be called when that is stored
	asks   []func()           // to be done by the goroutine
	newest uint64             // the revision of the newest record of another node
	shown  Status
	comes  [2]limit.Allowance // how often the player of a leg may still come with the ticket
}

// comeBurst and comeRate are how often a player may come with the ticket at once, and in a second.
// Each time the leg begins anew. Those who resume are not counted: people who watch know the name
// of the series, and could keep its player out.
const (
	comeBurst = 20
	comeRate  = 2
)

// seat puts a table that belongs to this node to work. It replaces what is left here of the table
// from before another node had it.
func (h *Hall) seat(table *Table, r record, revision uint64) {
	t := &seating{
		hall: h, id: r.Setup.ID, table: table, record: r, revision: revision, first: revision, kept: r.Legs,
		ready: make(chan struct{}),
	}
	for leg := range t.comes {
		t.comes[leg] = limit.NewAllowance(comeBurst, comeRate, h.cfg.Now())
	}
	table.dirty = false
	t.show()
	h.mu.Lock()
	old := h.tables[t.id]
	if old != nil && old.first >= revision || h.ctx.Err() != nil {
		h.mu.Unlock()
		return
	}
	h.tables[t.id], t.leaving = t, h.draining // which may have begun meanwhile
	h.wait.Add(1)
	h.mu.Unlock()
	if old != nil {
		old.outdate(revision)
	}
	for leg := range t.links {
		t.open(leg, t.budget())
	}
	t.timer = time.AfterFunc(math.MaxInt64, t.ring)
	t.work.Store(resting)
	t.ring()
}

// budget returns that for the frames of a player.
func (t *seating) budget() *limit.Allowance {
	pace := t.hall.cfg.Pace
	a := limit.NewAllowance(pace.Burst, pace.Rate, t.hall.cfg.Now())
	return &a
}

// open makes a leg with a budget for the frames of its player.
func (t *seating) open(leg int, budget *limit.Allowance) {
	s := &t.record.Setup
	first := match.FirstHost
	if s.First == leg {
		first = match.FirstGuest
	}
	handed := &netplay.Handed{Greeted: t.hall.cfg.Key}
	t.mu.Lock()
	t.handed[leg] = handed
	t.mu.Unlock()
	t.links[leg] = netplay.Host("table", netplay.HostConfig{
		Name: s.Players[1-leg].Name, Variant: s.Variant, First: first, Referee: true,
		Admission: match.Admission{Ask: match.AskNone, NoWatchers: s.NoWatchers || s.Watch.IsZero() || leg != 0},
		Budget:    budget,
		Crew:      t.hall.crew,
		Watchers:  t.hall.cfg.Watchers, Now: t.hall.cfg.Now, Rand: t.hall.cfg.Rand,
		Handed: handed, Ticket: s.Players[leg].Ticket, Resume: t.record.Legs[leg], Notify: t.ring,
		Store: func(b match.Bookmark, stored func()) { t.keep(leg, b, stored) },
	})
}

// keep takes the newest state of a leg, to be stored.
func (t *seating) keep(leg int, b match.Bookmark, stored func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept[leg] = &b; b.Over() {
		t.kept[leg] = nil
	}
	t.stored[leg] = stored
	t.ring()
}

// The states of a table's work.
const (
	setUp   int32 = iota // not begun
	resting              // nothing is to be done
	working              // a goroutine does it
	rung                 // something has happened since that goroutine looked
	ended                // the table is over or at another node
)

// ring has the table look for something to do.
func (t *seating) ring() {
	for {
		switch now := t.work.Load(); {
		case now == setUp || now == rung || now == ended:
			return
		case now == working && t.work.CompareAndSwap(working, rung):
			return
		case now == resting && t.work.CompareAndSwap(resting, working):
			t.hall.crew.Run(t)
			return
		}
	}
}

// ask lets the goroutine of the table do something.
func (t *seating) ask(f func()) {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		f()
		return
	}
	t.asks = append(t.asks, f)
	t.mu.Unlock()
	t.ring()
}

// take brings a connection to a leg, and reports whether the table is still here. One of a player
// who comes too often is closed.
func (t *seating) take(nc net.Conn, v visitor) bool {
	// A player who came back to a leg that lacks a ply of the other player's, which was on its way
	// when the last node died, would lose the answer to it.
	<-t.ready
	nc = withAddr(nc, v.Addr)
	t.mu.Lock()
	closed, handed := t.closed, t.handed[v.Leg]
	often := !closed && v.Kind == listen.Guest && !t.comes[v.Leg].Spend(t.hall.cfg.Now())
	t.mu.Unlock()
	switch {
	case closed:
	case often:
		_ = nc.Close()
	case v.Kind == listen.Guest:
		t.ask(func() { t.reseat(nc, v) })
	default:
		handed.Hand(nc, v.Far)
	}
	return !closed
}

// reseat gives a player with the ticket the seat. A player who has it already has come with another
// device, or without the program's data: the leg begins anew, and is then ruled to have the
// game.
func (t *seating) reseat(nc net.Conn, v visitor) {
	t.mu.Lock()
	closed := t.closed
	t.mu.Unlock()
	if closed { // they dial again
		_ = nc.Close()
		return
	}
	if t.table.Reseat(v.Leg, t.hall.cfg.Now()) {
		t.handed[v.Leg].Replace()
		t.mu.Lock()
		t.kept[v.Leg], t.stored[v.Leg] = nil, nil
		t.mu.Unlock()
		t.forgetLeg(v.Leg)
		budget := t.budget()
		budget.Empty(t.hall.cfg.Now()) // otherwise who comes again and again would have no limit
		t.open(v.Leg, budget)
	}
	t.handed[v.Leg].Hand(nc, v.Far)
}

// status returns the table's status, as last shown.
func (t *seating) status() Status {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.shown
}

// show notes the table's status.
func (t *seating) show() {
	s := &t.table.state
	shown := Status{
		Setup: t.table.setup, Number: s.Number, Plies: len(s.Game.Plies), Ending: s.Ending, Closed: s.Closed,
		Online: [2]bool{t.table.legs[0].online, t.table.legs[1].online},
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.shown = shown
}

// Run works until there is nothing to do.
func (t *seating) Run() {
	for t.workOff() {
		t.beReady()
		t.show()
		t.setTimer()
		if t.work.CompareAndSwap(working, resting) {
			return
		}
		t.work.Store(working)
	}
	t.work.Store(ended)
	t.timer.Stop()
	t.beReady()
	t.hall.wait.Done()
}

// beReady lets players come to the table.
func (t *seating) beReady() {
	select {
	case <-t.ready:
	default:
		close(t.ready)
	}
}

// setTimer sets the timer to the moment at which the table wakes by itself.
func (t *seating) setTimer() {
	now := t.hall.cfg.Now()
	wakes := t.table.Wakes()
	if again := now.Add(retryAfter); t.retry && (wakes.IsZero() || again.Before(wakes)) {
		wakes = again
	}
	if t.retry = false; wakes.IsZero() {
		t.timer.Stop()
	} else {
		t.timer.Reset(max(wakes.Sub(now), time.Millisecond))
	}
}

// workOff does all that is to be done now, and reports whether the table stays here.
func (t *seating) workOff() bool {
	for {
		if t.hall.ctx.Err() != nil {
			t.drop()
			return false
		}
		t.setClocks()
		settled := t.hear()
		if t.moved {
			t.hall.cfg.Log.Info("a table is at another node now", "table", t.id)
			t.drop()
			return false
		}
		if t.leaving {
			t.handOver()
			return false
		}
		if t.table.dirty {
			t.stuck = t.hall.cfg.Now()
			if err := t.store(); errors.Is(err, bus.ErrConflict) || errors.Is(err, bus.ErrNotFound) {
				t.hall.cfg.Log.Info("a table is at another node now", "table", t.id)
				t.drop()
				return false
			} else if err != nil { // nothing is acknowledged until it is stored
				t.hall.complain("a table cannot be stored, and maybe others", "table", t.id, "error", err)
				t.keepWaiting(settled)
				t.retry = true
				return true
			}
			t.setClocks()
		}
		for _, stored := range settled {
			if stored != nil {
				stored()
			}
		}
		if !t.step() && !t.report() {
			break
		}
	}
	if t.table.Over() {
		t.finish()
		return false
	}
	return true
}

// setClocks makes up for the time in which the table waited for the bus or the club.
func (t *seating) setClocks() {
	if !t.stuck.IsZero() {
		t.table.delayed(t.hall.cfg.Now().Sub(t.stuck))
		t.stuck = time.Time{}
	}
}

// hear brings what has happened to the table, and returns what to call when it is stored.
func (t *seating) hear() (settled [2]func()) {
	t.mu.Lock()
	settled, t.stored = t.stored, [2]func(){}
	asks := t.asks
	t.asks, t.moved = nil, t.newest > t.revision
	t.mu.Unlock()
	for _, f := range asks {
		f()
	}
	now := t.hall.cfg.Now()
	for leg, link := range t.links {
		for _, e := range link.Events() {
			if w, ok := e.(match.Watchers); ok {
				t.handed[1-leg].Watched(w.N)
			}
			t.table.Hear(leg, e, now)
		}
	}
	t.table.Tick(now)
	return settled
}

// keepWaiting puts back the calls that were to be made.
func (t *seating) keepWaiting(settled [2]func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for leg, stored := range settled {
		if t.stored[leg] == nil {
			t.stored[leg] = stored
		}
	}
}
