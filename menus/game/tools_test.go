package game

import (
	"testing"

	"mancala/internal/match"
	"mancala/menus/menustest"
	"mancala/menus/settings"
	"mancala/rules"
)

// The log does not change which tools have words.
func TestTheLogLeavesTheToolsTheirWords(t *testing.T) {
	for _, p := range rules.Presets() {
		for _, size := range [][2]int{{640, 400}, {1024, 768}, {1280, 720}, {1366, 768}, {1920, 1080}, {2560, 1440}, {1280, 500}, {600, 1000}, {390, 844}} {
			b := menustest.New(t, menustest.Shelf{}, nil)
			b.Play(settings.Setup{Variant: p.Variant, Seats: [2]string{match.KindPerson, "greedy"}, Names: [2]string{"Ann", "Greedy"}})
			b.Push(New(b))
			b.LayOut(size[0], size[1])
			g := screenOf(b)
			named := func() (n int) {
				for _, w := range g.tools.shown {
					if w.Sign != nil {
						n++
					}
				}
				return n
			}
			before := named()
			g.toggleLog()
			b.LayOut(size[0], size[1])
			if after := named(); after != before {
				t.Errorf("%s at %v: %d words without the log, %d with it", p.Name, size, before, after)
			}
			if size[0] >= 1280 && before < 4 {
				t.Errorf("%s at %v: %d words", p.Name, size, before)
			}
		}
	}
}
