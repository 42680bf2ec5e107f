package apng

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// transparent is the index of the transparent colour; the others are opaque.
const transparent = 0

// Palette is the colours of a film: at most 255, and one that is transparent.
type Palette struct {
	colours []color.RGBA
	nearest []uint8 // by cell: the index of the nearest colour, or transparent if it was not looked for yet
}

// Colours counts the colours of pictures, from which it chooses a palette. The zero value is ready.
type Colours struct {
	cells []cell
	last  []byte // the pixels of the last picture
}

// cell counts the pixels in a cell of the space of colours: those that are alike in the upper bits
// of each channel.
type cell struct {
	n       int64
	sum     [3]int64
	squares int64 // of all channels
}

// Bits of a channel that tell cells apart.
const bits = 6

// cellOf returns the number of a colour's cell.
func cellOf(r, g, b uint8) int {
	const drop = 8 - bits
	return int(r>>drop)<<(2*bits) | int(g>>drop)<<bits | int(b>>drop)
}

// Count counts the pixels of the next picture of a film that differ from those of the picture
// before, so that what moves gets its colours.
func (c *Colours) Count(picture *image.RGBA) {
	if c.cells == nil {
		c.cells = make([]cell, 1<<(3*bits))
	}
	size := picture.Rect.Size()
	pixels := make([]byte, 0, 4*size.X*size.Y)
	for y := range size.Y {
		pixels = append(pixels, picture.Pix[y*picture.Stride:][:4*size.X]...)
	}
	for i := 0; i < len(pixels); i += 4 {
		p := [3]uint8(pixels[i:])
		if len(c.last) == len(pixels) && p == [3]uint8(c.last[i:]) {
			continue
		}
		at := &c.cells[cellOf(p[0], p[1], p[2])]
		at.n++
		for k, v := range p {
			at.sum[k] += int64(v)
			at.squares += int64(v) * int64(v)
		}
	}
	c.last = pixels
}

// Palette returns at most 255 colours that are near to those of the pictures, and a transparent
// one.
func (c *Colours) Palette() *Palette {
	p := &Palette{colours: make([]color.RGBA, 1, 256), nearest: make([]uint8, 1<<(3*bits))}
	var all box
	for _, cell := range c.cells {
		if cell.n > 0 {
			all.cells = append(all.cells, cell)
		}
	}
	boxes := []box{all.counted()}
	for len(boxes) < 255 {
		worst := 0
		for i := range boxes {
			if boxes[i].error > boxes[worst].error {
				worst = i
			}
		}
		if len(boxes[worst].cells) < 2 {
			break
		}
		low, high := boxes[worst].split()
		boxes[worst] = low
		boxes = append(boxes, high)
	}
	for _, b := range boxes {
		if b.n > 0 {
			p.colours = append(p.colours, color.RGBA{uint8(b.sum[0] / b.n), uint8(b.sum[1] / b.n), uint8(b.sum[2] / b.n), 255})
		}
	}
	if len(p.colours) == 1 { // of no pictures
		p.colours = append(p.colours, color.RGBA{A: 255})
	}
	return p
}

// box is a part of the space of colours that one colour of the palette stands for.
type box struct {
	cell
	cells []cell
	error float64 // the sum of the squares of the distances to the mean
}

// counted returns the box with the sums of its cells.
func (b box) counted() box {
	b.cell, b.error = cell{}, 0
	for _, c := range b.cells {
		b.n += c.n
		b.squares += c.squares
		for k := range c.sum {
			b.sum[k] += c.sum[k]
		}
	}
	if len(b.cells) < 2 { // no use in a division
		return b
	}
	b.error = float64(b.squares)
	for _, s := range b.sum {
		b.error -= float64(float64(s) * float64(s) / float64(b.n)) // rounded, or machines that fuse would differ
	}
	return b
}

// split divides a box with at least two cells at the mean of its widest channel.
func (b box) split() (low, high box) {
	widest, spread := 0, -1.0
	for k := range b.sum {
		var s float64
		for _, c := range b.cells {
			d := float64(c.sum[k])/float64(c.n) - float64(b.sum[k])/float64(b.n)
			s += float64(d * d * float64(c.n))
		}
		if s > spread {
			widest, spread = k, s
		}
	}
	mean := func(c cell) float64 { return float64(c.sum[widest]) / float64(c.n) }
	slices.SortStableFunc(b.cells, func(x, y cell) int { return cmp.Compare(mean(x), mean(y)) })
	at := 1 + slices.IndexFunc(b.cells[1:], func(c cell) bool { return mean(c) > mean(b.cell) })
	at = max(1, at)
	return box{cells: b.cells[:at:at]}.counted(), box{cells: b.cells[at:]}.counted()
}

// screen is a pattern of 4 x 4 pixels of -8..7, by which colours between two of the palette become
// a mixture of both. It does not move with the picture, so that what stands still stays the same.
var screen = [4][4]int{{-8, 0, -6, 2}, {4, -4, 6, -2}, {-5, 3, -7, 1}, {7, -1, 5, -3}}

const (
	// grain is by how much of 255 the pattern changes a channel.
	grain = 3
	// slack is the square of the distance at which a colour is near enough: about eight in each
	// channel. With twice as much, lights that fade leave traces.
	slack = 200
)

// paint returns a picture in the colours of the palette. A pixel keeps its colour of the picture
// before, if there is one, while that is near enough: slow changes of light then take few frames.
func (p *Palette) paint(picture *image.RGBA, before *image.Paletted) *image.Paletted {
	size := picture.Rect.Size()
	painted := image.NewPaletted(image.Rectangle{Max: size}, nil)
	for y := range size.Y {
		row := picture.Pix[y*picture.Stride:]
		for x := range size.X {
			i, r, g, b := y*painted.Stride+x, row[4*x], row[4*x+1], row[4*x+2]
			if before != nil && distance(p.colours[before.Pix[i]], r, g, b) <= slack {
				painted.Pix[i] = before.Pix[i]
				continue
			}
			d := screen[y%4][x%4] * grain / 8
			painted.Pix[i] = p.index(nudge(r, d), nudge(g, d), nudge(b, d))
		}
	}
	return painted
}

// distance returns the square of the distance of two colours.
func distance(c color.RGBA, r, g, b uint8) int {
	dr, dg, db := int(c.R)-int(r), int(c.G)-int(g), int(c.B)-int(b)
	return dr*dr + dg*dg + db*db
}

func nudge(v uint8, by int) uint8 { return uint8(min(max(int(v)+by, 0), 255)) }

// index returns the index of the colour nearest to the middle of a colour's cell.
func (p *Palette) index(r, g, b uint8) uint8 {
	at := cellOf(r, g, b)
	if p.nearest[at] == transparent {
		const low, half = 1<<(8-bits) - 1, 1 << (7 - bits)
		least := -1
		for i, c := range p.colours[1:] {
			if d := distance(c, r&^low|half, g&^low|half, b&^low|half); least < 0 || d < least {
				p.nearest[at], least = uint8(i+1), d
			}
		}
	}
	return p.nearest[at]
}
