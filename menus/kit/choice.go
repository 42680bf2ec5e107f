package kit

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Choice is one of several values: a row of segments where they fit, else the value between two arrows. Left and right
// change it while it has the focus; a click on a segment chooses it. Between arrows, a click on the value, or Space, opens a
// list where there is one.
type Choice struct {
	box
	// Label stands above it or, in less than 70 units of height, at the left.
	Label   string
	Options []string
	// Selected is the index of the chosen value.
	Selected int
	Disabled bool
	// OnChange is called after the person has chosen another value.
	OnChange func(selected int)
	// OnOpen, where not nil, shows all values as a list, which calls Choose.
	OnOpen func()

	hover  int
	canvas *render.Canvas
}

// NewChoice returns a choice between options.
func NewChoice(label string, options []string, selected int, onChange func(selected int)) *Choice {
	return &Choice{Label: label, Options: options, Selected: selected, OnChange: onChange}
}

// Focusable reports whether there is something to choose from.
func (ch *Choice) Focusable() bool { return !ch.Disabled && len(ch.Options) > 0 }

// Value returns the chosen value, or "" if there is none.
func (ch *Choice) Value() string {
	if ch.Selected < 0 || ch.Selected >= len(ch.Options) {
		return ""
	}
	return ch.Options[ch.Selected]
}

func (ch *Choice) ring() render.Rect {
	_, control := labelled(ch.bounds, ch.Label)
	return control
}

// parts returns the segments, or nil where they do not fit: then there are two arrows.
func (ch *Choice) parts() []render.Rect {
	const margin = 16
	parts := EqualRow(ch.ring().Inset(4), 4, len(ch.Options))
	wide := func(s string) bool { return textWidth(ch.canvas, s, render.Strong)+margin > parts[0].W }
	if len(ch.Options) == 0 || slices.ContainsFunc(ch.Options, wide) {
		return nil
	}
	return parts
}

// Update chooses.
func (ch *Choice) Update(in *Input, at State) bool {
	if !ch.Focusable() {
		return false
	}
	old, hover := ch.Selected, ch.hover
	ch.hover = -1
	opens := false
	parts := ch.parts()
	if at.Hovered {
		ends := parts
		if parts == nil {
			left, right := ends2(ch.ring())
			ends = []render.Rect{left, right, between(left, right)}
		}
		ch.hover = slices.IndexFunc(ends, func(r render.Rect) bool { return r.Contains(in.Cursor) })
	}
	if at.Clicked && ch.hover >= 0 {
		switch {
		case parts != nil:
			ch.Selected = ch.hover
		case ch.hover < 2:
			ch.step(2*ch.hover - 1)
		default:
			opens = true
		}
	}
	if at.Focused {
		switch {
		case in.takePlain(ebiten.KeyArrowLeft):
			ch.step(-1)
		case in.takePlain(ebiten.KeyArrowRight):
			ch.step(1)
		case parts == nil && ch.OnOpen != nil && in.TakeKey(ebiten.KeySpace):
			opens = true
		}
	}
	if opens && ch.OnOpen != nil {
		ch.OnOpen()
		return true
	}
	if old != ch.Selected && ch.OnChange != nil {
		ch.OnChange(ch.Selected)
	}
	return old != ch.Selected || hover != ch.hover
}

// Choose selects a value as the person would: OnChange is called where it is another one. An index that is none changes
// nothing.
func (ch *Choice) Choose(i int) {
	if i < 0 || i >= len(ch.Options) || i == ch.Selected {
		return
	}
	ch.Selected = i
	if ch.OnChange != nil {
		ch.OnChange(i)
	}
}

// step goes to a neighbouring value, not around the ends.
func (ch *Choice) step(by int) { ch.Selected = min(max(ch.Selected+by, 0), len(ch.Options)-1) }

// Draw draws the label and the values.
func (ch *Choice) Draw(c *render.Canvas, at State) {
	ch.canvas = c
	if !at.Hovered {
		ch.hover = -1
	}
	label, control := labelled(ch.bounds, ch.Label)
	drawLabel(c, ch.Label, label, ch.Disabled)
	well(c, control)
	parts := ch.parts()
	if parts == nil {
		left, right := ends2(control)
		drawEnd(c, left, render.Point{X: -1}, ch.hover == 0, ch.Disabled || ch.Selected <= 0)
		drawEnd(c, right, render.Point{X: 1}, ch.hover == 1, ch.Disabled || ch.Selected >= len(ch.Options)-1)
		ch.drawValue(c, between(left, right))
		return
	}
	for i, r := range parts {
		style := render.Body.In(render.InkSoft).Aligned(render.Center)
		switch {
		case i == ch.Selected:
			style = valueStyle(ch.Disabled)
			c.FillRect(r, Corner-4, segmentGround(ch.Disabled))
		case i == ch.hover && !ch.Disabled:
			style = style.In(render.Ink)
			c.FillRect(r, Corner-4, render.PanelRaised)
		case ch.Disabled:
			style = style.In(render.InkDim)
		}
		line(c, ch.Options[i], r.Inset(4), style)
	}
}

// drawValue draws the value between two arrows, with a sign beside it where it opens a list.
func (ch *Choice) drawValue(c *render.Canvas, r render.Rect) {
	style := valueStyle(ch.Disabled)
	if ch.OnOpen == nil {
		line(c, ch.Value(), r, style)
		return
	}
	if ch.hover == 2 && !ch.Disabled {
		c.FillRect(r, Corner-4, render.PanelRaised)
	}
	const sign = 20 // the room for it, with the distance to the value
	r.W -= sign
	half := min(r.W, c.TextWidth(ch.Value(), style)) / 2
	line(c, ch.Value(), r, style)
	chevron(c, render.Point{X: r.Center().X + half + sign/2 + 2, Y: r.Center().Y + 1}, render.Point{Y: 1}, 5, style.Color)
}

func segmentGround(disabled bool) render.Role {
	if disabled {
		return render.Panel
	}
	return render.Line
}
