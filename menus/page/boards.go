package page

import (
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// LayBoard returns the layout of a board, with letters of the user's size. Counts are small on a
// large board, so they grow more than everything else.
func (s *Shared) LayBoard(area render.Rect, game rules.Variant, bottom rules.Side) render.Layout {
	return render.NewLayout(area, game, bottom).Lettered(area, s.letters())
}

// LayTable is LayBoard with room for the plates of the players.
func (s *Shared) LayTable(area render.Rect, game rules.Variant, bottom rules.Side) render.Layout {
	return render.NewTableLayout(area, game, bottom).Lettered(area, s.letters())
}

// Unit returns the number of physical pixels a unit in a window of width by height physical pixels,
// in the user's size of text.
func (s *Shared) Unit(width, height int, deviceScale float64) float64 {
	return render.Enlarged(width, height, deviceScale, s.textSize())
}

// textSize is the size of the text that the user chose, as a factor.
func (s *Shared) textSize() float64 { return float64(s.Settings.Now().TextSize) / 100 }

// letters returns the size of the letters on a board: the user's, enlarged.
func (s *Shared) letters() float64 {
	size := s.textSize()
	return max(size, 2*size-1)
}

// Start returns the first position of a variant, or of Kalah for a variant of a later version.
func Start(v rules.Variant) rules.Position {
	p, err := rules.Start(v)
	if err != nil {
		return Start(rules.Presets()[0].Variant)
	}
	return p
}

// StillView returns the view of a position in r, with a side at the bottom.
func StillView(p rules.Position, bottom rules.Side, r render.Rect) render.View {
	v := p.Variant()
	return render.View{Layout: render.NewLayout(r, v, bottom), Moment: motion.Still(p.Board()), Name: words.RulesTitle(v)}
}

// DrawStill draws the board of a position, with South at the bottom.
func DrawStill(c *render.Canvas, art *render.BoardArt, p rules.Position, r render.Rect) {
	art.Draw(c, StillView(p, rules.South, r))
}

// StillBoard returns a picture of the board of a position.
func StillBoard(g Grid, art *render.BoardArt, p rules.Position) kit.Part {
	return BoardPart(g, func(c *render.Canvas, r render.Rect) { DrawStill(c, art, p, r) })
}

// BoardPart returns a picture of a board that takes the remaining room. It is empty if there is too
// little. It may be higher than wide only in an upright window.
func BoardPart(g Grid, paint func(c *render.Canvas, r render.Rect)) *kit.Picture {
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
