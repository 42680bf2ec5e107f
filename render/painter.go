package render

import (
	"image"
	"maps"
	"slices"
)

// Painter paints pictures in memory, the same as in a window. It needs no window and no running
// game. It is not safe for concurrent use.
type Painter struct {
	canvas *Canvas
	art    *BoardArt
}

// NewPainter returns a painter in a theme, with the program's own fonts.
func NewPainter(t Theme) (*Painter, error) {
	f, err := loadFonts()
	if err != nil {
		return nil, err
	}
	return newPainter(t, f), nil
}

func newPainter(t Theme, f *fonts) *Painter {
	p := &Painter{
		canvas: &Canvas{fonts: f, theme: t, unit: 1, shapes: shapes{program: shapeCode.inMemory()}},
		art: &BoardArt{
			light: lightCode.inMemory(), backdrop: backdropCode.inMemory(),
			scenes: map[sceneKey]*scene{}, theme: t, tick: 1,
		},
	}
	for i, c := range boardCodes {
		p.art.boards[i] = c.inMemory()
	}
	return p
}

// inMemory returns a program that runs in memory.
func (c code) inMemory() *program { return &program{soft: c.soft} }

// Painter returns a painter in the canvas's theme, with its fonts and its scribe. Another goroutine
// may use it.
func (c *Canvas) Painter() *Painter {
	own := c.fonts
	f := &fonts{
		files: maps.Clone(own.files), faces: map[faceKey]lettering{}, reach: maps.Clone(own.reach),
		found: fallback{sources: slices.Clone(own.found.sources)}, desk: desk{scribe: own.desk.scribe},
	}
	return newPainter(c.theme, f)
}

// begin returns the canvas, which now is an empty picture, and the art.
func (p *Painter) begin(size image.Point, unit float64) (*Canvas, *BoardArt) {
	if p.art.size != size {
		p.art.clear()
		p.art.size = size
	}
	p.canvas.dst, p.canvas.unit = newMemory(size), unit
	return p.canvas, p.art
}
