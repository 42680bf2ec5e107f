package match_test

import (
	"testing"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

func TestVerdictInWords(t *testing.T) {
	for want, v := range map[string]match.Verdict{
		"wins by 6":  {Value: 6, Exact: true},
		"draws":      {Exact: true},
		"loses by 2": {Value: -2, Exact: true},
		"about +2":   {Value: 2},
		"about -3":   {Value: -3},
		"about even": {},

		// A majority ends the game:
		"wins":  {Value: 6, Exact: true, Winner: true},
		"loses": {Value: -2, Exact: true, Winner: true},
		// Only bounds are proved:
		"wins by at least 2":    {Value: 6, Low: 2, High: 8},
		"loses by at least 4":   {Value: -6, Low: -8, High: -4},
		"at least draws":        {Value: 2, High: 8},
		"at most draws":         {Value: -2, Low: -8},
		"about +4, at least -2": {Value: 4, Low: -2, High: 8},
		"at least -2":           {Value: -2, Low: -2, High: 8},
	} {
		if got := words.Verdict(v); got != want {
			t.Errorf("%+v is %q, want %q", v, got, want)
		}
	}
	v := match.Verdict{Value: 4, Low: -2, High: 8}.Flipped()
	if v.Value != -4 || v.Low != -8 || v.High != 2 {
		t.Errorf("the other side sees %+v", v)
	}
	if got := (match.Verdict{Line: []rules.House{3, 1}}).Best(); got != 3 {
		t.Errorf("best house %v, want 3", got)
	}
	if got := (match.Verdict{}).Best(); got != 0 {
		t.Errorf("best house of a finished game %v, want 0", got)
	}
}
