package kit

import (
	"slices"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/render"
)

// Choice selects one of several values. It is a row of segments if they fit, and otherwise the
// value between two arrows. Left and Right change it while it has the focus; a click selects a
// segment. Between arrows, a click on the value, or Space, opens a list if OnOpen is set.
type Choice struct {
	labelledBox
	Options []string
	// Selected is the index of the chosen value.
	Selected int
	Disabled bool
	// OnChange is called after the person has chosen another value.
	OnChange func(selected int)
	// OnOpen, if not nil, shows all values as a list, which calls Choose.
	OnOpen func()

	hover  int
	canvas *render.Canvas
}

// NewChoice returns a choice among options.
func NewChoice(label string, options []string, selected int, onChange func(selected int)) *Choice {
	return &Choice{labelledBox: labelledBox{Label: label}, Options: options, Selected: selected, OnChange: onChange}
}

// Focusable reports whether the choice is enabled and has options.
func (ch *Choice) Focusable() bool { return !ch.Disabled && len(ch.Options) > 0 }

// Value returns the chosen value, or "" if there is none.
func (ch *Choice) Value() string {
	if ch.Selected < 0 || ch.Selected >= len(ch.Options) {
		return ""
	}
	return ch.Options[ch.Selected]
}

// narrowest is the least width of a segment that a finger can hit.
const narrowest = 44

// parts returns the segments. If they do not fit it returns nil, and two arrows replace them.
func (ch *Choice) parts() []render.Rect {
	const margin = 16
	const between = 4
	parts := EqualRow(ch.ring().Inset(4), between, len(ch.Options))
	wide := func(s string) bool { return textWidth(ch.canvas, s, render.Strong)+margin > parts[0].W }
	if len(ch.Options) == 0 || parts[0].W+between < narrowest || slices.ContainsFunc(ch.Options, wide) {
		return nil
	}
	return parts
}

// Update changes the value.
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
			ends = ch.ends(at.Source)
		}
		ch.hover = partAt(in, ends...)
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

// ends returns the hit areas without segments: both arrows and the value. For a finger the arrows
// are wider than drawn.
func (ch *Choice) ends(source Source) []render.Rect {
	left, right := ends2(ch.ring())
	value := between(left, right)
	if source == Touch {
		left, right = fingerEnds(ch.ring())
		value = between(left, right)
	}
	return []render.Rect{left, right, value}
}

// Choose selects a value as the user would. It calls OnChange if the value changes, and ignores an
// index out of range.
func (ch *Choice) Choose(i int) {
	if i < 0 || i >= len(ch.Options) || i == ch.Selected {
		return
	}
	ch.Selected = i
	if ch.OnChange != nil {
		ch.OnChange(i)
	}
}

// step moves to a neighbouring value and stops at the ends.
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
		ch.drawValue(c, between(left, right), at)
		return
	}
	for i, r := range parts {
		style := render.Body.In(render.InkSoft).Aligned(render.Center)
		switch {
		case i == ch.Selected && at.Focused:
			style = valueStyle(false).In(render.InkOnGold)
			c.FillRect(r, Corner-4, render.Gold)
		case i == ch.Selected:
			style = valueStyle(ch.Disabled)
			ground := render.Chosen
			if ch.Disabled {
				ground = render.Panel
			}
			c.FillRect(r, Corner-4, ground)
		case i == ch.hover && !ch.Disabled:
			style = style.In(render.Ink)
			c.FillRect(r, Corner-4, render.PanelRaised)
		case ch.Disabled:
			style = style.In(render.InkDim)
		}
		DrawLine(c, ch.Options[i], r.Inset(4), style)
	}
}

// drawValue draws the value between two arrows, with a sign beside it if it opens a list.
func (ch *Choice) drawValue(c *render.Canvas, r render.Rect, at State) {
	style := valueStyle(ch.Disabled)
	switch {
	case at.Focused:
		style = style.In(render.InkOnGold)
		c.FillRect(r, Corner-4, render.Gold)
	case ch.hover == 2 && !ch.Disabled && ch.OnOpen != nil:
		c.FillRect(r, Corner-4, render.PanelRaised)
	}
	if ch.OnOpen == nil {
		drawFitted(c, ch.Value(), r.Inset(2), style)
		return
	}
	r.W -= openSign
	half := drawFitted(c, ch.Value(), r, style) / 2
	chevron(c, render.Point{X: r.Center().X + half + openSign/2 + 2, Y: r.Center().Y + 1}, render.Point{Y: 1}, 5, style.Color)
}

// openSign is the width of the sign of a list, including its distance to the value.
const openSign = 20

func (ch *Choice) clipped(c *render.Canvas) bool {
	ch.canvas = c
	label, control := labelled(ch.bounds, ch.Label)
	if !fits(c, ch.Label, label, render.Caption) {
		return true
	}
	if ch.parts() != nil {
		return false
	}
	room := between(ends2(control))
	if room = room.Inset(2); ch.OnOpen != nil {
		room.W -= openSign
	}
	return slices.ContainsFunc(ch.Options, func(s string) bool { return !fits(c, s, room, render.Strong) })
}
