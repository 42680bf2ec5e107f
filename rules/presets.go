package rules

import "slices"

// NamedVariant is a preset: a named rule set, at its default size.
type NamedVariant struct {
	// Name identifies the preset in flags and text forms, for example "kalah".
	Name string
	Variant
}

// presets are the named rule sets that lists offer, in their order.
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
	{"mangala", Variant{
		Houses: 6, Seeds: 4, ExtraTurn: true, Capture: CaptureOwn, Sweep: SweepEmptied, LeaveOne: true, CaptureEven: true,
	}},
	{"oware", Variant{Houses: 6, Seeds: 4, Family: OwareFamily, MustFeed: true, Majority: true}},
	{"togyz", Variant{Houses: 9, Seeds: 9, Family: TogyzFamily, Tuzdik: true, Majority: true, Repeat: RepeatDraw}},
	{"bestemshe", Variant{Houses: 5, Seeds: 5, Family: TogyzFamily, Majority: true, Repeat: RepeatDraw}},
}

// Presets returns the named rule sets in the order to offer them; the first is the default. The
// caller owns the slice.
func Presets() []NamedVariant { return slices.Clone(presets) }

// Preset returns the rule set of that name at its default size. An unknown name is an error that
// lists the ones on offer.
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
	return Variant{}, Refuse("rules.no-preset", "there is no rule set %.60q; choose one of %s", name, known)
}

// preset returns the preset equal to v, at any size, and whether there is one. It ignores the pie
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

// Discipline returns the name of the game that v is a form of, for comparing players: the first
// preset that is sown alike, at any size. House rules do not make a different game.
func (v Variant) Discipline() string {
	v = v.Canonical()
	for _, p := range presets {
		if p.Family == v.Family && p.LeaveOne == v.LeaveOne && p.Tuzdik == v.Tuzdik {
			return p.Name
		}
	}
	return presets[0].Name // no switches are left
}

// Disciplines returns the names that [Variant.Discipline] gives, in the order of [Presets]. The
// caller owns the slice.
func Disciplines() (names []string) {
	for _, p := range presets {
		if p.Discipline() == p.Name {
			names = append(names, p.Name)
		}
	}
	return names
}
