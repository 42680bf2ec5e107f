package game

import (
	"mancala/menus/kit"
	"mancala/motion"
	"mancala/render"
)

// glide moves the board to its new place, and the drawer or the end of the game into the window or
// out of it, when one of them comes or goes. Input and screen readers find everything at its new
// place from the start: only the drawing is on its way.
type glide struct {
	slide  motion.Slide
	from   arrangement
	to     arrangement
	seen   arrangement       // as drawn last
	panels [drawers]drawerAt // each drawer as it was last
	band   render.Rect       // the last place of the end
}

// arrangement is how the screen divides a window.
type arrangement struct {
	window, board render.Rect
	drawer        drawer
	ended         bool
}

// head makes an arrangement the one to glide to, from the one seen last. It is there at once in
// another window, if the board turns, or if the user wants less motion. It reports whether the
// board turns in the same window.
func (s *glide) head(to arrangement, still bool) (turned bool) {
	if to == s.to {
		return false
	}
	s.from, s.to = s.seen, to
	turns := (s.from.board.H > s.from.board.W) != (to.board.H > to.board.W)
	if s.slide.Rest(); !still && !turns && s.from.window == to.window {
		s.slide.Begin(motion.SlideTime)
	}
	return turns && s.from.window == to.window
}

// out returns the way of a panel at r out of the window: to the right if it is beside the board,
// and down if it is below.
func (s *glide) out(r render.Rect) render.Point {
	if r.W > r.H {
		return render.Point{Y: s.to.window.Bottom() - r.Y}
	}
	return render.Point{X: s.to.window.Right() - r.X}
}

// arrange places what glides: left is the part of the way that is left.
func (g *Screen) arrange(left float64) {
	s := &g.glide
	g.board.SetBounds(s.to.board.Lerp(s.from.board, left))
	g.board.relayout()
	g.plates.placeNext()
	g.plates.placeLock()
	if s.to.drawer != noDrawer && s.to.drawer != s.from.drawer {
		d := s.panels[s.to.drawer]
		d.push(g.Canvas, s.out(d.place).Mul(left))
	}
	if s.to.ended && !s.from.ended {
		down := render.Point{Y: left * g.end.band.bounds.H}
		g.end.layout(g.Canvas, g.end.band.area.Move(down), g.upright)
	}
}

// drawGliding draws the screen on its way, or at rest.
func (g *Screen) drawGliding(draw func()) {
	s := &g.glide
	s.seen = s.to
	if left := s.slide.Left(); left > 0 {
		g.board.gliding = true
		g.arrange(left)
		defer func() {
			g.board.gliding = false
			g.arrange(0)
		}()
		s.seen.board = g.board.area
	}
	draw()
	g.drawLeaving(s.slide.Left())
}

// drawLeaving draws the drawer or the band of the end on its way out.
func (g *Screen) drawLeaving(left float64) {
	s := &g.glide
	if left == 0 {
		return
	}
	if s.from.ended && !s.to.ended {
		g.Canvas.FillRect(s.band.Move(render.Point{Y: (1 - left) * s.band.H}), 0, render.Panel)
	}
	old := s.from.drawer
	if old == noDrawer || old == s.to.drawer {
		return
	}
	d := s.panels[old]
	d.push(g.Canvas, s.out(d.place).Mul(1-left))
	d.Draw(g.Canvas, render.Point{})
	for _, w := range kit.ControlsOf(d) {
		w.Draw(g.Canvas, kit.State{})
	}
}
