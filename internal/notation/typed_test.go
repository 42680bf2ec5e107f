package notation_test

import (
	"errors"
	"strings"
	"testing"

	"mancala/internal/notation"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// TestTypedPositions reads positions by rules that were chosen in part.
func TestTypedPositions(t *testing.T) {
	kalah := rulestest.VariantOf(t, "kalah(6,4)")
	for _, test := range []struct {
		asked      notation.Asked
		text, want string
	}{
		{notation.Asked{Variant: kalah}, "3 6", "kalah(6,4) <6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north"},
		{notation.Asked{Variant: kalah}, "<1,0,0,1,1>", "kalah(1,1) <1,0,0,1,1> south"},
		{notation.Asked{Variant: kalah}, "<1,0,0,1,1> north to move", "kalah(1,1) <1,0,0,1,1> north"},
		{notation.Asked{Variant: kalah}, "<1,1,0,0,1> south", "rules.not-swept"},
		{notation.Asked{Variant: kalah, Rules: true}, "3 6", "kalah(6,4) <6,2,0,4,4,0,5,5,0,5,5,5,5,4,4> north"},
		{notation.Asked{Variant: kalah, Rules: true}, "bowls 3", "notation.rules-twice"},
		{notation.Asked{Variant: kalah, Houses: true}, "<1,1,0,0,1>", "notation.other-houses"},
		{notation.Asked{Variant: rulestest.VariantOf(t, "kalah(1,2)"), Seeds: true}, "<1,1,0,0,1>", "notation.other-seeds"},
		{notation.Asked{Variant: kalah}, "<1,1,0,0,2>", "notation.odd-seeds"},
		{notation.Asked{Variant: kalah}, "<1,1,a,0,1>", "notation.no-seeds"},
		{notation.Asked{Variant: kalah}, "<1,1", "notation.no-board"},
		{notation.Asked{Variant: kalah}, "<2,3,1,0,0,0,0> south wins 3-1", "kalah(2,1) <2,3,1,0,0,0,0> south"},
		{notation.Asked{Variant: kalah}, "<1,1,0,0,1> it is late now", "notation.no-status"},
		{notation.Asked{Variant: kalah}, "0", "rules.no-such-house"},
		{notation.Asked{Variant: kalah}, "300", "rules.no-house"},
		{notation.Asked{Variant: rulestest.VariantOf(t, "kalah(6,4)+pie")}, "1 S", "kalah(6,4)+pie <6,0,0,4,4,4,4,4,4,0,5,5,5,5,4> south"},
	} {
		test.asked.OneLine = true
		g, _, err := notation.NewReader(strings.NewReader(test.text), test.asked).Nth(1)
		got := g.Last.String()
		if note := (*rules.Note)(nil); errors.As(err, &note) {
			got = note.Code
		} else if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q by %+v is %q, want %q", test.text, test.asked, got, test.want)
		}
	}
}
