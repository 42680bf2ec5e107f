package rulestest

import (
	"fmt"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/tools/need"
)

// Variant returns the preset of a name at a size, or fails the test.
func Variant(t testing.TB, name string, houses, seeds int) rules.Variant {
	t.Helper()
	v, err := rules.Preset(name)
	if err == nil {
		v, err = v.WithSize(houses, seeds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// VariantOf parses the text form of a variant, such as "kalah(6,4)+pie", or fails the test.
func VariantOf(t testing.TB, text string) rules.Variant {
	t.Helper()
	return need.Must(rules.ParseVariant(text))(t)
}

// Names returns the names of all presets, as an error lists them.
func Names() string {
	var names []string
	for _, p := range rules.Presets() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// NoPreset returns the error for the name of a preset that does not exist.
func NoPreset(name string) string {
	return fmt.Sprintf("there is no rule set %q; choose one of %s", name, Names())
}
