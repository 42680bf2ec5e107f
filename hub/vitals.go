package main

import (
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

// newVitals returns those of a node that waits for its bus.
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
