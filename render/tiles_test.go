package render

import (
	"image"
	"image/color"
	"testing"

	"mancala/tools/need"

	"github.com/hajimehoshi/ebiten/v2"
)

func TestSpansCoverALengthInLessMemory(t *testing.T) {
	for length := 1; length <= 5000; length++ {
		list, drawn, memory := spans(length), 0, 0
		for _, s := range list {
			if s.from > drawn || s.cut <= drawn || s.cut > s.to {
				t.Fatalf("the parts of %d are %v", length, list)
			}
			drawn, memory = s.cut, memory+textureSide(s.to-s.from)
		}
		if drawn != length || memory > textureSide(length) {
			t.Fatalf("the parts of %d are %v, and take %d", length, list, memory)
		}
	}
	for length, want := range map[int]int{640: 768, 720: 768, 1280: 1536, 1440: 1536, 2048: 2048, 2560: 3072} {
		memory := 0
		for _, s := range spans(length) {
			memory += textureSide(s.to - s.from)
		}
		if memory != want {
			t.Errorf("%d takes %d, want %d", length, memory, want)
		}
	}
}

// places is a shader whose colours tell the place of each pixel.
const places = `//kage:unit pixels

package main

func Fragment(dst vec4, src vec2, color vec4) vec4 {
	at := floor(src)
	return vec4(mod(at, 256)/255, floor(at.x/256)*16/255+floor(at.y/256)/255, 1)
}
`

// A picture in tiles looks like a single one at its own size. Stretched, it shows no line between
// its tiles.
func TestTilesShowNoSeam(t *testing.T) {
	size := image.Pt(300, 280)
	s := newStudio(t, 420, 400)
	shader := need.Must(ebiten.NewShader([]byte(places)))(t)
	picture := newTiles(texture{}, size)
	defer picture.drop()
	if picture.count != 4 {
		t.Fatalf("the picture has %d parts", picture.count)
	}
	picture.shade(&program{shader: shader}, nil)
	picture.draw(texture{s.image}, Rect{X: 10, Y: 20, W: 300, H: 280}, ebiten.FilterNearest, ebiten.BlendSourceOver)
	got := s.read()
	for y := range size.Y {
		for x := range size.X {
			want := color.RGBA{uint8(x), uint8(y), uint8(x>>8<<4 | y>>8), 255}
			if c := got.RGBAAt(x+10, y+20); c != want {
				t.Fatalf("at (%d,%d) it is %v, not %v", x, y, c, want)
			}
		}
	}
	for _, p := range picture.parts {
		p.texture.fill(color.RGBA{G: 100, A: 200})
	}
	for _, scale := range []float64{1.37, 0.61} {
		s.image.Fill(color.RGBA{A: 255})
		picture.draw(texture{s.image}, Rect{W: 300 * scale, H: 280 * scale}, ebiten.FilterLinear, ebiten.BlendSourceOver)
		got := s.read()
		for y := 2; y < min(400, int(280*scale))-2; y++ {
			for x := 2; x < min(420, int(300*scale))-2; x++ {
				if c := got.RGBAAt(x, y); c.G < 99 || c.G > 101 {
					t.Fatalf("stretched by %g it is %v at (%d,%d)", scale, c, x, y)
				}
			}
		}
	}
}
