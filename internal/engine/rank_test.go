package engine

import "testing"

func TestRankingNumbersEveryBoardOnce(t *testing.T) {
	for houses := 1; houses <= maxPackedHouses; houses++ {
		most := []int{0, 40, 20, 10, 8, 6, 5, 4}[houses]
		r := newRanking(houses, most)
		want := uint64(0)
		for n := range most + 1 {
			if r.layer[n] != want {
				t.Fatalf("%d houses: layer %d begins at %d, not %d", houses, n, r.layer[n], want)
			}
			for a := range n + 1 {
				own := r.first(a)
				for range r.count[a] {
					opp := r.first(n - a)
					for range r.count[n-a] {
						if got := r.index(own, opp); got != want || seeds(own) != a || seeds(opp) != n-a {
							t.Fatalf("%d houses, %x %x: number %d, not %d", houses, own, opp, got, want)
						}
						want++
						opp = r.next(opp)
					}
					own = r.next(own)
				}
			}
		}
		if want != boards(houses, most) || r.layer[most+1] != want {
			t.Errorf("%d houses: %d boards, not %d", houses, want, boards(houses, most))
		}
	}
}

// TestQuietMovesLowerTheNumber checks the assumption behind the build order of tables.
func TestQuietMovesLowerTheNumber(t *testing.T) {
	r := newRanking(6, 7)
	own := r.first(7)
	for range r.count[7] {
		x, _ := r.of(own)
		for h := range 5 {
			for to := h + 1; to < 6; to++ {
				if own>>(8*h)&0xff == 0 {
					continue
				}
				if y, _ := r.of(own - 1<<(8*h) + 1<<(8*to)); y >= x {
					t.Fatalf("%x: a seed from house %d to %d gives number %d after %d", own, h+1, to+1, y, x)
				}
			}
		}
		own = r.next(own)
	}
}

func TestBinomial(t *testing.T) {
	for _, c := range []struct {
		n, k int
		want uint64
	}{{0, 0, 1}, {5, 0, 1}, {5, 5, 1}, {6, 3, 20}, {60, 12, 1399358844975}, {200, 100, 1<<64 - 1}} {
		if got := binomial(c.n, c.k); got != c.want {
			t.Errorf("%d over %d: %d, not %d", c.n, c.k, got, c.want)
		}
	}
}
