package session

import (
	"encoding/binary"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/limit"
	"mancala/tools/need"
)

// deliver gives an end the frames in b, and returns how many there are. Unlike split it copies
// none.
func deliver(b []byte, to end, now time.Time) (frames int) {
	for ; len(b) > 0; frames++ {
		size, n := binary.Uvarint(b)
		to.Step(now, b[n:n+int(size)])
		b = b[n+int(size):]
	}
	return frames
}

// BenchmarkPly measures a ply of either end through both ends of a connection, without socket and
// disk: from the wish until both ends have it and nothing is on its way.
func BenchmarkPly(b *testing.B) {
	w := &wired{now: noon, random: newSeeded(3), stored: map[*Owned]Record{}}
	w.server = NewServer(ServerConfig{Name: "Hilda", Variant: kalah(6, 4), First: match.FirstGuest, Admission: anyone{}, Rand: w.random})
	p, err := NewPlayer(PlayerConfig{Name: "Gus", Rand: w.random}, w.now)
	if err != nil {
		b.Fatal(err)
	}
	c := w.server.Accept(Binding{}, limit.Address{}, w.now)
	var work Work
	pass := func() {
		for {
			up := deliver(p.Drain().Write, c, w.now)
			work = w.server.Drain(work)
			down := deliver(c.Drain().Write, p, w.now)
			if up+down == 0 {
				return
			}
		}
	}
	pass()
	b.ReportAllocs()
	plies := 0
	for b.Loop() {
		st := p.Series().Follower().State()
		m := st.Series.Match()
		if !m.Running() {
			b.StopTimer()
			w.now = w.now.Add(20 * 1e9)
			game := uint32(st.Series.Number()) + 1
			need.NoError(b, p.Wish(table.KindWant, game, ""))
			pass()
			need.NoError(b, w.server.Wish(table.KindWant, game, "", w.now))
			pass()
			b.StartTimer()
			continue
		}
		for h := range m.Position().Plies() {
			if st.Seat(m.Position().ToMove()) == table.B {
				err = p.Wish(table.KindPly, uint32(h), "")
			} else {
				err = w.server.Wish(table.KindPly, uint32(h), "", w.now)
			}
			break
		}
		if err != nil {
			b.Fatal(err)
		}
		pass()
		plies++
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(max(plies, 1)), "ns/ply")
}
