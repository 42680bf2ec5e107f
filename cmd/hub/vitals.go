package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"mancala/cmd/hub/health"
	"mancala/cmd/hub/store"
)

// vitals show operators how the hub is.
type vitals struct {
	board    *health.Board
	open     *atomic.Pointer[store.Store] // nil while the node waits for its database
	ends     *prometheus.CounterVec       // of games, by ending
	took     prometheus.Histogram         // how long it takes to store a ply
	refusals *prometheus.CounterVec       // of connections and calls, by reason
	taken    prometheus.Counter           // tables of other nodes, or of an earlier run
}

// newVitals returns the vitals of a node that waits for its database.
func newVitals(node string) vitals {
	b := health.New(version(), node)
	v := vitals{
		board: b, open: &atomic.Pointer[store.Store]{},
		ends: b.Metrics.NewCounterVec(prometheus.CounterOpts{
			Name: "games_ended_total", Help: "Games that have ended and been counted at this node.",
		}, []string{"ending"}),
		took: b.Metrics.NewHistogram(prometheus.HistogramOpts{
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
	b.Check("database", true, v.stores)
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

// beat stores a sign of life each second until ctx ends, and then looks which other nodes live.
func (h *hub) beat(ctx context.Context) {
	for tick := time.Tick(beatEvery); ; {
		select {
		case <-ctx.Done():
			return
		case <-tick:
		}
		short, cancel := context.WithTimeout(ctx, beatWait)
		if h.store.Beat(short) == nil {
			_ = h.nodes.look(short, h.store)
		}
		cancel()
	}
}

// stores returns the trouble of this node in storing, even if the others go on.
func (v *vitals) stores() error {
	s := v.open.Load()
	if s == nil {
		return errors.New("this node still waits for it")
	}
	return trouble(s.Stats())
}

// trouble returns what is wrong with a writer.
func trouble(s store.Stats) error {
	switch {
	case s.Silent >= pulseWait && s.Beat != nil:
		return fmt.Errorf("this node has stored nothing for %v: %w", s.Silent.Round(time.Second), s.Beat)
	case s.Silent >= pulseWait:
		return fmt.Errorf("this node has stored nothing for %v", s.Silent.Round(time.Second))
	case s.Trouble != nil:
		return fmt.Errorf("tables cannot be stored: %w", s.Trouble)
	}
	return nil
}
