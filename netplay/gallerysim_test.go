package netplay

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/netplay/frames"
	"mancala/rules"
)

// TestSimulatedGallery is TestSimulatedNetwork with three watchers, whose frames are late, too, and
// whose connections break. They always see only games as the host has had them, in that order, and
// in the end the present one.
func TestSimulatedGallery(t *testing.T) {
	first, last := uint64(1), *seeds/4
	if testing.Short() {
		last = min(last, 100)
	}
	if *oneSeed != 0 {
		first, last = *oneSeed, *oneSeed
	}
	total := tally{}
	for seed := first; seed <= last; seed++ {
		s := newSimulation(t, seed)
		s.hall = newHall(s)
		s.run()
		s.hall.end()
		if len(s.faults) > 0 {
			t.Fatalf("seed %d; go test -run SimulatedGallery -seed %d plays it again:\n%s", seed, seed, strings.Join(s.faults, "\n"))
		}
		for what, n := range s.hall.seen {
			total[what] += n
		}
	}
	for _, what := range []string{"Watched", "GameStarted", "Played", "Rewound", "GameOver", "Paused", "Resumed", "cut", "clocks"} {
		if total[what] == 0 && *oneSeed == 0 {
			t.Errorf("those who watch never saw: %s (%v)", what, total)
		}
	}
}

// hall is a host's gallery without its goroutine, with its watchers.
type hall struct {
	sim     *simulation
	gallery *gallery
	past    []moment // the host's games at all earlier times
	guests  []*onlooker
	seen    tally // events by their type
}

// compareClocks checks that a watcher sees the clocks as the host has told them last, unless that
// was about another ply.
func (h *hall) compareClocks(g *onlooker, series *Series) {
	c, shown := series.clocks, g.table.Clocks()
	if !series.timed() || c.plies != series.Match().Plies() {
		return
	}
	h.seen["clocks"]++
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		off := shown.LeftAt(side, h.sim.now) - c.LeftAt(side, h.sim.now)
		if off < 0 || off > time.Millisecond {
			h.sim.fault("one who watches sees the clocks %+v, and the host has %+v", shown, c)
		}
	}
}

// moment is a game at a time.
type moment struct {
	number int
	plies  []rules.House
}

// onlooker is a watcher with both ends of the connection. Index 0 is the host's.
type onlooker struct {
	watcher *watcher
	session [2]*Session
	sent    [2][][]byte
	link    *matchtest.Link
	table   *match.Table
	at      int // the moment that was last seen
}

func newHall(s *simulation) *hall {
	h := &hall{sim: s, seen: tally{}}
	h.gallery = newGallery(func() time.Time { return s.now }, maxWatchers, func(int) {})
	h.look()
	for range 3 {
		g := &onlooker{watcher: &watcher{}, link: &matchtest.Link{}}
		g.table = match.NewWatchTable(g.link)
		h.guests = append(h.guests, g)
		h.connect(g)
	}
	return h
}

// look shows the gallery the host's game.
func (h *hall) look() {
	series := h.sim.series[match.Host]
	if series == nil {
		return
	}
	h.gallery.look(shownOf("Hilda", series), series)
	now := moment{series.Number(), series.Match().Game().Plies}
	if n := len(h.past); n == 0 || h.past[n-1].number != now.number || !slices.Equal(h.past[n-1].plies, now.plies) {
		h.past = append(h.past, now)
	}
}

// connect makes a watcher dial.
func (h *hall) connect(g *onlooker) {
	h.sim.room.gallery = h.gallery
	g.sent = [2][][]byte{}
	for i, cfg := range [2]SessionConfig{
		{Self: match.Host, Name: "Hilda", Variant: h.sim.variant, PeerAddr: "192.0.2.9:50000", Rand: h.sim.pair.random, room: h.sim.room},
		{Self: match.Guest, Name: "Wim", PeerAddr: "192.0.2.1:7000", Rand: h.sim.pair.random, watcher: g.watcher},
	} {
		session, err := NewSession(cfg, h.sim.now)
		if err != nil {
			h.sim.t.Fatal(err)
		}
		g.session[i] = session
		h.gather(g, i)
	}
}

// gather collects the output of an end.
func (h *hall) gather(g *onlooker, end int) {
	out := g.session[end].Drain()
	g.sent[end] = append(g.sent[end], unframe(out.Write)...)
	if end == 0 {
		return
	}
	for _, e := range out.Events {
		name := strings.TrimPrefix(fmt.Sprintf("%T", e), "match.")
		h.seen[name]++
		if name == "Failed" && !g.watcher.known { // cut too early; another one comes
			g.link = &matchtest.Link{}
			g.table, g.at = match.NewWatchTable(g.link), 0
			return
		}
		if name == "Failed" || name == "PeerLeft" {
			h.sim.fault("one who watches is told: %s (%v)", eventText(e), g.session[1].cause)
		}
	}
	g.link.Push(out.Events...)
	g.table.Poll()
	h.check(g)
}

// check fails unless a watcher sees the beginning of a game as the host has had it.
func (h *hall) check(g *onlooker) {
	m := g.table.Match()
	if g.table.Stage() == match.StageFailed {
		h.sim.fault("the table cannot follow: %v", g.table.Note())
	}
	if m == nil {
		return
	}
	plies := m.Game().Plies
	for ; g.at < len(h.past); g.at++ {
		then := h.past[g.at]
		if then.number == g.table.Number() && commonPlies(then.plies, plies) == len(plies) {
			return
		}
	}
	h.sim.fault("one who watches sees game %d, %v, which the host has not had", g.table.Number(), plies)
}

// step lets one thing happen to each watcher.
func (h *hall) step() {
	h.look()
	for _, g := range h.guests {
		switch n := h.sim.random.IntN(100); {
		case n < 30:
			now := h.gallery.stage
			g.session[0].show(&now, now.count, h.sim.now)
			h.gather(g, 0)
		case n < 90:
			h.deliver(g, n%2)
		case n < 92:
			h.seen["cut"]++
			h.cut(g)
			h.connect(g)
		default:
			g.session[n%2].Tick(h.sim.now)
			h.gather(g, n%2)
			if g.session[n%2].Ended() { // after a jump of the clock
				h.cut(g)
				h.connect(g)
			}
		}
	}
}

// deliver delivers the oldest frame of an end.
func (h *hall) deliver(g *onlooker, from int) {
	if len(g.sent[from]) == 0 {
		return
	}
	payload := g.sent[from][0]
	g.sent[from] = g.sent[from][1:]
	g.session[1-from].Step(h.sim.now, payload)
	h.gather(g, 1-from)
}

// cut breaks the connection of a watcher.
func (h *hall) cut(g *onlooker) {
	for end, s := range g.session {
		s.Lost(frames.ErrTruncated)
		h.gather(g, end)
	}
	clear(h.gallery.places)
}

// end brings all watchers up to date and compares.
func (h *hall) end() {
	if len(h.sim.faults) > 0 {
		return
	}
	h.look()
	series := h.sim.series[match.Host]
	for _, g := range h.guests {
		for range 2 {
			for len(g.sent[0])+len(g.sent[1]) > 0 {
				h.deliver(g, 1)
				h.deliver(g, 0)
			}
			now := h.gallery.stage
			g.session[0].show(&now, now.count, h.sim.now)
			h.gather(g, 0)
		}
		m := g.table.Match()
		if m == nil || g.table.Number() != series.Number() || !slices.Equal(m.Game().Plies, series.Match().Game().Plies) ||
			m.Result() != series.Match().Result() || g.table.Tally() != series.Tally() || g.table.GameID() != series.gameID() {
			h.sim.fault("in the end one who watches has game %d %v, and the host game %d %v", g.table.Number(), m.Result(),
				series.Number(), series.Match().Result())
		}
		h.compareClocks(g, series)
	}
}
