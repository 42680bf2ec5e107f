package kit

import (
	"fmt"
	"image/color"
	"math"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// TestEverythingDraws draws all widgets in many states and sizes, down to zero. Without a running
// game the screen stays empty, but layout, measurement and shortening run.
func TestEverythingDraws(t *testing.T) {
	c := newCanvas(t)
	c.Begin(ebiten.NewImage(640, 400), 0.7)
	field := NewTextField("Name", strings.Repeat("Ada ", 40), nil)
	field.Hint = "Others see it."
	failing := NewTextField("Address", "", nil)
	failing.Error, failing.Placeholder = "That is no address.", "name or address"
	table := tableOf(30)
	table.Cells = func(i int) []string { return [][]string{{"row"}, nil, {"more", "than", "there", "are"}}[i%3] }
	area := &ScrollArea{ContentHeight: 900, Content: Say("text", render.Body)}
	widgets := []Widget{
		&Button{Label: "Host a game", Caption: "Wait for someone", Shortcut: "H", Primary: true},
		&Button{Label: "Disabled", Disabled: true}, field, failing,
		NewChoice("Rules", []string{"a", "b"}, 1, nil), NewChoice("", nil, 3, nil), NewStepper("Seeds", 1, 0, 2, nil),
		table, tableOf(0), &Table{}, area, &ScrollArea{ContentHeight: 50}, &Spinner{Label: "Connecting"},
	}
	f := NewForm(widgets...)
	sizes := []render.Rect{{W: 400, H: 120}, {X: 5.5, Y: 3.3, W: 90, H: 30}, {X: 9, Y: 9}, {X: 600, Y: 500, W: 900, H: 900}}
	for _, size := range sizes {
		for _, w := range widgets {
			w.SetBounds(size)
			for _, at := range []State{{}, {Focused: true}, {Hovered: true}, {Hovered: true, Held: true}} {
				w.Update(hoverAt(size.Center()), at)
				w.Draw(c, at)
			}
			f.Focus(w)
		}
		f.Update(&Input{Composition: "日本", Keys: []KeyPress{{Key: ebiten.KeyTab}}})
		f.Draw(c)
	}
	f.Announced = strings.Repeat("A long sentence. ", 20)
	f.Draw(c)
}

func TestTextHeightAndDrawText(t *testing.T) {
	c := newCanvas(t)
	lineHeight := render.Body.Size * LineSpacing
	if h := TextHeight(c, "one\ntwo\n\nfour", 500, render.Body); math.Abs(h-4*lineHeight) > 1e-9 {
		t.Errorf("four lines are %v high, want %v", h, 4*lineHeight)
	}
	words := strings.Repeat("word ", 100)
	wide, narrow := TextHeight(c, words, 800, render.Body), TextHeight(c, words, 200, render.Body)
	if wide >= narrow {
		t.Errorf("a text is %v high if wide and %v if narrow", wide, narrow)
	}
	c.Begin(ebiten.NewImage(10, 10), 1)
	if h := DrawText(c, words, render.Rect{W: 200, H: 2.5 * lineHeight}, render.Body); math.Abs(h-2*lineHeight) > 1e-9 {
		t.Errorf("drawn are %v units, want the two lines that fit", h)
	}
}

// contrast returns the contrast of two colours as WCAG 2 defines it.
func contrast(theme render.Theme, x, y render.Role) float64 {
	a, b := theme.Colour(x), theme.Colour(y)
	luminance := func(c color.RGBA) float64 {
		part := func(v uint8) float64 {
			s := float64(v) / 255
			if s <= 0.04045 {
				return s / 12.92
			}
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
	}
	bright, dark := luminance(a)+0.05, luminance(b)+0.05
	return max(bright, dark) / min(bright, dark)
}

// TestTheFocusIsTheStrongestInGrey compares the fills of buttons: even in grey, the focused one
// stands out most from a card.
func TestTheFocusIsTheStrongestInGrey(t *testing.T) {
	for _, theme := range render.Themes() {
		for _, ground := range []render.Role{render.Panel, render.Backdrop} {
			focused := contrast(theme, buttonLook(&Button{}, State{Focused: true}).ground, ground)
			for _, b := range []*Button{{}, {Primary: true}, {Disabled: true}, {Quiet: true}} {
				for _, at := range []State{{}, {Hovered: true}, {Hovered: true, Held: true}} {
					if other := contrast(theme, buttonLook(b, at).ground, ground); 3*other > focused {
						t.Errorf("%s, %+v, %+v: contrast %.1f, and the focused one has only %.1f", theme.Code(), b, at, other, focused)
					}
				}
			}
		}
	}
}

func TestContrast(t *testing.T) {
	for _, theme := range render.Themes() {
		t.Run(theme.Code(), func(t *testing.T) { checkContrast(t, theme) })
	}
}

func checkContrast(t *testing.T, theme render.Theme) {
	for _, b := range []*Button{{}, {Primary: true}, {Disabled: true}, {Quiet: true}} {
		for _, at := range []State{{}, {Hovered: true}, {Hovered: true, Held: true}, {Focused: true}, {Focused: true, Hovered: true}} {
			l := buttonLook(b, at)
			for _, ink := range []render.Role{l.ink, l.soft} {
				if got := contrast(theme, ink, l.ground); got < 4.5 {
					t.Errorf("%+v, %+v: contrast %.2f", b, at, got)
				}
			}
		}
	}
	if theme.Code() == "contrast" {
		checkEdges(t, theme)
	}
	pairs := map[string][2]render.Role{
		"selected value":      {render.Ink, render.Chosen},
		"other value":         {render.InkSoft, render.Backdrop},
		"hovered value":       {render.Ink, render.PanelRaised},
		"placeholder":         {render.InkDim, render.Backdrop},
		"error on a card":     {render.Warn, render.Panel},
		"selected text":       {render.Ink, selectionGround},
		"soft text on a card": {render.InkSoft, render.Panel},
		"toast":               {render.Ink, render.PanelHover},
		"ring of the focus":   {render.Gold, render.Panel},
	}
	for name, pair := range pairs {
		if got := contrast(theme, pair[0], pair[1]); got < 4.5 {
			t.Errorf("%s: contrast %.2f", name, got)
		}
	}
}

// checkEdges checks that weak eyes can see the edges of controls.
func checkEdges(t *testing.T, theme render.Theme) {
	t.Helper()
	edges := map[string]render.Role{"well": render.Line}
	for name, b := range map[string]*Button{"button": {}, "primary button": {Primary: true}} {
		for _, at := range []State{{}, {Hovered: true}, {Focused: true}} {
			edges[fmt.Sprintf("%s %+v", name, at)] = buttonLook(b, at).edge
		}
	}
	for name, edge := range edges {
		for _, ground := range []render.Role{render.Backdrop, render.Panel} {
			if got := contrast(theme, edge, ground); got < 3 {
				t.Errorf("the edge of a %s has a contrast of %.2f", name, got)
			}
		}
	}
}
