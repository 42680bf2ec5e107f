package rules

import (
	"errors"
	"fmt"
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

	get    func(Variant) uint8
	set    func(Variant, uint8) Variant
	idle   func(Variant) bool // nil if the switch always has an effect
	first  uint8              // the byte of the zero value; see [Variant.AppendBytes]
	suffix bool               // written behind the size, as "+pie"
}

// switches are all switches in the order of texts and bytes, which never changes.
var switches = [...]Switch{
	{
		Name: "store", Words: []string{"skip", "sow"},
		get: func(v Variant) uint8 { return bit(v.SowOpponentStore) },
		set: func(v Variant, n uint8) Variant { v.SowOpponentStore = n == 1; return v },
	},
	{
		Name: "extra", Words: noYes,
		get: func(v Variant) uint8 { return bit(v.ExtraTurn) },
		set: func(v Variant, n uint8) Variant { v.ExtraTurn = n == 1; return v },
	},
	{
		Name: "capture", Words: []string{"never", "own", "either"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.Capture) },
		set: func(v Variant, n uint8) Variant { v.Capture = CaptureRule(n); return v },
	},
	{
		Name: "empty", Words: noYes,
		get:  func(v Variant) uint8 { return bit(v.CaptureEmpty) },
		set:  func(v Variant, n uint8) Variant { v.CaptureEmpty = n == 1; return v },
		idle: func(v Variant) bool { return v.Capture == CaptureNever || v.Take == TakeOpposite },
	},
	{
		Name: "take", Words: []string{"both", "opposite"}, first: 1,
		get:  func(v Variant) uint8 { return uint8(v.Take) },
		set:  func(v Variant, n uint8) Variant { v.Take = TakeRule(n); return v },
		idle: func(v Variant) bool { return v.Capture == CaptureNever },
	},
	{
		Name: "end", Words: []string{"either", "mover"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.End) },
		set: func(v Variant, n uint8) Variant { v.End = EndRule(n); return v },
	},
	{
		Name: "majority", Words: noYes,
		get: func(v Variant) uint8 { return bit(v.Majority) },
		set: func(v Variant, n uint8) Variant { v.Majority = n == 1; return v },
	},
	{
		Name: "sweep", Words: []string{"owner", "none"}, first: 1,
		get: func(v Variant) uint8 { return uint8(v.Sweep) },
		set: func(v Variant, n uint8) Variant { v.Sweep = SweepRule(n); return v },
	},
	{
		Name: "pie", Words: noYes, suffix: true,
		get: func(v Variant) uint8 { return bit(v.Pie) },
		set: func(v Variant, n uint8) Variant { v.Pie = n == 1; return v },
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

// Switches returns the switches of a rule set, the pie rule last. The caller owns the slice.
func Switches() []Switch { return slices.Clone(switches[:]) }

// Get returns the number of the switch's value in v, an index of Words if v is valid.
func (s Switch) Get(v Variant) int { return int(s.get(v)) }

// Set sets the switch of v to the value with that number, an index of Words.
func (s Switch) Set(v *Variant, value int) { *v = s.set(*v, uint8(value)) }

// Idle reports that the switch has no effect in v, given its other switches.
func (s Switch) Idle(v Variant) bool { return s.idle != nil && s.idle(v) }

// parse returns the number of a word among those of the switch.
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
		if switches[i].Idle(v) {
			plain = switches[i].set(plain, 0)
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
	for _, s := range switches {
		if n := s.Get(v); n >= len(s.Words) {
			return Refuse("rules.unknown-switch", "%s rule %d is unknown", s.Name, n)
		}
	}
	return nil
}

// VariantSize is the number of bytes that [Variant.AppendBytes] appends.
const VariantSize = 2 + len(switches)

// AppendBytes appends the canonical bytes of v, which hashes of games cover: the size, then each
// switch in the order of [Switches]. Rules as numbers begin with 1, so that zero is none.
// [VariantFromBytes] reads them.
func (v Variant) AppendBytes(b []byte) []byte {
	v = v.Canonical()
	b = append(b, v.Houses, v.Seeds)
	for i := range switches {
		b = append(b, switches[i].first+switches[i].get(v))
	}
	return b
}

// VariantFromBytes returns the variant of VariantSize bytes that [Variant.AppendBytes] has
// appended. Other bytes are an error.
func VariantFromBytes(b []byte) (Variant, error) {
	if len(b) != VariantSize {
		return Variant{}, fmt.Errorf("a rule set has %d bytes, not %d", VariantSize, len(b))
	}
	v := Variant{Houses: b[0], Seeds: b[1]}
	for i, s := range switches {
		n := b[2+i]
		if n < s.first || int(n-s.first) >= len(s.Words) {
			return Variant{}, fmt.Errorf("the rule %s has no byte %d", s.Name, n)
		}
		v = s.set(v, n-s.first)
	}
	if v != v.Canonical() {
		return Variant{}, errors.New("a switch is set, but has no effect")
	}
	return v, v.Validate()
}
