package rules

import (
	"slices"
	"strconv"
	"strings"
)

// String returns the text form of a valid variant, which is that of its canonical form: a preset's
// name with its size, as in "kalah(6,4)", or the word custom with every switch, as in
// "custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=both,end=either,majority=no,
// sweep=none)", without a space; followed by "+pie" under the pie rule. [ParseVariant] reads it.
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

// appendSwitches appends the switches that stand between the parentheses.
func (v Variant) appendSwitches(b []byte) []byte {
	for _, s := range switches {
		if s.suffix {
			continue
		}
		word := "?"
		if n := s.Get(v); n < len(s.Words) {
			word = s.Words[n]
		}
		b = append(append(append(append(b, ','), s.Name...), '='), word...)
	}
	return b
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

// ParseVariant parses the result of [Variant.String], and returns the canonical form. In a custom
// variant each switch may stand at most once, in any order; one that is missing has its zero value.
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
	return v, nil
}

// parseSwitches parses name=word pairs into a variant without a size.
func parseSwitches(pairs []string) (v Variant, err error) {
	var seen [len(switches)]bool
	for _, pair := range pairs {
		name, word, _ := strings.Cut(pair, "=")
		i := slices.IndexFunc(switches[:], func(s Switch) bool { return s.Name == name && !s.suffix })
		if i < 0 {
			return Variant{}, Refuse("rules.no-switch", "%q is no switch of a rule set", name)
		}
		if seen[i] {
			return Variant{}, Refuse("rules.twice", "the switch %s stands there twice", name)
		}
		value, err := switches[i].parse(word)
		if err != nil {
			return Variant{}, err
		}
		v, seen[i] = switches[i].set(v, value), true
	}
	return v, nil
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
