package kit

import "mancala/render"

// DrawLock draws a padlock, 16 units wide and 20 high: closed or open, with a tick on it if tick is
// set.
func DrawLock(c *render.Canvas, at render.Point, ink, ground render.Role, closed, tick bool) {
	p := NewPen(c, at, ink)
	if closed {
		p.Path(-4.8, -3.5, -4.8, 0)
		p.Arc(0, -3.5, 4.8, 0.5, 1)
		p.Path(4.8, -3.5, 4.8, 0)
	} else { // only the right end of the shackle is attached
		p.Arc(-1.5, -5.5, 4.8, 0.5, 1)
		p.Path(3.3, -5.5, 3.3, 0)
	}
	c.FillRect(render.Rect{X: at.X - 8, Y: at.Y - 1.5, W: 16, H: 11.5}, 3, ink)
	if tick {
		NewPen(c, at, ground).Path(-3.6, 4.2, -1, 6.6, 3.8, 1.8)
	}
}

// DrawSpeaker draws a loudspeaker, 24 units wide, with waves or, if it is muted, with a cross.
func DrawSpeaker(c *render.Canvas, at render.Point, ink render.Role, muted bool) {
	p := NewPen(c, at, ink)
	p.Path(-11, -3.5, -6.5, -3.5, -1, -8.5, -1, 8.5, -6.5, 3.5, -11, 3.5, -11, -3.5)
	if muted {
		p.Path(4.5, -3.5, 11.5, 3.5)
		p.Path(11.5, -3.5, 4.5, 3.5)
		return
	}
	p.Arc(0, 0, 6.5, -0.125, 0.125)
	p.Arc(0, 0, 11.5, -0.125, 0.125)
}
