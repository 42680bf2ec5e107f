package game

import (
	"mancala/menus/kit"
	"mancala/render"
)

// lineList is a scrolling list of lines, a part of a drawer. Room for the scroll bar is always
// reserved, so that its appearance never rewraps the lines.
type lineList struct {
	area   *kit.ScrollArea
	canvas *render.Canvas
	none   string // shown if there are no lines
	count  func() int
	line   func(i int) (string, render.TextStyle) // counted from the top
}

// Dimensions of a list of lines, in units.
const (
	lineGap    = 7
	scrollRoom = 18 // the width of the scroll bar
)

func newLineList(canvas *render.Canvas, id, none string, count func() int, line func(i int) (string, render.TextStyle)) *lineList {
	l := &lineList{canvas: canvas, none: none, count: count, line: line}
	l.area = kit.WithID(id, &kit.ScrollArea{DrawContent: l.draw})
	return l
}

// Extent says that the list takes the room that is left.
func (l *lineList) Extent(*render.Canvas, float64) kit.Extent { return kit.Extent{Most: kit.Endless} }

// Place places the list.
func (l *lineList) Place(_ *render.Canvas, r render.Rect) {
	l.area.SetBounds(r)
	l.measure()
}

// Controls calls yield for the scrolling area.
func (l *lineList) Controls(yield func(kit.Widget)) { yield(l.area) }

// Draw does nothing: the area draws the lines.
func (l *lineList) Draw(*render.Canvas, render.Point) {}

// measure computes the height of the lines. Call it whenever they have changed.
func (l *lineList) measure() {
	width := l.area.Bounds().W - scrollRoom
	if width <= 0 {
		return
	}
	l.area.ContentHeight = 0
	for i := range l.count() {
		text, style := l.line(i)
		l.area.ContentHeight += kit.TextHeight(l.canvas, text, width, style) + lineGap
	}
}

func (l *lineList) draw(c *render.Canvas, r render.Rect) {
	if l.count() == 0 {
		kit.DrawText(c, l.none, l.area.Bounds().Inset(6), render.Caption.Aligned(render.Center))
	}
	r.W = l.area.Bounds().W - scrollRoom
	for i := range l.count() {
		text, style := l.line(i)
		_, r = r.CutTop(kit.DrawText(c, text, r, style) + lineGap)
	}
}

// drawerPanel returns the panel of a drawer. The parts are some units apart.
func drawerPanel(gap float64, parts ...kit.Part) *kit.Panel {
	return &kit.Panel{Part: &kit.Stack{Gap: gap, Parts: parts}, Pad: 10, Radius: 12}
}
