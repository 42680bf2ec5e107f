package info

import (
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/motion"
	"mancala/menus/menustest"
	"mancala/rules"
)

func TestEveryBoardOfTheHelpCanBePlayed(t *testing.T) {
	boards := 0
	for _, s := range helpSections {
		for _, b := range s.all() {
			if b.kind != picture {
				continue
			}
			boards++
			p, err := rules.ParsePosition(b.board)
			if err != nil {
				t.Errorf("%s: %v", s.title, err)
				continue
			}
			if err := p.Legal(b.house); err != nil {
				t.Errorf("%s: house %v: %v", s.title, b.house, err)
			}
			if v, _ := motion.NewPreview([]rules.Position{p}, b.house); v.Consequence == (motion.Consequence{}) {
				t.Errorf("%s: nothing follows from house %v of %s", s.title, b.house, b.board)
			}
		}
	}
	if boards == 0 {
		t.Error("the help has no boards")
	}
}

// In a wide window the keys turn the topics, and each is in view with its boards.
func TestTheHelpHasTopics(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewHelp(b))
	b.LayOut(1280, 720)
	b.Says("Kalah", "captures")
	b.Press(ebiten.KeyEnd)
	b.LayOut(1280, 720)
	b.Says("Kazakh children")
	if b.Focused() != "help.topics" || strings.Contains(b.Text(), "You capture both") {
		t.Errorf("the focus is on %q", b.Focused())
	}
	b.Choose("#help.section", 2)
	b.LayOut(1280, 720)
	b.Says("one computer hosts and the other one joins")
	if n := b.Info("#help.topics").Selected; n != 0 {
		t.Errorf("another section begins at topic %d", n)
	}
}

// A text that does not fit scrolls by the first key.
func TestTheHelpScrollsAtOnce(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(NewHelp(b))
	if b.LayOut(640, 400); b.Focused() != "help.text" {
		t.Errorf("the focus is on %q", b.Focused())
	}
}
