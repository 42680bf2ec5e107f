package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"mancala/cmd/hub/health"
	"mancala/cmd/hub/store"
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
		ends: b.Metrics.NewCounterVec(prometheus.CounterOpts{
			Name: "games_ended_total", Help: "Games that have ended and been counted at this node.",
		}, []string{"ending"}),
		stores: b.Metrics.NewHistogram(prometheus.HistogramOpts{
			Name: "store_seconds", Help: "How long it took to store a change of a table, such as a ply, which is passed on afterwards.",
			Buckets: prometheus.ExponentialBuckets(0.001, 2, 14), // from a millisecond to eight seconds
		}),
		refusals: b.Metrics.NewCounterVec(prometheus.CounterOpts{
			Name: "refused_total", Help: "Connections and calls that were one too many at this node, by reason.",
		}, []string{"why"}),
		taken: b.Metrics.NewCounter(prometheus.CounterOpts{
			Name: "taken_total", Help: "Tables that this node has taken over from another node, or from its earlier run.",
		}),
	}
	b.Check("database", true, v.pulse.check)
	return v
}

// refused counts a connection or a call that was one too many.
func (v *vitals) refused(why string) { v.refusals.WithLabelValues(why).Inc() }

// showNumbers adds the hub's own numbers to its metrics.
func (h *hub) showNumbers() {
	for _, g := range []struct {
		name, help string
		f          func() float64
	}{
		{"tables", "Tables in the list of the club, at all nodes.", func() float64 { return float64(h.club.TableCount()) }},
		{"games", "Tables at which two play that this node owns.", func() float64 { return float64(h.tables.Count()) }},
		{"visitors", "Connections of the lobby at this node.", func() float64 { return float64(h.gateway.Visits()) }},
		{"reports", "Reports of members that no one has dismissed.", func() float64 { return float64(h.club.ReportCount()) }},
		{"waiting", "Members who wait for an opponent, at all nodes.", func() float64 { return float64(h.club.Waiting()) }},
		{"store_queue", "Changes of tables that wait to be stored.", func() float64 { return float64(h.store.Stats().Queue) }},
		{"store_batch", "Changes of tables that the last commit stored.", func() float64 { return float64(h.store.Stats().Batch) }},
		{"nodes", "Nodes of the club that live.", func() float64 { return float64(len(h.nodes.list())) }},
		{"commit_seconds", "How long the last commit took.", func() float64 { return h.store.Stats().Took.Seconds() }},
	} {
		h.board.Metrics.NewGaugeFunc(prometheus.GaugeOpts{Name: g.name, Help: g.help}, g.f)
	}
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
