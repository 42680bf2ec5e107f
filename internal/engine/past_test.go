package engine

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// TestPast holds that a player knows the positions since the stores last changed, also after plies
// have been taken back.
func TestPast(t *testing.T) {
	p := start(t, "custom(6,1,family=oware)")
	var g past
	seen := g.upTo(p)
	for _, h := range []rules.House{2, 2} {
		p = play(p, h)
		g.see(p)
		seen = append(seen, p)
	}
	if got := g.upTo(p); !slices.Equal(got, seen) || len(got) != 3 {
		t.Errorf("it knows %v, not %v", got, seen)
	}
	if got := g.upTo(seen[1]); !slices.Equal(got, seen[:2]) {
		t.Errorf("after a ply was taken back it knows %v, not %v", got, seen[:2])
	}
	other := start(t, "custom(6,2,family=oware)")
	if got := g.upTo(other); !slices.Equal(got, []rules.Position{other}) {
		t.Errorf("in another game it knows %v", got)
	}
	kalah := start(t, "kalah(6,4)")
	if g.see(play(kalah, 3)); !slices.Equal(g.seen, []rules.Position{other}) {
		t.Errorf("it keeps %v of a game in which nothing comes again", g.seen)
	}
}

// TestPlayersAvoidRepetitions offers a player a ply that ends the game at once by repetition, and
// others that are worth more; and the reverse.
func TestPlayersAvoidRepetitions(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	differ := 0
	for range 3000 {
		p := start(t, "custom(3,2,family=oware,feed=yes)")
		player := need.Must(NewPlayer("strong", rng, nil))(t)
		past := []rules.Position{p}
		for !p.Over() && len(past) < 60 {
			h := need.Must(player.Choose(context.Background(), p))(t)
			fresh, _ := NewPlayer("strong", rng, nil)
			if other, _ := fresh.Choose(context.Background(), p); other != h {
				differ++
			}
			if rng.IntN(2) == 0 {
				h = randomPly(p, rng)
			}
			next, s := need.Must2(rules.Play(past, h))(t)
			player.Observe(s, next)
			p, past = next, append(past, next)
		}
		if differ > 5 {
			return
		}
	}
	t.Errorf("a player who knows the past chose another ply than one who does not only %d times", differ)
}
