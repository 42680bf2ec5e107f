package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Note is something to read: a heading, and some lines below it.
type Note struct {
	Heading string
	Lines   []string
}

// NoteBox shows notes on a panel. If there is more than fits, it scrolls.
type NoteBox struct {
	// Area scrolls the notes, and Panel is their ground.
	Area  *kit.ScrollArea
	Panel render.Rect
	notes []Note
}

// Measures of a note box, in units.
const (
	// NotePadding is the room between notes and the edge of their panel.
	NotePadding = 16
	noteIndent  = 18
	noteHeading = 26
	noteGap     = 12 // between two notes
	// scrollRoom is what the scroll bar takes of the width.
	scrollRoom = 18
)

// NoteStyle is how the text of a note looks.
var NoteStyle = render.Caption.In(render.Ink)

// NewNoteBox returns a box without notes.
func NewNoteBox() *NoteBox {
	b := &NoteBox{}
	b.Area = &kit.ScrollArea{DrawContent: b.draw}
	return b
}

// Set shows other notes, from the top.
func (b *NoteBox) Set(notes []Note) {
	b.notes = notes
	b.Area.ScrollTo(0)
}

// ReplaceFirst shows another first note.
func (b *NoteBox) ReplaceFirst(n Note) {
	if len(b.notes) == 0 {
		b.notes = make([]Note, 1)
	}
	b.notes[0] = n
	b.Area.ScrollTo(0)
}

// Layout gives the box its place.
func (b *NoteBox) Layout(c *render.Canvas, r render.Rect) {
	b.Panel = r
	inner := r.Inset(NotePadding)
	b.Area.SetBounds(inner)
	if b.Area.ContentHeight = b.height(c, inner.W); b.Area.ContentHeight > inner.H {
		b.Area.ContentHeight = b.height(c, inner.W-scrollRoom)
		return
	}
	b.Panel.H = b.Area.ContentHeight + 2*NotePadding // no more of it than there is to read
}

// height returns how high the notes are in a width.
func (b *NoteBox) height(c *render.Canvas, width float64) float64 {
	height := float64(noteGap * (len(b.notes) - 1))
	for _, n := range b.notes {
		height += noteHeading
		for _, line := range n.Lines {
			height += kit.TextHeight(c, line, width-noteIndent, NoteStyle)
		}
	}
	return height
}

// draw draws the notes.
func (b *NoteBox) draw(c *render.Canvas, r render.Rect) {
	for _, n := range b.notes {
		heading, rest := r.CutTop(noteHeading)
		kit.DrawText(c, n.Heading, heading, render.Caption)
		for _, line := range n.Lines {
			c.FillCircle(render.Point{X: rest.X + 4, Y: rest.Y + NoteStyle.Size*kit.LineSpacing/2}, 3, render.Gold)
			_, text := rest.CutLeft(noteIndent)
			_, rest = rest.CutTop(kit.DrawText(c, line, text, NoteStyle))
		}
		_, r = rest.CutTop(noteGap)
	}
}
