package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"mancala/hub/health"
	"mancala/hub/store"
)

// vitals show operators how the hub is.
type vitals struct {
	board    *health.Board
	pulse    *pulse
	ends     *prometheus.CounterVec // of games, by ending
	stores   prometheus.Histogram   // how long it takes to store a ply
	refusals *prometheus.CounterVec // of connections and calls, by reason
	taken    prometheus.Counter     // tables of other nodes, or of an earlier run
}

// newVitals returns the vitals of a node that waits for its database.
func newVitals(node string) vitals {
	b := health.New(version(), node)
	v := vitals{
		board: b, pulse: &pulse{now: time.Now},
		ends:     b.Counter("games_ended_total", "Games that have ended and been counted at this node.", "ending"),
		stores:   b.Seconds("store_seconds", "How long it took to store a change of a table, such as a ply, which is passed on afterwards."),
		refusals: b.Counter("refused_total", "Connections and calls that were one too many at this node, by reason.", "why"),
		taken:    b.Total("taken_total", "Tables that this node has taken over from another node, or from its earlier run."),
	}
	b.Check("database", true, v.pulse.check)
	return v
}

// refused counts a connection or a call that was one too many.
func (v *vitals) refused(why string) { v.refusals.WithLabelValues(why).Inc() }

// showNumbers adds the hub's own numbers to its metrics.
func (h *hub) showNumbers() {
	for name, g := range map[string]struct {
		help string
		f    func() int
	}{
		"tables":      {"Tables in the list of the club, at all nodes.", h.club.TableCount},
		"games":       {"Tables at which two play that this node owns.", h.tables.Count},
		"visitors":    {"Connections of the lobby at this node.", h.gateway.Visits},
		"reports":     {"Reports of members that no one has dismissed.", h.club.ReportCount},
		"waiting":     {"Members who wait for an opponent, at all nodes.", h.club.Waiting},
		"store_queue": {"Changes of tables that wait to be stored.", func() int { return h.store.Stats().Queue }},
		"store_batch": {"Changes of tables that the last commit stored.", func() int { return h.store.Stats().Batch }},
		"nodes":       {"Nodes of the club that live.", func() int { return len(h.nodes.list()) }},
	} {
		h.board.Gauge(name, g.help, func() float64 { return float64(g.f()) })
	}
	h.board.Gauge("commit_seconds", "How long the last commit took.", func() float64 { return h.store.Stats().Took.Seconds() })
}

const (
	beatEvery = time.Second
	// beatWait is how long the database may take for a sign of life.
	beatWait = 3 * time.Second
	// pulseWait is how long a node may have stored nothing before it is in trouble.
	pulseWait = 5 * time.Second
)

// pulse knows whether this node itself still stores: each second a sign of life, by which the
// others know that it lives.
type pulse struct {
	now func() time.Time

	mu    sync.Mutex
	last  time.Time // when it has stored something
	err   error     // of the last attempt
	stats func() store.Stats
}

// begin takes over a store that has just been opened, which has stored a sign of life.
func (p *pulse) begin(stats func() store.Stats) {
	p.mu.Lock()
	p.last, p.stats = p.now(), stats
	p.mu.Unlock()
}

// run stores signs of life until ctx ends, and calls after once one is stored.
func (p *pulse) run(ctx context.Context, beat func(context.Context) error, after func(context.Context)) {
	for tick := time.Tick(beatEvery); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		short, cancel := context.WithTimeout(ctx, beatWait)
		err := beat(short)
		if err == nil {
			after(short)
		}
		cancel()
		p.mu.Lock()
		if p.err = err; err == nil {
			p.last = p.now()
		}
		p.mu.Unlock()
	}
}

// check returns the trouble of this node in storing.
func (p *pulse) check() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last.IsZero() {
		return errors.New("this node still waits for it")
	}
	s, silent := p.stats(), p.now().Sub(p.last)
	switch {
	case silent >= pulseWait && p.err != nil:
		return fmt.Errorf("this node has stored nothing for %v: %w", silent.Round(time.Second), p.err)
	case silent >= pulseWait:
		return fmt.Errorf("this node has stored nothing for %v", silent.Round(time.Second))
	case s.Trouble != nil:
		return fmt.Errorf("tables cannot be stored: %w", s.Trouble)
	}
	return nil
}
