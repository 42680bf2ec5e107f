package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// Under any rules, each level chooses a legal ply. The same random numbers give the same ply,
// independent of earlier choices, and its mirror image for a mirrored board.
func TestLevelsAreLegalRepeatableAndFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyVariant().Draw(t, "variant")
		p, q := position(t, v, 40), position(t, v, 40)
		seed := rapid.Uint64().Draw(t, "seed")
		for _, name := range []string{"seedling", "casual", "sharp"} {
			fresh, used := player(t, name, seed), player(t, name, 1)
			choose(t, used, q)
			used.rng = rand.New(rand.NewPCG(seed, seed))
			h := choose(t, fresh, p)
			if err := p.Legal(h); err != nil {
				t.Fatalf("%s plays house %v in %v: %v", name, h, p, err)
			}
			if again := choose(t, used, p.Mirror()); again != h {
				t.Fatalf("%s plays house %v in %v, and across the board, asked before, house %v", name, h, p, again)
			}
		}
	})
}

// The higher levels are deterministic.
func TestHighLevels(t *testing.T) {
	for _, text := range []string{"kalah(6,4)", "kalah(2,2)+pie", "bowls(6,4)", "kalah(10,10)", "video(3,3)"} {
		for _, name := range []string{"strong", "master"} {
			if testing.Short() && name == "master" {
				continue
			}
			a, b := player(t, name, 1), player(t, name, 2)
			rng := rand.New(rand.NewPCG(3, 3))
			p := start(t, text)
			for i := 0; i < 3 && !p.Over(); i++ {
				h := choose(t, a, p)
				if p.Legal(h) != nil {
					t.Fatalf("%s plays house %v in %v", name, h, p)
				}
				if other := choose(t, b, p.Mirror()); other != h {
					t.Errorf("%s plays house %v and house %v in %v", name, h, other, p)
				}
				p = play(p, randomPly(p, rng))
			}
		}
	}
}

// A low level errs within its limit: by its own search, its ply costs no more than its worst
// mistake.
func TestMistakesAreSmall(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for name, l := range map[string]level{"seedling": seedling, "casual": casual, "sharp": sharp} {
		erred, times := 0, need.Short(100, 300)
		pl := player(t, name, 9)
		for range times {
			p, _ := opening(start(t, "kalah(6,4)").Variant(), rng)
			h := choose(t, pl, p)
			mind := newThinker(p.Variant(), 1<<20, 1)
			mind.begin(p, 0)
			var list []rating
			for depth := 1; depth <= l.depth; depth++ {
				list, _ = mind.rate(depth, l.worst*unit)
			}
			for _, r := range list {
				if cost := list[0].value - r.value; r.house == h && cost > l.worst*unit {
					t.Fatalf("%s plays house %v of %v for %d parts of a seed", name, h, p, cost)
				} else if r.house == h && cost > 0 {
					erred++
				}
			}
		}
		if erred < times/20 || erred > times*5/6 {
			t.Errorf("%s errs in %d of %d positions", name, erred, times)
		}
	}
}

// No level misses the capture of nine seeds, or the last seed that wins at once.
func TestNoLevelPlaysNonsense(t *testing.T) {
	for name, p := range map[string]rules.Position{
		"a capture of ten": draw(t, "kalah(6,4)", rules.South, `
	   1  2  1  9  2  1
	13                    12
	   3  0  1  0  2  1`),
		"the sweep": draw(t, "kalah(3,4)", rules.South, `
	   0  0  1
	11               11
	   0  0  1`),
	} {
		want := greedy(p)
		if name == "a capture of ten" {
			want = 0
		}
		for _, s := range ladder()[:5] {
			for seed := range need.Short(uint64(30), 100) {
				if seed > 0 && (s.name == "strong" || s.name == "master") {
					break
				}
				took, pos, pl := 0, p, player(t, s.name, seed)
				for pos.ToMove() == rules.South && !pos.Over() {
					h := choose(t, pl, pos)
					if want != 0 && h != want {
						t.Fatalf("%s, seed %d: house %v in %v", s.name, seed, h, pos)
					}
					var w rules.Sowing
					pos, w, _ = pos.Sow(h)
					took = max(took, int(w.Captured))
				}
				if want == 0 && took < 10 {
					t.Fatalf("%s, seed %d: the ten seeds are left: %v", s.name, seed, pos)
				}
			}
		}
	}
}

// Without analysts Perfect makes its own, and plays a proved ply if there is one.
func TestPerfectByItself(t *testing.T) {
	pl := player(t, "perfect", 1)
	known := map[rules.Position]int{}
	for p := start(t, "kalah(3,2)"); !p.Over(); {
		h := choose(t, pl, p)
		next := play(p, h)
		value := plain(next, known)
		if next.ToMove() != p.ToMove() {
			value = -value
		}
		if value != plain(p, known) {
			t.Errorf("house %v of %v brings %d, not %d", h, p, value, plain(p, known))
		}
		p = next
	}
}

// TestPerfectSaysWhatItGuesses has Perfect tell its estimate if there was no time for a proof, and
// none if there was.
func TestPerfectSaysWhatItGuesses(t *testing.T) {
	minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 64 << 20} }, 1)
	pl := need.Must(NewPlayer("perfect", rand.New(rand.NewPCG(1, 1)), minds))(t)
	if _, ok := pl.Estimate(); ok {
		t.Error("there is an estimate of nothing")
	}
	for _, c := range []struct {
		rules   string
		guesses bool
	}{{"kalah(6,6)", true}, {"kalah(3,3)", false}, {"kalah(6,4)", false}} {
		minds.SetPatience(300 * time.Millisecond)
		if !c.guesses {
			minds.SetPatience(time.Minute)
		}
		need.Must(pl.Choose(context.Background(), start(t, c.rules)))(t)
		if a, ok := pl.Estimate(); ok != c.guesses || a.Exact || a.Value < -72 || a.Value > 72 {
			t.Errorf("%s: the estimate is %+v, %v", c.rules, a, ok)
		}
	}
}

// When told to hurry, Perfect plays soon, even while it waits for another player to finish.
func TestHurry(t *testing.T) {
	minds := NewAnalysts(func(rules.Variant) SolverConfig { return SolverConfig{Memory: 64 << 20} }, 1)
	pl := need.Must(NewPlayer("perfect", rand.New(rand.NewPCG(1, 1)), minds))(t)
	pl.Hurry() // without effect while no player is thinking
	p := start(t, "kalah(6,6)")
	for _, waits := range []bool{false, true} {
		if waits {
			busy := <-minds.free
			defer func() { minds.free <- busy }()
		}
		done := make(chan rules.House)
		go func() {
			h, err := pl.Choose(context.Background(), p)
			if err != nil {
				t.Errorf("waits: %v: %v", waits, err)
			}
			done <- h
		}()
		for hurrying := true; hurrying; {
			select {
			case h := <-done:
				if p.Legal(h) != nil {
					t.Errorf("waits: %v: house %v", waits, h)
				}
				hurrying = false
			case <-time.After(time.Millisecond):
				pl.Hurry()
			}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if h, err := pl.Choose(ctx, p); h != 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("cancelled: house %v, %v", h, err)
	}
}
