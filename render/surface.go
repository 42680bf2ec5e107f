package render

import (
	"fmt"
	"image"
	"image/color"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/text/v2"
	"github.com/hajimehoshi/ebiten/v2/vector"

	"mancala/render/kage"
)

// surface is pixels that are drawn on, and from: on the graphics card, or in memory, where drawing
// needs neither a window nor a running game. The same calls make the same picture on both, up to
// rounding.
type surface interface {
	Bounds() image.Rectangle
	// blank returns an empty surface of a size, and part one that shares pixels.
	blank(size image.Point) surface
	part(area image.Rectangle) surface
	write(pixels []byte)
	drop()

	fill(clr color.RGBA)
	// polygon fills a closed line through at least three corners, in pixels.
	polygon(corners []Point, clr color.RGBA)
	// stamp draws rectangles of another surface of the same kind, four vertices each.
	stamp(b *batch, from surface, opts *ebiten.DrawTrianglesOptions)
	// shine draws rectangles by a program without uniforms, four vertices each.
	shine(b *batch, with *program, opts *ebiten.DrawTrianglesShaderOptions)
	// paint draws the part from a corner on of a picture of a size by a program.
	paint(size, corner image.Point, with *program, uniforms map[string]any)
	letters(s string, face lettering, opts *text.DrawOptions)
}

// lettering is a face and the faces of single fonts that it is made of.
type lettering struct {
	text.Face
	parts []text.Face
}

// code is the source of a program: its files for the graphics card, and the same in Go.
type code struct {
	files []string
	soft  func() kage.Program
}

var (
	lightCode    = code{[]string{"light"}, func() kage.Program { return new(kage.Light) }}
	shapeCode    = code{[]string{"shape"}, func() kage.Program { return new(kage.Shape) }}
	backdropCode = code{[]string{"backdrop"}, func() kage.Program { return new(kage.Backdrop) }}
	// boardCodes are the programs of each material.
	boardCodes = [...]code{
		timber: {[]string{"board", "lit", "timber"}, func() kage.Program { return new(kage.Timber) }},
		slate:  {[]string{"board", "lit", "slate"}, func() kage.Program { return new(kage.Slate) }},
		flat:   {[]string{"board", "flat"}, func() kage.Program { return new(kage.Flat) }},
	}
)

// program is a program that is ready to run. Its shader is nil if it runs in memory only.
type program struct {
	shader *ebiten.Shader
	soft   func() kage.Program
}

// source returns the concatenation of the files.
func (c code) source() (source []byte, err error) {
	for _, name := range c.files {
		part, err := shaderFiles.ReadFile("shaders/" + name + ".kage")
		if err != nil {
			return nil, fmt.Errorf("a shader is missing from the program: %w", err)
		}
		source = append(append(source, part...), '\n')
	}
	return source, nil
}

// compile compiles a program for the graphics card.
func (c code) compile() (*program, error) {
	source, err := c.source()
	if err != nil {
		return nil, err
	}
	shader, err := ebiten.NewShader(source)
	if err != nil {
		return nil, fmt.Errorf("the shader of %v cannot be compiled: %w", c.files, err)
	}
	return &program{shader, c.soft}, nil
}

// texture is a surface on the graphics card.
type texture struct{ *ebiten.Image }

// newTexture returns an empty texture with separate memory. One in a shared atlas would keep the
// whole atlas alive once that is large.
func newTexture(size image.Point) texture {
	return texture{ebiten.NewImageWithOptions(image.Rectangle{Max: size}, &ebiten.NewImageOptions{Unmanaged: true})}
}

func (texture) blank(size image.Point) surface      { return newTexture(size) }
func (t texture) part(area image.Rectangle) surface { return texture{t.SubImage(area).(*ebiten.Image)} }
func (t texture) write(pixels []byte)               { t.WritePixels(pixels) }
func (t texture) drop()                             { t.Deallocate() }
func (t texture) fill(clr color.RGBA)               { t.Fill(clr) }

func (t texture) polygon(corners []Point, clr color.RGBA) {
	var path vector.Path
	for i, p := range corners {
		if i == 0 {
			path.MoveTo(float32(p.X), float32(p.Y))
		} else {
			path.LineTo(float32(p.X), float32(p.Y))
		}
	}
	path.Close()
	opts := vector.DrawPathOptions{AntiAlias: true}
	opts.ColorScale.ScaleWithColor(clr)
	vector.FillPath(t.Image, &path, nil, &opts)
}

func (t texture) stamp(b *batch, from surface, opts *ebiten.DrawTrianglesOptions) {
	t.DrawTriangles32(b.vertices, b.indices, from.(texture).Image, opts)
}

func (t texture) shine(b *batch, with *program, opts *ebiten.DrawTrianglesShaderOptions) {
	t.DrawTrianglesShader32(b.vertices, b.indices, with.shader, opts)
}

func (t texture) paint(size, corner image.Point, with *program, uniforms map[string]any) {
	opts := &ebiten.DrawRectShaderOptions{Uniforms: uniforms}
	opts.GeoM.Translate(float64(-corner.X), float64(-corner.Y))
	t.DrawRectShader(size.X, size.Y, with.shader, opts)
}

func (t texture) letters(s string, face lettering, opts *text.DrawOptions) {
	text.Draw(t.Image, s, face.Face, opts)
}
