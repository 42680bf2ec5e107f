package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"mancala/tools/need"
)

// TestTranspositionsGrow fills a small table, grows it, and finds every board again.
func TestTranspositionsGrow(t *testing.T) {
	for _, houses := range []int{2, 6} { // numbers that fit into a tag, and larger ones
		n := boards(houses, 60)
		tt := newTranspositions(n, 5*firstTranspositions)
		rng := rand.New(rand.NewPCG(1, uint64(houses)))
		keys := make([]uint64, 1_000_000)
		for i := range keys {
			keys[i] = tt.scatter(rng.Uint64N(n))
			tt.store(keys[i], known{int(keys[i] % 7), 9, i % 6}, 1)
		}
		var held []uint64
		for _, key := range keys {
			if tt.find(key) != 0 {
				held = append(held, key)
			}
		}
		before, more := tt.entries()
		if !more || len(held) < len(keys)*9/10 {
			t.Fatalf("%d of %d boards are held, can grow: %v", len(held), len(keys), more)
		}
		for threads := 1; more; _, more = tt.entries() {
			threads++
			need.NoError(t, tt.grow(context.Background(), threads))
			for _, key := range held {
				if got := bounds(tt.find(key)); got.low != int(key%7) || got.high != 9 {
					t.Fatalf("%d houses: key %d has %+v once the table has grown", houses, key, got)
				}
			}
		}
		if after, _ := tt.entries(); after != 4*before {
			t.Errorf("%d entries became %d", before, after)
		}
	}
}
