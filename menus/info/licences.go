package info

import (
	"strings"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// Licences shows the licences of the program and its dependencies, verbatim.
type Licences struct {
	page.Page
	text  *kit.ScrollArea
	back  *kit.Button
	frame page.Frame
	panel render.Rect
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
	licencesWidth = 860
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
	s.back = kit.WithID("licences.back", kit.NewButton(words.T("Back"), shell.Back))
	s.text = kit.WithID("licences.text", &kit.ScrollArea{DrawContent: s.drawLines})
	s.Controls = kit.NewForm(s.text, s.back)
	s.Controls.OnCancel = shell.Back
	return s
}

// Renewed returns the page in the current language.
func (s *Licences) Renewed() page.Screen { return NewLicences(s.Shell) }

// Layout places the text and the back button, and rebreaks the lines if the width has changed.
func (s *Licences) Layout(c *render.Canvas, area render.Rect) {
	s.frame = page.NewFrame(area, licencesWidth)
	s.panel = s.frame.Body()
	inner := s.panel.Inset(licencesPad)
	s.text.SetBounds(inner)
	if width := inner.W - scrollRoom; width != s.width {
		s.width, s.lines = width, licenceLines(c, s.Ports.Licences, width)
	}
	s.text.ContentHeight = float64(len(s.lines)) * licenceHeight
	place, _ := s.frame.Buttons.CutRight(200)
	s.back.SetBounds(place)
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

// Draw draws the page.
func (s *Licences) Draw(c *render.Canvas) {
	s.frame.DrawHeading(c, words.T("Licences"))
	page.DrawPanel(c, s.panel)
	s.Controls.Draw(c)
}
