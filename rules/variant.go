package rules

// Family is a kind of games: all its plies work alike, except for its switches.
type Family uint8

// The families.
const (
	// KalahFamily sows the mover's store in each lap. The last seed may capture from its house and
	// from the house across.
	KalahFamily Family = iota
	// OwareFamily sows no store, and skips the source house. The last seed captures houses of the
	// other side that become 2 or 3, backwards without a gap.
	OwareFamily
	// TogyzFamily sows no store. The first seed of several falls back into its house. The last one
	// captures a house of the other side that becomes even.
	TogyzFamily

	families
)

// CaptureRule determines the captures of a last seed in an empty house.
type CaptureRule uint8

// The places of capture.
const (
	CaptureNever  CaptureRule = iota // no captures at all
	CaptureOwn                       // in the mover's own houses
	CaptureEither                    // in any house of the board
)

// TakeRule determines which seeds a capture puts into the mover's store.
type TakeRule uint8

// The seeds that a capture takes.
const (
	TakeBoth     TakeRule = iota // the opposite seeds and the capturing seed
	TakeOpposite                 // the opposite seeds; the capturing seed stays in its house
)

// EndRule determines when a game ends.
type EndRule uint8

// The conditions that end a game.
const (
	EndEitherSide EndRule = iota // one side's houses are all empty after a ply
	EndToMove                    // the player to move has no seeds in their houses
)

// SweepRule determines the owner of the seeds left in houses at the end of a game.
type SweepRule uint8

// The fate of the seeds left.
const (
	SweepOwner   SweepRule = iota // they go to the store of the side they lie on
	SweepNone                     // they stay in place and count for neither side
	SweepEmptied                  // they go to the empty side
	SweepMover                    // they go to the side that made the last ply
)

// SlamRule determines the effect of a grand slam: a ply that would capture all seeds of the other
// side.
type SlamRule uint8

// The fates of a grand slam.
const (
	SlamKeep   SlamRule = iota // it is legal, and captures nothing
	SlamTake                   // it captures them
	SlamForbid                 // it is not legal
)

// RepeatRule determines how a repetition ends a game; see [Play]. So every game ends.
type RepeatRule uint8

// The ends of a game by repetition.
const (
	RepeatRows RepeatRule = iota // each side takes the seeds of its row
	RepeatDraw                   // the game is drawn, with any stores
)

// Variant is a complete set of rules and a board size. It is comparable; two variants that compare
// equal are the same game. Make one with [Preset] and [Variant.WithSize], or fill in the fields and
// call [Variant.Validate]. The zero value has no houses and is not valid.
type Variant struct {
	// Houses is the number of houses a side, 1..MaxHouses.
	Houses uint8
	// Seeds is the number of seeds in every house at the start, 1..MaxSeeds.
	Seeds uint8
	// SowOpponentStore makes a lap include the opponent's store; otherwise the lap skips it.
	SowOpponentStore bool
	// ExtraTurn lets the mover move again if the last seed falls into the mover's store.
	ExtraTurn bool
	// Capture determines the captures of a last seed in an empty house.
	Capture CaptureRule
	// CaptureEmpty allows a capture if the opposite house is empty: it takes only the
	// capturing seed.
	CaptureEmpty bool
	// Take determines which seeds a capture takes.
	Take TakeRule
	// End determines when the game ends.
	End EndRule
	// Majority also ends the game as soon as one store holds more than half of all seeds. Nothing
	// is swept then.
	Majority bool
	// Sweep determines the owner of the seeds left in houses at the end.
	Sweep SweepRule
	// Pie lets the second player swap sides once, in answer to the first player's first turn.
	Pie bool
	// LeaveOne makes the first seed of several fall back into its own house.
	LeaveOne bool
	// CaptureEven also captures the seeds of an opposing house that the last seed made even.
	CaptureEven bool
	// Family is the kind of game. Each of the other switches belongs to some families, and is zero
	// in the others.
	Family Family
	// MustFeed obliges a side to give seeds, if it can, to an opponent without seeds.
	MustFeed bool
	// Slam determines the effect of a ply that would capture all seeds of the other side.
	Slam SlamRule
	// Tuzdik lets the last seed of a ply win an opposing house that it makes three, once a game for
	// each side. All seeds that fall there go to the new owner's store. A side cannot win the last
	// house, or the one with the number of the other side's tuzdik.
	Tuzdik bool
	// Repeat determines how a repetition ends a game.
	Repeat RepeatRule
}

// Acyclic reports that no position can repeat in a game: each ply moves seeds on or puts some into
// a store.
func (v Variant) Acyclic() bool { return v.Family == KalahFamily }

// leavesOne reports that the first of several seeds falls back into its house.
func (v *Variant) leavesOne() bool { return v.LeaveOne || v.Family == TogyzFamily }

// WithSize returns the variant on a board of houses a side and seeds a house. Numbers outside
// 1..MaxHouses and 1..MaxSeeds are an error that names the range.
func (v Variant) WithSize(houses, seeds int) (Variant, error) {
	if houses < 1 || houses > MaxHouses {
		return v, Refuse("rules.bad-houses", "%d houses a side is not possible; choose 1 to %d", houses, MaxHouses)
	}
	if seeds < 1 || seeds > MaxSeeds {
		return v, Refuse("rules.bad-seeds", "%d seeds a house is not possible; choose 1 to %d", seeds, MaxSeeds)
	}
	v.Houses, v.Seeds = uint8(houses), uint8(seeds)
	return v, nil
}

// Total returns the number of seeds in the game, 2..200.
func (v Variant) Total() int { return 2 * int(v.Houses) * int(v.Seeds) }
