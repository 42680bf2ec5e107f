package page

import (
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
)

// Note is a heading and some lines below it.
type Note struct {
	Heading string
	Lines   []string
}

// NoteBox shows notes on a panel, and scrolls if they do not fit.
type NoteBox struct {
	// Area scrolls the notes.
	Area  *kit.ScrollArea
	notes []Note
}

// Dimensions of a note box, in units.
const (
	noteIndent = 18
	noteGap    = 12 // between two notes
)

// OverHTTP explains the danger of a page loaded without encryption.
func OverHTTP() string {
	return words.T("This page was loaded over http: someone in between, such as on public Wi-Fi, could have changed it. Install the program to rule " +
		"that out.")
}

// NewNoteBox returns an empty box.
func NewNoteBox() *NoteBox {
	return &NoteBox{Area: &kit.ScrollArea{Content: &kit.Stack{}}}
}

// Part returns the box as a part of a page.
func (b *NoteBox) Part() kit.Part { return kit.OnPanel(kit.Put(b.Area)) }

// Set replaces the notes and scrolls to the top.
func (b *NoteBox) Set(notes []Note) {
	b.notes = notes
	list := &kit.Stack{Gap: noteGap}
	for _, n := range notes {
		lines := &kit.Stack{Gap: 2, Parts: []kit.Part{kit.Say(n.Heading, render.Caption)}}
		for _, line := range n.Lines {
			lines.Parts = append(lines.Parts, Item(line, render.Note))
		}
		list.Parts = append(list.Parts, lines)
	}
	b.Area.Content = list
	b.Area.ScrollTo(0)
}

// ReplaceFirst replaces the first note and scrolls to the top.
func (b *NoteBox) ReplaceFirst(n Note) {
	b.Set(append([]Note{n}, b.notes[min(1, len(b.notes)):]...))
}

// Item returns an item of a list: a text with a dot before it.
func Item(text string, style render.TextStyle) kit.Part {
	return signed(noteIndent, kit.Say(text, style), func(c *render.Canvas, r render.Rect) {
		c.FillCircle(render.Point{X: r.X + 4, Y: r.Center().Y}, style.Size/6, render.InkDim)
	})
}

// signed returns a text with a sign before its first line. paint draws the sign.
func signed(indent float64, text *kit.Words, paint func(c *render.Canvas, r render.Rect)) kit.Part {
	line := text.Style.Size * kit.LineSpacing
	return &kit.Beside{Widths: []float64{indent}, Parts: []kit.Part{kit.Painted(line, paint), text}}
}
