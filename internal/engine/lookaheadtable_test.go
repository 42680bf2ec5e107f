package engine

import "testing"

func TestLookaheadTable(t *testing.T) {
	n := newLookaheadTable[packed](1<<12, false)
	n.forget()
	board := func(i int) (*packed, uint64) {
		b := &packed{uint64(i), uint64(3 * i)}
		return b, scramble(b.own, b.opp)
	}
	b, hash := board(7)
	if n.find(b, hash) != (outlook{}) {
		t.Error("an empty table knows a board")
	}
	n.store(b, hash, 5, 40, 10, 20, 3, false)
	e := n.find(b, hash)
	if e.low != 40 || e.lowDepth != 5 || e.high != endless || e.house != 3 {
		t.Fatalf("a lower bound is noted as %+v", e)
	}
	for _, c := range []struct {
		depth, alpha, beta int
		ok                 bool
	}{{5, 30, 31, true}, {4, 39, 40, true}, {6, 30, 31, false}, {5, 40, 41, false}} {
		if v, sure, ok := e.answer(c.depth, c.alpha, c.beta); ok != c.ok || ok && (v != 40 || sure) {
			t.Errorf("%+v: %d, %v, %v", c, v, sure, ok)
		}
	}
	n.store(b, hash, 2, 48, 50, 51, 1, true)
	if v, sure, ok := n.find(b, hash).answer(200, 60, 61); v != 48 || !sure || !ok {
		t.Errorf("what is proved holds at every depth: %d, %v, %v", v, sure, ok)
	}
	if n.find(b, hash).house != 3 {
		t.Error("a search that found nothing better changes the house")
	}
	n.store(b, hash, 9, 49, 50, 51, 1, false)
	if _, sure, _ := n.find(b, hash).answer(200, 60, 61); !sure {
		t.Error("a proof is forgotten for less")
	}
	n.forget()
	if n.find(b, hash) != (outlook{}) {
		t.Error("forgotten, and still known")
	}
	for i := 1; i < 10_000; i++ { // far more than there is room for
		b, hash := board(i)
		n.store(b, hash, i%20, i, -endless, endless, 1, false)
		if e := n.find(b, hash); int(e.low) != i || e.low != e.high {
			t.Fatalf("board %d, the last one stored, is noted as %+v", i, e)
		}
	}
	for range 1 << 16 {
		n.forget()
	}
	for i := 1; i < 10_000; i++ {
		if b, hash := board(i); n.find(b, hash) != (outlook{}) {
			t.Fatalf("board %d is back after all eras", i)
		}
	}
}
