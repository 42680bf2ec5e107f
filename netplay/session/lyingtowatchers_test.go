package session

import (
	"errors"
	"testing"

	wire "mancala/proto/mancala/v1"

	"mancala/internal/match"
	"mancala/internal/table"
)

// watched returns a watcher of a game with one ply, and the event of the next ply, not yet
// delivered.
func watched(t *testing.T) (v *plug, next table.Event) {
	t.Helper()
	g := seated(t, 3, 2, match.FirstHost)
	g.must(g.host(table.KindPly, 1, ""))
	g.settle()
	v = g.w.watcher()
	v.settle()
	g.must(g.wish(table.KindPly, 1, ""))
	for len(g.up) > 0 {
		g.hear()
	}
	v.flush()
	e, _, err := eventFromWire(sent(t, v.down[0]).GetEvent())
	g.must(err)
	v.down = nil
	return v, e
}

// TestLyingToWatchers changes a host's frames to a watcher. The program shows none of it, says
// goodbye, and does not come back unasked.
func TestLyingToWatchers(t *testing.T) {
	for name, lie := range map[string]func(e *table.Event){
		"another house":      func(e *table.Event) { e.Arg = 9 },
		"another position":   func(e *table.Event) { e.Hash[0]++ },
		"out of turn":        func(e *table.Event) { e.By = table.A },
		"by nobody":          func(e *table.Event) { e.By = table.Nobody },
		"another game":       func(e *table.Event) { e.Game++ },
		"a ply left out":     func(e *table.Event) { e.Ply++ },
		"a ply twice":        func(e *table.Event) { e.Ply-- },
		"a number twice":     func(e *table.Event) { e.N-- },
		"times":              func(e *table.Event) { e.Left[0] = 1 },
		"a resignation":      func(e *table.Event) { e.Kind, e.Arg = table.KindResign, 0 },
		"a line of talk":     func(e *table.Event) { e.Kind, e.Arg, e.Text = table.KindSay, 0, "x" },
		"a second beginning": func(e *table.Event) { *e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindBegin, Arg: 1}} },
		"a time-out":         func(e *table.Event) { *e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindTimeOut, Arg: 1}} },
		"an end by itself":   func(e *table.Event) { *e = table.Event{N: e.N, Wish: table.Wish{Kind: table.KindEnd}} },
	} {
		t.Run(name, func(t *testing.T) {
			v, e := watched(t)
			shown := len(v.heard)
			lie(&e)
			v.down = [][]byte{frame(t, &wire.Frame{Body: &wire.Frame_Event{Event: publicEvent(&e)}})}
			if e.Text != "" {
				v.down[0] = eventFrame(t, e, table.Tag{})
			}
			v.read()
			w := v.client.(*Watcher)
			if end := v.ending(); !w.Ended() || end.Err == nil || end.Fate != None || len(v.heard) != shown+1 {
				t.Errorf("one who watches has %+v", v.heard[shown:])
			}
			if got := plies(w.shown.Series); got != "[1] running" {
				t.Errorf("the game is now %s", got)
			}
			if left := namesOf(v.up)[len(v.up)-1]; left != "Leave PROTOCOL_ERROR" {
				t.Errorf("they say %q", left)
			}
		})
	}
}

// TestLyingSnapshot changes the whole state that a host shows.
func TestLyingSnapshot(t *testing.T) {
	for what, lie := range map[string]func(s *wire.Snapshot, snap *table.Snapshot){
		"an illegal ply":              func(_ *wire.Snapshot, s *table.Snapshot) { s.Plies = append(s.Plies, 9) },
		"an end that is none":         func(_ *wire.Snapshot, s *table.Snapshot) { s.Ending = match.Finished },
		"a resignation by nobody":     func(_ *wire.Snapshot, s *table.Snapshot) { s.Ending = match.Resigned },
		"an ending that is unknown":   func(_ *wire.Snapshot, s *table.Snapshot) { s.Ending = 99 },
		"a request in the future":     func(_ *wire.Snapshot, s *table.Snapshot) { s.Ask = table.Ask{N: 99, By: table.A} },
		"no starter":                  func(_ *wire.Snapshot, s *table.Snapshot) { s.Starter = 0 },
		"more wins than games":        func(_ *wire.Snapshot, s *table.Snapshot) { s.Before.Wins[0] = 1 << 31 },
		"another version":             func(m *wire.Snapshot, _ *table.Snapshot) { m.Protocol = 2 },
		"a state that is unknown":     func(m *wire.Snapshot, _ *table.Snapshot) { m.State = 99 },
		"a negative state":            func(m *wire.Snapshot, _ *table.Snapshot) { m.State = -1 },
		"no guest, but a game":        func(m *wire.Snapshot, _ *table.Snapshot) { m.State = wire.WatchState_WATCH_STATE_NO_GUEST },
		"a name of 2,000 bytes":       func(m *wire.Snapshot, _ *table.Snapshot) { m.NameB = string(make([]byte, 2000)) },
		"rules that cannot be played": func(_ *wire.Snapshot, s *table.Snapshot) { s.Terms.Variant.Houses = 0 },
	} {
		t.Run(what, func(t *testing.T) {
			g := seated(t, 3, 2, match.FirstHost)
			v := g.w.watcher()
			v.hear()
			f := sent(t, v.down[0])
			snap, _, err := table.ParseSnapshot(f.GetSnapshot().GetSeries())
			g.must(err)
			lie(f.GetSnapshot(), &snap)
			f.GetSnapshot().Series = snap.Append(nil)
			v.down = [][]byte{frame(t, f)}
			v.read()
			w := v.client.(*Watcher)
			if e := v.ending(); !w.Ended() || !errors.Is(e.Err, errGarbled) || w.shown.Series != nil {
				t.Errorf("one who watches has %+v", v.heard)
			}
		})
	}
}
