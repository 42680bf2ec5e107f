package render

import (
	"image"
	"math/bits"

	"github.com/hajimehoshi/ebiten/v2"
)

// seam is the number of common pixels of neighbouring tiles, so that a stretched picture has no
// line between them.
const seam = 2

// tiles is a picture made of up to four textures. The graphics library rounds the sides of a
// texture up to powers of two: one of 2560x1440 pixels would take the memory of 4096x2048.
type tiles struct {
	size  image.Point
	parts [4]tile
	count int
	batch batch
	opts  ebiten.DrawTrianglesOptions
}

// tile is a part of a picture. Its texture has the pixels from a corner on. The part is drawn to a
// rectangle that is smaller by half the seam at every inner edge.
type tile struct {
	texture surface
	corner  image.Point
	drawn   image.Rectangle
}

// span is a part of a length. Its texture covers from..to, and the next one takes over at cut.
type span struct{ from, to, cut int }

// spans splits a length into at most two parts if that saves memory.
func spans(length int) []span {
	whole := textureSide(length)
	first := whole / 2
	if rest := length - first + seam; first > seam && first+textureSide(rest) < whole {
		return []span{{0, first, first - seam/2}, {first - seam, length, length}}
	}
	return []span{{0, length, length}}
}

// textureSide returns the side of a texture for a length in pixels.
func textureSide(length int) int { return max(16, 1<<bits.Len(uint(length-1))) }

// newTiles returns an empty picture of the kind of a surface.
func newTiles(kind surface, size image.Point) *tiles {
	t := &tiles{size: size}
	var at image.Point
	for _, y := range spans(size.Y) {
		at.X = 0
		for _, x := range spans(size.X) {
			t.parts[t.count] = tile{
				texture: kind.blank(image.Pt(x.to-x.from, y.to-y.from)), corner: image.Pt(x.from, y.from),
				drawn: image.Rectangle{Min: at, Max: image.Pt(x.cut, y.cut)},
			}
			t.count++
			at.X = x.cut
		}
		at.Y = y.cut
	}
	return t
}

// shade paints the picture by a program.
func (t *tiles) shade(with *program, uniforms map[string]any) {
	for _, p := range t.parts[:t.count] {
		p.texture.paint(t.size, p.corner, with, uniforms)
	}
}

// draw draws the picture to a rectangle in pixels.
func (t *tiles) draw(dst surface, to Rect, filter ebiten.Filter, blend ebiten.Blend) {
	t.opts.Filter, t.opts.Blend, t.opts.DisableMipmaps = filter, blend, true
	scale := Point{to.W / float64(t.size.X), to.H / float64(t.size.Y)}
	for _, p := range t.parts[:t.count] {
		half := Point{float64(p.drawn.Dx()) / 2, float64(p.drawn.Dy()) / 2}
		middle := Point{float64(p.drawn.Min.X), float64(p.drawn.Min.Y)}.Add(half)
		source := middle.Sub(Point{float64(p.corner.X), float64(p.corner.Y)})
		at := Point{to.X + middle.X*scale.X, to.Y + middle.Y*scale.Y}
		t.batch.reset()
		t.batch.quad(at, Point{half.X * scale.X, half.Y * scale.Y}, source, half, ebiten.Vertex{ColorR: 1, ColorG: 1, ColorB: 1, ColorA: 1})
		dst.stamp(&t.batch, p.texture, &t.opts)
	}
}

// pixels returns the number of pixels of all textures.
func (t *tiles) pixels() (sum int) {
	for _, p := range t.parts[:t.count] {
		sum += texturePixels(p.texture)
	}
	return sum
}

// texturePixels returns the number of pixels of a texture.
func texturePixels(picture surface) int {
	size := picture.Bounds().Size()
	return textureSide(size.X) * textureSide(size.Y)
}

// drop frees the memory.
func (t *tiles) drop() {
	for _, p := range t.parts[:t.count] {
		p.texture.drop()
	}
}
