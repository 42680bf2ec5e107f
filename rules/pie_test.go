package rules

import (
	"slices"
	"testing"

	"mancala/tools/need"
)

func withPie(v Variant) Variant { return with(v, func(v *Variant) { v.Pie = true }) }

// refuseSwap fails the test if a swap is possible.
func refuseSwap(t *testing.T, p Position, want error) {
	t.Helper()
	if p.CanSwap() {
		t.Errorf("a swap is offered: %v", p)
	}
	if err := p.Legal(Swap); err != want {
		t.Errorf("a swap is refused with %v, not %v", err, want)
	}
	if next, s, err := p.Sow(Swap); err != want || next != p || s != (Sowing{}) {
		t.Errorf("a swap gives %v, %+v, %v", next, s, err)
	}
	if slices.Contains(slices.Collect(p.Plies()), Swap) {
		t.Error("a swap is among the plies")
	}
}

func TestPieRuleIsOffInEveryPreset(t *testing.T) {
	for _, named := range Presets() {
		p := start(t, named.Variant, 6, 4)
		refuseSwap(t, p, ErrNoSuchHouse)
		refuseSwap(t, play(t, p, 1), ErrNoSuchHouse)
	}
}

func TestSwapMirrors(t *testing.T) {
	p := start(t, withPie(preset(t, "kalah")), 6, 4)
	refuseSwap(t, p, ErrNoSuchHouse)
	p = play(t, p, 6)
	if !p.CanSwap() || p.Legal(Swap) != nil {
		t.Fatal("no swap after the first turn")
	}
	if got, want := slices.Collect(p.Plies()), []House{1, 2, 3, 4, 5, 6, Swap}; !slices.Equal(got, want) {
		t.Errorf("the plies are %v, not %v", got, want)
	}
	checkBoard(t, p.Board(), `
		   4  4  4  5  5  5
		 0                     1
		   4  4  4  4  4  0`)
	after, s := need.Must2(p.Sow(Swap))(t)
	checkBoard(t, after.Board(), `
		   0  4  4  4  4  4
		 1                     0
		   5  5  5  4  4  4`)
	if want := (Sowing{Mover: North, From: Swap}); s != want {
		t.Errorf("the swap is told as %+v, not %+v", s, want)
	}
	if after.ToMove() != South {
		t.Error("after the swap North is to move")
	}
	refuseSwap(t, after, ErrNoSuchHouse)
	refuseSwap(t, play(t, after, 1), ErrNoSuchHouse)
}

func TestSwapWaitsForTheEndOfTheFirstTurn(t *testing.T) {
	p := start(t, withPie(preset(t, "kalah")), 6, 4)
	p = play(t, p, 3) // an extra turn
	if p.ToMove() != South {
		t.Fatal("house 3 earns no extra turn")
	}
	refuseSwap(t, p, ErrNoSuchHouse)
	p = play(t, p, 1)
	if !p.CanSwap() {
		t.Error("no swap after a first turn of two plies")
	}
}

func TestSwapIsOfferedOnce(t *testing.T) {
	p := play(t, start(t, withPie(preset(t, "kalah")), 6, 4), 1)
	again := play(t, p, 3) // an extra turn for North
	if again.ToMove() != North {
		t.Fatal("house 3 earns no extra turn")
	}
	refuseSwap(t, again, ErrNoSuchHouse)
	later := play(t, p, 1)
	refuseSwap(t, later, ErrNoSuchHouse)
	refuseSwap(t, play(t, later, 2), ErrNoSuchHouse)
}

func TestNoSwapInAGameThatTheFirstTurnEnds(t *testing.T) {
	p := play(t, start(t, withPie(preset(t, "kalah")), 1, 1), 1)
	if !p.Over() {
		t.Fatal("kalah(1,1) is not over after one ply")
	}
	refuseSwap(t, p, ErrGameOver)
	for _, v := range []Variant{{Capture: CaptureOwn}, {Capture: CaptureOwn, Majority: true}} {
		p := play(t, start(t, withPie(v), 1, 3), 1)
		if p.Status() != "south wins 6-0" {
			t.Fatal(p)
		}
		refuseSwap(t, p, ErrGameOver)
		checkText(t, p)
	}
}

func TestPieText(t *testing.T) {
	first := start(t, withPie(preset(t, "kalah")), 2, 2)
	offered := play(t, first, 2)
	texts := []struct {
		p    Position
		want string
	}{
		{first, "kalah(2,2)+pie <2,0,0,2,2,2,2> south first"},
		{play(t, first, 1), "kalah(2,2)+pie <2,1,0,0,3,2,2> south first"},
		{offered, "kalah(2,2)+pie <2,1,0,2,0,3,2> north swap"},
		{play(t, offered, Swap), "kalah(2,2)+pie <2,0,1,3,2,2,0> south"},
		{play(t, offered, 2), "kalah(2,2)+pie <2,1,1,3,0,3,0> south"},
		{first.Mirror(), "kalah(2,2)+pie <2,0,0,2,2,2,2> north first"},
		{offered.Mirror(), "kalah(2,2)+pie <2,0,1,3,2,2,0> south swap"},
	}
	for _, c := range texts {
		if c.p.String() != c.want {
			t.Errorf("the text is %q, not %q", c.p, c.want)
		}
		if p, err := ParsePosition(c.want); err != nil || p != c.p {
			t.Errorf("%q is read as %v, %v", c.want, p, err)
		}
	}
	for _, bad := range []string{
		"kalah(2,2) <2,0,0,2,2,2,2> south first",
		"kalah(2,2) <2,1,0,2,0,3,2> north swap",
		"kalah(2,2)+pie <2,1,0,2,0,3,2> north pie",
		"kalah(2,2)+pie <2,4,4,0,0,0,0> south first",
		"kalah(2,2)+pie <2,4,4,0,0,0,0> north swap",
		"kalah(2,2)+pie <2,1,0,2,0,3,2> north swap swap",
	} {
		if p, err := ParsePosition(bad); err == nil || p != (Position{}) {
			t.Errorf("%q is read as %v", bad, p)
		}
	}
}

func TestWithoutPie(t *testing.T) {
	v := preset(t, "kalah")
	for _, c := range []struct {
		plies   []House
		settled bool
	}{
		{nil, false},
		{[]House{3}, false},
		{[]House{3, 6}, false},
		{[]House{3, 6, 1}, true},
	} {
		p, plain := play(t, start(t, withPie(v), 6, 4), c.plies...), play(t, start(t, v, 6, 4), c.plies...)
		if same, settled := p.WithoutPie(); same != plain || settled != c.settled {
			t.Errorf("after %v: %v, %v", c.plies, same, settled)
		}
		if same, settled := plain.WithoutPie(); same != plain || !settled {
			t.Errorf("without the rule, after %v: %v, %v", c.plies, same, settled)
		}
	}
	over := play(t, start(t, withPie(v), 1, 1), 1)
	if same, settled := over.WithoutPie(); !same.Over() || !settled {
		t.Errorf("a finished game: %v, %v", same, settled)
	}
}
