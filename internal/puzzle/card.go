package puzzle

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"sort"

	"mancala/internal/fsrs"
	"mancala/rules"
)

// Card is the position of a person's mistake, asked again until they know better.
type Card struct {
	// Game names the game of the mistake.
	Game string
	// Played is the mistake.
	Played rules.House
	// Puzzle asks for a ply that is no mistake. Its line is only the best ply.
	Puzzle Puzzle
	// Memory is how well the person knows it; new before the first answer.
	Memory fsrs.Memory
	// Due is the day of the next question, and Last the day of the last answer, if any.
	Due, Last Day
	// Answers and Lapses are the numbers of all answers and of wrong ones.
	Answers, Lapses int
}

// ID names the card: cards of the same position have the same ID.
func (c Card) ID() string {
	sum := sha256.Sum256([]byte(c.Puzzle.Position.String()))
	return hex.EncodeToString(sum[:16])
}

// Cost returns the seeds that the mistake cost.
func (c Card) Cost() int {
	played, _ := c.Puzzle.Value(c.Played)
	return c.Puzzle.Best() - played
}

// After returns the card after an answer on a day.
func (c Card) After(g fsrs.Grade, today Day) Card {
	days := 0
	if !c.Memory.New() {
		days = max(0, int(today-c.Last))
	}
	c.Memory = c.Memory.After(float64(days), g)
	c.Last, c.Due = today, today+Day(c.Memory.Interval())
	c.Answers++
	if g == fsrs.Again {
		c.Lapses++
	}
	return c
}

// Believed returns the card as it is believed on a day: it was neither found nor answered later, so
// it comes back after its interval at the latest. Otherwise an answer while the clock was ahead
// would keep it away until then.
func (c Card) Believed(today Day) Card {
	from := today
	if !c.Memory.New() {
		c.Last = min(c.Last, today)
		from = c.Last
	}
	c.Due = min(c.Due, from+Day(c.Memory.Interval()))
	return c
}

// mistaken returns the question about a position, and whether the ply played there was a mistake:
// it lost a result, or at least [LeastClear] seeds. All other plies are right.
func mistaken(p rules.Position, values []Value, played rules.House) (Puzzle, bool) {
	found := Puzzle{Position: p, Values: values, Line: []rules.House{best(values).Ply}}
	top, right := best(values).Seeds, PlySet(0)
	for _, v := range values {
		switch lost := class(v.Seeds) < class(top); {
		case !lost && top-v.Seeds < LeastClear:
			right |= bitOf(v.Ply)
		case v.Ply == played && !lost:
			found.Kind = Seeds
		}
	}
	if found.Kind == Result {
		right = Result.rightOf(values)
	}
	found.Right = []PlySet{right}
	_, ok := found.Value(played)
	return found, ok && !right.Has(played)
}

// ErrUnknown is the error of an [Oracle] that cannot prove the values of a position in the time
// that it has.
var ErrUnknown = errors.New("the values of the position are unknown")

// MostCards is the largest number of cards of a game.
const MostCards = 5

// Mistakes returns the cards of a side's mistakes in the game named id, the costliest first, at
// most [MostCards]. They are due on a day. It skips positions that the oracle cannot value. It
// returns the oracle's other errors, and the error of an illegal game.
func Mistakes(g rules.Game, id string, side rules.Side, due Day, oracle Oracle) ([]Card, error) {
	positions, err := positionsOf(g)
	if err != nil {
		return nil, err
	}
	var list []Card
	for i := len(g.Plies) - 1; i >= 0; i-- { // late positions help to prove early ones
		if positions[i].ToMove() != side {
			continue
		}
		c := Card{Game: id, Played: g.Plies[i], Due: due}
		ok, err := c.find(positions[i], oracle)
		if err != nil && !errors.Is(err, ErrUnknown) {
			return nil, err
		}
		if ok && err == nil && !slices.ContainsFunc(list, func(o Card) bool { return o.ID() == c.ID() }) {
			list = append(list, c)
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Cost() > list[j].Cost() })
	return list[:min(len(list), MostCards)], nil
}

// positionsOf returns the position of a game before each ply.
func positionsOf(g rules.Game) ([]rules.Position, error) {
	p, err := rules.Start(g.Variant)
	var list []rules.Position
	for _, h := range g.Plies {
		if err != nil {
			return nil, err
		}
		list = append(list, p)
		p, _, err = p.Sow(h)
	}
	return list, err
}

// find asks the oracle about the position of a card, and reports whether there is a mistake in it.
func (c *Card) find(p rules.Position, oracle Oracle) (bool, error) {
	plain, settled := p.WithoutPie()
	if settled {
		p = plain
	}
	if !settled && !p.CanSwap() || !several(p) {
		return false, nil
	}
	if p.ToMove() == rules.North {
		p = p.Mirror()
	}
	values, err := oracle.Values(p)
	if err != nil {
		return false, err
	}
	var ok bool
	if c.Puzzle, ok = mistaken(p, values, c.Played); !ok {
		return false, nil
	}
	return true, c.Puzzle.FindReplies(oracle)
}
