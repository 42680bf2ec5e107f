package render

// Weight is how bold a text is.
type Weight uint8

// The weights.
const (
	Regular Weight = iota
	Bold
	// Display is not a weight but another face, as if carved: that of the program's name, and only of it. It has no
	// letters outside Latin.
	Display
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
	Color  Role
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
func (s TextStyle) In(c Role) TextStyle { s.Color = c; return s }

// Aligned returns the style with another alignment.
func (s TextStyle) Aligned(a Align) TextStyle { s.Align = a; return s }

// Sized returns the style in another size, in units.
func (s TextStyle) Sized(size float64) TextStyle { s.Size = size; return s }
