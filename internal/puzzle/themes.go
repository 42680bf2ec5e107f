package puzzle

import (
	"errors"
	"fmt"
	"slices"

	"mancala/rules"
)

// Themes is a set of themes of a puzzle, a bit each.
type Themes uint16

// The themes. Each follows only from the position and its values.
const (
	// Chain is a first turn that moves again at least twice.
	Chain Themes = 1 << iota
	// Capture is a first ply that captures at least four seeds.
	Capture
	// SetUp is a first ply without capture or extra turn. After any reply the solver can capture at
	// least four seeds.
	SetUp
	// Defence is a first ply after which the opponent's largest gain in one ply is smaller by four
	// or more than after the second-best ply.
	Defence
	// Counting is a position with at most ten seeds in the houses.
	Counting
	// Tempo is a first ply after which a pass would give the opponent at least two seeds more.
	Tempo
	// Hoard is a line that ends with the solver sweeping at least a third of all seeds from their
	// houses.
	Hoard
	// Starve is a line that leaves the opponent at most two houses in each of their next two turns.
	Starve
	// Lap is a first ply that sows at least a whole lap.
	Lap
	// Greed is a position whose greedy ply turns a win into a loss.
	Greed
	// Opening is a position with at least three quarters of the seeds in the houses.
	Opening
	// Pie is a position that lets the solver swap sides.
	Pie

	themes = iota
)

// themeNames are the names of the themes in texts, in the order of their bits.
var themeNames = [themes]string{
	"chain", "capture", "set-up", "defence", "counting", "tempo", "hoard", "starve", "lap", "greed", "opening", "pie",
}

// ThemeNames returns the names of all themes.
func ThemeNames() []string { return slices.Clone(themeNames[:]) }

// ParseTheme returns the theme of a name.
func ParseTheme(name string) (Themes, error) {
	i := slices.Index(themeNames[:], name)
	if i < 0 {
		return 0, rules.Refuse("puzzle.no-theme", "there is no theme %.40q", name)
	}
	return 1 << i, nil
}

// Names returns the names of the themes of the set.
func (t Themes) Names() []string {
	list := []string{}
	for i, name := range themeNames {
		if t>>i&1 == 1 {
			list = append(list, name)
		}
	}
	return list
}

// large is the smallest number of seeds of a capture, or of a gain, that makes a theme.
const large = 4

// themesOf returns the themes of a puzzle, given the best play to the end of its game.
func themesOf(p Puzzle, game []step, oracle Oracle) (t Themes, err error) {
	at, first := p.Position, game[0]
	inHouses := at.Variant().Total() - at.Store(rules.South) - at.Store(rules.North)
	set := func(theme Themes, holds bool) {
		if holds {
			t |= theme
		}
	}
	set(Chain, extraTurns(game) >= 2)
	set(Capture, first.sowing.Captured >= large)
	set(SetUp, quiet(first.sowing) && forced(first.after, p.Solver(), 0))
	set(Defence, defends(p))
	set(Counting, inHouses <= 10)
	set(Hoard, hoards(game, p.Solver()))
	set(Starve, starves(game, p.Solver()))
	set(Lap, int(first.sowing.Seeds) > 2*int(at.Variant().Houses))
	greedy, _ := p.Value(Greedy(at))
	set(Greed, p.Best() > 0 && greedy < 0)
	set(Opening, 4*inHouses >= 3*at.Variant().Total())
	set(Pie, at.CanSwap())
	passing, err := gainsByPassing(first.after, p.Solver(), oracle)
	set(Tempo, passing >= 2)
	return t, err
}

// Greedy returns the ply that adds the most seeds to the mover's store at once, an extra turn
// counted as two; of several, the house nearest to the store. It never swaps if it can sow.
func Greedy(p rules.Position) rules.House {
	choice, most := rules.Swap, -1<<30
	for h := range p.Plies() {
		if h == rules.Swap {
			continue
		}
		if g := gain(p, h); g >= most {
			choice, most = h, g
		}
	}
	return choice
}

// gain returns the seeds that a ply adds to the mover's store at once, and two for an extra turn.
func gain(p rules.Position, h rules.House) int {
	after, s, _ := p.Sow(h) // the ply is legal
	g := after.Store(p.ToMove()) - p.Store(p.ToMove())
	if s.ExtraTurn {
		g += 2
	}
	return g
}

// extraTurns returns the number of extra turns in the first turn of a game.
func extraTurns(game []step) int {
	n := 0
	for _, st := range game {
		if !st.sowing.ExtraTurn {
			break
		}
		n++
	}
	return n
}

// quiet reports whether a ply has no capture and no extra turn, and is no swap.
func quiet(s rules.Sowing) bool { return s.Captured == 0 && !s.ExtraTurn && s.From != rules.Swap }

// deepest is the largest number of plies of an opponent's turn that [forced] follows.
const deepest = 6

// forced reports whether, after every turn of the opponent, the solver's next ply can capture a
// large number of seeds.
func forced(p rules.Position, solver rules.Side, depth int) bool {
	if p.Over() || depth > deepest {
		return false
	}
	for h := range p.Plies() {
		after, s, _ := p.Sow(h)
		switch {
		case p.ToMove() == solver && s.Captured >= large:
			return true
		case p.ToMove() != solver && !forced(after, solver, depth+1):
			return false
		}
	}
	return p.ToMove() != solver
}

// defends reports whether the first ply takes a large gain from the opponent that the second-best
// ply would leave them.
func defends(p Puzzle) bool {
	second := Value{Seeds: -1 << 30}
	for _, v := range p.Values {
		if v.Ply != p.Line[0] && v.Seeds > second.Seeds {
			second = v
		}
	}
	threat := func(h rules.House) (int, bool) {
		after, _, _ := p.Position.Sow(h)
		if after.Over() || after.ToMove() == p.Solver() || h == rules.Swap {
			return 0, false
		}
		return gain(after, Greedy(after)), true
	}
	left, ok := threat(p.Line[0])
	taken, also := threat(second.Ply)
	return ok && also && taken-left >= large
}

// hoards reports whether the solver sweeps a third of all seeds home at the end.
func hoards(game []step, solver rules.Side) bool {
	last := game[len(game)-1]
	return 3*int(last.sowing.Swept[solver]) >= last.after.Variant().Total()
}

// starves reports whether the opponent has at most two plies at the start of each of their next two
// turns.
func starves(game []step, solver rules.Side) bool {
	turns := 0
	for i, st := range game {
		if i == 0 || st.before.ToMove() == solver || game[i-1].before.ToMove() != solver {
			continue
		}
		n := 0
		for range st.before.Plies() {
			n++
		}
		if n > 2 {
			return false
		}
		if turns++; turns == 2 {
			return true
		}
	}
	return false
}

// gainsByPassing returns the number of seeds that the opponent would get more if they passed; zero
// if it is not their turn, or not known.
func gainsByPassing(p rules.Position, solver rules.Side, oracle Oracle) (int, error) {
	if p.Over() || p.ToMove() == solver {
		return 0, nil
	}
	passed, err := rules.ParsePosition(fmt.Sprintf("%v %s %v", p.Variant(), p.Notation(), solver))
	if err != nil || passed.Over() {
		return 0, nil // passing would end the game
	}
	with, err := oracle.Values(p)
	if err != nil {
		return 0, err
	}
	without, err := oracle.Values(passed)
	switch {
	case errors.Is(err, ErrUnknown):
		return 0, nil
	case err != nil:
		return 0, err
	}
	return -best(without).Seeds - best(with).Seeds, nil
}
