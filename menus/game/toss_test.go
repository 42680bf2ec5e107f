package game

import (
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/rules/rulestest"
)

// tossed returns a program in a game against the computer, which has won the toss.
func tossed(t *testing.T, still bool) *menustest.Bench {
	t.Helper()
	b := newBench(t, menustest.Shelf{}, nil)
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = still })
	b.Play(settings.Setup{
		Variant: rulestest.Variant(t, "kalah", 6, 4), Starter: match.Guest, Names: [2]string{"Ann", ""}, Seats: [2]string{match.KindPerson, "low"},
	})
	b.Scene().Toss()
	b.Pass(menustest.Tick)
	return b
}

// Once the coin lies, it says who begins. The computer waits for that. A key ends the toss.
func TestTheTossIsACoinOverTheBoard(t *testing.T) {
	b := tossed(t, false)
	if !screenOf(b).toss.on || b.Reads("Low begins") {
		t.Fatal("there is no coin, or it tells its result at once")
	}
	b.Pass(time.Second)
	if !b.Reads("Low begins") || b.Scene().Match().Plies() != 0 {
		t.Errorf("after a second the result is not told, or the computer has moved: %d plies", b.Scene().Match().Plies())
	}
	if b.Pass(motion.TossTime); screenOf(b).toss.on {
		t.Error("the coin stays")
	}
	b = tossed(t, false)
	if b.Press(ebiten.KeyR); screenOf(b).toss.on {
		t.Error("a key does not end the toss")
	}
	if b = tossed(t, true); screenOf(b).toss.on {
		t.Error("the coin is tossed though the user wants less motion")
	}
}
