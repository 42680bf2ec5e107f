package render

import (
	"slices"
	"testing"

	"mancala/tools/need"

	"github.com/hajimehoshi/ebiten/v2"
)

func TestOverhear(t *testing.T) {
	c := need.Must(NewCanvas())(t)
	c.Begin(ebiten.NewImage(400, 200), 2)
	var heard []Lettering
	c.Overhear(func(l Lettering) { heard = append(heard, l) })
	c.Text("right", Point{X: 100, Y: 50}, Body.Aligned(Right))
	long := "much too long for its place"
	c.Clip(Rect{X: 10, Y: 20, W: 60, H: 20}, func() { c.Text(c.Fit(long, 60, Body), Point{X: 10, Y: 30}, Body) })
	c.Overhear(nil)
	c.Text("unheard", Point{}, Body)
	if len(heard) != 2 || heard[0].Text != "right" || heard[0].Whole != "right" || heard[1].Whole != long {
		t.Fatalf("heard: %+v", heard)
	}
	if at := heard[0].Place; at.Right() < 99.4 || at.Right() > 100.6 || at.Center().Y != 50 {
		t.Errorf("the first stands at %+v", at)
	}
	if r := heard[1].Clip; r != (Rect{X: 10, Y: 20, W: 60, H: 20}) {
		t.Errorf("the second is seen in %+v", r)
	}
	if slices.Contains([]string{long, "…"}, heard[1].Text) {
		t.Errorf("the second is drawn as %q", heard[1].Text)
	}
}
