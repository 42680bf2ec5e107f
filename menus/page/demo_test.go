package page

import (
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// The board plays many games to the end. The same random numbers play the same games, and a board
// at rest changes nothing.
func TestLivingBoardsPlayOn(t *testing.T) {
	for _, preset := range rules.Presets() {
		var boards [2]string
		for i := range boards {
			n := 0
			l := NewDemo(preset.Variant, func(of int) int { n = n*31 + 7; return (n >> 3 & 0xffff) % of })
			games := 0
			for range 18_000 {
				was := l.now
				if l.advance(time.Second, true); was.Over() && !l.now.Over() {
					games++
				}
			}
			if games < 5 {
				t.Errorf("%s: %d games ended", preset.Name, games)
			}
			boards[i] = l.now.Notation()
			for l.ply != nil {
				l.advance(time.Second, false)
			}
			for range 100 {
				if l.advance(time.Minute, false) {
					t.Fatalf("%s: it does not rest", preset.Name)
				}
			}
		}
		if boards[0] != boards[1] {
			t.Errorf("%s: the same chances lead to %s and %s", preset.Name, boards[0], boards[1])
		}
	}
	if NewDemo(rules.Variant{}, nil) != nil {
		t.Error("no game is played on a board")
	}
}

// A demo board ends its game after a repeated position, as any other does.
func TestALivingBoardDoesNotGoRoundForever(t *testing.T) {
	l := NewDemo(rulestest.Variant(t, "togyz", 1, 2), func(int) int { return 0 })
	for range 60 {
		if l.advance(time.Second, true); l.now.Over() {
			return
		}
	}
	t.Errorf("it is still at %v", l.now)
}

// A board that shows rules first plays a ply with another effect than by the usual rules.
func TestAShowingBoardPlaysTheDifference(t *testing.T) {
	usual := rules.Presets()[0].Variant
	for _, preset := range rules.Presets()[1:] {
		l := NewShowing(preset.Variant, usual, rand.New(rand.NewPCG(1, 2)).IntN)
		if l.first == 0 || !differs(l.now, need.Must(usual.WithSize(int(preset.Variant.Houses), int(preset.Variant.Seeds)))(t), l.first) {
			t.Errorf("%s: it plays house %d of %v", preset.Name, l.first, l.now)
			continue
		}
		before, h := l.now, l.first
		for l.ply == nil {
			l.advance(time.Second, true)
		}
		if after, _, _ := before.Sow(h); after.Board() != l.now.Board() {
			t.Errorf("%s: it has played another house than %d", preset.Name, h)
		}
	}
	if l := NewShowing(usual, usual, rand.New(rand.NewPCG(1, 2)).IntN); l.first != 0 || l.now.Board() != need.Must(rules.Start(usual))(t).Board() {
		t.Errorf("the usual rules differ from themselves in %v", l.now)
	}
}
