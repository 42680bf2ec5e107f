package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/rules/rulestest"
)

// Only the topmost screen announces a sentence, also above cards. The sentence goes with the screen
// on which it was said, once the user has seen it.
func TestSentencesGoWithTheirScreen(t *testing.T) {
	b, _ := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil)
	tick := func() {
		b.notices.update(&b.stack)
		b.notices.announce(&b.stack)
	}
	tick()
	b.Say("Bo is back.")
	b.Say("Bo asks.")
	tick()
	game := b.Top()
	b.Push(page.NewQuestion(b, "", "", "", "", func() {}))
	if tick(); b.Top().Form().Announced != "Bo is back." || game.Form().Announced != "" {
		t.Errorf("a card announces %q, the board %q", b.Top().Form().Announced, game.Form().Announced)
	}
	b.Back()
	b.Go(page.ToHelp{})
	if tick(); b.Top().Form().Announced != "Bo asks." {
		t.Errorf("the next screen announces %q", b.Top().Form().Announced)
	}
}

// An answer to the user is shown at once, and a refusal keeps its place until the next press.
func TestAnswersDoNotWait(t *testing.T) {
	b, _ := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), nil)
	b.notices.on = b.Top()
	b.Say("Bo is back.")
	b.LayOut(1280, 720)
	b.handle(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyPeriod}}}, b.ticker.framed)
	b.notices.update(&b.stack)
	if got := b.said(); got != words.T("Moves are shown fast.") {
		t.Errorf("after a key %q is shown", got)
	}
}
