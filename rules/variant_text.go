package rules

import (
	"strconv"
	"strings"
)

// String returns the text form of a valid variant, in its canonical form: a preset's
// name with its size, as in "kalah(6,4)", or the word custom with every switch, as in
// "custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=both,end=either,majority=no,
// sweep=none)", without a space. Those of other families begin with their family, as in
// "custom(6,4,family=oware,majority=yes)", and switches that are younger are there only if they are
// set. The text is followed by "+pie" under the pie rule. [ParseVariant] reads it.
func (v Variant) String() string {
	name := v.Name()
	b := append(make([]byte, 0, 32), name...) // a club's node does this several times a ply
	b = strconv.AppendInt(append(b, '('), int64(v.Houses), 10)
	b = strconv.AppendInt(append(b, ','), int64(v.Seeds), 10)
	if name == "custom" {
		b = v.Canonical().appendSwitches(b)
	}
	b = append(b, ')')
	if v.Pie {
		b = append(b, "+pie"...)
	}
	return string(b)
}

// appendSwitches appends the switches in the parentheses.
func (v Variant) appendSwitches(b []byte) []byte {
	if v.Family != KalahFamily {
		b = familySwitch.appendTo(b, v)
	}
	for i := range switches {
		if s := &switches[i]; !s.suffix && s.in.has(v.Family) && (s.later == 0 || s.get(v) != 0) {
			b = s.appendTo(b, v)
		}
	}
	return b
}

// appendTo appends the name and the word of a switch.
func (s *Switch) appendTo(b []byte, v Variant) []byte {
	word := "?"
	if n := s.Get(v); n < len(s.Words) {
		word = s.Words[n]
	}
	return append(append(append(append(b, ','), s.Name...), '='), word...)
}

// MarshalText returns [Variant.String].
func (v Variant) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText sets v as [ParseVariant] does; on an error v is unchanged.
func (v *Variant) UnmarshalText(text []byte) error {
	w, err := ParseVariant(string(text))
	if err == nil {
		*v = w
	}
	return err
}

// ParseVariant parses the result of [Variant.String], and returns the canonical form. A custom
// variant has each switch at most once, in any order; a missing one has its zero value.
func ParseVariant(text string) (Variant, error) {
	if len(text) > maxText {
		return Variant{}, Refuse("rules.long-rules", "that is too long for a rule set")
	}
	body, pie := strings.CutSuffix(text, "+pie")
	name, rest, ok := strings.Cut(body, "(")
	inside, ok2 := strings.CutSuffix(rest, ")")
	parts := strings.Split(inside, ",")
	if !ok || !ok2 || len(parts) < 2 || name != "custom" && len(parts) > 2 {
		return Variant{}, Refuse("rules.no-rules", `%q is no rule set; write it as in "kalah(6,4)"`, text)
	}
	v := Variant{}
	var err error
	if name == "custom" {
		v, err = parseSwitches(parts[2:])
	} else {
		v, err = Preset(name)
	}
	if err != nil {
		return Variant{}, err
	}
	houses, okH := parseCount(parts[0])
	seeds, okS := parseCount(parts[1])
	if !okH || !okS {
		return Variant{}, Refuse("rules.no-size", "%q is no board size; write houses and seeds, as in 6,4", parts[0]+","+parts[1])
	}
	v.Pie = pie
	v = v.Canonical()
	if v, err = v.WithSize(houses, seeds); err != nil {
		return Variant{}, err
	}
	if err := v.Validate(); err != nil {
		return Variant{}, err
	}
	return v, nil
}

// parseSwitches parses name=word pairs into a variant without a size.
func parseSwitches(pairs []string) (v Variant, err error) {
	seen := map[*Switch]bool{}
	for _, pair := range pairs {
		name, word, _ := strings.Cut(pair, "=")
		s := switchNamed(name)
		if s == nil {
			return Variant{}, Refuse("rules.no-switch", "%q is no switch of a rule set", name)
		}
		if seen[s] {
			return Variant{}, Refuse("rules.twice", "the switch %s stands there twice", name)
		}
		value, err := s.parse(word)
		if err != nil {
			return Variant{}, err
		}
		v, seen[s] = s.set(v, value), true
	}
	for i := range switches {
		if s := &switches[i]; seen[s] && !s.in.has(v.Family) {
			return Variant{}, Refuse("rules.other-family", "games of the family %s have no switch %s",
				familySwitch.Words[v.Family], s.Name)
		}
	}
	return v, nil
}

// switchNamed returns the switch of a name in the parentheses of a custom variant, or nil.
func switchNamed(name string) *Switch {
	if name == familySwitch.Name {
		return &familySwitch
	}
	for i := range switches {
		if s := &switches[i]; s.Name == name && !s.suffix {
			return s
		}
	}
	return nil
}

// ParseRuleSet parses a rule set as a person types it: the name of a preset, optionally followed by
// "+pie", or the text form of a variant.
func ParseRuleSet(text string) (Variant, error) {
	if len(text) > maxText {
		return Variant{}, Refuse("rules.long-rules", "that is too long for a rule set")
	}
	if strings.Contains(text, "(") {
		return ParseVariant(text)
	}
	name, pie := strings.CutSuffix(text, "+pie")
	v, err := Preset(name)
	v.Pie = pie && err == nil
	return v, err
}
