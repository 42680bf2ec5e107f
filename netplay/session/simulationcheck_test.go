package session

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"mancala/internal/table"
)

// invariants checks the invariants after every step.
func (n *network) invariants() {
	g, o := n.guest, n.host.owned
	if n.fault != nil || g.series == nil || g.gone {
		return
	}
	f := g.series.Follower()
	if o != nil {
		n.sameHistory(o.Owner().Record().Events, f.Record().Events)
		if f.State().N > o.Owner().State().N && o.Connected() && n.guest.line != nil && o.conn() == n.guest.line.conn {
			n.failf("the guest has event %d, and the owner is open with %d", f.State().N, o.Owner().State().N)
		}
	}
	for _, e := range f.Record().Events {
		if e.By == table.B && !n.made[e.Wish] {
			n.failf("event %d was never wished: %+v", e.N, e)
		}
	}
	game := f.State().Series.Match().Game()
	if pos, err := game.Replay(); err != nil || pos != f.State().Series.Match().Position() {
		n.failf("the game is no game: %v", err)
	}
	if !slices.Equal(g.shown, game.Plies) {
		n.failf("the guest was told %v, and has %v", g.shown, game.Plies)
	}
	var queue []table.Wish
	for _, e := range f.Record().Pending {
		queue = append(queue, core(e.Wish))
	}
	for _, w := range g.open {
		i := slices.Index(queue, w)
		if i < 0 {
			n.failf("a wish is neither decided, told nor pending: %+v", w)
			return
		}
		queue = slices.Delete(queue, i, i+1)
	}
}

// sameHistory checks that no two events share a number.
func (n *network) sameHistory(a, b []table.Event) {
	for _, e := range a {
		i, ok := slices.BinarySearchFunc(b, e.N, func(e table.Event, n uint32) int { return int(e.N) - int(n) })
		if ok && b[i] != e {
			n.failf("event %d differs: %+v, %+v", e.N, e, b[i])
		}
	}
}

// healed checks that both ends have the same at the end of a simulation.
func (n *network) healed() {
	g, h := n.guest, n.host
	if g.givenUp {
		return
	}
	for _, a := range []archive{g.archive, h.archive} {
		for game, k := range a.scores {
			if k != 1 {
				n.failf("game %d was won %d times", game, k)
			}
		}
	}
	if !maps.Equal(g.archive.games, h.archive.games) || !maps.Equal(g.archive.names, h.archive.names) || !slices.Equal(g.archive.said, h.archive.said) {
		n.failf("the archives differ: %+v, %+v", g.archive, h.archive)
	}
	if g.gone || h.owned == nil {
		n.tally["both forgot"] += bitOf(g.gone && h.owned == nil)
		if g.gone != (h.owned == nil) && !h.owned.Closing() {
			n.failf("one end has forgotten a series that goes on: the guest %v, the host %v", g.gone, h.owned == nil)
		}
		return
	}
	want, got := h.owned.Owner().State().Snapshot(), g.series.Follower().State().Snapshot()
	if !bytes.Equal(want.Append(nil), got.Append(nil)) {
		n.failf("the guest has %+v, the host %+v", got, want)
	}
	if k := g.series.Follower().Pending() + len(h.owned.Owner().Record().Pending); k > 0 {
		n.failf("%d wishes are undecided", k)
	}
	n.watchedAll()
}

// watchedAll checks that watchers see the true game.
func (n *network) watchedAll() {
	for _, v := range n.views {
		if v.shown.Series == nil || v.shown.Series.Series == nil {
			n.failf("a watcher sees nothing: %+v", v.shown)
			continue
		}
		if got, want := plies(v.shown.Series), plies(n.host.owned.Owner().State()); got != want {
			n.failf("a watcher sees %s, and the game is %s", got, want)
		}
		if got := fmt.Sprint(v.shown.State); got != "WATCH_STATE_PLAYING" {
			n.failf("a watcher sees %s", got)
		}
	}
}
