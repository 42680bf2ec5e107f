package rules

import (
	"testing"

	"mancala/tools/need"
)

// variantOf derives a valid variant from three bytes.
func variantOf(t testing.TB, a, b, c byte) Variant {
	t.Helper()
	variants := everyVariant()
	v := need.Must(variants[(int(a)<<8|int(b))%len(variants)].WithSize(1+int(c>>4)%MaxHouses, 1+int(c&15)%MaxSeeds))(t)
	return startable(v)
}

// FuzzSow reads bytes as a game: three for the variant, and one for each ply. An illegal ply must
// be refused; after a legal one the invariants must hold, and the naive model must agree.
func FuzzSow(f *testing.F) {
	f.Add([]byte{0, 0, 0x00, 1})
	f.Add([]byte{0, 13, 0x53, 3, 1, 6, 4, 2, 255, 5, 0, 11})
	f.Add([]byte{2, 255, 0x53, 3, 6, 255, 1, 2, 3, 4, 5, 6})
	f.Add([]byte{1, 77, 0x99, 10, 10, 1, 1, 5, 5, 9})
	f.Fuzz(func(t *testing.T, game []byte) {
		if len(game) < 3 || len(game) > 128 {
			return
		}
		p := need.Must(Start(variantOf(t, game[0], game[1], game[2])))(t)
		n := newModel(p.Variant())
		for _, b := range game[3:] {
			h := House(b)
			if p.Legal(h) != nil {
				checkPly(t, p, 0)
				continue
			}
			checkPly(t, p, h)
			p, _, _ = p.Sow(h)
			n.play(h)
			if text := n.differs(p); text != "" {
				t.Fatalf("after house %v, %v: %s", h, p, text)
			}
		}
		checkPly(t, p, 0)
	})
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",
		"kalah(2,2)+pie <2,1,0,2,0,3,2> north swap",
		"bowls(1,4) <1,6,1,1,0> north",
		"video(3,2) <3,7,4,1,0,0,0,0,0> south",
		"custom(2,2,store=sow,capture=either,take=opposite,sweep=none) <2,8,0,0,0,0,0> north",
		"kalah(1,1) <1,255,255,255,255> north first",
		"",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParsePosition(text)
		if err != nil {
			if p != (Position{}) || err.Error() == "" {
				t.Fatalf("%q: %v with the error %q", text, p, err)
			}
			return
		}
		checkPly(t, p, 0)
		for h := range p.Plies() {
			checkPly(t, p, h)
			next, _, _ := p.Sow(h)
			checkPly(t, next, 0)
		}
	})
}

func FuzzParseVariant(f *testing.F) {
	for _, text := range []string{
		"kalah(6,4)", "bowls(1,10)+pie", "custom(6,4)", "custom(1,1,store=skip,=sow)", "custom(6,4,extra=yes,extra=no)",
		"custom(10,10,store=sow,extra=yes,capture=either,empty=yes,take=opposite,end=mover,majority=yes,sweep=none)+pie",
		"kalah(99999999999999999999,4)", "kalah(6,4", "(6,4)", "",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := ParseVariant(text)
		if err != nil {
			if v != (Variant{}) || err.Error() == "" {
				t.Fatalf("%q: %+v with the error %q", text, v, err)
			}
			return
		}
		if err := v.Validate(); err != nil {
			t.Fatalf("%q gives %+v: %v", text, v, err)
		}
		again, err := ParseVariant(v.String())
		if err != nil || again != v {
			t.Fatalf("%q gives %+v, and its text %q gives %+v, %v", text, v, v, again, err)
		}
	})
}
