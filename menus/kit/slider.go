package kit

import (
	"cmp"
	"math"
	"strconv"

	"mancala/render"
)

// Slider selects an integer 0..Max, such as a volume. With the focus, Left and Right change it by
// Step, and Home and End go to the limits. The pointer drags it.
type Slider struct {
	number
	Step     int
	Disabled bool
	// Words formats the value to the right of the slider; nil shows the number. The value has Room
	// units, or 70 if that is 0.
	Words func(value int) string
	Room  float64
}

// NewSlider returns a slider.
func NewSlider(label string, value, highest, step int, onChange func(value int)) *Slider {
	return &Slider{number: newNumber(label, value, 0, highest, onChange), Step: step}
}

// Focusable reports whether the number can be changed.
func (s *Slider) Focusable() bool { return !s.Disabled && s.Max > 0 }

// Describe returns the slider's label or tip, its value and its range.
func (s *Slider) Describe() Info {
	return Info{Kind: KindSlider, Label: cmp.Or(s.Label, s.Tip), Value: s.words(s.Value), Selected: s.Value, High: s.Max}
}

func (s *Slider) words(value int) string {
	if s.Words == nil {
		return strconv.Itoa(value)
	}
	return s.Words(value)
}

// slides marks a widget that a finger drags.
func (s *Slider) slides() {}

const (
	knobRadius = 11.0
	// sliderPad is the padding at both ends of the track, and valueRoom the usual width for the
	// value.
	sliderPad, valueRoom = 18.0, 70.0
)

// places returns the track of the knob, and the place of the value.
func (s *Slider) places() (track, value render.Rect) {
	control := s.ring()
	value, track = control.CutRight(min(cmp.Or(s.Room, valueRoom), control.W/3))
	track.X, track.W = track.X+sliderPad, max(1, track.W-2*sliderPad)
	return track, value
}

// Update changes the number.
func (s *Slider) Update(in *Input, at State) bool {
	if !s.Focusable() {
		return false
	}
	value := s.Value
	if at.Pressed || at.Held && in.CursorMoved {
		track, _ := s.places()
		value = int(math.Round(max(0, min(1, (in.Cursor.X-track.X)/track.W)) * float64(s.Max)))
	}
	if at.Focused {
		value = s.stepped(in, value, max(1, s.Step))
	}
	return s.set(value)
}

func (s *Slider) clipped(c *render.Canvas) bool {
	label, _ := labelled(s.bounds, s.Label)
	_, value := s.places()
	value = value.Inset(4)
	return !fits(c, s.Label, label, render.Caption) ||
		!fits(c, s.words(0), value, render.Strong) || !fits(c, s.words(s.Max), value, render.Strong)
}

// Draw draws the label, the track with its knob, and the value.
func (s *Slider) Draw(c *render.Canvas, at State) {
	label, control := labelled(s.bounds, s.Label)
	drawLabel(c, s.Label, label, s.Disabled)
	well(c, control)
	track, value := s.places()
	const thick = 6
	bar := track.Centered(track.W, thick)
	c.FillRect(bar, thick/2, render.PanelHover)
	full, knob, style := render.InkSoft, render.Ink, valueStyle(s.Disabled)
	switch {
	case !s.Focusable():
		full, knob = render.InkDim, render.InkDim
	case at.Focused:
		full, knob = render.Gold, render.Gold
	}
	if s.Max > 0 {
		bar.W *= float64(s.Value) / float64(s.Max)
	}
	c.FillRect(bar, thick/2, full)
	radius := knobRadius
	if (at.Hovered || at.Held) && s.Focusable() {
		radius++
	}
	c.FillCircle(render.Point{X: bar.Right(), Y: track.Center().Y}, radius, knob)
	value = value.Inset(4)
	if at.Focused {
		c.FillRect(value, Corner-4, render.Gold)
		style = style.In(render.InkOnGold)
	}
	drawFitted(c, s.words(s.Value), value, style)
}
