package render

// Weight is the weight of a font.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
	// Figures is for numbers.
	Figures
	// Display is for the name of the program only.
	Display
)

// Align is the position of a text relative to its anchor.
type Align uint8

// The alignments.
const (
	Left Align = iota
	Center
	Right
)

// TextStyle is the style of a text. Vertically, the anchor of a text is the middle of its line.
type TextStyle struct {
	// Size is the size of the type in units; 18 is body text.
	Size   float64
	Weight Weight
	Align  Align
	Color  Role
}

// The styles of the program's texts. Texts that fit their size to their place, and those on the
// board, have other sizes; everything else has one of these.
var (
	PageTitle = TextStyle{Size: 34, Weight: Bold, Color: Ink}
	Heading   = TextStyle{Size: 28, Weight: Bold, Color: Ink}
	Action    = TextStyle{Size: 20, Weight: Bold, Color: Ink}
	Strong    = TextStyle{Size: 18, Weight: Bold, Color: Ink}
	Body      = TextStyle{Size: 18, Color: Ink}
	// Label is for key caps, badges and short words in a picture.
	Label   = TextStyle{Size: 16, Weight: Bold, Color: Ink}
	Caption = TextStyle{Size: 16, Color: InkSoft}
	// Note is for text to read in small type: advice, a list of plies, names in a picture.
	Note = TextStyle{Size: 16, Color: Ink}
	// Total is the score of a side.
	Total = TextStyle{Size: 44, Weight: Figures, Color: Ink}
)

// In returns the style in another colour.
func (s TextStyle) In(c Role) TextStyle { s.Color = c; return s }

// Aligned returns the style with another alignment.
func (s TextStyle) Aligned(a Align) TextStyle { s.Align = a; return s }

// Sized returns the style in another size, in units.
func (s TextStyle) Sized(size float64) TextStyle { s.Size = size; return s }
