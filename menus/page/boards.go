package page

import (
	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
)

// LayBoard returns the layout of a board, with letters of the user's size. Counts are small on a
// large board, so they grow more than everything else.
func (s *Shared) LayBoard(area render.Rect, houses int, bottom rules.Side) render.Layout {
	return render.NewLayout(area, houses, bottom).Lettered(area, s.letters())
}

// LayTable is LayBoard with room for the plates of the players.
func (s *Shared) LayTable(area render.Rect, houses int, bottom rules.Side) render.Layout {
	return render.NewTableLayout(area, houses, bottom).Lettered(area, s.letters())
}

func (s *Shared) letters() float64 {
	size := float64(s.Settings.Now().TextSize) / 100
	return max(size, 2*size-1)
}

// DrawStart draws the board of a variant before its first move, unless the rectangle is empty.
func DrawStart(c *render.Canvas, art *render.BoardArt, v rules.Variant, r render.Rect) {
	if start, err := rules.Start(v); r.H > 0 && err == nil {
		DrawStill(c, art, start, r)
	}
}

// DrawStill draws the board of a position, with South at the bottom.
func DrawStill(c *render.Canvas, art *render.BoardArt, p rules.Position, r render.Rect) {
	layout := render.NewLayout(r, int(p.Variant().Houses), rules.South)
	art.Draw(c, render.View{Layout: layout, Moment: motion.Still(p.Board())})
}

// StartBoard returns a picture of the board of a variant before its first move.
func StartBoard(g Grid, art *render.BoardArt, v rules.Variant) kit.Part {
	return BoardPart(g, func(c *render.Canvas, r render.Rect) { DrawStart(c, art, v, r) })
}

// BoardPart returns a picture of a board that takes the remaining room. It is empty if there is too
// little. It may be higher than wide only in an upright window.
func BoardPart(g Grid, paint func(c *render.Canvas, r render.Rect)) kit.Part {
	const room, lying = 90, 0.5 // the least height, and the greatest as a share of the width
	p := &kit.Picture{Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		if r.H >= room {
			paint(c, r)
		}
	}}
	if !g.Upright {
		p.Ratio = lying
	}
	return p
}

// DrawEmpty draws a board of the usual size without seeds.
func DrawEmpty(c *render.Canvas, art *render.BoardArt, r render.Rect) {
	layout := render.NewLayout(r, int(rules.Presets()[0].Variant.Houses), rules.South)
	art.Draw(c, render.View{Layout: layout, Moment: motion.Still(rules.Board{}), NoCounts: true})
}
