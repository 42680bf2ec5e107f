package info

import (
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/tools/need"
)

// allKeys returns the longest list there is.
func allKeys() []page.KeyLine {
	return page.Lines(page.SowKeys, page.BoardKeys, page.AdviceKeys, page.ComputerKeys, page.PieKeys, page.FarKeys, page.EverywhereKeys, page.WindowKeys)
}

func TestTheKeysComeAndGo(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	for _, press := range []kit.KeyPress{{Key: ebiten.KeyEscape}, {Key: ebiten.KeySlash, Shift: true}, {Key: ebiten.KeyEnter}} {
		b.Push(NewKeys(b, allKeys()))
		b.LayOut(1280, 720)
		if b.Top().Update(&kit.Input{Keys: []kit.KeyPress{press}}); b.Top().Name() != "main menu" {
			t.Errorf("%v leaves %q", press, b.Top().Name())
		}
	}
}

func TestAGamepadHasKeysOfItsOwn(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	k := NewKeys(b, allKeys())
	b.Push(k)
	press, here := allKeys()[0].Does, func() bool { b.LayOut(1280, 720); return b.Reads("A") }
	if !k.Update(&kit.Input{Source: kit.Pad}) || !here() || b.Reads(press) {
		t.Errorf("with a gamepad the keys are\n%s", b.Text())
	}
	if !k.Update(&kit.Input{Source: kit.Keyboard}) || here() || !b.Reads(press) {
		t.Errorf("with the keyboard they are\n%s", b.Text())
	}
}

// A key in the list of a screen does not occur again among the keys of its buttons.
func TestEachKeyIsListedOnce(t *testing.T) {
	got := once([]page.KeyLine{{Keys: "Ctrl+Z, Ctrl+Y", Does: "back and forth"}, {Keys: "H", Does: "a hint"}, {Keys: "Ctrl+Z", Does: "Undo"}, {Keys: "L", Does: "Log"}})
	if len(got) != 3 || got[2].Keys != "L" {
		t.Errorf("the lines are %+v", got)
	}
}

func TestTheKeysFit(t *testing.T) {
	t.Cleanup(func() { _ = words.Use(words.English) })
	for _, code := range []string{words.English, "de"} {
		need.NoError(t, words.Use(code))
		b := menustest.New(t, menustest.Shelf{}, nil)
		k := NewKeys(b, allKeys())
		b.Push(k)
		for _, size := range menustest.Windows {
			b.LayOut(size[0], size[1])
			if list := b.Control("#keys.list"); size[0] >= 1280 && list.Focusable() {
				t.Errorf("%s at %v: the list scrolls", code, size)
			}
		}
	}
}
