package rules

// CaptureRule determines where a last seed that falls into an empty house captures.
type CaptureRule uint8

// The places where a last seed may capture.
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
	TakeOpposite                 // the opposite seeds; the capturing seed stays where it fell
)

// EndRule determines when a game ends.
type EndRule uint8

// The conditions that end a game.
const (
	EndEitherSide EndRule = iota // one side's houses are all empty after a ply
	EndToMove                    // the player to move has no seeds in their houses
)

// SweepRule determines what happens at the end of a game to the seeds left in houses.
type SweepRule uint8

// The fate of the seeds left.
const (
	SweepOwner SweepRule = iota // they go to the store of the side they lie on
	SweepNone                   // they stay where they are and count for neither side
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
	// ExtraTurn lets the mover move again if the last seed falls into their own store.
	ExtraTurn bool
	// Capture determines where a last seed in an empty house captures.
	Capture CaptureRule
	// CaptureEmpty allows a capture if the opposite house is empty: it takes the capturing seed
	// alone.
	CaptureEmpty bool
	// Take determines which seeds a capture takes.
	Take TakeRule
	// End determines when the game ends.
	End EndRule
	// Majority also ends the game as soon as one store holds more than half of all seeds. Nothing
	// is swept then.
	Majority bool
	// Sweep determines what happens to the seeds left in houses at the end.
	Sweep SweepRule
	// Pie lets the second player swap sides once, as the answer to the first player's first turn.
	Pie bool
}

// NamedVariant is a preset: a named rule set, at its default size.
type NamedVariant struct {
	// Name identifies the preset in flags and text forms, for example "kalah".
	Name string
	Variant
}

var presets = []NamedVariant{
	{"kalah", Variant{Houses: 6, Seeds: 4, ExtraTurn: true, Capture: CaptureOwn}},
	{"empty-capture", Variant{
		Houses: 6, Seeds: 4, ExtraTurn: true, Capture: CaptureOwn, CaptureEmpty: true,
	}},
	{"video", Variant{
		Houses: 6, Seeds: 3, ExtraTurn: true, Capture: CaptureOwn, CaptureEmpty: true, End: EndToMove, Majority: true,
	}},
	{"bowls", Variant{
		Houses: 6, Seeds: 4, SowOpponentStore: true, Capture: CaptureEither, Take: TakeOpposite, Sweep: SweepNone,
	}},
}

// Presets returns the named rule sets in the order in which to offer them; the first is the
// default. The caller owns the slice.
func Presets() []NamedVariant { return append([]NamedVariant(nil), presets...) }

// Preset returns the rule set of that name at its default size. An unknown name is an error that
// lists the known ones.
func Preset(name string) (Variant, error) {
	for _, p := range presets {
		if p.Name == name {
			return p.Variant, nil
		}
	}
	known := ""
	for i, p := range presets {
		if i > 0 {
			known += ", "
		}
		known += p.Name
	}
	return Variant{}, Refuse("rules.no-preset", "there is no rule set %q; choose one of %s", name, known)
}

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

// preset returns the preset that v is, at any size, and whether there is one. It ignores the pie
// rule.
func (v Variant) preset() (NamedVariant, bool) {
	v = v.Canonical()
	for _, p := range presets {
		v.Houses, v.Seeds, v.Pie = p.Houses, p.Seeds, false
		if v == p.Variant {
			return p, true
		}
	}
	return NamedVariant{}, false
}

// Name returns the name of the preset that v is (at any size, with or without the pie rule), or
// "custom".
func (v Variant) Name() string {
	if p, ok := v.preset(); ok {
		return p.Name
	}
	return "custom"
}
