package engine

import (
	"context"
	"math/rand/v2"
	"testing"

	"mancala/rules"

	"pgregory.net/rapid"
)

// The features of a board, counted by hand.
func TestView(t *testing.T) {
	p := draw(t, "kalah(6,4)", rules.South, captureCS340)
	board := p.Board()
	got := newEvaluation(p.Variant()).look(&board.House[rules.South], &board.House[rules.North])
	want := view{
		seeds:  [2][farthest + 1]int{{2, 2, 0, 0, 1, 3}, {1, 1, 0, 5, 1, 0}},
		empty:  [2]int{2, 2},
		extras: [2]int{1, 1}, // house 5; North's house 6
		take:   [2]int{6, 0},
	}
	if got != want {
		t.Errorf("%+v, not %+v", got, want)
	}
}

// Predicted extra turns and captures agree with any rules.
func TestLapsAreThoseOfTheRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, anyVariant().Draw(t, "variant"), 40)
		e, board, me := newEvaluation(p.Variant()), p.Board(), p.ToMove()
		for h := range fromStore(p) {
			if p.Seeds(rules.Pit{Side: me, House: h}) > 2*int(p.Variant().Houses)+2 {
				continue // a second lap: the evaluation ignores it
			}
			after, s, _ := p.Sow(h)
			again, taken := e.lapOf(&board.House[me], &board.House[me.Opponent()], int(h)-1)
			if taken != int(s.Captured) || !after.Over() && (again == 1) != s.ExtraTurn {
				t.Fatalf("house %v of %v: extra turn %d, captures %d, but %+v", h, p, again, taken, s)
			}
		}
	})
}

// A packed board and its position have the same evaluation.
func TestEstimatesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := position(t, packableVariant(t), 60)
		e, board, b := newEvaluation(p.Variant()), p.Board(), pack(p)
		here := e.plain(&board.House[p.ToMove()], &board.House[p.ToMove().Opponent()])
		if there := e.packed(b.own, b.opp); there != here {
			t.Fatalf("%v: %d and %d", p, here, there)
		}
	})
}

func TestStages(t *testing.T) {
	for seeds := range 2*rules.MaxHouses*rules.MaxSeeds + 1 {
		stage, part, whole := stageOf(seeds, 6)
		if part < 0 || part >= whole || stage < 0 || stage >= len(stages) {
			t.Fatalf("%d seeds: stage %d and %d of %d", seeds, stage, part, whole)
		}
	}
	for _, c := range [][4]int{{0, 0, 0, 12}, {12, 0, 0, 12}, {18, 0, 6, 12}, {24, 1, 0, 12}, {48, 2, 12, 24}, {60, 3, 0, 1}, {200, 3, 0, 1}} {
		if stage, part, whole := stageOf(c[0], 6); stage != c[1] || part != c[2] || whole != c[3] {
			t.Errorf("%d seeds: stage %d and %d of %d, not %v", c[0], stage, part, whole, c[1:])
		}
	}
	a, b := &weights{empty: 100, turn: -10}, &weights{empty: 200, turn: 10}
	if m := a.mixed(b, 1, 4); m.empty != 125 || m.turn != -5 {
		t.Errorf("a quarter of the way: %+v", m)
	}
}

// At the same depth the evaluation beats a plain count of stores; -v shows by how much.
func TestLongEvaluationBeatsTheStores(t *testing.T) {
	for _, text := range []string{"kalah(6,4)", "kalah(6,6)", "empty-capture(6,4)", "bowls(6,4)"} {
		d := duel(t, text, "low", "low", 200)
		none := new([len(stages)]weights)
		d.A, d.B = byDepth(d.Variant, 5, nil), byDepth(d.Variant, 5, none)
		tally, err := d.Run(t.Context())
		low, high := tally.Interval()
		t.Logf("%s, 5 plies ahead: %.3f (%.3f to %.3f) in %d games", text, tally.Score(), low, high, tally.Games())
		if err != nil || low < 0.5 {
			t.Errorf("%s: %v, %v", text, tally, err)
		}
	}
}

// seer plays the best ply at a fixed depth.
type seer struct {
	mind  thinker
	depth int
}

// Choose implements [Chooser].
func (s seer) Choose(_ context.Context, p rules.Position) (rules.House, error) {
	s.mind.begin(p, 0)
	return level{depth: s.depth}.best(&mind{thinker: s.mind}), nil
}

// byDepth returns a constructor of seers with some weights; nil means those of the variant.
func byDepth(v rules.Variant, depth int, w *[len(stages)]weights) func(*rand.Rand) (Chooser, error) {
	return func(*rand.Rand) (Chooser, error) {
		if w == nil {
			return seer{newThinker(v, 1<<20, 1), depth}, nil
		}
		return seer{weighed(v, w), depth}, nil
	}
}
