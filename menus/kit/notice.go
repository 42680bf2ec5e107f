package kit

import (
	"math"
	"slices"

	"mancala/render"
)

// Toast shows a sentence at the bottom of the screen for some time.
type Toast struct {
	text  string
	ticks int
	stale bool
}

// Show shows a sentence for a number of ticks; 60 are a second. It replaces the sentence shown; an
// empty one removes it.
func (t *Toast) Show(text string, ticks int) { t.text, t.ticks, t.stale = text, ticks, true }

// Text returns the sentence that is shown, or "".
func (t *Toast) Text() string { return t.text }

// Update advances the toast by a tick and reports whether it has appeared or disappeared.
func (t *Toast) Update() bool {
	changed := t.stale
	t.stale = false
	if t.text == "" {
		return changed
	}
	if t.ticks--; t.ticks < 0 {
		t.text, changed = "", true
	}
	return changed
}

// Draw draws the toast near the bottom of an area or, if it would cover taken places there, where
// it covers least of them.
func (t *Toast) Draw(c *render.Canvas, area render.Rect, taken ...render.Rect) {
	if t.text == "" {
		return
	}
	card := t.Place(c, area, taken...)
	round := min(22, card.H/2)
	c.FillRect(card, round, render.PanelHover)
	c.StrokeRect(card, round, 1, render.Line)
	text := render.Rect{X: card.X + toastPadX, Y: card.Y + toastPadY, W: card.W - 2*toastPadX, H: card.H - 2*toastPadY}
	DrawText(c, t.text, text, toastStyle)
}

// Place returns the rectangle in which Draw draws the toast.
func (t *Toast) Place(c *render.Canvas, area render.Rect, taken ...render.Rect) render.Rect {
	limit := min(720, area.W-48)
	text := min(limit-2*toastPadX, c.TextWidth(t.text, toastStyle)+1)
	height := TextHeight(c, t.text, text, toastStyle) + 2*toastPadY
	return freePlace(area.Inset(toastAway), text+2*toastPadX, height, taken)
}

var toastStyle = render.Body.Aligned(render.Center)

// Dimensions of a toast, in units.
const (
	toastAway            = 16 // from the edges of its area
	toastPadX, toastPadY = 24, 12
)

// freePlace returns a rectangle of w by h units in an area that covers least of the taken places.
// Among equals, the lowest counts, and the middle before the sides.
func freePlace(area render.Rect, w, h float64, taken []render.Rect) render.Rect {
	const step = 8
	xs := [...]float64{area.Center().X - w/2, area.X, area.Right() - w}
	var best render.Rect
	least := math.Inf(1)
	for y := area.Bottom() - h; y >= area.Y; y -= step {
		for _, x := range xs {
			r := render.Rect{X: max(area.X, x), Y: y, W: w, H: h}
			covers := 0.0
			for _, other := range taken {
				covers += common(r.Inset(-step/2), other)
			}
			if covers < least {
				best, least = r, covers
			}
		}
	}
	if math.IsInf(least, 1) { // the area is not as high as the toast
		return area.Centered(w, h)
	}
	return best
}

// common returns the area that two rectangles share, in square units.
func common(a, b render.Rect) float64 {
	w := min(a.Right(), b.Right()) - max(a.X, b.X)
	h := min(a.Bottom(), b.Bottom()) - max(a.Y, b.Y)
	return max(0, w) * max(0, h)
}

// Reserve replaces the places that a toast should not cover in addition to the form's controls.
func (f *Form) Reserve(places ...render.Rect) { f.reserved = places }

// Taken returns the places that a toast should not cover: the form's controls and those reserved.
func (f *Form) Taken() []render.Rect {
	list := slices.Clone(f.reserved)
	for _, w := range f.widgets {
		if w.Focusable() {
			list = append(list, w.Bounds())
		}
	}
	return list
}

// Spinner says that something is in progress. It moves a few times a second.
type Spinner struct {
	box
	// Label is beside the spinner.
	Label string

	ticks int
}

const (
	spinnerDots   = 8
	spinnerRadius = 12.0
	// spinnerTicks is the length of a step. Each step redraws the window, which takes time from
	// other work.
	spinnerTicks = 15
)

// Focusable reports false: a spinner is read-only.
func (s *Spinner) Focusable() bool { return false }

// Update advances the spinner by a tick and reports whether it has moved.
func (s *Spinner) Update(*Input, State) bool {
	s.ticks = (s.ticks + 1) % (spinnerTicks * spinnerDots)
	return s.ticks%spinnerTicks == 0
}

// Draw draws the spinner at the left, with its label beside it.
func (s *Spinner) Draw(c *render.Canvas, _ State) {
	const radius = spinnerRadius
	center := render.Point{X: s.bounds.X + radius + 4, Y: s.bounds.Center().Y}
	for i := range spinnerDots {
		a := 2 * math.Pi * float64(i) / spinnerDots
		at := center.Add(render.Point{X: math.Sin(a), Y: -math.Cos(a)}.Mul(radius))
		age := (s.ticks/spinnerTicks - i + spinnerDots) % spinnerDots
		shade := 1 - float64(age)/spinnerDots
		dot := 1.8 + 1.4*shade
		if age == 0 {
			c.FillCircle(at, dot, render.Gold)
			continue
		}
		c.FillCircle(at, dot, render.Line)
		c.FillCircle(at, dot, render.Ink.Faded(shade*shade))
	}
	drawFitted(c, s.Label, s.text(), render.Body)
}

func (s *Spinner) text() render.Rect {
	_, text := s.bounds.CutLeft(2*spinnerRadius + 22)
	return text
}

func (s *Spinner) clipped(c *render.Canvas) bool { return !fits(c, s.Label, s.text(), render.Body) }
