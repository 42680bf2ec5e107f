package club

import (
	"testing"

	"mancala/tools/need"
)

// TestFindSpellings: the people who run a club find a member by every spelling of the name.
func TestFindSpellings(t *testing.T) {
	n := nodes(t, 1)[0]
	for _, name := range []string{"José", "Anna", "Νίκος", "Straße"} {
		n.enter(name)
	}
	for part, want := range map[string]string{
		"Jose\u0301": "José", "JOSÉ": "José", "Аnnа": "Anna", "ΝΊΚΟΣ": "Νίκος", "strasse": "Straße", "Ａｎｎ": "Anna",
	} {
		found := need.Must(n.Find(t.Context(), part, 9))(t)
		if len(found) != 1 || found[0].Name != want {
			t.Errorf("%q finds %+v", part, found)
		}
	}
}
