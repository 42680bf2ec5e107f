package game

import (
	"mancala/motion"
	"mancala/render"
)

// glide moves the board to its new place, and the drawer or the end of the game into the window,
// when one of them comes or goes. Input and screen readers find everything at its new place from
// the start: only the drawing is on its way.
type glide struct {
	slide motion.Slide
	from  arrangement
	to    arrangement
	seen  arrangement // as drawn last
	panel render.Rect // the place of the open drawer
}

// arrangement is how the screen divides a window.
type arrangement struct {
	window, board render.Rect
	drawer        drawer
	ended         bool
}

// head makes an arrangement the one to glide to, from the one seen last. It is there at once in
// another window, if the board turns, or if the user wants less motion.
func (s *glide) head(to arrangement, still bool) {
	if to == s.to {
		return
	}
	s.from, s.to = s.seen, to
	turns := (s.from.board.H > s.from.board.W) != (to.board.H > to.board.W)
	if s.slide.Rest(); !still && !turns && s.from.window == to.window {
		s.slide.Begin(motion.SlideTime)
	}
}

// arrange places what glides: left is the part of the way that is left.
func (g *Screen) arrange(left float64) {
	s := &g.glide
	g.board.SetBounds(s.to.board.Lerp(s.from.board, left))
	g.board.relayout()
	g.plates.placeNext()
	g.plates.placeLock()
	if s.to.drawer != noDrawer && s.to.drawer != s.from.drawer {
		way := render.Point{X: s.to.window.Right() - s.panel.X}
		if s.panel.W > s.panel.H { // it is below the board
			way = render.Point{Y: s.to.window.Bottom() - s.panel.Y}
		}
		g.pushDrawer(s.panel.Move(way.Mul(left)))
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
}
