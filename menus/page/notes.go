package page

import (
	"mancala/menus/kit"
	"mancala/render"
	"mancala/words"
)

// Note is a heading and some lines below it.
type Note struct {
	Heading string
	Lines   []string
}

// NoteBox shows notes on a panel, and scrolls if they do not fit.
type NoteBox struct {
	// Area scrolls the notes, and Panel is their background.
	Area  *kit.ScrollArea
	Panel render.Rect
	notes []Note
}

// Dimensions of a note box, in units.
const (
	// NotePadding is the distance between notes and the edge of their panel.
	NotePadding = 16
	noteIndent  = 18
	noteHeading = 26
	noteGap     = 12 // between two notes
	// scrollRoom is the width of the scroll bar.
	scrollRoom = 18
)

// NoteStyle is the style of the text of a note.
var NoteStyle = render.Caption.In(render.Ink)

// OverHTTP explains the danger of a page that was loaded without encryption.
func OverHTTP() string {
	return words.T("This page was loaded over http: someone in between, such as on public Wi-Fi, could have changed it. Install the program to rule " +
		"that out.")
}

// NewNoteBox returns an empty box.
func NewNoteBox() *NoteBox {
	b := &NoteBox{}
	b.Area = &kit.ScrollArea{DrawContent: b.draw}
	return b
}

// Set replaces the notes and scrolls to the top.
func (b *NoteBox) Set(notes []Note) {
	b.notes = notes
	b.Area.ScrollTo(0)
}

// ReplaceFirst replaces the first note and scrolls to the top.
func (b *NoteBox) ReplaceFirst(n Note) {
	if len(b.notes) == 0 {
		b.notes = make([]Note, 1)
	}
	b.notes[0] = n
	b.Area.ScrollTo(0)
}

// Layout places the box.
func (b *NoteBox) Layout(c *render.Canvas, r render.Rect) {
	b.Panel = r
	inner := r.Inset(NotePadding)
	b.Area.SetBounds(inner)
	if b.Area.ContentHeight = b.height(c, inner.W); b.Area.ContentHeight > inner.H {
		b.Area.ContentHeight = b.height(c, inner.W-scrollRoom)
		return
	}
	b.Panel.H = b.Area.ContentHeight + 2*NotePadding // no higher than its text
}

// height returns the height of the notes at a width.
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
