package rules

import "iter"

// The reasons to refuse a ply. Compare with errors.Is.
var (
	// ErrGameOver means that the game has ended.
	ErrGameOver error = Refuse("rules.game-over", "the game is over")
	// ErrNoSuchHouse means that the board has no house of that number, or that a swap is not
	// allowed.
	ErrNoSuchHouse error = Refuse("rules.no-such-house", "there is no such house")
	// ErrEmptyHouse means that the house has no seeds to sow.
	ErrEmptyHouse error = Refuse("rules.empty-house", "that house is empty")
	// ErrMustFeed means that the opponent has no seeds, and that another house gives some but this
	// ply does not.
	ErrMustFeed error = Refuse("rules.must-feed", "the opponent must get seeds")
	// ErrNoSlam means that the variant forbids the ply: it would capture all seeds of the opponent.
	ErrNoSlam error = Refuse("rules.no-slam", "capturing all seeds of the opponent is not allowed")
)

// Board holds the count of every pit, and the tuzdiks.
type Board struct {
	// Store holds the seeds in each side's store.
	Store [2]uint8
	// House holds the seeds in house i+1 of each side at index i. Entries beyond the variant's
	// houses are zero.
	House [2][MaxHouses]uint8
	// Tuzdik is each side's house in the other row; zero for none. It has no seeds between plies.
	Tuzdik [2]House
}

// Seeds returns the count of one pit; zero for a house that does not exist.
func (b Board) Seeds(p Pit) int {
	switch {
	case p.Side > North || p.House > MaxHouses:
		return 0
	case p.House == 0:
		return int(b.Store[p.Side])
	}
	return int(b.House[p.Side][p.House-1])
}

// Owner returns the side whose tuzdik a house is, and whether it is one. A tuzdik lies in its
// owner's opponent's row.
func (b Board) Owner(p Pit) (Side, bool) {
	owner := p.Side.Opponent()
	return owner, !p.IsStore() && p.Side <= North && b.Tuzdik[owner] == p.House
}

func (b *Board) at(p Pit) *uint8 {
	if p.House == 0 {
		return &b.Store[p.Side]
	}
	return &b.House[p.Side][p.House-1]
}

// InHouses returns the number of seeds in all houses of a side.
func (b Board) InHouses(s Side) int {
	n := 0
	for _, c := range b.House[s&1] {
		n += int(c)
	}
	return n
}

// pieState is the state of the pie rule.
type pieState uint8

const (
	pieNone      pieState = iota // no swap, now or later; also in every finished game
	pieFirstTurn                 // the first player's first turn is not over
	pieOffered                   // the player to move may swap
)

// endState is whether, and how, a game is over.
type endState uint8

const (
	running endState = iota
	counted          // the stores decide
	tied             // by a repetition, with any stores
)

// Position is the state of a game: the variant, the board, whose turn it is. If the variant is not
// acyclic, a game also has its past; see [Play]. It is a small comparable value without pointers.
// The zero value is a finished game without houses. Make one with [Start], [ParsePosition] or by
// sowing.
type Position struct {
	variant Variant
	board   Board
	toMove  Side
	pie     pieState
	end     endState
}

// Start returns the position before the first ply, with South to move, under the canonical form of
// v; or the error of [Variant.Validate].
func Start(v Variant) (Position, error) {
	if err := v.Validate(); err != nil {
		return Position{}, err
	}
	p := Position{variant: v.Canonical()}
	for i := range int(v.Houses) {
		p.board.House[South][i], p.board.House[North][i] = v.Seeds, v.Seeds
	}
	if v.Pie {
		p.pie = pieFirstTurn
	}
	return p, nil
}

// Variant returns the rules the position is played by.
func (p Position) Variant() Variant { return p.variant }

// Board returns the counts of all pits.
func (p Position) Board() Board { return p.board }

// Seeds returns the count of one pit; zero for a house that does not exist.
func (p Position) Seeds(pit Pit) int { return p.board.Seeds(pit) }

// Lead returns a side's store minus the other's; zero in a game that a repetition has drawn.
func (p Position) Lead(s Side) int {
	if p.end == tied {
		return 0
	}
	return p.Store(s) - p.Store(s.Opponent())
}

// Store returns the number of seeds in a side's store.
func (p Position) Store(s Side) int { return p.board.Seeds(StoreOf(s)) }

// ToMove returns the side to move. After the game it is the side whose turn it would be.
func (p Position) ToMove() Side { return p.toMove }

// Over reports whether the game has ended.
func (p Position) Over() bool { return p.end != running || p.variant.Houses == 0 }

// Opposite returns the house across the board, or for a store the other store.
func (p Position) Opposite(pit Pit) Pit {
	if pit.IsStore() {
		return StoreOf(pit.Side.Opponent())
	}
	return Pit{pit.Side.Opponent(), House(p.variant.Houses) + 1 - pit.House}
}

// CanSwap reports whether [Swap] is a legal ply: the variant has the pie rule, the first turn is
// over, and nothing has been played since.
func (p Position) CanSwap() bool { return p.pie == pieOffered }

// WithoutPie returns the position under the same rules without the pie rule. It also reports
// whether that changes nothing, because no swap is possible now or later.
func (p Position) WithoutPie() (same Position, settled bool) {
	settled = p.pie == pieNone
	p.variant.Pie, p.pie = false, pieNone
	return p, settled
}

// Legal returns nil if the side to move may play h, and otherwise [ErrGameOver], [ErrNoSuchHouse],
// [ErrEmptyHouse], [ErrMustFeed] or [ErrNoSlam]. It does not allocate.
func (p Position) Legal(h House) error { return p.legal(h) }

// legal is Legal without a copy of the position.
func (p *Position) legal(h House) error {
	switch {
	case p.end != running || p.variant.Houses == 0:
		return ErrGameOver
	case h == Swap && p.pie == pieOffered:
		return nil
	case h < 1 || h > House(p.variant.Houses):
		return ErrNoSuchHouse
	case p.board.House[p.toMove][h-1] == 0:
		return ErrEmptyHouse
	case p.variant.Family == OwareFamily:
		return p.legalOware(h)
	}
	return nil
}

// Plies yields the legal plies in order of their house, and [Swap] last if it is allowed. In a
// finished game it yields nothing.
func (p Position) Plies() iter.Seq[House] {
	return func(yield func(House) bool) {
		for h := House(1); h <= House(p.variant.Houses); h++ {
			if p.legal(h) == nil && !yield(h) {
				return
			}
		}
		if p.CanSwap() {
			yield(Swap)
		}
	}
}

// Outcome is the result of a game.
type Outcome uint8

// The outcomes.
const (
	Undecided Outcome = iota // the game is not over
	SouthWins
	NorthWins
	Draw
)

// Winner returns the outcome of a win by a side.
func Winner(s Side) Outcome {
	if s == South {
		return SouthWins
	}
	return NorthWins
}

// Outcome returns the side with more seeds in its store once the game is over, and [Undecided]
// before. A repetition may draw the game with any stores.
func (p Position) Outcome() Outcome {
	south, north := p.board.Store[South], p.board.Store[North]
	switch {
	case !p.Over():
		return Undecided
	case p.end == tied:
		return Draw
	case south > north:
		return SouthWins
	case north > south:
		return NorthWins
	}
	return Draw
}

// Mirror returns the position with the two sides exchanged, including the side to move. It is the
// same game seen from across the board; mirrored twice it is p again.
func (p Position) Mirror() Position {
	p.board = p.board.mirror()
	p.toMove = p.toMove.Opponent()
	return p
}

func (b Board) mirror() Board {
	b.Store[South], b.Store[North] = b.Store[North], b.Store[South]
	b.House[South], b.House[North] = b.House[North], b.House[South]
	b.Tuzdik[South], b.Tuzdik[North] = b.Tuzdik[North], b.Tuzdik[South]
	return b
}
