package rules

import (
	"testing"

	"mancala/tools/need"
)

// heavy is a position in the middle of a game by plain rules, with a long sowing in house 4.
func heavy(t testing.TB) Position {
	return place(t, preset(t, "kalah"), South, `
		   3  0  3  3  3  3
		 4                     4
		   2  2  2 15  2  2`)
}

func TestLegalAndSowDoNotAllocate(t *testing.T) {
	kalah := heavy(t)
	for name, p := range map[string]Position{
		"long lap": kalah,
		"capture":  place(t, preset(t, "kalah"), South, captureCS340),
		"bowls":    start(t, preset(t, "bowls"), 6, 4),
		"sweep":    start(t, preset(t, "kalah"), 1, 1),
		"swap":     play(t, start(t, withPie(preset(t, "kalah")), 6, 4), 1),
		"over":     play(t, start(t, preset(t, "kalah"), 1, 1), 1),
		"zero":     {},
		"mangala":  start(t, preset(t, "mangala"), 6, 4),
		"oware":    need.Must(ParsePosition("oware(6,4) <6,17,14,0,0,0,0,0,4,1,1,2,4,3,2> south"))(t),
		"forbid":   start(t, need.Must(ParseVariant("custom(6,4,family=oware,feed=yes,slam=forbid)"))(t), 6, 4),
		"togyz":    need.Must(ParsePosition("togyz(9,9) <9,12,15,1,4,2,16,1,17,x,5,1,4,21,1,4,1,19,19,18,1> south"))(t),
	} {
		allocs := testing.AllocsPerRun(100, func() {
			for h := range 256 {
				_ = p.Legal(House(h))
				_, _, _ = p.Sow(House(h))
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations", name, allocs)
		}
	}
	past := []Position{start(t, preset(t, "togyz"), 9, 9)}
	if allocs := testing.AllocsPerRun(100, func() { _, _, _ = Play(past, 3) }); allocs != 0 {
		t.Errorf("playing with a past: %v allocations", allocs)
	}
	if allocs := testing.AllocsPerRun(10, func() { Perft(kalah, 3) }); allocs != 0 {
		t.Errorf("going through the legal plies: %v allocations", allocs)
	}
}

// Sinks for results: the compiler must not remove the calls.
var (
	keptError    error
	keptPosition Position
	keptSowing   Sowing
)

func BenchmarkLegal(b *testing.B) {
	p := heavy(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		keptError = p.Legal(House(i & 7))
	}
}

func BenchmarkSow(b *testing.B) {
	for _, c := range []struct {
		name  string
		p     Position
		house House
	}{
		{"four seeds", start(b, preset(b, "kalah"), 6, 4), 1},
		{"fifteen seeds", heavy(b), 4},
		{"capture", place(b, preset(b, "kalah"), South, captureCS340), 1},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				keptPosition, keptSowing, keptError = c.p.Sow(c.house)
			}
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	p := start(b, preset(b, "kalah"), 6, 4)
	b.ReportAllocs()
	var leaves uint64
	for b.Loop() {
		leaves += Perft(p, 7)
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds(), "leaves/s")
}
