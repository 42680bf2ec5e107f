package render

import (
	"image"
	"image/color"
	"testing"
)

func TestRoleFades(t *testing.T) {
	theme := Walnut()
	gold := theme.Colour(Gold)
	for share, want := range map[float64]color.RGBA{
		1: gold, 7: gold, 0: {}, -1: {}, 0.5: {gold.R / 2, gold.G / 2, gold.B / 2, 127},
	} {
		if got := theme.Colour(Gold.Faded(share)); distance(got, want) > 1 || int(got.A)-int(want.A) > 1 || int(want.A)-int(got.A) > 1 {
			t.Errorf("gold with a share of %g is %v, want %v", share, got, want)
		}
	}
	if got := theme.Colour(Gold.Faded(0.2).Faded(1)); got != gold {
		t.Errorf("gold that is faded and then not is %v", got)
	}
	if got := theme.Colour(roles + 3); got != (color.RGBA{}) {
		t.Errorf("a role that there is not is %v", got)
	}
}

// A theme set later must look as if set from the start: no picture of the old one may remain.
func TestAThemeIsFollowedAtOnce(t *testing.T) {
	other := Walnut()
	for i, c := range other.colours {
		other.colours[i] = color.RGBA{c.G, c.B, c.R, c.A}
	}
	other.board.middle, other.table.near, other.seeds[0] = rgb{0.2, 0.3, 0.5}, rgb{0.3, 0.1, 0.1}, other.seeds[1]
	changed, fresh := newStudio(t, 640, 360), newStudio(t, 640, 360)
	v := changed.still(startOf(t, 6, 4))
	before := changed.shoot(v)
	for _, s := range []*studio{changed, fresh} {
		s.canvas.SetTheme(other)
	}
	after := changed.shoot(v)
	if n := differ(after, before); n < 640*360*9/10 {
		t.Errorf("another theme changes only %d pixels", n)
	}
	if differ(after, fresh.shoot(v)) > 0 {
		t.Error("a theme looks different when another one was used before")
	}
	changed.canvas.SetTheme(Walnut())
	if differ(changed.shoot(v), before) > 0 {
		t.Error("going back to a theme leaves something of the other one")
	}
}

// differ counts the pixels in which two pictures differ by more than rounding.
func differ(a, b *image.RGBA) (n int) {
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if distance(a.RGBAAt(x, y), b.RGBAAt(x, y)) > 3 {
				n++
			}
		}
	}
	return n
}

// ratio returns the contrast of two colours as WCAG 2 defines it.
func ratio(a, b color.RGBA) float64 {
	x := luminance(float64(a.R), float64(a.G), float64(a.B)) + 0.05
	y := luminance(float64(b.R), float64(b.G), float64(b.B)) + 0.05
	return max(x, y) / min(x, y)
}

// Every text must be readable on each of its grounds, and the focus line visible on them.
func TestThemesHaveContrast(t *testing.T) {
	texts := map[string]Role{
		"Ink": Ink, "InkSoft": InkSoft, "InkDim": InkDim, "Gold": Gold, "Warn": Warn,
		"Inaccuracy": Inaccuracy, "Mistake": Mistake, "Blunder": Blunder,
	}
	grounds := map[string]Role{"Backdrop": Backdrop, "Panel": Panel, "PanelRaised": PanelRaised, "PanelHover": PanelHover}
	for _, theme := range Themes() {
		least := 4.5
		if theme.code == "contrast" {
			least = 7
		}
		check := func(text, ground string, a, b color.RGBA) {
			if got := ratio(a, b); got < least {
				t.Errorf("%s: %s on %s has a contrast of %.2f, want %g", theme.code, text, ground, got, least)
			}
		}
		for text, ink := range texts {
			for ground, under := range grounds {
				check(text, ground, theme.Colour(ink), theme.Colour(under))
			}
			near := theme.table.near
			check(text, "the table", theme.Colour(ink), color.RGBA{uint8(255 * near[0]), uint8(255 * near[1]), uint8(255 * near[2]), 255})
		}
		check("Ink", "Chosen", theme.Colour(Ink), theme.Colour(Chosen))
		for name, gold := range map[string]Role{"Gold": Gold, "GoldHover": GoldHover, "GoldPressed": GoldPressed} {
			check("InkOnGold", name, theme.Colour(InkOnGold), theme.Colour(gold))
			check("InkSoftOnGold", name, theme.Colour(InkSoftOnGold), theme.Colour(gold))
		}
		for _, ink := range []Role{Gold, hintInk} {
			check("words", "their plate", theme.Colour(ink), theme.Colour(plate.Faded(1)))
		}
	}
}

func TestThemesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, theme := range Themes() {
		if seen[theme.code] {
			t.Errorf("two themes are called %s", theme.code)
		}
		seen[theme.code] = true
		if ThemeOf(theme.Code()) != theme {
			t.Errorf("%s cannot be found by its code", theme.code)
		}
		for role, c := range theme.colours {
			if c.A == 0 {
				t.Errorf("%s has no colour for role %d", theme.code, role)
			}
			if c.R > c.A || c.G > c.A || c.B > c.A {
				t.Errorf("%s: role %d is not premultiplied: %v", theme.code, role, c)
			}
		}
	}
	if ThemeOf("no such theme") != Walnut() || !seen["walnut"] || !seen["slate"] || !seen["contrast"] {
		t.Errorf("the themes are %v", seen)
	}
}
