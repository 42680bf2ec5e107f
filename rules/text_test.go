package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

func TestNotation(t *testing.T) {
	p := place(t, preset(t, "kalah"), South, captureCS340)
	if got, want := p.Notation(), "<6,14,18,3,1,0,0,2,2,0,1,5,0,1,1>"; got != want {
		t.Errorf("the notation is %s, not %s", got, want)
	}
	for _, v := range everyVariant() {
		if text := start(t, v, 10, 10).String(); len(text) > maxText {
			t.Errorf("%q is longer than what is read", text)
		}
	}
}

func TestStatus(t *testing.T) {
	kalah := preset(t, "kalah")
	for _, c := range []struct {
		p       Position
		want    string
		outcome Outcome
	}{
		{start(t, kalah, 6, 4), "south to move", Undecided},
		{play(t, start(t, kalah, 6, 4), 1), "north to move", Undecided},
		{play(t, start(t, kalah, 1, 1), 1), "draw 1-1", Draw},
		{play(t, start(t, kalah, 1, 2), 1), "north wins 1-3", NorthWins},
		{play(t, start(t, kalah, 1, 3), 1), "south wins 6-0", SouthWins},
		{Position{}, "draw 0-0", Draw},
	} {
		if c.p.Status() != c.want || c.p.Outcome() != c.outcome {
			t.Errorf("%v: %q, %d, not %q, %d", c.p, c.p.Status(), c.p.Outcome(), c.want, c.outcome)
		}
	}
	if Winner(South) != SouthWins || Winner(North) != NorthWins {
		t.Error("Winner takes one side for the other")
	}
}

func TestZeroPosition(t *testing.T) {
	var p Position
	if !p.Over() || p.Legal(1) != ErrGameOver || p.Legal(Swap) != ErrGameOver || p.CanSwap() {
		t.Error("the zero position is not a finished game")
	}
	for h := range p.Plies() {
		t.Errorf("the zero position has the ply %v", h)
	}
	if q, _, err := p.Sow(1); err != ErrGameOver || q != p {
		t.Errorf("Sow gives %v, %v", q, err)
	}
	if q, err := Start(Variant{}); err == nil || q != p {
		t.Errorf("a game without houses starts with %v, %v", q, err)
	}
	if q, err := Replay(Variant{Houses: 6, Seeds: 11}, 1); err == nil || q != p {
		t.Errorf("a game of eleven seeds a house is %v, %v", q, err)
	}
	_, _ = p.String(), p.Mirror().Opposite(Pit{North, 200})
}

func TestPits(t *testing.T) {
	p := place(t, preset(t, "kalah"), North, captureCS340)
	for _, c := range []struct {
		pit   Pit
		seeds int
	}{
		{StoreOf(South), 14},
		{StoreOf(North), 18},
		{Pit{South, 1}, 3},
		{Pit{North, 3}, 5},
		{Pit{North, 7}, 0},
		{Pit{North, MaxHouses + 1}, 0},
		{Pit{South, Swap}, 0},
		{Pit{2, 0}, 0},
		{Pit{200, 3}, 0},
	} {
		if got := p.Seeds(c.pit); got != c.seeds {
			t.Errorf("%+v holds %d seeds, not %d", c.pit, got, c.seeds)
		}
	}
	if p.Store(South) != 14 || p.Store(North) != 18 || p.ToMove() != North || p.Board().InHouses(North) != 8 {
		t.Error("the stores, the side to move or the houses are not those of the drawing")
	}
	for h := House(1); h <= 6; h++ {
		if got := p.Opposite(Pit{South, h}); got != (Pit{North, 7 - h}) || p.Opposite(got) != (Pit{South, h}) {
			t.Errorf("opposite to house %v lies %+v", h, got)
		}
	}
	if p.Opposite(StoreOf(South)) != StoreOf(North) || !StoreOf(North).IsStore() || (Pit{South, 1}).IsStore() {
		t.Error("the stores do not lie opposite each other")
	}
}

func TestPliesMayStop(t *testing.T) {
	p := play(t, start(t, withPie(preset(t, "kalah")), 6, 4), 1)
	var some []House
	for h := range p.Plies() {
		if some = append(some, h); h == 2 {
			break
		}
	}
	if !slices.Equal(some, []House{1, 2}) {
		t.Errorf("the first two plies are %v", some)
	}
}

func TestSides(t *testing.T) {
	if South.Opponent() != North || North.Opponent() != South || Side(7).Opponent() != South {
		t.Error("the opponents are wrong")
	}
	if South.String() != "south" || North.String() != "north" {
		t.Error("the words are wrong")
	}
}

func TestParseHouse(t *testing.T) {
	for n := range 256 {
		h := House(n)
		got, err := ParseHouse(h.String())
		if valid := n >= 1 && n <= MaxHouses || h == Swap; valid != (err == nil) || valid && got != h {
			t.Errorf("%v is read as %v, %v", h, got, err)
		}
	}
	for _, bad := range []string{
		"", "0", "11", "-1", "+1", "01", "1 ", " 1", "swap ", "Swap", "255", "256", "257", "1e0", "99999999999999999999", "٣",
	} {
		if h, err := ParseHouse(bad); !errors.Is(err, ErrNoSuchHouse) || h != 0 {
			t.Errorf("%q is read as %v, %v", bad, h, err)
		}
	}
}

func TestReplayErrors(t *testing.T) {
	kalah := need.Must(preset(t, "kalah").WithSize(2, 2))(t)
	for _, c := range []struct {
		plies []House
		want  string
	}{
		{[]House{1, 1}, "ply 2: house 1 is empty"},
		{[]House{3}, "ply 1: there is no house 3"},
		{[]House{0}, "ply 1: there is no house 0"},
		{[]House{2, Swap}, "ply 2: there is nothing to swap"},
		{[]House{2, 2, 1, 1, 1, 1}, "ply 6: house 1 is empty"},
	} {
		_, err := Replay(kalah, c.plies...)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, not %q", c.plies, err, c.want)
		}
	}
	if _, err := Replay(need.Must(kalah.WithSize(1, 1))(t), 1, 1); err == nil || err.Error() != "ply 2: the game is over" {
		t.Error(err)
	}
}

func TestParsePositionErrors(t *testing.T) {
	const shape = `a position is a rule set, a board and a side, as in "kalah(1,1) <1,0,0,1,1> south"`
	for _, c := range []struct{ text, want string }{
		{"", shape},
		{"kalah(1,1) <1,0,0,1,1>", shape},
		{strings.Repeat(" ", 400) + "kalah(1,1) <1,0,0,1,1> south", shape},
		{"wari(1,1) <1,0,0,1,1> south", noPreset("wari")},
		{"kalah(1,1) <1,0,0,1,1> east", `"east" is no side; write south or north`},
		{"kalah(1,1) 1,0,0,1,1 south", "a board of 1 houses is written <1,south store,north store, then 2 counts>"},
		{"kalah(1,1) <1,0,0,1,1,1> south", "a board of 1 houses is written <1,south store,north store, then 2 counts>"},
		{"kalah(1,1) <2,0,0,1,1> south", "a board of 1 houses is written <1,south store,north store, then 2 counts>"},
		{"kalah(1,1) <1,0,0,1,x> south", `"x" is not a number of seeds`},
		{"kalah(1,1) <1,0,0,-1,3> south", `"-1" is not a number of seeds`},
		{"kalah(1,1) <1,0,0,01,1> south", `"01" is not a number of seeds`},
		{"kalah(1,1) <1,0,0,9223372036854775807,1> south", `"9223372036854775807" is not a number of seeds`},
		{"kalah(1,1) <1,0,0,1,2> south", "that board holds 3 seeds instead of 2"},
		{"kalah(1,2) <1,1,0,0,3> north", "the game on that board is over, but its seeds are not swept"},
		{"kalah(1,1) <1,0,0,1,1> south swap", `"swap" cannot be said of that position`},
	} {
		p, err := ParsePosition(c.text)
		if err == nil || err.Error() != c.want || p != (Position{}) {
			t.Errorf("%q: %v, %v, not %q", c.text, p, err, c.want)
		}
	}
}

func TestParseVariantErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `"" is no rule set; write it as in "kalah(6,4)"`},
		{"kalah", `"kalah" is no rule set; write it as in "kalah(6,4)"`},
		{"kalah(6)", `"kalah(6)" is no rule set; write it as in "kalah(6,4)"`},
		{"kalah(6,4", `"kalah(6,4" is no rule set; write it as in "kalah(6,4)"`},
		{"kalah(6,4,extra=no)", `"kalah(6,4,extra=no)" is no rule set; write it as in "kalah(6,4)"`},
		{"kalah(6,4)+pie+pie", `"kalah(6,4)+pie+pie" is no rule set; write it as in "kalah(6,4)"`},
		{"Kalah(6,4)", noPreset("Kalah")},
		{"kalah(6,x)", `"6,x" is no board size; write houses and seeds, as in 6,4`},
		{"kalah(+6,4)", `"+6,4" is no board size; write houses and seeds, as in 6,4`},
		{"kalah(11,4)", "11 houses a side is not possible; choose 1 to 10"},
		{"kalah(6,0)", "0 seeds a house is not possible; choose 1 to 10"},
		{"kalah(262,4)", "262 houses a side is not possible; choose 1 to 10"},
		{"custom(6,4,relay=yes)", `"relay" is no switch of a rule set`},
		{"custom(6,4,store=skip,=sow)", `"" is no switch of a rule set`},
		{"custom(6,4,extra=yes,extra=yes)", "the switch extra stands there twice"},
		{"custom(6,4,capture)", `"" is not possible for capture; choose one of never, own, either`},
		{"custom(6,4,end=Either)", `"Either" is not possible for end; choose one of either, mover`},
		{strings.Repeat("x", 401), "that is too long for a rule set"},
	} {
		v, err := ParseVariant(c.text)
		if err == nil || err.Error() != c.want || v != (Variant{}) {
			t.Errorf("%q: %+v, %v, not %q", c.text, v, err, c.want)
		}
	}
}

func TestVariantText(t *testing.T) {
	kalah := preset(t, "kalah")
	for _, c := range []struct {
		v    Variant
		want string
	}{
		{kalah, "kalah(6,4)"},
		{withPie(kalah), "kalah(6,4)+pie"},
		{need.Must(preset(t, "video").WithSize(10, 1))(t), "video(10,1)"},
		{
			with(kalah, func(v *Variant) { v.Sweep = SweepNone }),
			"custom(6,4,store=skip,extra=yes,capture=own,empty=no,take=both,end=either,majority=no,sweep=none)",
		},
		{
			withPie(with(preset(t, "bowls"), func(v *Variant) { v.End, v.Majority = EndToMove, true })),
			"custom(6,4,store=sow,extra=no,capture=either,empty=no,take=opposite,end=mover,majority=yes,sweep=none)+pie",
		},
	} {
		if got := c.v.String(); got != c.want {
			t.Errorf("the text is %q, not %q", got, c.want)
		}
		if v, err := ParseVariant(c.want); err != nil || v != c.v {
			t.Errorf("%q is read as %+v, %v", c.want, v, err)
		}
	}
	for text, want := range map[string]Variant{
		"custom(6,4,sweep=none,capture=own,extra=yes)": with(kalah, func(v *Variant) { v.Sweep = SweepNone }),
		"custom(6,4,capture=own,extra=yes)":            kalah,
		"custom(3,2)":                                  {Houses: 3, Seeds: 2},
	} {
		if v, err := ParseVariant(text); err != nil || v != want {
			t.Errorf("%q is read as %+v, %v", text, v, err)
		}
	}
	if got := (Variant{Houses: 6, Seeds: 4, Capture: 9}).String(); !strings.Contains(got, "capture=?") {
		t.Errorf("an invalid variant has the text %q", got)
	}
}

func TestTextInJSON(t *testing.T) {
	type record struct {
		Rules Variant
		At    Position
	}
	want := record{withPie(preset(t, "bowls")), play(t, start(t, preset(t, "kalah"), 6, 4), 3)}
	text := need.Must(json.Marshal(want))(t)
	var got record
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("%s is read as %+v, %v", text, got, err)
	}
	if s := `"At":"kalah(6,4) `; !strings.Contains(strings.ReplaceAll(string(text), `\u003c`, "<"), s) {
		t.Errorf("%s does not hold %s", text, s)
	}
	for _, bad := range []string{`{"Rules":"kalah"}`, `{"At":"kalah(6,4)"}`} {
		kept := got
		if err := json.Unmarshal([]byte(bad), &kept); err == nil || kept != got {
			t.Errorf("%s: %v, %v", bad, kept, err)
		}
	}
	if fmt.Sprint(want.At) != want.At.String() {
		t.Error("fmt does not write the text form")
	}
}

func TestBytesOfAVariant(t *testing.T) {
	for i, v := range everyVariant() {
		v = need.Must(v.WithSize(6, 4))(t).Canonical()
		b := v.AppendBytes(nil)
		if w, rest, err := VariantFromBytes(append(b, 7)); err != nil || w != v || !slices.Equal(rest, []byte{7}) {
			t.Fatalf("%v has the bytes %v, which are read as %v (%v)", v, b, w, err)
		}
		for n := range b {
			if w, _, err := VariantFromBytes(b[:n]); err == nil {
				t.Fatalf("%d of the bytes %v are read as %v", n, b, w)
			}
		}
		if i%need.Short(101, 16) != 0 { // the rest takes long
			continue
		}
		for i := range b {
			bad := slices.Clone(b)
			for bad[i]++; bad[i] != b[i]; bad[i]++ {
				if w, rest, err := VariantFromBytes(bad); err == nil && len(rest) == 0 && (w == v || !slices.Equal(w.AppendBytes(nil), bad)) {
					t.Fatalf("the bytes %v are read as %v", bad, w)
				}
			}
		}
	}
	// These bytes are in hashes of games, so they never change.
	for text, want := range map[string][]byte{
		"kalah(6,4)":     {6, 4, 0, 1, 2, 0, 1, 1, 0, 1, 0},
		"bowls(6,4)+pie": {6, 4, 1, 0, 3, 0, 2, 1, 0, 2, 1},
		"mangala(6,4)":   {6 | 128, 4, 0, 1, 2, 0, 1, 1, 0, 3, 0, 2, 1, 1, 2, 1},
	} {
		if got := need.Must(ParseVariant(text))(t).AppendBytes(nil); !slices.Equal(got, want) {
			t.Errorf("%s has the bytes %v, not %v", text, got, want)
		}
	}
}
