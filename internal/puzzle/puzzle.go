// Package puzzle deals with positions in which one ply is right and all others are wrong, proved by
// exact values. It finds them, judges answers, rates their difficulty, and assigns one to each day.
//
// It is pure: values come from an [Oracle], moments from the caller. Command tools/puzzles finds
// the embedded puzzles.
package puzzle

import (
	"math/bits"
	"slices"

	"mancala/rules"
)

// Kind is the question that a puzzle asks.
type Kind uint8

// The kinds.
const (
	// Result asks for the only ply that keeps the best result: the win, or else the draw.
	Result Kind = iota
	// Seeds asks for the ply that is better than every other by at least [LeastClear] seeds, with
	// the same result as the second best.
	Seeds
)

// String returns "result" or "seeds".
func (k Kind) String() string {
	if k == Result {
		return "result"
	}
	return "seeds"
}

// LeastClear is the smallest distance in seeds between the best and the second best ply of a puzzle
// of kind [Seeds].
const LeastClear = 4

// Limits of a puzzle.
const (
	// LeastPlies is the smallest number of plies to choose from.
	LeastPlies = 3
	// MostAnswers is the largest number of plies that the solver plays.
	MostAnswers = 9
)

// Value is the exact value of a ply: the final store of its mover minus the other's, with best play
// by both after it. Where a majority ends the game, only the result counts: 1 for a win, 0 for a
// draw and -1 for a loss.
type Value struct {
	Ply   rules.House
	Seeds int
}

// Oracle knows exact values.
type Oracle interface {
	// Values returns the value of each legal ply of p, or [ErrUnknown]. The game must not be over
	// in p.
	Values(p rules.Position) ([]Value, error)
}

// Puzzle is a position with one right ply, and the line that follows with best play.
type Puzzle struct {
	// Position is the position to solve. Its side to move is the solver.
	Position rules.Position
	Kind     Kind
	// Values are the values of all plies of Position.
	Values []Value
	// Line is the best play of both sides from Position, up to the solver's last only right ply.
	Line []rules.House
	// Right has the right plies at each ply of Line; none if the ply is the opponent's or the only
	// legal one.
	Right []PlySet
	// Replies has, for each ply of Line, the replies to the wrong plies there, as far as they are
	// known.
	Replies [][]Reply
	Themes
	// Level is the number of levels of the ladder that do not find the first ply, 0..MostLevel.
	Level int
}

// Solver returns the side that has to find the line.
func (p Puzzle) Solver() rules.Side { return p.Position.ToMove() }

// Answers returns the number of plies of the line that the solver has to choose.
func (p Puzzle) Answers() int {
	n := 0
	for _, right := range p.Right {
		if right != 0 {
			n++
		}
	}
	return n
}

// Best returns the value of the right ply.
func (p Puzzle) Best() int { return best(p.Values).Seeds }

// Clear returns [LeastClear] for a puzzle of kind [Seeds], and 0 for another.
func (p Puzzle) Clear() int { return int(p.Kind) * LeastClear }

// ResultOnly reports that the values are results and no numbers of seeds; see [Value].
func (p Puzzle) ResultOnly() bool { return p.Position.Variant().Majority }

// Value returns the value of a ply of the position, and whether it is legal there.
func (p Puzzle) Value(h rules.House) (int, bool) {
	i := slices.IndexFunc(p.Values, func(v Value) bool { return v.Ply == h })
	if i < 0 {
		return 0, false
	}
	return p.Values[i].Seeds, true
}

// best returns the highest of some values; of several, the first.
func best(values []Value) Value {
	return slices.MaxFunc(values, func(a, b Value) int { return a.Seeds - b.Seeds })
}

// Key is the part of a position that identifies a puzzle: the rules, and the houses as the solver
// sees them, without the stores. A pie rule counts only if a swap is possible.
type Key struct {
	variant rules.Variant
	houses  [2][rules.MaxHouses]uint8
	swap    bool
}

// KeyOf returns the key of a position.
func KeyOf(p rules.Position) Key {
	swap := p.CanSwap()
	if plain, settled := p.WithoutPie(); settled {
		p = plain
	}
	if p.ToMove() == rules.North {
		p = p.Mirror()
	}
	return Key{p.Variant(), p.Board().House, swap}
}

// Keys returns the keys of the position and of the position after the first ply. Two puzzles with a
// common key are the same.
func (p Puzzle) Keys() [2]Key {
	after, _, _ := p.Position.Sow(p.Line[0]) // the line is legal
	return [2]Key{KeyOf(p.Position), KeyOf(after)}
}

// PlySet is a set of plies, a bit each; bit 0 is a swap.
type PlySet uint16

// bitOf returns the bit of a ply.
func bitOf(h rules.House) PlySet {
	if h == rules.Swap {
		return 1
	}
	return 1 << h
}

// Has reports whether a ply is in the set.
func (s PlySet) Has(h rules.House) bool {
	return (h <= rules.MaxHouses && h > 0 || h == rules.Swap) && s&bitOf(h) != 0
}

func (s PlySet) size() int { return bits.OnesCount16(uint16(s)) }

// Plies returns the plies of the set in the order of [rules.Position.Plies].
func (s PlySet) Plies() []rules.House {
	var list []rules.House
	for h := rules.House(1); h <= rules.MaxHouses; h++ {
		if s.Has(h) {
			list = append(list, h)
		}
	}
	if s.Has(rules.Swap) {
		list = append(list, rules.Swap)
	}
	return list
}
