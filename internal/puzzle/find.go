package puzzle

import "mancala/rules"

// Find returns the puzzle of a position, seen from South, and whether there is one. The values come
// from the oracle; Find returns its errors. The puzzle has no level yet.
func Find(p rules.Position, oracle Oracle) (found Puzzle, ok bool, err error) {
	plain, settled := p.WithoutPie()
	if settled {
		p = plain
	}
	if !settled && !p.CanSwap() {
		return Puzzle{}, false, nil // the pie rule changes the values of openings
	}
	if p.ToMove() == rules.North {
		p = p.Mirror()
	}
	if !open(p) {
		return Puzzle{}, false, nil
	}
	values, err := oracle.Values(p)
	if err != nil {
		return Puzzle{}, false, err
	}
	kind, ok := kindOf(values)
	if !ok {
		return Puzzle{}, false, nil
	}
	found = Puzzle{Position: p, Kind: kind, Values: values}
	game, err := found.play(oracle)
	if err == nil {
		found.Themes, err = themesOf(found, game, oracle)
	}
	return found, err == nil, err
}

// open reports whether there is enough to choose from, and the game is not decided by a store.
func open(p rules.Position) bool {
	half := p.Variant().Total() / 2
	if p.Over() || p.Store(rules.South) > half || p.Store(rules.North) > half {
		return false
	}
	n := 0
	for range p.Plies() {
		n++
	}
	return n >= LeastPlies
}

// class returns 1 for the value of a win, 0 for a draw and -1 for a loss.
func class(seeds int) int { return min(max(seeds, -1), 1) }

// kindOf returns the question of some values, and whether there is one.
func kindOf(values []Value) (Kind, bool) {
	top := best(values)
	second, sameClass := -1<<31, 0
	for _, v := range values {
		if class(v.Seeds) == class(top.Seeds) {
			sameClass++
		}
		if v != top {
			second = max(second, v.Seeds)
		}
	}
	switch {
	case sameClass == 1:
		return Result, true
	case top.Seeds-second >= LeastClear:
		return Seeds, true
	}
	return 0, false
}

// rightOf returns the plies that keep the best of some values: its result, or all of its seeds.
func (k Kind) rightOf(values []Value) PlySet {
	top, set := best(values).Seeds, PlySet(0)
	for _, v := range values {
		if v.Seeds == top || k == Result && class(v.Seeds) == class(top) {
			set |= bitOf(v.Ply)
		}
	}
	return set
}

// step is a ply of the line that a puzzle follows to the end of the game.
type step struct {
	before rules.Position
	sowing rules.Sowing
	after  rules.Position
}

// play plays the best line and returns the end of the game. It sets Line and Right to the puzzle's
// part of the line: up to the solver's last ply that is the only right one of several. That part
// ends early if every ply is right, and after [MostAnswers] plies of the solver. A repetition ends
// the game.
func (p *Puzzle) play(oracle Oracle) (game []step, err error) {
	keep, answers, asking, seen := 0, 0, true, map[rules.Position]bool{}
	for at := p.Position; !at.Over() && !seen[at]; {
		seen[at] = true
		values, err := oracle.Values(at)
		if err != nil {
			return nil, err
		}
		h, right := best(values).Ply, PlySet(0)
		if at.ToMove() == p.Solver() && len(values) > 1 {
			right = p.Kind.rightOf(values)
			answers++
			asking = asking && answers <= MostAnswers && right.size() < len(values)
			if asking && right.size() == 1 {
				keep = len(game) + 1
			}
		}
		if at.ToMove() != p.Solver() {
			if h, err = p.defence(at, values, oracle); err != nil {
				return nil, err
			}
		}
		after, s, _ := at.Sow(h) // an oracle values legal plies
		game = append(game, step{at, s, after})
		if asking {
			p.Line, p.Right = append(p.Line, h), append(p.Right, right)
		}
		at = after
	}
	p.Line, p.Right = p.Line[:keep:keep], p.Right[:keep:keep]
	return game, nil
}

// defence returns the opponent's best ply. Among equals it leaves the solver the fewest right
// answers, and then has the lowest house.
func (p *Puzzle) defence(at rules.Position, values []Value, oracle Oracle) (rules.House, error) {
	top := best(values)
	choice, fewest := top.Ply, 1<<30
	for _, v := range values {
		if v.Seeds != top.Seeds {
			continue
		}
		after, _, _ := at.Sow(v.Ply)
		n := 1 << 20 // the opponent moves again, or the game is over
		if !after.Over() && after.ToMove() != at.ToMove() {
			next, err := oracle.Values(after)
			if err != nil {
				return 0, err
			}
			n = p.Kind.rightOf(next).size()
		}
		if n < fewest {
			choice, fewest = v.Ply, n
		}
	}
	return choice, nil
}
