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
	seen   arrangement      // as drawn last
	panels [drawers]sliding // each drawer as it was last
}

// arrangement is how the screen divides a window.
type arrangement struct {
	window, board render.Rect
	drawer        drawer
	ended         bool
}

// shows reports whether a drawer is open.
func (a *arrangement) shows(d drawer) bool {
	return d != noDrawer && d == a.drawer || d == endDrawer && a.ended
}

// sliding is a panel that slides into the window and out of it.
type sliding struct {
	*kit.Panel
	place render.Rect // at rest
}

// Place gives the panel its place at rest.
func (p *sliding) Place(c *render.Canvas, r render.Rect) {
	p.place = r
	p.Panel.Place(c, r)
}

// push places the panel a part of the way out of the window: to the right if it is beside the
// board, and down if it is below.
func (p *sliding) push(c *render.Canvas, window render.Rect, way float64) {
	out := render.Point{X: window.Right() - p.place.X}
	if p.place.W > p.place.H {
		out = render.Point{Y: window.Bottom() - p.place.Y}
	}
	p.Panel.Place(c, p.place.Move(out.Mul(way)))
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

// move places the board and the panels that come: left is the part of the way that is left.
func (s *glide) move(g *Screen, left float64) {
	g.board.SetBounds(s.to.board.Lerp(s.from.board, left))
	for d := range drawers {
		if s.to.shows(d) && !s.from.shows(d) {
			s.panels[d].push(g.Canvas, s.to.window, left)
		}
	}
}

// drawGliding draws the screen on its way, or at rest.
func (g *Screen) drawGliding(draw func()) {
	s := &g.glide
	s.seen = s.to
	if left := s.slide.Left(); left > 0 {
		g.board.gliding = true
		s.move(g, left)
		defer func() {
			g.board.gliding = false
			s.move(g, 0)
		}()
		s.seen.board = g.board.area
	}
	draw()
	s.drawLeaving(g.Canvas)
}

// drawLeaving draws the drawer or the end of a game on its way out.
func (s *glide) drawLeaving(c *render.Canvas) {
	left := s.slide.Left()
	for d := range drawers {
		if left == 0 || !s.from.shows(d) || s.to.shows(d) {
			continue
		}
		p := &s.panels[d]
		p.push(c, s.to.window, 1-left)
		p.Draw(c, render.Point{})
		for _, w := range kit.ControlsOf(p) {
			w.Draw(c, kit.State{})
		}
	}
}
