package render

import (
	"image"
	"testing"
	"time"

	"mancala/internal/motion"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// What is painted in memory looks like what a window shows: the boards of all games in each theme,
// lying and upright, and the phases of a motion, compared with the pictures of the window's tests.
func TestMemoryLooksLikeTheWindow(t *testing.T) {
	compareFaces(t, func(w, h int) *studio {
		s := newPaper(t, w, h)
		s.canvas.unit = readableUnit / 2
		return s
	})
	size := image.Pt(240, 135)
	small := newPaper(t, size.X, size.Y)
	for _, theme := range Themes() {
		small.inTheme(theme)
		pictures := []*image.RGBA{small.shoot(small.still(startOf(t, 6, 4)))}
		for _, ph := range phases {
			pictures = append(pictures, small.shoot(ph.view(t, small)))
		}
		pictures = append(pictures, small.celebrate(t))
		compare(t, "phases-"+theme.Code()+"-landscape", contactSheet(size, pictures))
	}
	s := newPaper(t, 640, 360)
	p := rulestest.Position(t, rulestest.CS340)
	v := s.still(p)
	v.Focus, v.HasFocus = rules.Pit{House: 1}, true
	v.Last, v.HasLast = rules.Pit{Side: rules.North, House: 5}, true
	preview, _ := motion.NewPreview([]rules.Position{p}, 1)
	v.Preview, v.PreviewWords = &preview, "captures 6"
	for _, theme := range Themes() {
		name := "preview"
		if theme != Walnut() {
			name += "-" + theme.Code()
		}
		compare(t, name, s.inTheme(theme).shoot(v))
	}
	s.inTheme(Walnut())
	_, sowing := rulestest.Sow(t, p, 1)
	v = s.still(p)
	v.Moment, v.Playable = motion.NewTimeline(p, sowing, motion.Fast, false).At(330*time.Millisecond), 0
	compare(t, "flight", s.shoot(v))
}
