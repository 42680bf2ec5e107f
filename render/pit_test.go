package render

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

// The picture of a pit has the right number of seeds, separate and inside the bowl. Golden ones
// look golden.
func TestPitPictures(t *testing.T) {
	for n := range 7 {
		radius, places := pitPlaces(n)
		if len(places) != n {
			t.Errorf("%d seeds have %d places", n, len(places))
		}
		for i, at := range places {
			if d := at.Distance(Point{}); d+radius > iconBowl+0.001 {
				t.Errorf("of %d seeds one reaches %.2f far", n, d+radius)
			}
			for _, other := range places[:i] {
				if at.Distance(other) < 1.7*radius {
					t.Errorf("of %d seeds two lie %.2f apart, %.2f wide", n, at.Distance(other), 2*radius)
				}
			}
		}
	}
	for _, theme := range Themes() {
		const size = 96
		all := image.NewRGBA(image.Rect(0, 0, 6*size, 2*size))
		for i := range 6 {
			for k, golden := range []bool{false, true} {
				p := PitPicture{Seeds: i + 1, Colour: uint8(i), Golden: golden}
				m := p.paint(&theme, size)
				for y := range size {
					for x := range size {
						all.Set(i*size+x, k*size+y, m.At(x, y))
					}
				}
				radius, places := pitPlaces(i + 1)
				at := places[0].Add(Point{1, 1}).Mul(size / 2)
				r, g, b, a := mean(m, at.X, at.Y, radius*size/5)
				if a != 255 || golden && !(r > g && g > b) {
					t.Errorf("%s: the first of %d seeds, golden %v, is %.0f %.0f %.0f %.0f", theme.Code(), i+1, golden, r, g, b, a)
				}
			}
		}
		keepPits(t, theme.Code(), all)
	}
}

// keepPits writes the pictures to the folder in MANCALA_PICTURES, if that is set.
func keepPits(t *testing.T, name string, m *image.RGBA) {
	t.Helper()
	dir := os.Getenv("MANCALA_PICTURES")
	if dir == "" {
		return
	}
	f := need.Must(os.Create(filepath.Join(dir, "pits-"+name+".png")))(t)
	defer f.Close()
	need.NoError(t, png.Encode(f, m))
}

// BenchmarkPitPictures draws the pictures of six cards at 1280x720.
func BenchmarkPitPictures(b *testing.B) {
	theme := Walnut()
	for b.Loop() {
		for i := range 6 {
			PitPicture{Seeds: i + 1}.paint(&theme, 170)
		}
	}
}
