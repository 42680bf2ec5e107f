package kit

import "mancala/render"

// Caps shows keys as key caps, in as many lines as necessary.
type Caps struct {
	Keys []string

	leaf
}

const (
	capHeight = 26.0
	capGap    = 6.0
)

// Extent returns the height of the lines.
func (k *Caps) Extent(c *render.Canvas, width float64) Extent {
	lines := 0
	k.each(c, width, func(_ string, _ float64, line int) { lines = line + 1 })
	return Exactly(max(0, float64(lines)*(capHeight+capGap)-capGap))
}

// Draw draws the key caps.
func (k *Caps) Draw(c *render.Canvas, by render.Point) {
	r := k.bounds.Move(by)
	k.each(c, r.W, func(key string, end float64, line int) {
		at := render.Point{X: r.X + end, Y: r.Y + capHeight/2 + float64(line)*(capHeight+capGap)}
		keycap(c, at, key, look{soft: render.Ink})
	})
}

// each calls do for each key with the right end of its cap and its line.
func (k *Caps) each(c *render.Canvas, width float64, do func(key string, end float64, line int)) {
	x, line := 0.0, 0
	for _, key := range k.Keys {
		w := keycapWidth(c, key)
		if x > 0 && x+w > width {
			x, line = 0, line+1
		}
		do(key, x+w, line)
		x += w + capGap
	}
}
