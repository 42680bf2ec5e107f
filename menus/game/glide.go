package game

import (
	"mancala/internal/motion"
	"mancala/menus/kit"
	"mancala/render"
)

// glide moves the board to its new place, and the drawer or the end of the game into the window or
// out of it. Only the drawing moves: input and screen readers find everything at its new place from
// the start.
type glide struct {
	slide  motion.Slide
	from   arrangement
	to     arrangement
	seen   arrangement      // the last one drawn
	panels [drawers]sliding // the last state of each drawer
}

// arrangement is the division of a window by the screen.
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

// push places the panel partly outside the window: to the right if it is beside the board, and down
// if it is below.
func (p *sliding) push(c *render.Canvas, window render.Rect, way float64) {
	out := render.Point{X: window.Right() - p.place.X}
	if p.place.W > p.place.H {
		out = render.Point{Y: window.Bottom() - p.place.Y}
	}
	p.Panel.Place(c, p.place.Move(out.Mul(way)))
}

// head begins a glide from the last arrangement to another one. There is no glide in another
// window, if the board turns, or if the user wants less motion. head reports whether the board
// turns in the same window.
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

// move places the board and the incoming panels. left is the remaining part of the way.
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

// drawLeaving draws the outgoing drawer or end of a game.
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
