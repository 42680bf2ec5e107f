package rules

import (
	"fmt"
	"slices"
)

// naiveRing implements the families without stores in their laps, as plainly as possible, from the
// federations' rules. It walks a ring of pits, South's houses and then North's, one pit at a time.
type naiveRing struct {
	rules  Variant
	pits   []int
	store  [2]int
	tuzdik [2]int // the pit that South, North own; -1 for none
	mover  int
	turns  int
	over   bool
	drawn  bool
	seen   map[string]bool
}

func newNaiveRing(v Variant) *naiveRing {
	n := &naiveRing{rules: v, pits: slices.Repeat([]int{int(v.Seeds)}, 2*int(v.Houses)), tuzdik: [2]int{-1, -1}}
	n.seen = map[string]bool{n.key(): true}
	return n
}

func (n *naiveRing) key() string {
	return fmt.Sprint(n.pits, n.store, n.tuzdik, n.mover, n.canSwap(), n.rules.Pie && n.turns == 0)
}
func (n *naiveRing) m() int               { return int(n.rules.Houses) }
func (n *naiveRing) row(player int) []int { return n.pits[player*n.m() : (player+1)*n.m()] }
func (n *naiveRing) canSwap() bool        { return n.rules.Pie && n.turns == 1 && !n.over }

// sow sows a house and returns the pit of the last seed.
func (n *naiveRing) sow(h House) int {
	from := n.mover*n.m() + int(h) - 1
	hand := n.pits[from]
	n.pits[from] = 0
	at := from
	if n.rules.Family == TogyzFamily && hand > 1 {
		n.pits[from] = 1
		hand--
	}
	for hand > 0 {
		if at = (at + 1) % len(n.pits); n.rules.Family == OwareFamily && at == from {
			continue
		}
		n.pits[at]++
		hand--
	}
	return at
}

// prey returns the houses that a last seed in a pit would capture in Oware.
func (n *naiveRing) prey(last int) (list []int) {
	for at := last; at >= 0 && at/n.m() == 1-n.mover && (n.pits[at] == 2 || n.pits[at] == 3); at-- {
		list = append(list, at)
	}
	return list
}

// slam reports whether those houses hold all seeds of the other side.
func (n *naiveRing) slam(prey []int) bool {
	seeds := 0
	for _, at := range prey {
		seeds += n.pits[at]
	}
	return seeds > 0 && seeds == sum(n.row(1-n.mover))
}

func (n *naiveRing) legal(h House) bool {
	if n.over || n.row(n.mover)[h-1] == 0 {
		return false
	}
	if n.rules.Family != OwareFamily {
		return true
	}
	try := *n
	try.pits = slices.Clone(n.pits)
	starving := sum(n.row(1-n.mover)) == 0
	last := try.sow(h)
	if n.rules.MustFeed && starving && sum(try.row(1-n.mover)) == 0 {
		return false
	}
	return n.rules.Slam != SlamForbid || !try.slam(try.prey(last))
}

func (n *naiveRing) play(h House) {
	if h == Swap {
		n.pits = append(slices.Clone(n.row(1)), n.row(0)...)
		n.store[0], n.store[1] = n.store[1], n.store[0]
		for i, pit := range [2]int{n.tuzdik[1], n.tuzdik[0]} {
			if n.tuzdik[i] = pit; pit >= 0 {
				n.tuzdik[i] = (pit + n.m()) % len(n.pits)
			}
		}
	} else if last := n.sow(h); n.rules.Family == OwareFamily {
		n.captureChain(last)
	} else {
		n.captureEven(last)
	}
	n.mover, n.turns = 1-n.mover, n.turns+1
	n.end()
}

func (n *naiveRing) captureChain(last int) {
	prey := n.prey(last)
	if n.slam(prey) && n.rules.Slam == SlamKeep {
		return
	}
	for _, at := range prey {
		n.store[n.mover] += n.pits[at]
		n.pits[at] = 0
	}
}

func (n *naiveRing) captureEven(last int) {
	seeds, number := n.pits[last], last%n.m()+1
	if last/n.m() != n.mover && last != n.tuzdik[n.mover] {
		theirs := n.tuzdik[1-n.mover]
		wins := n.rules.Tuzdik && seeds == 3 && n.tuzdik[n.mover] < 0 && number < n.m() && (theirs < 0 || theirs%n.m()+1 != number)
		if wins {
			n.tuzdik[n.mover] = last
		}
		if wins || seeds%2 == 0 {
			n.store[n.mover] += seeds
			n.pits[last] = 0
		}
	}
	for player, pit := range n.tuzdik {
		if pit >= 0 {
			n.store[player] += n.pits[pit]
			n.pits[pit] = 0
		}
	}
}

func (n *naiveRing) end() {
	all := 2 * n.m() * int(n.rules.Seeds)
	if n.rules.Majority && 2*max(n.store[0], n.store[1]) > all {
		n.over = true
		return
	}
	stuck := true
	for h := range n.m() {
		stuck = stuck && !n.legal(House(h+1))
	}
	repeated := n.seen[n.key()]
	n.seen[n.key()] = true
	n.over = stuck || repeated
	if n.drawn = repeated && !stuck && n.rules.Repeat == RepeatDraw; !n.over || n.drawn {
		return
	}
	for player := range 2 {
		n.store[player] += sum(n.row(player))
		clear(n.row(player))
	}
}

// pit returns a pit of a position by its place in the ring.
func (n *naiveRing) pit(at int) Pit { return Pit{Side(at / n.m()), House(at%n.m() + 1)} }

func (n *naiveRing) differs(p Position) string {
	for at, want := range n.pits {
		if got := p.Seeds(n.pit(at)); got != want {
			return fmt.Sprintf("%v holds %d, not %d", n.pit(at), got, want)
		}
	}
	for player, side := range [...]Side{South, North} {
		owned := Pit{side.Opponent(), p.Board().Tuzdik[side]}
		if n.tuzdik[player] < 0 && !owned.IsStore() || n.tuzdik[player] >= 0 && owned != n.pit(n.tuzdik[player]) {
			return fmt.Sprintf("%v's tuzdik is %v, not pit %d", side, owned, n.tuzdik[player])
		}
		if p.Store(side) != n.store[player] {
			return fmt.Sprintf("%v's store holds %d, not %d", side, p.Store(side), n.store[player])
		}
	}
	switch {
	case p.Over() != n.over:
		return fmt.Sprintf("over: %v, not %v", p.Over(), n.over)
	case int(p.ToMove()) != n.mover:
		return fmt.Sprintf("%v to move, not player %d", p.ToMove(), n.mover)
	case p.CanSwap() != n.canSwap():
		return fmt.Sprintf("can swap: %v, not %v", p.CanSwap(), n.canSwap())
	case n.drawn && (p.Outcome() != Draw || p.Lead(South) != 0):
		return "the game is drawn"
	}
	return ""
}
