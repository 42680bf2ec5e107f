package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// switchWords lists the switches of a custom variant in the order of its text form, each with the
// words for its values, indexed as in [Variant.switches].
var switchWords = [...]struct {
	name  string
	words []string
}{
	{"store", []string{"skip", "sow"}},
	{"extra", []string{"no", "yes"}},
	{"capture", []string{"never", "own", "either"}},
	{"empty", []string{"no", "yes"}},
	{"take", []string{"both", "opposite"}},
	{"end", []string{"either", "mover"}},
	{"majority", []string{"no", "yes"}},
	{"sweep", []string{"owner", "none"}},
}

// switchValues holds one value for each of switchWords.
type switchValues [len(switchWords)]uint8

// switches returns the values of v's switches.
func (v Variant) switches() switchValues {
	bit := func(on bool) uint8 {
		if on {
			return 1
		}
		return 0
	}
	return switchValues{
		bit(v.SowOpponentStore), bit(v.ExtraTurn), uint8(v.Capture), bit(v.CaptureEmpty),
		uint8(v.Take), uint8(v.End), bit(v.Majority), uint8(v.Sweep),
	}
}

// variant returns a variant without a size that has these switches.
func (n switchValues) variant() Variant {
	return Variant{
		SowOpponentStore: n[0] == 1, ExtraTurn: n[1] == 1, Capture: CaptureRule(n[2]), CaptureEmpty: n[3] == 1,
		Take: TakeRule(n[4]), End: EndRule(n[5]), Majority: n[6] == 1, Sweep: SweepRule(n[7]),
	}
}

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
		for i, n := range v.Canonical().switches() {
			word := "?"
			if words := switchWords[i].words; int(n) < len(words) {
				word = words[n]
			}
			b = fmt.Appendf(b, ",%s=%s", switchWords[i].name, word)
		}
	}
	b = append(b, ')')
	if v.Pie {
		b = append(b, "+pie"...)
	}
	return string(b)
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
func parseSwitches(pairs []string) (Variant, error) {
	var values switchValues
	var seen [len(switchWords)]bool
	for _, pair := range pairs {
		name, word, _ := strings.Cut(pair, "=")
		i := 0
		for i < len(switchWords) && switchWords[i].name != name {
			i++
		}
		if i == len(switchWords) {
			return Variant{}, Refuse("rules.no-switch", "%q is no switch of a rule set", name)
		}
		if seen[i] {
			return Variant{}, Refuse("rules.twice", "the switch %s stands there twice", name)
		}
		words := switchWords[i].words
		n := slices.Index(words, word)
		if n < 0 {
			return Variant{}, Refuse("rules.bad-switch", "%q is not possible for %s; choose one of %s",
				word, name, strings.Join(words, ", "))
		}
		values[i], seen[i] = uint8(n), true
	}
	return values.variant(), nil
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
