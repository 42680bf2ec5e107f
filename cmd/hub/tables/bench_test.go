package tables

import (
	"testing"
	"time"

	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

// silent is a Line that takes no time.
type silent struct{ seat table.Seat }

func (*silent) Tell(*table.Message, time.Duration) {}

// BenchmarkPly measures the processor time of a ply at a table (validation, hashes, tag, the
// record, and sending without the wire) and the bytes of its record in the journal. It leaves out
// the bus, and the players' programs, which make the wishes.
func BenchmarkPly(b *testing.B) {
	bytes, plies := 0, 0
	b.ResetTimer()
	b.StopTimer()
	for plies < b.N {
		n, size := benchmarkGame(b)
		plies, bytes = plies+n, bytes+size
	}
	b.ReportMetric(float64(bytes)/float64(plies), "B-stored/ply")
}

// benchmarkGame plays a game of kalah in which both players play the first legal house, and returns
// its plies and the bytes of their records.
func benchmarkGame(b *testing.B) (plies, size int) {
	s := testSetup("tableofbenchmark")
	s.Time.Base = time.Hour
	now := time.Unix(1e9, 0)
	lines, f := [2]*silent{{table.A}, {table.B}}, [2]*table.Follower{}
	t := need.Must(New(s, [32]byte{}, now))(b)
	flush := func() {
		for {
			r, more := need.Must2(t.Record(now))(b)
			send(t.Stored(now))
			if !more {
				return
			}
			size += len(r.Events) + len("E") + 6 + 1 // kind, moment, number
		}
	}
	for i, l := range lines {
		t.Join(l.seat, l, [16]byte{byte(l.seat)}, 0, now)
		flush()
		cfg := table.FollowerConfig{Terms: termsOf(&s), Self: l.seat}
		snap := t.State().Snapshot()
		f[i] = need.Must(table.RestoreFollower(cfg, &table.Record{Base: snap}, now))(b)
		_, _, _ = f[i].Following(table.Following{N: snap.N, H: snap.H})
		f[i].CaughtUp()
	}
	for _, e := range t.server.Since(f[0].State().N) {
		_, _ = f[0].Apply(e, table.Tag{}, now)
	}
	size = 0
	for ; t.running(); plies++ {
		by := t.toMove()
		now = now.Add(time.Second)
		w := legal(b, f[player(by)])
		b.StartTimer()
		t.Wish(by, lines[player(by)], w, now)
		flush()
		b.StopTimer()
		for _, e := range t.server.Since(f[0].State().N) {
			for i := range f {
				need.Must(f[i].Apply(e, table.Tag{}, now))(b)
			}
		}
	}
	return plies, size
}

// legal returns a wish for a legal ply.
func legal(b *testing.B, f *table.Follower) table.Wish {
	for house := range uint32(2 * rules.MaxHouses) {
		if w, _, err := f.Wish(table.KindPly, house, ""); err == nil {
			return *w
		}
	}
	b.Fatal("no ply is legal")
	return table.Wish{}
}
