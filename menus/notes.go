package menus

import (
	"mancala/menus/kit"
	"mancala/render"
)

// note is something to read: a heading, and some lines below it.
type note struct {
	heading string
	lines   []string
}

// noteBox shows notes on a panel. Where there is more than fits, it scrolls.
type noteBox struct {
	notes []note
	area  *kit.ScrollArea
	panel render.Rect
}

// Measures of a note box, in units.
const (
	notePadding = 16
	noteIndent  = 18
	noteHeading = 26
	noteGap     = 12 // between two notes
	// scrollRoom is what the scroll bar takes of the width.
	scrollRoom = 18
)

var noteStyle = render.Caption.In(render.Ink)

func newNoteBox() *noteBox {
	b := &noteBox{}
	b.area = &kit.ScrollArea{DrawContent: b.draw}
	return b
}

// set shows other notes, from the top.
func (b *noteBox) set(notes []note) {
	b.notes = notes
	b.area.ScrollTo(0)
}

// replaceFirst shows another first note.
func (b *noteBox) replaceFirst(n note) {
	if len(b.notes) == 0 {
		b.notes = make([]note, 1)
	}
	b.notes[0] = n
	b.area.ScrollTo(0)
}

// layout gives the box its place.
func (b *noteBox) layout(c *render.Canvas, r render.Rect) {
	b.panel = r
	inner := r.Inset(notePadding)
	b.area.SetBounds(inner)
	if b.area.ContentHeight = b.height(c, inner.W); b.area.ContentHeight > inner.H {
		b.area.ContentHeight = b.height(c, inner.W-scrollRoom)
	}
}

// height returns how high the notes are in a width.
func (b *noteBox) height(c *render.Canvas, width float64) float64 {
	height := float64(noteGap * (len(b.notes) - 1))
	for _, n := range b.notes {
		height += noteHeading
		for _, line := range n.lines {
			height += kit.TextHeight(c, line, width-noteIndent, noteStyle)
		}
	}
	return height
}

// draw draws the notes.
func (b *noteBox) draw(c *render.Canvas, r render.Rect) {
	for _, n := range b.notes {
		heading, rest := r.CutTop(noteHeading)
		kit.DrawText(c, n.heading, heading, render.Caption)
		for _, line := range n.lines {
			c.FillCircle(render.Point{X: rest.X + 4, Y: rest.Y + noteStyle.Size*kit.LineSpacing/2}, 3, render.Gold)
			_, text := rest.CutLeft(noteIndent)
			_, rest = rest.CutTop(kit.DrawText(c, line, text, noteStyle))
		}
		_, r = rest.CutTop(noteGap)
	}
}
