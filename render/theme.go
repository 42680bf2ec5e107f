package render

import "image/color"

// Colours of everything that is not the board. Text in Ink or InkSoft on Backdrop, Panel or a button keeps a contrast of
// at least 4.5 to 1.
var (
	// Backdrop is what lies behind everything.
	Backdrop = color.RGBA{0x12, 0x18, 0x1b, 0xff}
	// Panel is the ground of cards, dialogs and bars.
	Panel = color.RGBA{0x1e, 0x28, 0x2d, 0xff}
	// PanelRaised is the ground of what lies on a panel and can be used: buttons, fields.
	PanelRaised = color.RGBA{0x2b, 0x39, 0x40, 0xff}
	// PanelHover is the ground of what would be used by a click now.
	PanelHover = color.RGBA{0x38, 0x4b, 0x54, 0xff}
	// Line separates and frames.
	Line = color.RGBA{0x4a, 0x5f, 0x69, 0xff}
	// Ink is text.
	Ink = color.RGBA{0xf6, 0xee, 0xdf, 0xff}
	// InkSoft is text of less weight: captions, hints.
	InkSoft = color.RGBA{0xb4, 0xbd, 0xbd, 0xff}
	// InkDim is text of what cannot be used now.
	InkDim = color.RGBA{0x7c, 0x88, 0x8c, 0xff}
	// Gold marks the one thing that matters now: the turn, the focus, the primary button.
	Gold = color.RGBA{0xff, 0xd8, 0x7d, 0xff}
	// InkOnGold is text on gold.
	InkOnGold = color.RGBA{0x2a, 0x1e, 0x0a, 0xff}
	// Warn is text that says what went wrong.
	Warn = color.RGBA{0xff, 0xa8, 0x8c, 0xff}
	// Shade covers what a dialog has put out of reach.
	Shade = color.RGBA{0x00, 0x00, 0x00, 0xa0}
)

// Weight is how bold a text is.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
)

// Align is where a text stands relative to its anchor.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Center
	Right
)

// TextStyle says how a text looks. Vertically, the anchor of a text is the middle of its line.
type TextStyle struct {
	// Size is the size of the type in units; 18 is body text.
	Size   float64
	Weight Weight
	Align  Align
	Color  color.RGBA
}

// The styles of the program's texts.
var (
	Title   = TextStyle{Size: 54, Weight: Bold, Align: Center, Color: Ink}
	Heading = TextStyle{Size: 28, Weight: Bold, Color: Ink}
	Body    = TextStyle{Size: 18, Color: Ink}
	Strong  = TextStyle{Size: 18, Weight: Bold, Color: Ink}
	Caption = TextStyle{Size: 16, Color: InkSoft}
)

// In returns the style in another colour.
func (s TextStyle) In(c color.RGBA) TextStyle { s.Color = c; return s }

// Aligned returns the style with another alignment.
func (s TextStyle) Aligned(a Align) TextStyle { s.Align = a; return s }

// Sized returns the style in another size, in units.
func (s TextStyle) Sized(size float64) TextStyle { s.Size = size; return s }
