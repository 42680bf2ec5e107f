package rules

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// naive implements the rules independently, as plainly as possible: a ring of pits in sowing order
// (South's houses, South's store, North's houses, North's store), walked one pit at a time. The
// tests compare the real rules with it.
type naive struct {
	rules Variant
	ring  []int
	mover int // 0 South, 1 North
	turns int // turns completed
	plies int // plies played in the current turn
	over  bool
}

func newNaive(v Variant) *naive {
	n := &naive{rules: v}
	for range 2 {
		n.ring = append(n.ring, slices.Repeat([]int{int(v.Seeds)}, int(v.Houses))...)
		n.ring = append(n.ring, 0)
	}
	return n
}

func (n *naive) side() int                  { return int(n.rules.Houses) + 1 } // pits a side
func (n *naive) store(player int) int       { return player*n.side() + n.side() - 1 }
func (n *naive) isStore(pit int) bool       { return pit%n.side() == n.side()-1 }
func (n *naive) owner(pit int) int          { return pit / n.side() }
func (n *naive) opposite(pit int) int       { return len(n.ring) - 2 - pit }
func (n *naive) houses(player int) []int    { return n.ring[player*n.side() : n.store(player)] }
func (n *naive) canSwap() bool              { return n.rules.Pie && n.turns == 1 && n.plies == 0 && !n.over }
func (n *naive) houseOf(p int, h House) int { return p*n.side() + int(h) - 1 }

func sum(list []int) int {
	s := 0
	for _, n := range list {
		s += n
	}
	return s
}

// play plays a legal ply.
func (n *naive) play(h House) {
	if h == Swap {
		n.ring = append(slices.Clone(n.ring[n.side():]), n.ring[:n.side()]...)
		n.endTurn()
		return
	}
	pit := n.houseOf(n.mover, h)
	hand := n.ring[pit]
	n.ring[pit] = 0
	if n.rules.LeaveOne && hand > 1 {
		n.ring[pit]++
		hand--
	}
	for hand > 0 {
		pit = (pit + 1) % len(n.ring)
		if pit == n.store(1-n.mover) && !n.rules.SowOpponentStore {
			continue
		}
		n.ring[pit]++
		hand--
	}
	n.capture(pit)
	n.plies++
	by := n.mover
	if !n.rules.ExtraTurn || pit != n.store(n.mover) {
		n.endTurn()
	}
	n.end(by)
}

func (n *naive) endTurn() {
	n.mover, n.turns, n.plies = 1-n.mover, n.turns+1, 0
}

func (n *naive) capture(last int) {
	if n.rules.CaptureEven && !n.isStore(last) && n.owner(last) != n.mover && n.ring[last]%2 == 0 {
		n.ring[n.store(n.mover)] += n.ring[last]
		n.ring[last] = 0
		return
	}
	if n.rules.Capture == CaptureNever || n.isStore(last) || n.ring[last] > 1 {
		return
	}
	if n.rules.Capture == CaptureOwn && n.owner(last) != n.mover {
		return
	}
	prey := n.ring[n.opposite(last)]
	if prey == 0 && !n.rules.CaptureEmpty {
		return
	}
	n.ring[n.opposite(last)] = 0
	n.ring[n.store(n.mover)] += prey
	if n.rules.Take == TakeBoth {
		n.ring[n.store(n.mover)] += n.ring[last]
		n.ring[last] = 0
	}
}

// end ends the game, if it is over after a ply by that player.
func (n *naive) end(by int) {
	for player := range 2 {
		if n.rules.Majority && n.ring[n.store(player)] > sum(n.ring)/2 {
			n.over = true
			return
		}
	}
	southOut, northOut := sum(n.houses(0)) == 0, sum(n.houses(1)) == 0
	switch n.rules.End {
	case EndEitherSide:
		n.over = southOut || northOut
	case EndToMove:
		n.over = sum(n.houses(n.mover)) == 0
	}
	if !n.over || n.rules.Sweep == SweepNone {
		return
	}
	for player := range 2 {
		winner := player
		switch n.rules.Sweep {
		case SweepEmptied:
			winner = 1 - player
		case SweepMover:
			winner = by
		}
		n.ring[n.store(winner)] += sum(n.houses(player))
		clear(n.houses(player))
	}
}

// differs describes how a position differs from the model; "" if it does not.
func (n *naive) differs(p Position) string {
	for player, side := range [...]Side{South, North} {
		if p.Store(side) != n.ring[n.store(player)] {
			return fmt.Sprintf("%v's store holds %d, not %d", side, p.Store(side), n.ring[n.store(player)])
		}
		for h := House(1); h <= House(n.rules.Houses); h++ {
			if got, want := p.Seeds(Pit{side, h}), n.ring[n.houseOf(player, h)]; got != want {
				return fmt.Sprintf("%v's house %v holds %d, not %d", side, h, got, want)
			}
		}
	}
	switch {
	case p.Over() != n.over:
		return fmt.Sprintf("over: %v, not %v", p.Over(), n.over)
	case int(p.ToMove()) != n.mover:
		return fmt.Sprintf("%v to move, not player %d", p.ToMove(), n.mover)
	case p.CanSwap() != n.canSwap():
		return fmt.Sprintf("can swap: %v, not %v", p.CanSwap(), n.canSwap())
	}
	return ""
}

// everyVariant returns each combination of the switches of each family, the pie rule included,
// without a size. The list is shared.
var everyVariant = sync.OnceValue(func() (all []Variant) {
	for f := range families {
		list := []Variant{{Family: f}}
		for _, s := range Switches(f) {
			for _, v := range slices.Clone(list) {
				for n := 1; n < len(s.Words); n++ {
					s.Set(&v, n)
					list = append(list, v)
				}
			}
		}
		all = append(all, list...)
	}
	return all
})

// model implements the rules without code shared with the implementation under test.
type model interface {
	// play plays a legal ply.
	play(House)
	legal(House) bool
	// differs describes how a position differs from the model; "" if it does not.
	differs(Position) string
}

func newModel(v Variant) model {
	if v.Family == KalahFamily {
		return newNaive(v)
	}
	return newNaiveRing(v)
}

func (n *naive) legal(h House) bool { return !n.over && n.ring[n.houseOf(n.mover, h)] > 0 }

// tally counts events in random games, for a test to check that there were enough.
type tally struct{ plies, captures, chains, extras, sweeps, swaps, tuzdiks, repeats, refusals int }

func (c *tally) add(s Sowing) {
	c.plies++
	if s.Captured > 0 {
		c.captures++
	}
	if len(slices.Collect(s.Taken.All())) > 2 {
		c.chains++
	}
	if s.ExtraTurn {
		c.extras++
	}
	if s.Won != 0 {
		c.tuzdiks++
	}
	if s.End == CauseRepeated {
		c.repeats++
	}
	if s.Swept != [2]uint8{} {
		c.sweeps++
	}
	if s.From == Swap {
		c.swaps++
	}
}

// playBoth plays a random game to its end and compares each position with the naive model's.
func playBoth(t *testing.T, random *rand.Rand, p Position, c *tally) {
	t.Helper()
	n, past := newModel(p.Variant()), []Position{p}
	for count := 0; !p.Over(); count++ {
		if count > 5000 {
			t.Fatalf("%v does not end", p)
		}
		c.refusals += checkModelLegal(t, p, n)
		plies := slices.Collect(p.Plies())
		h := plies[random.IntN(len(plies))]
		next, s, err := Play(past, h)
		n.play(h)
		if text := n.differs(next); err != nil || text != "" {
			t.Fatalf("%v, house %v: %s (%v)", p, h, text, err)
		}
		checkBanked(t, p, s, next)
		c.add(s)
		p, past = next, append(past, next)
	}
}

// checkModelLegal fails unless the same houses are legal, and returns the number of houses with
// seeds that are not.
func checkModelLegal(t testing.TB, p Position, n model) (refused int) {
	t.Helper()
	for h := House(1); h <= House(p.Variant().Houses); h++ {
		if got, want := p.Legal(h) == nil, n.legal(h); got != want {
			t.Fatalf("%v: house %v is legal: %v, not %v", p, h, got, want)
		}
		if p.Legal(h) != nil && p.Legal(h) != ErrEmptyHouse {
			refused++
		}
	}
	return refused
}

// checkBanked fails unless the steps of a ply lead to the board after it, and they bank
// exactly the gain of the stores.
func checkBanked(t testing.TB, p Position, s Sowing, after Position) {
	t.Helper()
	last, banked := p.Board(), p.Board().Store
	for step := range p.Steps(s) {
		last = step.Board
		switch {
		case step.Kind == StepBank, step.Kind == StepDrop && step.Pit.IsStore():
			banked[step.Pit.Side] += step.Seeds
		case step.Kind == StepSwap:
			banked = last.Store
		}
	}
	if last != after.Board() || banked != last.Store {
		t.Fatalf("%v, %+v: the steps end with%s", p, s, drawn(last, int(p.Variant().Houses)))
	}
}

// TestEveryCombinationOfSwitches plays games under every combination of switches, on boards of many
// sizes.
func TestEveryCombinationOfSwitches(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	variants := everyVariant()
	if len(variants) != 6144+48+16 {
		t.Fatalf("%d combinations, not 6208", len(variants))
	}
	var c tally
	for i, v := range variants {
		playBoth(t, random, start(t, v, 2+random.IntN(3), 1+random.IntN(5)), &c)
		if v.Family != KalahFamily { // there are few of them
			for range 10 {
				playBoth(t, random, start(t, v, 2+random.IntN(8), 1+random.IntN(5)), &c)
			}
		}
		switch i % 4 {
		case 0:
			playBoth(t, random, start(t, v, 1, 2+random.IntN(MaxSeeds-1)), &c)
		case 1:
			playBoth(t, random, start(t, v, 6, 4), &c)
		case 2:
			playBoth(t, random, start(t, v, 1+random.IntN(MaxHouses), 2+random.IntN(MaxSeeds-1)), &c)
		}
	}
	t.Logf("%+v", c)
	if min(c.captures, c.chains, c.extras, c.sweeps, c.swaps, c.tuzdiks, c.repeats, c.refusals) < 20 {
		t.Error("too little happened to trust this test")
	}
}
