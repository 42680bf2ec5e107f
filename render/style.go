package render

// Weight is the weight of a font.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
	// Light is for the least important text.
	Light
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

// The styles of the program's texts.
var (
	// Title is the program's name.
	Title   = TextStyle{Size: 66, Weight: Display, Align: Center, Color: Ink}
	Heading = TextStyle{Size: 28, Weight: Bold, Color: Ink}
	Body    = TextStyle{Size: 18, Color: Ink}
	Strong  = TextStyle{Size: 18, Weight: Bold, Color: Ink}
	Caption = TextStyle{Size: 16, Color: InkSoft}
	// PageTitle, Action and Secondary are the three levels of a page.
	PageTitle = TextStyle{Size: 34, Weight: Bold, Color: Ink}
	Action    = TextStyle{Size: 20, Weight: Bold, Color: Ink}
	Secondary = TextStyle{Size: 15, Weight: Light, Color: InkSoft}
	// Total is the score of a side.
	Total = TextStyle{Size: 44, Weight: Figures, Color: Ink}
)

// In returns the style in another colour.
func (s TextStyle) In(c Role) TextStyle { s.Color = c; return s }

// Aligned returns the style with another alignment.
func (s TextStyle) Aligned(a Align) TextStyle { s.Align = a; return s }

// Sized returns the style in another size, in units.
func (s TextStyle) Sized(size float64) TextStyle { s.Size = size; return s }
