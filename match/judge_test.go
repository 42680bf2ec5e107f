package match_test

import (
	"testing"

	"mancala/match"
	"mancala/rules"
	"mancala/words"
)

func TestVerdictInWords(t *testing.T) {
	for want, v := range map[string]match.Verdict{
		"wins by 6":  {Value: 6, Exact: true},
		"draws":      {Exact: true},
		"loses by 2": {Value: -2, Exact: true},
		"about +2":   {Value: 2},
		"about -3":   {Value: -3},
		"about even": {},
	} {
		if got := words.Verdict(v); got != want {
			t.Errorf("%+v is %q, want %q", v, got, want)
		}
	}
	if got := (match.Verdict{Line: []rules.House{3, 1}}).Best(); got != 3 {
		t.Errorf("best house %v, want 3", got)
	}
	if got := (match.Verdict{}).Best(); got != 0 {
		t.Errorf("best house of a finished game %v, want 0", got)
	}
}
