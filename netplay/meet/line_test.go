package meet

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
)

const someSecret = "abcdefghijklmnopqrstuvwx27"

func TestLines(t *testing.T) {
	for text, want := range map[string]Line{
		"MEET1 open":                           {Verb: VerbOpen},
		"MEET1 open amber42 " + someSecret:     {Verb: VerbOpen, Lookup: "amber42", Ticket: someSecret},
		"MEET1 join amber":                     {Verb: VerbJoin, Lookup: "amber"},
		"MEET1 take " + someSecret:             {Verb: VerbTake, ID: someSecret},
		"code amber " + someSecret:             {Verb: VerbCode, Lookup: "amber", Ticket: someSecret},
		"guest " + someSecret + " 192.0.2.1":   {Verb: VerbGuest, ID: someSecret, Addr: netip.MustParseAddr("192.0.2.1")},
		"guest " + someSecret + " 2001:db8::1": {Verb: VerbGuest, ID: someSecret, Addr: netip.MustParseAddr("2001:db8::1")},
		"guest " + someSecret + " -":           {Verb: VerbGuest, ID: someSecret},
		"ping":                                 {Verb: VerbPing},
		"pong":                                 {Verb: VerbPong},
		"keep":                                 {Verb: VerbKeep},
		"expired":                              {Verb: VerbExpired},
		"ok":                                   {Verb: VerbOK},
		"no unknown":                           {Verb: VerbNo, Reason: NoneSuch},
		"no later":                             {Verb: VerbNo, Reason: "later"},
		"guest " + someSecret + " ::ffff:1.2.3.4": {Verb: VerbGuest, ID: someSecret, Addr: netip.MustParseAddr("::ffff:1.2.3.4")},
	} {
		got, err := ParseLine(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("%q is read as %+v, %v, and that is %q", text, got, err, got)
		}
	}
}

func TestLinesThatAreNone(t *testing.T) {
	for _, text := range []string{
		"", " ", "MEET1", "MEET1 ", "MEET1  open", "MEET1 open ", " MEET1 open", "open", "MEET1 ping", "MEET1 open amber", "MEET1 open amber x",
		"MEET1 join", "MEET1 join fox", "MEET1 join amber-fox-31", "MEET1 join Amber", "MEET1 join amber42x", "MEET1 join amber04", "MEET1 join amber x",
		"MEET1 take x", "code amber", "guest " + someSecret, "guest " + someSecret + " localhost", "guest " + someSecret + " 1.2.3.4:5",
		"guest " + someSecret + " fe80::1%eth0", "guest " + someSecret + " 2001:DB8::1", "no", "no UNKNOWN", "no x x", "ok ok", "ping\r", "pong ",
		"MEET1 " + strings.Repeat("x", MaxLine),
	} {
		if got, err := ParseLine(text); err != ErrLine {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"MEET2 open", "MEETX", "MEET", "MEET12 open"} {
		if got, err := ParseLine(text); !errors.Is(err, ErrVersion) {
			t.Errorf("%q is read as %+v, %v", text, got, err)
		}
	}
}

func FuzzParseLine(f *testing.F) {
	for _, text := range []string{"MEET1 open", "MEET1 open amber " + someSecret, "guest " + someSecret + " ::1", "no busy"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if l, err := ParseLine(text); err == nil && (l.String() != text || len(text) >= MaxLine) {
			t.Errorf("%q is read as %+v, which is %q", text, l, l)
		}
	})
}
