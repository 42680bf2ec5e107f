package game

import (
	"mancala/menus/kit"
	"mancala/render"
)

// lineList is a scrolling list of lines. Room for the scroll bar is always reserved, so that its
// appearance never rewraps the lines.
type lineList struct {
	area   *kit.ScrollArea
	canvas *render.Canvas
	count  func() int
	line   func(i int) (string, render.TextStyle) // counted from the top
}

// Dimensions of a list of lines, in units.
const (
	lineGap    = 7
	scrollRoom = 18 // the width of the scroll bar
)

func newLineList(canvas *render.Canvas, id string, count func() int, line func(i int) (string, render.TextStyle)) *lineList {
	l := &lineList{canvas: canvas, count: count, line: line}
	l.area = kit.WithID(id, &kit.ScrollArea{DrawContent: l.draw})
	return l
}

func (l *lineList) setBounds(r render.Rect) {
	l.area.SetBounds(r)
	l.measure()
}

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
	r.W = l.area.Bounds().W - scrollRoom
	for i := range l.count() {
		text, style := l.line(i)
		_, r = r.CutTop(kit.DrawText(c, text, r, style) + lineGap)
	}
}
