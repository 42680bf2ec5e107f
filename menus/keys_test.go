package menus

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
)

// question presses the key that lists the keys, including the window's global keys.
func (b *bench) question() {
	b.globalKeys(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeySlash, Shift: true}}, Text: "?"})
	b.LayOut(1280, 720)
}

func TestTheKeysOfEachScreen(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	twoHere(t, b)
	for i, want := range []string{"game", "settings", "lesson", "help"} {
		if i > 0 {
			b.Go([]page.Route{nil, page.ToSettings{}, page.ToLesson{}, page.ToHelp{}}[i])
			b.LayOut(1280, 720)
			b.Press(ebiten.KeyTab) // out of a text field
		}
		if b.Top().Name() != want {
			t.Fatalf("the screen is %q", b.Top().Name())
		}
		if b.question(); b.Top().Name() != "keys" {
			t.Fatalf("? on %s shows %q", want, b.Top().Name())
		}
		if b.question(); b.Top().Name() != want {
			t.Fatalf("another ? shows %q", b.Top().Name())
		}
	}
}

func TestAQuestionMarkIsTyped(t *testing.T) {
	b := newBench(t, menustest.Shelf{}, nil)
	b.Go(page.ToSettings{})
	form := b.Top().Form()
	form.Find("settings.section").(*kit.Choice).Choose(2)
	form.Focus(form.Find("settings.name"))
	b.LayOut(1280, 720)
	if b.Top().Field() == nil {
		t.Fatal("no field has the focus")
	}
	if b.question(); b.Top().Name() != "settings" {
		t.Errorf("a ? that is typed shows %q", b.Top().Name())
	}
}
