package engine

import (
	"slices"
	"testing"

	"mancala/rules"

	"pgregory.net/rapid"
)

// anyVariant draws switches and a size, small boards as often as large ones.
func anyVariant() *rapid.Generator[rules.Variant] {
	size := rapid.OneOf(rapid.IntRange(1, 3), rapid.IntRange(1, 10))
	return rapid.Custom(func(t *rapid.T) rules.Variant {
		flag := func(name string) bool { return rapid.Bool().Draw(t, name) }
		return rules.Variant{
			Houses: uint8(size.Draw(t, "houses")), Seeds: uint8(size.Draw(t, "seeds")),
			SowOpponentStore: flag("sow opponent's store"), ExtraTurn: flag("extra turn"),
			Capture:      rules.CaptureRule(rapid.IntRange(0, int(rules.CaptureEither)).Draw(t, "capture")),
			CaptureEmpty: flag("capture empty"), Take: rules.TakeRule(rapid.IntRange(0, 1).Draw(t, "take")),
			End: rules.EndRule(rapid.IntRange(0, 1).Draw(t, "end")), Majority: flag("majority"),
			Sweep: rules.SweepRule(rapid.IntRange(0, int(rules.SweepMover)).Draw(t, "sweep")), Pie: flag("pie"),
			LeaveOne: flag("leave one"), CaptureEven: flag("capture even"),
		}
	})
}

// drawGame plays the beginning of a random game and calls visit for every position with a choice.
func drawGame(t *rapid.T, visit func(p rules.Position)) {
	p, err := rules.Start(anyVariant().Draw(t, "variant"))
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 40).Draw(t, "length") {
		plies := slices.Collect(p.Plies())
		if len(plies) == 0 {
			return
		}
		visit(p)
		if p, _, err = p.Sow(rapid.SampledFrom(plies).Draw(t, "house")); err != nil {
			t.Fatal(err)
		}
	}
}

// Under any rules each strategy chooses a legal ply: the same one when asked again with the same
// random numbers, and the same one in the mirror image.
func TestChoicesAreLegalRepeatableAndFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		drawGame(t, func(p rules.Position) {
			for _, s := range simple() {
				choice := func(p rules.Position) rules.House { return choose(t, player(t, s.name, seed), p) }
				h := choice(p)
				if err := p.Legal(h); err != nil {
					t.Fatalf("%s plays house %v in %v: %v", s.name, h, p, err)
				}
				if again := choice(p); again != h {
					t.Fatalf("%s plays house %v in %v, and then house %v", s.name, h, p, again)
				}
				if across := choice(p.Mirror()); across != h {
					t.Fatalf("%s plays house %v in %v, and across the board house %v", s.name, h, p, across)
				}
			}
		})
	})
}

// bins returns the non-empty houses in CS230's order of bins: from the mover's store on.
func bins(p rules.Position) []rules.House {
	var list []rules.House
	for h := rules.House(1); h <= rules.House(p.Variant().Houses); h++ {
		if p.Seeds(rules.Pit{Side: p.ToMove(), House: h}) > 0 {
			list = append([]rules.House{h}, list...)
		}
	}
	return list
}

// plainGain computes the gain of a ply independently, from its steps: the seeds that fall into or
// are moved to a store.
func plainGain(p rules.Position, h rules.House) int {
	after, s, _ := p.Sow(h)
	g := 0
	if h == rules.Swap {
		g = 2 * (p.Store(p.ToMove().Opponent()) - p.Store(p.ToMove()))
	}
	for step := range p.Steps(s) {
		if step.Kind != rules.StepDrop && step.Kind != rules.StepBank {
			continue
		}
		switch step.Pit {
		case rules.StoreOf(p.ToMove()):
			g += int(step.Seeds)
		case rules.StoreOf(p.ToMove().Opponent()):
			g -= int(step.Seeds)
		}
	}
	if s.ExtraTurn {
		g += 2
	}
	if after.Outcome() != rules.Undecided && after.Outcome() != rules.Draw {
		if after.Outcome() == rules.Winner(p.ToMove()) {
			return g + 1000
		}
		return g - 1000
	}
	return g
}

// plainWorth computes the worth of a ply independently.
func plainWorth(p rules.Position, h rules.House) int {
	after, s, _ := p.Sow(h)
	if s.Ends() || s.ExtraTurn {
		return plainGain(p, h)
	}
	var answers []int
	for reply := range after.Plies() {
		answers = append(answers, plainGain(after, reply))
	}
	return plainGain(p, h) - slices.Max(answers)
}

// Low, Again and Greedy follow their descriptions, rewritten as plainly as possible.
func TestStrategiesAgainstTheirDescriptions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawGame(t, func(p rules.Position) {
			list := bins(p)
			if h := low(p); h != list[0] {
				t.Fatalf("low plays house %v in %v, not %v", h, p, list[0])
			}
			want := list[0]
			if i := slices.IndexFunc(list, func(h rules.House) bool { _, s, _ := p.Sow(h); return s.ExtraTurn }); i >= 0 {
				want = list[i]
			}
			if h := again(p); h != want {
				t.Fatalf("again plays house %v in %v, not %v", h, p, want)
			}
			if p.CanSwap() {
				list = append(list, rules.Swap)
			}
			most := slices.MaxFunc(list, func(a, b rules.House) int { return plainWorth(p, a) - plainWorth(p, b) })
			if h := greedy(p); h != most {
				t.Fatalf("greedy plays house %v, worth %d, in %v, not %v, worth %d", h, plainWorth(p, h), p, most, plainWorth(p, most))
			}
		})
	})
}
