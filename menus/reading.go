package menus

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// Text is a text that is not part of a control.
type Text struct {
	Text string `json:"text"`
	// Level is 1 for the title of the screen, larger for other headings, and 0 for a paragraph.
	Level int `json:"level,omitempty"`
	// At is the index of the control after the text in reading order, or the number of controls for
	// a text at the end.
	At int `json:"at"`
	// X and Y are its centre, and Width and Height its size, in physical pixels.
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// placed returns the text with a rectangle given in units of u pixels.
func (t Text) placed(r render.Rect, u float64) Text {
	t.X, t.Y, t.Width, t.Height = int(r.Center().X*u), int(r.Center().Y*u), int(r.W*u), int(r.H*u)
	return t
}

// The least type sizes of a screen's title and of a heading, in units.
const (
	titleType   = 24
	headingType = 21
)

// reading records all texts that the topmost screen draws, so that screens need not list them.
type reading struct {
	of    page.Screen
	lines []render.Lettering
	fresh bool // the texts have changed since the last picture
}

// overhear draws a screen and records its texts.
func (r *reading) overhear(c *render.Canvas, s page.Screen) {
	old, before := r.lines, r.of
	r.of, r.lines = s, nil
	c.Overhear(func(l render.Lettering) { r.lines = append(r.lines, l) })
	s.Draw(c)
	c.Overhear(nil)
	r.fresh = r.fresh || s != before || !slices.Equal(old, r.lines)
}

// spot is the place of a control, and its index in the picture.
type spot struct {
	place render.Rect
	kind  kit.Kind
	at    int
}

// texts returns the texts of a screen in reading order, including the texts told by widgets.
// controls is the number of controls in the picture, and u the number of pixels per unit.
func (r *reading) texts(s page.Screen, told []Text, spots []spot, controls int, u float64) []Text {
	list := told
	if r.of == s {
		for _, p := range paragraphs(r.lines) {
			if at, free := p.position(spots, controls); free {
				list = append(list, p.texts(at, u)...)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Text) int { return cmp.Compare(a.At, b.At) })
	return list
}

// paragraph is text for reading without a pause.
type paragraph struct {
	text        string
	size        float64
	place, clip render.Rect
}

// paragraphs joins the lines of a wrapped text, and texts next to each other on one line.
func paragraphs(lines []render.Lettering) []paragraph {
	const beside = 40 // units between words of one line
	var list []paragraph
	for _, l := range lines {
		last := len(list) - 1
		switch {
		case l.Aside, strings.TrimSpace(l.Paragraph) == "":
		case !l.First && last >= 0:
			list[last].place.H = max(list[last].place.H, l.Place.Bottom()-list[last].place.Y)
		case last >= 0 && l.Paragraph == l.Whole && list[last].clip == l.Clip && math.Abs(list[last].place.Center().Y-l.Place.Center().Y) < 3 &&
			l.Place.X >= list[last].place.Right() && l.Place.X < list[last].place.Right()+beside:
			list[last].text += " " + l.Whole
			list[last].place.W = l.Place.Right() - list[last].place.X
		default:
			list = append(list, paragraph{l.Paragraph, l.Size, l.Place, l.Clip})
		}
	}
	return list
}

// position returns the index of the control after the paragraph. It returns false if the paragraph
// is part of a control, which tells it.
func (p paragraph) position(spots []spot, controls int) (at int, free bool) {
	const close = 4
	for _, s := range spots {
		scrolls := s.kind == kit.KindText && math.Abs(p.clip.W-s.place.W) < close && math.Abs(p.clip.H-s.place.H) < close &&
			s.place.Contains(p.clip.Center())
		switch {
		case scrolls:
			return s.at + 1, true
		case !s.place.Contains(p.place.Center()), s.kind == kit.KindSpinner:
		case s.kind == kit.KindText:
			return s.at + 1, true
		default:
			return 0, false
		}
	}
	if p.level() == 1 {
		return 0, true
	}
	for _, s := range spots {
		if s.place.Y >= p.place.Bottom()-close && s.place.X < p.place.Right() && p.place.X < s.place.Right() {
			return s.at, true
		}
	}
	return controls, true
}

// level returns the heading level of the paragraph, or 0.
func (p paragraph) level() int {
	switch {
	case !strings.ContainsFunc(p.text, unicode.IsLetter):
		return 0
	case p.size >= titleType:
		return 1
	case p.size >= headingType:
		return 2
	}
	return 0
}

// texts splits the paragraph into its lines.
func (p paragraph) texts(at int, u float64) (list []Text) {
	for _, line := range strings.Split(p.text, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, Text{Text: line, Level: p.level(), At: at}.placed(p.place, u))
		}
	}
	return list
}
