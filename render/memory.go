package render

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"runtime"
	"sync"
	"unicode/utf8"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"golang.org/x/image/vector"

	"mancala/render/kage"
)

// memory is a surface of pixels in memory.
type memory struct{ *image.RGBA }

func newMemory(size image.Point) memory { return memory{image.NewRGBA(image.Rectangle{Max: size})} }

func (memory) blank(size image.Point) surface      { return newMemory(size) }
func (m memory) part(area image.Rectangle) surface { return memory{m.SubImage(area).(*image.RGBA)} }
func (m memory) write(pixels []byte)               { copy(m.Pix, pixels) }
func (memory) drop()                               {}

func (m memory) fill(clr color.RGBA) {
	draw.Draw(m.RGBA, m.Rect, image.NewUniform(clr), image.Point{}, draw.Src)
}

// rows calls do for bands of the rows from..to, at the same time.
func rows(from, to int, do func(from, to int)) {
	bands := max(1, min(runtime.GOMAXPROCS(0), (to-from)/16))
	var all sync.WaitGroup
	for i := range bands {
		all.Go(func() { do(from+i*(to-from)/bands, from+(i+1)*(to-from)/bands) })
	}
	all.Wait()
}

func (m memory) polygon(corners []Point, clr color.RGBA) {
	path := vector.NewRasterizer(m.Rect.Dx(), m.Rect.Dy())
	for i, p := range corners {
		x, y := float32(p.X-float64(m.Rect.Min.X)), float32(p.Y-float64(m.Rect.Min.Y))
		if i == 0 {
			path.MoveTo(x, y)
		} else {
			path.LineTo(x, y)
		}
	}
	path.ClosePath()
	path.Draw(m.RGBA, m.Rect, image.NewUniform(clr), image.Point{})
}

// quad is a rectangle to draw: its corner, and its edges from there, in pixels.
type quad struct {
	corner      Point
	right, down Point
	like        ebiten.Vertex // of the corner
	source      Point         // of the corner
	reach       Point         // of the source, to the opposite corner
}

// quads returns the rectangles of a batch.
func (b *batch) quads(do func(q *quad)) {
	for i := 0; i+4 <= len(b.vertices); i += 4 {
		v := b.vertices[i : i+4]
		at := func(k int) Point { return Point{float64(v[k].DstX), float64(v[k].DstY)} }
		source := Point{float64(v[0].SrcX), float64(v[0].SrcY)}
		do(&quad{
			corner: at(0), right: at(1).Sub(at(0)), down: at(2).Sub(at(0)), like: v[0],
			source: source, reach: Point{float64(v[3].SrcX), float64(v[3].SrcY)}.Sub(source),
		})
	}
}

// copies reports whether the quad copies pixels of its source as they are.
func (q *quad) copies() bool {
	whole := func(p Point) bool { return p.X == math.Trunc(p.X) && p.Y == math.Trunc(p.Y) }
	v := &q.like
	return v.ColorR == 1 && v.ColorG == 1 && v.ColorB == 1 && v.ColorA == 1 && q.right.Add(q.down) == q.reach &&
		q.right.Y == 0 && q.down.X == 0 && whole(q.corner) && whole(q.source) && whole(q.reach)
}

// pixels calls do with each pixel of a rectangle whose middle is in the quad, and with its source.
func (q *quad) pixels(within image.Rectangle, do func(x, y int, source Point)) {
	far := q.corner.Add(q.right).Add(q.down)
	low := Point{min(q.corner.X, q.corner.X+q.right.X, q.corner.X+q.down.X, far.X), min(q.corner.Y, q.corner.Y+q.right.Y, q.corner.Y+q.down.Y, far.Y)}
	high := Point{max(q.corner.X, q.corner.X+q.right.X, q.corner.X+q.down.X, far.X), max(q.corner.Y, q.corner.Y+q.right.Y, q.corner.Y+q.down.Y, far.Y)}
	area := within.Intersect(image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))))
	wide, tall := q.right.X*q.right.X+q.right.Y*q.right.Y, q.down.X*q.down.X+q.down.Y*q.down.Y
	if wide == 0 || tall == 0 {
		return
	}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			px, py := float64(x)+0.5-q.corner.X, float64(y)+0.5-q.corner.Y
			s, t := (px*q.right.X+py*q.right.Y)/wide, (px*q.down.X+py*q.down.Y)/tall
			if s >= 0 && s < 1 && t >= 0 && t < 1 {
				do(x, y, Point{q.source.X + s*q.reach.X, q.source.Y + t*q.reach.Y})
			}
		}
	}
}

func (m memory) stamp(b *batch, from surface, opts *ebiten.DrawTrianglesOptions) {
	source := from.(memory)
	b.quads(func(q *quad) {
		v := &q.like
		if opts.Filter == ebiten.FilterNearest && q.copies() {
			how := draw.Over
			if opts.Blend == ebiten.BlendCopy {
				how = draw.Src
			}
			corner := image.Pt(int(q.corner.X), int(q.corner.Y))
			draw.Draw(m.RGBA, image.Rectangle{Max: image.Pt(int(q.right.X), int(q.down.Y))}.Add(corner), source.RGBA,
				image.Pt(int(q.source.X), int(q.source.Y)), how)
			return
		}
		tint := [4]float32{v.ColorR, v.ColorG, v.ColorB, v.ColorA}
		if opts.ColorScaleMode == ebiten.ColorScaleModeStraightAlpha {
			for i := range 3 {
				tint[i] *= v.ColorA
			}
		}
		q.pixels(m.Rect, func(x, y int, at Point) {
			to := m.Pix[m.PixOffset(x, y):][:4]
			var c [4]float32
			if opts.Filter == ebiten.FilterLinear {
				c = source.between(at)
			} else if p := image.Pt(int(math.Floor(at.X)), int(math.Floor(at.Y))); p.In(source.Rect) {
				pixel := source.Pix[source.PixOffset(p.X, p.Y):][:4]
				c = [4]float32{float32(pixel[0]), float32(pixel[1]), float32(pixel[2]), float32(pixel[3])}
			}
			for i := range c {
				c[i] *= tint[i]
			}
			blend(to, c, opts.Blend)
		})
	})
}

// between returns the colour between the middles of pixels, each part in 0..255.
func (m memory) between(at Point) (c [4]float32) {
	x, y := at.X-0.5, at.Y-0.5
	left, top := math.Floor(x), math.Floor(y)
	s, t := float32(x-left), float32(y-top)
	for i, share := range [4]float32{(1 - s) * (1 - t), s * (1 - t), (1 - s) * t, s * t} {
		p := image.Pt(int(left)+i&1, int(top)+i>>1)
		if share == 0 || !p.In(m.Rect) {
			continue
		}
		pixel := m.Pix[m.PixOffset(p.X, p.Y):][:4]
		for k := range c {
			c[k] += share * float32(pixel[k])
		}
	}
	return c
}

// blend draws a premultiplied colour, each part in 0..255, over a pixel: by itself, over what is
// there, or as light on it.
func blend(to []byte, c [4]float32, how ebiten.Blend) {
	switch how {
	case ebiten.BlendCopy:
		for i := range 4 {
			to[i] = rounded(c[i])
		}
	case brighten:
		for i := range 3 {
			to[i] = rounded(float32(to[i]) * (1 + c[i]/255))
		}
	default:
		if c[3] == 0 && c[0] == 0 && c[1] == 0 && c[2] == 0 {
			return
		}
		rest := 1 - c[3]/255
		for i := range 4 {
			to[i] = rounded(c[i] + float32(to[i])*rest)
		}
	}
}

func rounded(v float32) byte { return byte(min(max(v, 0), 255) + 0.5) }

func (m memory) shine(b *batch, with *program, opts *ebiten.DrawTrianglesShaderOptions) {
	run := with.soft()
	b.quads(func(q *quad) {
		v := &q.like
		colour := kage.Vec4{X: v.ColorR, Y: v.ColorG, Z: v.ColorB, W: v.ColorA}
		custom := kage.Vec4{X: v.Custom0, Y: v.Custom1, Z: v.Custom2, W: v.Custom3}
		q.pixels(m.Rect, func(x, y int, at Point) {
			c := run.Fragment(kage.Vec4{}, kage.Vec2{X: float32(at.X), Y: float32(at.Y)}, colour, custom)
			blend(m.Pix[m.PixOffset(x, y):][:4], [4]float32{255 * c.X, 255 * c.Y, 255 * c.Z, 255 * c.W}, opts.Blend)
		})
	})
}

func (m memory) paint(size, corner image.Point, with *program, uniforms map[string]any) {
	run := with.soft()
	kage.Set(run, uniforms)
	area := m.Rect.Intersect(image.Rectangle{Max: size}.Sub(corner))
	rows(area.Min.Y, area.Max.Y, func(from, to int) {
		for y := from; y < to; y++ {
			for x := area.Min.X; x < area.Max.X; x++ {
				at := kage.Vec2{X: float32(x+corner.X) + 0.5, Y: float32(y+corner.Y) + 0.5}
				c := run.Fragment(kage.Vec4{}, at, kage.Vec4{}, kage.Vec4{})
				blend(m.Pix[m.PixOffset(x, y):][:4], [4]float32{255 * c.X, 255 * c.Y, 255 * c.Z, 255 * c.W}, ebiten.BlendCopy)
			}
		}
	})
}

// letters draws the outlines of letters, of which one in a picture font has none.
func (m memory) letters(s string, face lettering, opts *text.DrawOptions) {
	box := face.box(s, opts).Intersect(m.Rect)
	if box.Empty() {
		return
	}
	path := vector.NewRasterizer(box.Dx(), box.Dy())
	place := func(x, y float64) (float32, float32) {
		x, y = opts.GeoM.Apply(x, y)
		return float32(x - float64(box.Min.X)), float32(y - float64(box.Min.Y))
	}
	steps := face.steps()
	for _, g := range text.AppendLazyGlyphs(nil, s, face.Face, &opts.LayoutOptions) {
		letter, _ := utf8.DecodeRuneInString(s[g.StartIndexInBytes:])
		from, size := face.drawing(letter)
		outline, ok := from.GlyphData(font.GID(g.GID)).(font.GlyphOutline)
		if !ok {
			continue
		}
		scale := size / float64(from.Upem())
		at := func(p opentype.SegmentPoint) (float32, float32) {
			return place(math.Floor((g.OriginX+g.OriginOffsetX)*steps)/steps+scale*float64(p.X), math.Floor(g.OriginY+g.OriginOffsetY)-scale*float64(p.Y))
		}
		for _, part := range outline.Segments {
			x0, y0 := at(part.Args[0])
			x1, y1 := at(part.Args[1])
			x2, y2 := at(part.Args[2])
			switch part.Op {
			case opentype.SegmentOpMoveTo:
				path.ClosePath()
				path.MoveTo(x0, y0)
			case opentype.SegmentOpLineTo:
				path.LineTo(x0, y0)
			case opentype.SegmentOpQuadTo:
				path.QuadTo(x0, y0, x1, y1)
			case opentype.SegmentOpCubeTo:
				path.CubeTo(x0, y0, x1, y1, x2, y2)
			}
		}
		path.ClosePath()
	}
	part := func(v float32) uint16 { return uint16(0xffff * min(max(v, 0), 1)) }
	ink := color.RGBA64{part(opts.ColorScale.R()), part(opts.ColorScale.G()), part(opts.ColorScale.B()), part(opts.ColorScale.A())}
	path.Draw(m.RGBA, box, image.NewUniform(ink), image.Point{})
}

// box returns the pixels of a line with some room around it.
func (l lettering) box(s string, opts *text.DrawOptions) image.Rectangle {
	m := l.Metrics()
	high := m.HAscent + m.HDescent
	x0, y0 := opts.GeoM.Apply(-high, -high)
	x1, y1 := opts.GeoM.Apply(text.AdvanceAt(s, len(s), l.Face)+high, 2*high)
	return image.Rect(int(x0), int(y0), int(x1), int(y1))
}

// steps returns the number of places that the graphics library gives to a letter within a pixel.
func (l lettering) steps() float64 {
	m := l.Metrics()
	switch size := m.HAscent + m.HDescent; {
	case size < 20:
		return 8
	case size < 40:
		return 4
	case size < 80:
		return 2
	}
	return 1
}

// drawing returns the font that draws a letter, the first one that has it, and its size in pixels.
func (l lettering) drawing(letter rune) (*font.Face, float64) {
	for i, part := range l.parts {
		face := part.(*text.GoTextFace)
		if covers(face.Source, letter) || i == len(l.parts)-1 {
			return face.Source.UnsafeInternal().(*font.Face), face.Size
		}
	}
	return nil, 0
}
