package page

import (
	"strings"
	"unicode/utf8"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// BoardSeat is a seat at a board in a picture.
type BoardSeat struct {
	// Name is the name of the player, or "" if unknown.
	Name string
	// Waits says that the seat waits for a player.
	Waits bool
	// Line is beside the seat.
	Line string
	// Wave is the brightness of a waiting seat, 0..1.
	Wave float64
}

// DrawSeats draws the board of a variant before its first ply, with a seat above it and one below.
func DrawSeats(c *render.Canvas, art *render.BoardArt, v rules.Variant, r render.Rect, above, below BoardSeat) {
	const away, flat = 12.0, 0.7
	if r.H < flat*r.W {
		drawSeatsInLine(c, art, v, r, above, below)
		return
	}
	top, rest := r.CutTop(2*seatRadius + away)
	bottom, middle := rest.CutBottom(2*seatRadius + away)
	middle = middle.Centered(middle.W, min(middle.H, middle.W)) // for a board that lies
	DrawStart(c, art, v, middle)
	edge := render.NewLayout(middle, int(v.Houses), rules.South).Board()
	shift := max(0, edge.Y-top.Bottom()-away)
	x := edge.X + seatRadius
	above.draw(c, render.Point{X: x, Y: top.Y + seatRadius + shift}, edge.Right())
	below.draw(c, render.Point{X: x, Y: bottom.Bottom() - seatRadius - shift}, edge.Right())
}

// drawSeatsInLine draws both seats above the board, for places of little height.
func drawSeatsInLine(c *render.Canvas, art *render.BoardArt, v rules.Variant, r render.Rect, above, below BoardSeat) {
	const away = 8.0
	top, middle := r.CutTop(2*seatRadius + away)
	DrawStart(c, art, v, middle)
	edge := render.NewLayout(middle, int(v.Houses), rules.South).Board()
	y := top.Y + seatRadius + max(0, edge.Y-middle.Y-away)
	half := edge.Center().X
	above.draw(c, render.Point{X: edge.X + seatRadius, Y: y}, half-kit.Gap)
	below.draw(c, render.Point{X: half + seatRadius, Y: y}, edge.Right())
}

// YourSeat returns the seat waiting for the user.
func YourSeat() BoardSeat { return BoardSeat{Line: words.T("Your seat"), Waits: true, Wave: 0.7} }

// SeatsBoard returns a picture of a board with its two seats.
func SeatsBoard(g Grid, art *render.BoardArt, v rules.Variant, above, below BoardSeat) kit.Part {
	const least = 180
	p := BoardPart(g, func(c *render.Canvas, r render.Rect) {
		if r.H < least {
			DrawStart(c, art, v, r)
			return
		}
		DrawSeats(c, art, v, r, above, below)
	})
	if p, ok := p.(*kit.Picture); ok && p.Ratio > 0 {
		p.Ratio += 0.2 // the seats
	}
	return p
}

// seatRadius is the radius of the disc of a seat, in units.
const seatRadius = 27.0

// draw draws the seat around a point, and its line up to right.
func (s BoardSeat) draw(c *render.Canvas, at render.Point, right float64) {
	style := render.Strong
	if s.Waits {
		style = style.In(render.InkSoft)
		c.FillCircle(at, seatRadius*(0.72+0.16*s.Wave), render.Gold.Faded(0.10+0.16*s.Wave))
		drawRing(c, at, render.InkSoft.Faded(0.45+0.55*s.Wave))
	} else {
		c.FillCircle(at, seatRadius, render.PanelHover)
		drawRing(c, at, render.Line)
		if s.Name == "" {
			drawPerson(kit.NewPen(c, at, render.Ink))
		}
		_, size := utf8.DecodeRuneInString(s.Name)
		c.Text(strings.ToUpper(s.Name[:size]), at, render.Heading.Aligned(render.Center))
	}
	x := at.X + seatRadius + 14
	const smallest, oneLine = 12, 16
	if small := style.Sized(oneLine); c.TextWidth(s.Line, style) > right-x && c.TextWidth(s.Line, small) <= right-x {
		style = small
	}
	for widestWord(c, s.Line, style) > right-x {
		if style.Size <= smallest {
			return // the discs distinguish the seats
		}
		style = style.Sized(style.Size - 1)
	}
	height := kit.TextHeight(c, s.Line, right-x, style)
	kit.DrawText(c, s.Line, render.Rect{X: x, Y: at.Y - height/2, W: right - x, H: height}, style)
}

// widestWord returns the width of the widest word of a text.
func widestWord(c *render.Canvas, text string, style render.TextStyle) (width float64) {
	for _, word := range strings.Fields(text) {
		width = max(width, c.TextWidth(word, style))
	}
	return width
}

// drawPerson draws a player without a known name.
func drawPerson(p kit.Pen) {
	p.Arc(0, -5, 4.5, 0, 1)
	p.Arc(0, 10, 8, 0.5, 1)
	p.Path(-8, 10, 8, 10)
}

// drawRing draws the edge of a seat.
func drawRing(c *render.Canvas, at render.Point, ink render.Role) {
	place := render.Rect{X: at.X - seatRadius, Y: at.Y - seatRadius, W: 2 * seatRadius, H: 2 * seatRadius}
	c.StrokeRect(place, seatRadius, 2, ink)
}
