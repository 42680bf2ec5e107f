package table

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// sample is an event with something in every field.
func sample() Event {
	return Event{
		N: 7, By: B, Left: [2]uint32{60_000, 59_999},
		Wish: Wish{
			Kind: KindSay, ID: 3, Game: 2, Ply: 5, Arg: 9, Text: "Hallo", Seen: 6,
			Hash: [16]byte{1, 2, 3}, MAC: [16]byte{9, 8, 7},
		},
	}
}

// TestCanonicalBytes has the bytes that both ends hash and a club stores, as the contract has them.
func TestCanonicalBytes(t *testing.T) {
	e := sample()
	want := strings.ReplaceAll("00000007 0b 02 00000003 00000002 00000005 00000009 00000006 01020300000000000000000000000000 "+
		"0005 48616c6c6f 09080700000000000000000000000000 0000ea60 0000ea5f", " ", "")
	if got := hex.EncodeToString(e.Append(nil)); got != want {
		t.Errorf("event\n%s, want\n%s", got, want)
	}
	read, rest, err := ParseEvent(e.Append(nil))
	if err != nil || len(rest) != 0 || read != e {
		t.Errorf("%+v, %d bytes left, %v", read, len(rest), err)
	}
}

// TestHashesAndMACs has values that another program would compute, from the same inputs.
func TestHashesAndMACs(t *testing.T) {
	terms := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(t, 2, 1)}
	e, h := sample(), terms.start()
	next := h.next(&e)
	secret := [SecretSize]byte{42}
	tag := ownerMAC{newMAC(secret[:])}.tag(&terms.Series, 7, &next)
	wish := newWishMAC(secret).of(&terms.Series, B, &e.Wish)
	seed, club := SeatSeed(secret), ClubOwnerKey(secret, terms.Series)
	for _, c := range []struct {
		what string
		got  []byte
		want string
	}{
		{"h 0", h[:], "b179f6d446a2df61721a06d6fbedf25fd824e64236f1e7d20ec8cd44459e2543"},
		{"h 1", next[:], "86b67d7bee337783d44c6f151c6d75d06740ceca39028499b72a7c83b619a336"},
		{"tag", tag[:], "4bda100d36612b1f006eeba07ee4967d"},
		{"MAC", wish[:], "c4521c66c8d5c29195548bf2ef053e3a"},
		{"seed of the seat", seed[:], "db8dda35dea8c4dc7e7aed81ea9de0d81ee3525512e302e0fe1f80d106d8b240"},
		{"key of the club", club[:], "78cc48ae055fdf4e81e20bcf4af433d91f9209bcaa5f0350c4c47ad3de505cf3"},
	} {
		if got := hex.EncodeToString(c.got); got != c.want {
			t.Errorf("%s is %s, want %s", c.what, got, c.want)
		}
	}
}

func kalah(t testing.TB, houses, seeds int) rules.Variant {
	t.Helper()
	return rulestest.Variant(t, "kalah", houses, seeds)
}

// TestText has the texts that an event may have. Unknown characters must not make two programs
// disagree.
func TestText(t *testing.T) {
	for _, c := range []struct {
		text        string
		fits, clean bool
	}{
		{"Ida", true, true},
		{"", false, true},
		{"a\nb", false, false},
		{"a\u0085b", false, false},
		{"a\xffb", false, false},
		{"\U000e0fff", true, false},
		{" two  spaces ", true, false},
		{strings.Repeat("ä", 280), true, true},
		{strings.Repeat("a", 281), false, false},
	} {
		w := Wish{Kind: KindSay, Text: c.text}
		if w.fits() != c.fits || w.fits() && w.clean() != c.clean {
			t.Errorf("%q: fits %v, clean %v", c.text, w.fits(), w.clean())
		}
	}
	if (&Wish{Kind: KindPly, Text: "x"}).fits() || (&Wish{Kind: KindName, Text: strings.Repeat("a", 97)}).fits() {
		t.Error("a text that is not for its kind fits")
	}
}

func FuzzParseEvent(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) {
		e, rest, err := ParseEvent(b)
		if err != nil {
			return
		}
		if !bytes.Equal(append(e.Append(nil), rest...), b) {
			t.Fatalf("%x was read as %+v", b, e)
		}
	})
}

func FuzzParseSnapshot(f *testing.F) {
	f.Fuzz(func(t *testing.T, b []byte) {
		snap, _, err := ParseSnapshot(b)
		if err != nil {
			return
		}
		s, err := snap.State(noon)
		if err != nil {
			return
		}
		first := s.Snapshot()
		again, err := first.State(noon)
		if err != nil {
			t.Fatalf("%+v: %v", first, err)
		}
		if second := again.Snapshot(); !bytes.Equal(first.Append(nil), second.Append(nil)) {
			t.Fatalf("%+v became %+v", first, second)
		}
	})
}

// begun returns a state in its first game; A is South.
func begun(t testing.TB, terms Terms) *State {
	s := need.Must(NewState(terms))(t)
	e := Event{N: 1, Wish: Wish{Kind: KindBegin, Arg: uint32(A)}}
	e.Left = s.left(Nobody, &e.Wish, noon)
	need.Must(s.Apply(&e, noon))(t)
	return s
}

// FuzzApply applies events made to look right: numbers, hashes and times follow the state, and the
// input decides the rest.
func FuzzApply(f *testing.F) {
	f.Fuzz(func(t *testing.T, in []byte, form uint8) {
		terms := Terms{Variant: kalah(t, 2, 2), Series: [16]byte([]byte("abcdefghijklmnop")), Club: form&1 != 0, Rated: form&4 != 0}
		if form&2 != 0 {
			terms.Time.Base = 1e9
		}
		s := begun(t, terms)
		for ; len(in) >= 7; in = in[7:] {
			s.hostile(t, in)
		}
	})
}

// hostile applies an event made of 7 bytes, and checks that a refused one changes nothing and that
// an accepted one leaves a state that can be stored.
func (s *State) hostile(t *testing.T, in []byte) {
	e := s.hostileEvent(in)
	before := s.Snapshot()
	bytesBefore := before.Append(nil)
	_, err := s.Apply(&e, noon)
	after := s.Snapshot()
	if err != nil {
		if _, ok := err.(Code); !ok || !bytes.Equal(after.Append(nil), bytesBefore) {
			t.Fatalf("%+v: %v has changed the state", e, err)
		}
		return
	}
	if binary.BigEndian.Uint32(e.Append(nil)) != s.N {
		t.Fatalf("event %d, state %d", e.N, s.N)
	}
	if _, err := after.State(noon); err != nil {
		t.Fatalf("after %+v: %v", e, err)
	}
}

// hostileEvent makes an event of 7 bytes.
func (s *State) hostileEvent(in []byte) Event {
	e := Event{N: s.N + 1, By: Seat(in[1] % 4), Wish: Wish{Kind: Kind(in[0]), Game: s.game() + uint32(in[2]), Ply: uint32(in[3]), Arg: uint32(in[4])}}
	e.Seen = s.N - min(s.N, uint32(in[5]))
	if e.By == A || e.By == B {
		e.ID = s.LastID[e.By-A] + 1
	}
	if int(e.Ply) < len(s.hashes) && e.By != Nobody {
		e.Hash = s.hashes[e.Ply].short()
	}
	if e.Kind == KindPly && e.By != Nobody {
		if h, err := s.sow(s.Plies(), e.house()); err == nil {
			e.Hash = h.short()
		}
	}
	if e.Kind == KindSay || e.Kind == KindName {
		e.Text = "x"
	}
	e.Left = s.left(e.By, &Wish{Kind: e.Kind}, noon)
	e.Left[0] -= uint32(in[6])
	return e
}
