package kit

import (
	"math"

	"mancala/render"
)

// Toast shows one sentence at the bottom of the screen for some time.
type Toast struct {
	text  string
	ticks int
	stale bool
}

// Show shows a sentence for a number of ticks; 60 are a second. It takes the place of one that is still shown.
func (t *Toast) Show(text string, ticks int) { t.text, t.ticks, t.stale = text, ticks, true }

// Text returns the sentence that is shown, or "".
func (t *Toast) Text() string { return t.text }

// Update lets a tick pass and reports whether the toast came or went.
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

// Draw draws the toast near the bottom of the screen.
func (t *Toast) Draw(c *render.Canvas, screen render.Rect) {
	if t.text == "" {
		return
	}
	style := render.Body.Aligned(render.Center)
	limit := min(720, screen.W-48)
	text := min(limit-48, c.TextWidth(t.text, style)+1)
	height := TextHeight(c, t.text, text, style) + 24
	card := render.Rect{X: screen.Center().X - text/2 - 24, Y: screen.Bottom() - 28 - height, W: text + 48, H: height}
	c.FillRect(card, min(22, height/2), render.PanelHover)
	c.StrokeRect(card, min(22, height/2), 1, render.Line)
	DrawText(c, t.text, render.Rect{X: card.X + 24, Y: card.Y + 12, W: text, H: height - 24}, style)
}

// Spinner says that something is being worked on. It moves a few times a second.
type Spinner struct {
	box
	// Label stands beside the spinner.
	Label string

	ticks int
}

const (
	spinnerDots   = 8
	spinnerRadius = 12.0
	// spinnerTicks is how long a step takes. Each draws the window anew, while something else needs the time.
	spinnerTicks = 15
)

// Focusable reports false: a spinner is only read.
func (s *Spinner) Focusable() bool { return false }

// Update lets a tick pass and reports whether the spinner has moved.
func (s *Spinner) Update(*Input, State) bool {
	s.ticks = (s.ticks + 1) % (spinnerTicks * spinnerDots)
	return s.ticks%spinnerTicks == 0
}

// Draw draws the spinner at the left, its label beside it.
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
