package keys

import "testing"

func TestJudge(t *testing.T) {
	a, b, none := Fingerprint{1}, Fingerprint{2}, Fingerprint{}
	for _, test := range []struct {
		shown, invited, known Fingerprint
		verified              bool
		want                  Verdict
		after                 bool // verified afterwards
	}{
		{a, none, none, false, New, false},
		{a, none, a, false, Same, false},
		{a, none, a, true, Same, true},
		{a, none, b, false, Changed, false},
		{a, none, b, true, Changed, false},
		{a, a, none, false, Invited, true},
		{a, a, a, false, Invited, true},
		{a, a, b, true, Invited, true},
		{a, b, none, false, Forged, false},
		{a, b, a, true, Forged, false},
		{a, b, b, true, Forged, false},
	} {
		known := Known{test.known, test.verified}
		got := Judge(test.shown, test.invited, known)
		if got != test.want {
			t.Errorf("%+v is judged %d", test, got)
		}
		if after := got.After(test.shown, known); after.Fingerprint != test.shown || after.Verified != test.after {
			t.Errorf("%+v is remembered as %+v", test, after)
		}
	}
}
