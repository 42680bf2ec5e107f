package record

import (
	"errors"
	"fmt"
	"strings"
	"syscall/js"
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

const hasFolder = false

// emptyPlace returns an empty place for a ledger that lasts: the storage of the page.
func emptyPlace(t testing.TB) Config {
	t.Helper()
	need.Met(t, "a browser with localStorage", tried(func() { storageObject().Call("clear") }))
	return Config{}
}

// replaced has the body of a JavaScript function answer in the place of window.localStorage while a
// test runs.
func replaced(t *testing.T, body string) {
	t.Helper()
	window, object := js.Global(), js.Global().Get("Object")
	before := object.Call("getOwnPropertyDescriptor", window, "localStorage")
	property := object.New()
	property.Set("configurable", true)
	property.Set("get", js.Global().Get("Function").New(body))
	object.Call("defineProperty", window, "localStorage", property)
	t.Cleanup(func() { object.Call("defineProperty", window, "localStorage", before) })
}

// The browser's own storage fills up at about five million characters.
func TestBrowserStorageFills(t *testing.T) {
	cfg := emptyPlace(t)
	p := localStorage{}
	l := Open(t.Context(), cfg)
	clocked(l)
	for i := range 300 {
		mustSave(t, l, game(t, fmt.Sprint("g", i), wonBySouth))
	}
	filled := 0
	for size := 1 << 20; size > 0; size /= 2 {
		for p.set(fmt.Sprint("another/", filled), strings.Repeat("é", size)) == nil {
			filled++
		}
	}
	if err := p.set("another", "é"); filled < 4 || !errors.Is(err, errFull) {
		t.Fatalf("after %d values: %v", filled, err)
	}
	mustSave(t, l, game(t, "new", wonByNorth))
	checkNotices(t, l, "storage-cut")
	again := Open(t.Context(), cfg)
	checkNotices(t, again, "")
	list, total, err := again.Games(t.Context(), match.GameQuery{})
	if total < keptGames || total > 300 || list[0].ID != "new" || list[1].ID != "g299" || err != nil {
		t.Errorf("%d games, %v", total, err)
	}
	emptyPlace(t)
}

// A browser that refuses its storage, or has none, causes only a notice.
func TestBrowserStorageDenied(t *testing.T) {
	for name, body := range map[string]string{
		"null": "return null", "undefined": "return", "a thrown text": "throw 'denied'",
		"denied": "throw new DOMException('denied', 'SecurityError')",
	} {
		t.Run(name, func(t *testing.T) {
			early := Open(t.Context(), emptyPlace(t))
			mustSave(t, early, game(t, "early", wonBySouth))
			replaced(t, body)
			for _, l := range []*Ledger{early, Open(t.Context(), Config{})} {
				mustSave(t, l, game(t, "new", wonByNorth))
				checkNotices(t, l, "storage-denied")
				if g, found, err := l.Game(t.Context(), "new"); g.ID != "new" || !found || err != nil {
					t.Errorf("in memory: %v, %v", found, err)
				}
			}
			if _, found, err := early.Game(t.Context(), "early"); !found || err != nil {
				t.Errorf("a game of before: %v, %v", found, err)
			}
		})
	}
}
