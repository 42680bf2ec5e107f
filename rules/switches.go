package rules

import (
	"slices"
	"strings"
)

// Switch is one choice within a rule set: a field of [Variant] with its values. [Switches] lists
// them all.
type Switch struct {
	// Name is the name in the text form of a custom variant, as in "capture=own".
	Name string
	// Words are the values in the text form, in the order of their numbers; the first is the zero
	// value.
	Words []string

	in     familySet // the families that have it
	get    func(Variant) uint8
	set    func(Variant, uint8) Variant
	idle   func(Variant) bool // nil if the switch always has an effect in its families
	first  uint8              // the byte of the zero value; see [Variant.AppendBytes]
	suffix bool               // written behind the size, as "+pie"
	later  uint8              // not zero if texts and bytes have the switch only if it is set; its byte
}

// familySet is a set of families, a bit each.
type familySet uint8

func of(list ...Family) (s familySet) {
	for _, f := range list {
		s |= 1 << f
	}
	return s
}

func (s familySet) has(f Family) bool { return f < families && s>>f&1 == 1 }

var (
	inKalah = of(KalahFamily)
	inRings = of(OwareFamily, TogyzFamily)
	inAll   = inKalah | inRings
)

// familySwitch is the family of a rule set in texts and bytes.
var familySwitch = Switch{
	Name: "family", Words: []string{"kalah", "oware", "togyz"}, in: inAll, later: 3,
	get: func(v Variant) uint8 { return uint8(v.Family) },
	set: func(v Variant, n uint8) Variant { v.Family = Family(n); return v },
}

// switches are all switches in the fixed order of texts and bytes.
var switches = [...]Switch{
	{
		Name: "store", in: inKalah, Words: []string{"skip", "sow"},
		get: func(v Variant) uint8 { return bit(v.SowOpponentStore) },
		set: func(v Variant, n uint8) Variant { v.SowOpponentStore = n == 1; return v },
	},
	{
		Name: "extra", in: inKalah, Words: noYes,
		get: func(v Variant) uint8 { return bit(v.ExtraTurn) },
		set: func(v Variant, n uint8) Variant { v.ExtraTurn = n == 1; return v },
	},
	{
		Name: "capture", in: inKalah, Words: []string{"never", "own", "either"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.Capture) },
		set: func(v Variant, n uint8) Variant { v.Capture = CaptureRule(n); return v },
	},
	{
		Name: "empty", in: inKalah, Words: noYes,
		get:  func(v Variant) uint8 { return bit(v.CaptureEmpty) },
		set:  func(v Variant, n uint8) Variant { v.CaptureEmpty = n == 1; return v },
		idle: func(v Variant) bool { return v.Capture == CaptureNever || v.Take == TakeOpposite },
	},
	{
		Name: "take", in: inKalah, Words: []string{"both", "opposite"}, first: 1,
		get:  func(v Variant) uint8 { return uint8(v.Take) },
		set:  func(v Variant, n uint8) Variant { v.Take = TakeRule(n); return v },
		idle: func(v Variant) bool { return v.Capture == CaptureNever },
	},
	{
		Name: "end", in: inKalah, Words: []string{"either", "mover"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.End) },
		set: func(v Variant, n uint8) Variant { v.End = EndRule(n); return v },
	},
	{
		Name: "majority", in: inAll, Words: noYes,
		get: func(v Variant) uint8 { return bit(v.Majority) },
		set: func(v Variant, n uint8) Variant { v.Majority = n == 1; return v },
	},
	{
		Name: "sweep", in: inKalah, Words: []string{"owner", "none", "emptied", "mover"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.Sweep) },
		set: func(v Variant, n uint8) Variant { v.Sweep = SweepRule(n); return v },
	},
	{
		Name: "pie", in: inAll, Words: noYes, suffix: true,
		get: func(v Variant) uint8 { return bit(v.Pie) },
		set: func(v Variant, n uint8) Variant { v.Pie = n == 1; return v },
	},
	{
		Name: "leave", in: inKalah, Words: noYes, later: 1,
		get: func(v Variant) uint8 { return bit(v.LeaveOne) },
		set: func(v Variant, n uint8) Variant { v.LeaveOne = n == 1; return v },
	},
	{
		Name: "even", in: inKalah, Words: noYes, later: 2,
		get: func(v Variant) uint8 { return bit(v.CaptureEven) },
		set: func(v Variant, n uint8) Variant { v.CaptureEven = n == 1; return v },
	},
	{
		Name: "feed", in: of(OwareFamily), Words: noYes, later: 4,
		get: func(v Variant) uint8 { return bit(v.MustFeed) },
		set: func(v Variant, n uint8) Variant { v.MustFeed = n == 1; return v },
	},
	{
		Name: "slam", in: of(OwareFamily), Words: []string{"keep", "take", "forbid"}, later: 5,
		get: func(v Variant) uint8 { return uint8(v.Slam) },
		set: func(v Variant, n uint8) Variant { v.Slam = SlamRule(n); return v },
	},
	{
		Name: "tuzdik", in: of(TogyzFamily), Words: noYes, later: 6,
		get: func(v Variant) uint8 { return bit(v.Tuzdik) },
		set: func(v Variant, n uint8) Variant { v.Tuzdik = n == 1; return v },
	},
	{
		Name: "repeat", in: inRings, Words: []string{"rows", "draw"}, later: 7,
		get: func(v Variant) uint8 { return uint8(v.Repeat) },
		set: func(v Variant, n uint8) Variant { v.Repeat = RepeatRule(n); return v },
	},
}

// noYes are the words of a switch that turns something on.
var noYes = []string{"no", "yes"}

func bit(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}

// Switches returns the switches of a family. The caller owns the slice.
func Switches(f Family) []Switch {
	return slices.DeleteFunc(slices.Clone(switches[:]), func(s Switch) bool { return !s.in.has(f) })
}

// Get returns the number of the switch's value in v, an index of Words if v is valid.
func (s Switch) Get(v Variant) int { return int(s.get(v)) }

// Set sets the switch of v to the value with that number, an index of Words.
func (s Switch) Set(v *Variant, value int) { *v = s.set(*v, uint8(value)) }

// Idle reports that the switch has no effect in v, given its family and its other switches.
func (s Switch) Idle(v Variant) bool { return !s.in.has(v.Family) || s.idle != nil && s.idle(v) }

// parse returns the number of a word of the switch.
func (s Switch) parse(word string) (uint8, error) {
	n := slices.Index(s.Words, word)
	if n < 0 {
		return 0, Refuse("rules.bad-switch", "%q is not possible for %s; choose one of %s",
			word, s.Name, strings.Join(s.Words, ", "))
	}
	return uint8(n), nil
}

// Canonical returns the canonical form of v, which all variants of the same game share: a switch
// that has no effect has its zero value. Positions, texts and names of variants are canonical, so
// two games under the same rules compare equal.
func (v Variant) Canonical() Variant {
	plain := v
	for i := range switches {
		if s := &switches[i]; !s.in.has(v.Family) || s.idle != nil && s.idle(v) {
			plain = s.set(plain, 0)
		}
	}
	return plain
}

// Validate returns nil if v is playable, and otherwise an error that names the first field out of
// range.
func (v Variant) Validate() error {
	if _, err := v.WithSize(int(v.Houses), int(v.Seeds)); err != nil {
		return err
	}
	if err := familySwitch.check(v); err != nil {
		return err
	}
	for i := range switches {
		if err := switches[i].check(v); err != nil {
			return err
		}
	}
	if v.Family == OwareFamily && v.Slam == SlamForbid && v.Houses == 1 && v.Seeds == 1 {
		return Refuse("rules.no-first-ply", "no first ply is possible on that board by those rules")
	}
	return nil
}

// check returns an error if the switch has no such value.
func (s *Switch) check(v Variant) error {
	if n := s.Get(v); n >= len(s.Words) {
		return Refuse("rules.unknown-switch", "%s rule %d is unknown", s.Name, n)
	}
	return nil
}
