package render

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"
)

// fakeScribe draws each line as a block: a letter is half a size wide, and the block has the whole
// height that it may have.
type fakeScribe struct {
	measured int
	drawn    []string
}

func (f *fakeScribe) Width(line string, size float64, _ Weight) float64 {
	f.measured++
	return size / 2 * float64(utf8.RuneCountInString(line))
}

func (f *fakeScribe) Draw(line string, _ float64, _ Weight, ink color.NRGBA, box image.Rectangle) *image.NRGBA {
	f.drawn = append(f.drawn, line)
	picture := image.NewNRGBA(image.Rectangle{Max: box.Size()})
	for i := 0; i < len(picture.Pix); i += 4 {
		picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2], picture.Pix[i+3] = ink.R, ink.G, ink.B, ink.A
	}
	return picture
}

// The scribe draws only lines with letters that no font of the program has, and whole ones.
func TestScribe(t *testing.T) {
	s := newStudio(t, 640, 100)
	c, f := s.canvas, &fakeScribe{}
	c.Employ(f)
	if w := c.TextWidth("Дмитрий, Ἀχιλλεύς, Bo", Body); w == 0 || f.measured > 0 {
		t.Errorf("for letters of the program's fonts, the scribe was asked %d times", f.measured)
	}
	if w, want := c.TextWidth("李雷", Body.Sized(20/c.unit)), 20/c.unit; w != want {
		t.Errorf("the name is %g wide, want %g", w, want)
	}
	c.Text("李雷 wants to play", Point{50, 30}, Body)
	c.Text("Bo wants to play", Point{50, 30}, Body)
	c.Inlaid("李雷", Point{50, 30}, Body)
	if got := strings.Join(f.drawn, "|"); got != "李雷 wants to play|李雷" {
		t.Errorf("the scribe has drawn %q", got)
	}
}

// The canvas gives the scribe no signs that change the direction of a line, and no bytes that are
// no letters; the joiners of emoji and of scripts it does.
func TestScribeGetsLetters(t *testing.T) {
	c := newStudio(t, 64, 64).canvas
	c.Employ(&fakeScribe{})
	for s, want := range map[string]string{
		"\u202e李\u2066雷\u0007": "李雷", "李\xff": "李•", "👩‍👩‍👧": "👩‍👩‍👧", "नमस्ते": "नमस्ते", "🏴󠁧󠁢󠁥󠁮󠁧󠁿": "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
	} {
		if got, _ := c.fonts.plain(s); got != want {
			t.Errorf("%q is drawn as %q, want %q", s, got, want)
		}
	}
}

// A written line is where other letters are, in the colour of the theme, and no higher than lines
// are apart, whatever the letters pile up.
func TestWrittenLine(t *testing.T) {
	for _, theme := range []Theme{Walnut(), ThemeOf("contrast")} {
		for _, name := range []string{"李", "e" + strings.Repeat("\u0354\u0363", 31) + "李"} {
			s := newStudio(t, 640, 200).inTheme(theme)
			c := s.canvas
			c.Employ(&fakeScribe{})
			style := Heading.Sized(40 / c.unit).In(Gold)
			c.Fill(Backdrop)
			before := s.read()
			c.Text(name, Point{100 / c.unit, 100 / c.unit}, style)
			after := s.read()
			changed := image.Rectangle{Min: image.Point{640, 200}}
			for i := range len(before.Pix) {
				if x, y := i%before.Stride/4, i/before.Stride; before.Pix[i] != after.Pix[i] {
					changed.Min = image.Point{min(changed.Min.X, x), min(changed.Min.Y, y)}
					changed.Max = image.Point{max(changed.Max.X, x+1), max(changed.Max.Y, y+1)}
				}
			}
			width := 20 * utf8.RuneCountInString(name)
			if changed.Min.X != 94 || changed.Max.X != min(640, 106+width) {
				t.Errorf("%q is at %v, want 94..%d", name, changed, 106+width)
			}
			if changed.Dy() > 64 || changed.Min.Y < 60 || changed.Max.Y > 140 {
				t.Errorf("%q is at %v, which covers other lines", name, changed)
			}
			if got, want := after.RGBAAt(changed.Min.X+5, 100), c.theme.Colour(Gold); got != want {
				t.Errorf("%q is drawn in %v, want %v", name, got, want)
			}
		}
	}
}

// Each line is measured and drawn once, also if it fades. Hundreds of names of strangers take no
// more room than the limits say, and the name that is drawn all the time stays.
func TestWrittenLinesAreKept(t *testing.T) {
	s := newStudio(t, 640, 100)
	c, f := s.canvas, &fakeScribe{}
	c.Employ(f)
	for k := range 10 {
		c.Text("李雷", Point{50, 30}, Body.In(Gold.Faded(0.5+0.05*float64(k))))
	}
	if f.measured != 1 || len(f.drawn) != 1 {
		t.Errorf("one line was measured %d and drawn %d times", f.measured, len(f.drawn))
	}
	for i := range 400 {
		c.Text(fmt.Sprintf("李%d%s", i, strings.Repeat("m", 50)), Point{50, 30}, Body)
		c.Text("李雷", Point{50, 30}, Body.In(Gold))
		d := &c.fonts.desk
		area := 0
		for _, list := range []map[inked]*ebiten.Image{d.young, d.aged} {
			for _, p := range list {
				area += p.Bounds().Dx() * p.Bounds().Dy()
			}
		}
		if area > 2*mostArea || len(d.widths) > mostWidths {
			t.Fatalf("after %d names, %d pixels and %d widths are kept", i, area, len(d.widths))
		}
	}
	again := 0
	for _, line := range f.drawn {
		if line == "李雷" {
			again++
		}
	}
	if again != 1 {
		t.Errorf("the name that is always seen was drawn %d times", again)
	}
}

// The caret follows the letters: to the left in a line that begins with Arabic.
func TestCaretOfAWrittenLine(t *testing.T) {
	c := newStudio(t, 64, 64).canvas
	c.Employ(&fakeScribe{})
	half := wholeSize(Body.Size*c.unit) / 2 / c.unit
	for _, x := range []struct {
		s    string
		i    int
		want float64
	}{{"李雷", 0, 0}, {"李雷", 3, 1}, {"李雷", 6, 2}, {"محمد", 0, 4}, {"محمد", 2, 3}, {"محمد", 8, 4}} {
		if got := c.CaretX(x.s, x.i, Body); math.Abs(got-x.want*half) > 0.001 {
			t.Errorf("the caret before byte %d of %q is at %g, want %g", x.i, x.s, got, x.want*half)
		}
	}
}
