package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"unicode"
	"unicode/utf8"

	"github.com/hajimehoshi/ebiten/v2"
)

// Scribe draws whole lines of text by itself, in any script, as a browser does. The canvas asks it
// for lines with letters that the program's fonts lack. Its pixels are those of the display.
type Scribe interface {
	// Width returns the width of a line in pixels, size pixels high.
	Width(line string, size float64, weight Weight) float64
	// Draw returns a picture of a line, in a colour except for coloured emoji. The line begins at
	// 0, 0 with its baseline; the picture shows the part of it that is in the box.
	Draw(line string, size float64, weight Weight, ink color.NRGBA, box image.Rectangle) *image.NRGBA
}

// Employ makes a scribe draw the lines with letters that the program's fonts lack.
func (c *Canvas) Employ(scribe Scribe) { c.fonts.desk = desk{scribe: scribe} }

// Limits of the desk, since a peer may choose unusual names.
const (
	mostWidths = 4000
	// mostArea is the size of half of the pictures, in pixels: 8 MiB.
	mostArea = 2 << 20
	// widestLine is the width in pixels beyond which a line is cut off.
	widestLine = 4096
	// mostKnown is the number of letters of the scribe whose reach is kept.
	mostKnown = 20000
)

// Written lines reach this far above and below their baseline and beside it, in sizes. The rest of
// a pile of marks is cut off, so that it covers no other line.
const (
	writtenAbove, writtenBelow, writtenBeside = 1.15, 0.45, 0.15
)

// desk holds the scribe's pictures and measures. It keeps the pictures of the last lines: those
// that were not drawn since it was half full are dropped when it is full.
type desk struct {
	scribe Scribe // nil means none

	widths      map[writing]float64
	young, aged map[inked]*ebiten.Image
	area        int // of the young ones
}

// writing is a line in a style.
type writing struct {
	text   string
	size   float64
	weight Weight
}

// inked is a line in a style and a colour.
type inked struct {
	writing
	ink color.NRGBA // opaque
}

// has reports whether the scribe draws a letter. Of invisible letters it is given only those that
// join others: a sign that turns a line round would move the text beside a name.
func (d *desk) has(r rune) bool {
	joins := r == '\u200c' || r == joiner || r >= 0xe0020 && r <= 0xe007f
	return d.scribe != nil && (joins || unicode.IsGraphic(r)) && r != unicode.ReplacementChar
}

// until returns the part of a line before byte i.
func (l line) until(i int) writing { return writing{l.text[:i], l.size, l.weight} }

// caret returns the distance from the left end of a line to the caret before byte i. In a line that
// begins with a letter of a script from right to left, the caret moves to the left; at its end it
// is at the right, as in fonts found.
func (d *desk) caret(l line, i int) float64 {
	x := d.width(l.until(i))
	if first, _ := utf8.DecodeRuneInString(l.text); runsLeft(first) && i < len(l.text) {
		return max(0, d.width(l.until(len(l.text)))-x)
	}
	return x
}

// width returns the width of a line in pixels.
func (d *desk) width(w writing) float64 {
	if width, ok := d.widths[w]; ok {
		return width
	}
	if d.widths == nil || len(d.widths) >= mostWidths {
		d.widths = map[writing]float64{}
	}
	width := d.scribe.Width(w.text, w.size, w.weight)
	if !(width >= 0 && width < math.MaxInt32) {
		width = 0
	}
	d.widths[w] = width
	return width
}

// box returns the pixels of a line around the beginning of its baseline.
func (d *desk) box(w writing) image.Rectangle {
	pixels := func(sizes float64) int { return int(math.Ceil(sizes * w.size)) }
	beside := pixels(writtenBeside)
	wide := min(int(math.Ceil(d.width(w)))+beside, widestLine)
	return image.Rect(-beside, -pixels(writtenAbove), wide, pixels(writtenBelow))
}

// picture returns the picture of a line, box pixels large.
func (d *desk) picture(key inked, box image.Rectangle) *ebiten.Image {
	if p, ok := d.young[key]; ok {
		return p
	}
	p, ok := d.aged[key]
	if !ok {
		p = ebiten.NewImage(box.Dx(), box.Dy())
		p.WritePixels(premultiplied(d.scribe.Draw(key.text, key.size, key.weight, key.ink, box), box.Size()))
	}
	delete(d.aged, key)
	area := box.Dx() * box.Dy()
	if d.young == nil || d.area+area > mostArea {
		for _, old := range d.aged {
			old.Deallocate()
		}
		d.aged, d.young, d.area = d.young, map[inked]*ebiten.Image{}, 0
	}
	d.young[key] = p
	d.area += area
	return p
}

// premultiplied returns the bytes of a picture of a size for Ebitengine.
func premultiplied(from *image.NRGBA, size image.Point) []byte {
	to := image.NewRGBA(image.Rectangle{Max: size})
	for i := 0; i+4 <= min(len(to.Pix), len(from.Pix)); i += 4 {
		alpha := int(from.Pix[i+3])
		for k := range 3 {
			to.Pix[i+k] = byte((int(from.Pix[i+k])*alpha + 127) / 255)
		}
		to.Pix[i+3] = byte(alpha)
	}
	return to.Pix
}

// drawWritten draws a line of the scribe from a point in pixels.
func (c *Canvas) drawWritten(l line, at Point, clr Role) {
	cover := c.theme.Colour(clr).A
	ink := color.NRGBAModel.Convert(c.theme.Colour(clr & roleMask)).(color.NRGBA)
	if ink.A = 255; cover == 0 {
		return
	}
	w := l.until(len(l.text))
	box := c.fonts.desk.box(w)
	corner := image.Pt(int(math.Round(at.X))+box.Min.X, int(math.Round(at.Y+l.baseline))+box.Min.Y)
	if m, ok := c.dst.(memory); ok {
		pixels := c.fonts.desk.scribe.Draw(w.text, w.size, w.weight, ink, box)
		draw.DrawMask(m.RGBA, pixels.Rect.Sub(pixels.Rect.Min).Add(corner), pixels, pixels.Rect.Min,
			image.NewUniform(color.Alpha{cover}), image.Point{}, draw.Over)
		return
	}
	opts := &ebiten.DrawImageOptions{}
	opts.ColorScale.ScaleAlpha(float32(cover) / 255)
	opts.GeoM.Translate(float64(corner.X), float64(corner.Y))
	c.screen().DrawImage(c.fonts.desk.picture(inked{w, ink}, box), opts)
}
