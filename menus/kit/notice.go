package kit

import (
	"math"
	"slices"

	"mancala/render"
)

// Toasts are sentences shown one after the other, each for some time. An answer to the user comes
// before the others. Times are in ticks, 60 a second.
type Toasts struct {
	list  []toast // the first one is shown
	stale bool
}

type toast struct {
	text   string
	ticks  int // remaining time on the screen
	seen   int // time on the screen so far
	answer bool
}

// A toast is shown for its full time unless others wait. Then it is shown for hurried ticks, plus
// hurriedLetter ticks per letter. At most mostToasts wait.
const (
	hurried       = 90
	hurriedLetter = 2
	mostToasts    = 5
)

// Say shows a sentence for a number of ticks, after the waiting ones. It shows an answer at once,
// instead of the last answer. A sentence never waits twice.
func (t *Toasts) Say(text string, ticks int, answer bool) {
	one := toast{text: text, ticks: ticks, answer: answer}
	t.list = slices.DeleteFunc(t.list, func(old toast) bool { return old.text == text || answer && old.answer })
	t.stale = true
	if answer {
		t.list = slices.Insert(t.list, 0, one)
		return
	}
	if t.list = append(t.list, one); len(t.list) > mostToasts {
		t.list = slices.Delete(t.list, 1, 2)
	}
}

// Clear removes all sentences. Leave removes only the shown ones.
func (t *Toasts) Clear() { t.list, t.stale = nil, true }

// Leave removes the shown sentences, because their screen is left.
func (t *Toasts) Leave() {
	t.list = slices.DeleteFunc(t.list, func(old toast) bool { return old.seen > 0 })
	t.stale = true
}

// Text returns the present sentence, or "".
func (t *Toasts) Text() string {
	if len(t.list) == 0 {
		return ""
	}
	return t.list[0].text
}

// Update advances the present sentence by a tick, and reports whether another one replaces it.
func (t *Toasts) Update() bool {
	changed := t.stale
	if t.stale = false; len(t.list) == 0 {
		return changed
	}
	first := &t.list[0]
	first.seen++
	first.ticks--
	if first.ticks < 0 || len(t.list) > 1 && first.seen > hurried+hurriedLetter*len(first.text) {
		t.list, changed = t.list[1:], true
	}
	return changed
}

// Lane is the place of a form for announced sentences. It covers no other part.
type Lane struct {
	Place render.Rect
	Align render.Align
	// Closed makes sentences wait, because something more important has the place.
	Closed bool
}

// LaneHeight is the height of the lane at the top of windows whose form has no lane.
const LaneHeight = 60

// lane returns the form's lane, or the one at the top of the window.
func (f *Form) lane(c *render.Canvas) Lane {
	if f.Lane != (Lane{}) {
		return f.Lane
	}
	place, _ := c.Bounds().CutTop(LaneHeight)
	place = place.Centered(place.W-2*CornerRoom, LaneHeight-12)
	return Lane{Place: place, Align: render.Center}
}

// Dimensions of an announced sentence, in units: its sizes of type, the largest first, and its
// padding.
var toastSizes = [...]float64{18, 16, 15}

const toastPadX, toastPadY = 18, 2

// drawAnnounced draws the announced sentence in the largest type that fits its lane. If none fits,
// the sentence is higher than the lane, away from the edge of the window.
func (f *Form) drawAnnounced(c *render.Canvas) {
	lane := f.lane(c)
	if f.Announced == "" || lane.Closed {
		return
	}
	card, style := placeToast(c, f.Announced, lane)
	round := min(22, card.H/2)
	c.FillRect(card, round, render.PanelHover)
	c.StrokeRect(card, round, 1, render.Line)
	text := card.Centered(card.W-2*toastPadX, TextHeight(c, f.Announced, card.W-2*toastPadX, style))
	DrawText(c, f.Announced, text, style)
}

// placeToast returns the place of a sentence in a lane, and its style.
func placeToast(c *render.Canvas, text string, lane Lane) (render.Rect, render.TextStyle) {
	var style render.TextStyle
	var w, h float64
	for _, size := range toastSizes {
		style = render.Body.Sized(size).Aligned(render.Center)
		w = min(lane.Place.W-2*toastPadX, c.TextWidth(text, style)+1)
		if h = TextHeight(c, text, w, style); h+2*toastPadY <= lane.Place.H {
			break
		}
	}
	card := lane.Place.Centered(w+2*toastPadX, max(h+2*toastPadY, min(36, lane.Place.H)))
	switch {
	case card.H > lane.Place.H && lane.Place.Center().Y > c.Bounds().Center().Y:
		card.Y = lane.Place.Bottom() - card.H
	case card.H > lane.Place.H:
		card.Y = lane.Place.Y
	}
	switch lane.Align {
	case render.Left:
		card.X = lane.Place.X
	case render.Right:
		card.X = lane.Place.Right() - card.W
	}
	return card, style
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
	// spinnerTicks is the length of a step. Each step redraws the window, which costs time.
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
	drawFitted(c, s.Label, s.text(), render.Action)
}

func (s *Spinner) text() render.Rect {
	_, text := s.bounds.CutLeft(2*spinnerRadius + 22)
	return text
}

func (s *Spinner) clipped(c *render.Canvas) bool { return !fits(c, s.Label, s.text(), render.Action) }
