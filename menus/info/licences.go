package info

import (
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// Licences shows the licences of the program and its dependencies, verbatim.
type Licences struct {
	page.Page
	text  *kit.ScrollArea
	lines []licenceLine
	width float64 // the width for which lines were broken
}

// licenceLine is a line that fits on the page.
type licenceLine struct {
	text   string
	indent float64 // in units
}

// Dimensions of the page, in units.
const (
	licencesPad   = 20
	licenceIndent = 5   // per leading space of a line
	maxIndent     = 100 // for centred headings
	licenceHeight = 22  // the height of a line
)

// licenceStyle is the type of the licences.
var licenceStyle = render.Caption

// NewLicences returns the page at the beginning of the text.
func NewLicences(shell page.Shell) *Licences {
	s := &Licences{Page: page.New(shell, "licences")}
	back := page.NewBack(shell, "licences.back")
	s.text = kit.WithID("licences.text", &kit.ScrollArea{Content: &licenceText{kit.Picture{Paint: s.drawLines}, s}})
	panel := &kit.Panel{Part: kit.Put(s.text), Pad: licencesPad, Radius: 14}
	s.Compose(shell.Back, func(page.Grid) page.Sheet {
		return page.Sheet{Title: words.T("Licences"), Content: panel, Actions: []*kit.Button{back}}
	})
	return s
}

// Renewed returns the page in the current language.
func (s *Licences) Renewed() page.Screen { return NewLicences(s.Shell) }

// licenceText holds the lines of a page.
type licenceText struct {
	kit.Picture
	page *Licences
}

// Extent returns the height of the lines. It breaks them again if the width has changed.
func (t *licenceText) Extent(c *render.Canvas, width float64) kit.Extent {
	s := t.page
	if width != s.width {
		s.width, s.lines = width, licenceLines(c, s.Ports.Licences, width)
	}
	return kit.Exactly(float64(len(s.lines)) * licenceHeight)
}

// licenceLines breaks a text into lines of a width. Lines that fit stay unchanged, since lists and
// headings depend on them.
func licenceLines(c *render.Canvas, text string, width float64) []licenceLine {
	var lines []licenceLine
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		bare := strings.TrimLeft(line, " \t")
		indent := min(maxIndent, licenceIndent*float64(len(line)-len(bare)))
		for _, part := range c.Wrap(breakable(c, bare, width-indent), width-indent, licenceStyle) {
			lines = append(lines, licenceLine{part, indent})
		}
	}
	return lines
}

// breakable inserts spaces into URLs that are wider than a line.
func breakable(c *render.Canvas, line string, width float64) string {
	if !strings.Contains(line, "/") || c.TextWidth(line, licenceStyle) <= width {
		return line
	}
	list := strings.Fields(line)
	for i, word := range list {
		if c.TextWidth(word, licenceStyle) > width {
			list[i] = strings.ReplaceAll(word, "/", "/ ")
		}
	}
	return strings.Join(list, " ")
}

// drawLines draws the lines in view.
func (s *Licences) drawLines(c *render.Canvas, r render.Rect) {
	view := s.text.Bounds()
	first := max(0, int((view.Y-r.Y)/licenceHeight))
	for i := first; i < len(s.lines); i++ {
		y := r.Y + float64(i)*licenceHeight
		if y > view.Bottom() {
			break
		}
		c.Text(s.lines[i].text, render.Point{X: r.X + s.lines[i].indent, Y: y + licenceHeight/2}, licenceStyle)
	}
}
