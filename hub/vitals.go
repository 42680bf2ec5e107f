package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"mancala/hub/health"
)

// vitals show operators how the hub is.
type vitals struct {
	board    *health.Board
	probe    *probe
	ends     *prometheus.CounterVec // of games, by ending
	stores   prometheus.Histogram   // how long it takes to store a ply
	refusals *prometheus.CounterVec // of connections and calls, by reason
}

// newVitals returns the vitals of a node that waits for its bus.
func newVitals(node string) vitals {
	b := health.New(version(), node)
	v := vitals{
		board: b, probe: &probe{err: errWaiting},
		ends:     b.Counter("games_ended_total", "Games that have ended and been counted at this node.", "ending"),
		stores:   b.Seconds("store_seconds", "How long it took to store a change of a table, such as a ply, which is passed on afterwards."),
		refusals: b.Counter("refused_total", "Connections and calls that were one too many at this node, by reason.", "why"),
	}
	b.Check("bus", true, v.probe.check)
	return v
}

// refused counts a connection or a call that was one too many.
func (v *vitals) refused(why string) { v.refusals.WithLabelValues(why).Inc() }

// showNumbers adds the hub's own numbers to its metrics.
func (h *hub) showNumbers() {
	h.board.Gauge("tables", "Tables in the list of the club, at all nodes.", func() float64 { return float64(h.club.TableCount()) })
	h.board.Gauge("games", "Tables at which two play, at this node.", func() float64 { return float64(h.tables.Count()) })
	h.board.Gauge("visitors", "Connections of the lobby at this node.", func() float64 { return float64(h.gateway.Visits()) })
	h.board.Gauge("reports", "Reports of members that no one has dismissed.", func() float64 { return float64(h.club.ReportCount()) })
	h.board.Gauge("waiting", "Members who wait for an opponent, at all nodes.", func() float64 { return float64(h.club.Waiting()) })
}

const (
	probeEvery = 5 * time.Second
	// probeWait is how long the bus may take to answer before it is in trouble.
	probeWait = 3 * time.Second
)

// errWaiting is the trouble of a bus that has not begun yet.
var errWaiting = errors.New("this node still waits for it")

// probe stores a value from time to time, to learn whether the bus still stores: a node without the
// others, or with a full disk, can only read.
type probe struct {
	store func(context.Context) error

	mu  sync.Mutex
	err error
}

// run stores until ctx ends, a first time at once.
func (p *probe) run(ctx context.Context) {
	for tick := time.Tick(probeEvery); ; {
		p.ask(ctx)
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
	}
}

// ask stores once, and notes whether that succeeded.
func (p *probe) ask(ctx context.Context) {
	short, cancel := context.WithTimeout(ctx, probeWait)
	err := p.store(short)
	cancel()
	if ctx.Err() != nil {
		return
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("it has stored nothing for %v", probeWait)
	} else if err != nil {
		err = fmt.Errorf("it cannot store anything: %w", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.err = err
}

// check returns the trouble that was found last.
func (p *probe) check() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}
