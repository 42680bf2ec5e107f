package page

import (
	"strings"
	"unicode/utf8"

	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
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

// lyingBoard is the height of a place for a board as a share of its width up to which the board
// lies, and enough the share of its height that it may lose to seats above and below it.
const lyingBoard, enough = 0.95, 0.72

// DrawSeated draws the board of a position, without the seeds of a side whose seat waits.
func DrawSeated(c *render.Canvas, art *render.BoardArt, p rules.Position, r render.Rect, above, below BoardSeat) {
	art.Draw(c, seated(p, r, above, below))
}

// seated returns the view of DrawSeated.
func seated(p rules.Position, r render.Rect, above, below BoardSeat) render.View {
	v, board := StillView(p, rules.South, r), p.Board()
	for side, seat := range [...]BoardSeat{rules.South: below, rules.North: above} {
		if seat.Waits {
			board.House[side] = [len(board.House[side])]uint8{}
			v.NoCounts = true
		}
	}
	v.Moment = motion.Still(board)
	return v
}

// DrawSeats draws the board of a position as [DrawSeated] does, with a seat above it and one below
// or, in a low place, with both beside it or above it.
func DrawSeats(c *render.Canvas, art *render.BoardArt, p rules.Position, r render.Rect, above, below BoardSeat) {
	const high = 2 * seatRadius
	lines, away := 2.0, 12.0
	// Both seats are on a line above the board if it would be much smaller between them.
	line := r.H < lyingBoard*r.W && r.H-2*(high+away) < enough*(r.H-high)
	if line {
		if drawBetween(c, art, p, r, above, below) {
			return
		}
		lines, away = 1, 8
	}
	room := render.Rect{X: r.X, Y: r.Y + high + away, W: r.W, H: r.H - lines*(high+away)}
	if !line {
		room = room.Centered(room.W, min(room.H, room.W)) // for a board that lies
	}
	v := seated(p, room, above, below)
	art.Draw(c, v)
	board := v.Layout.Board()
	first := render.Rect{X: board.X, Y: max(r.Y, board.Y-high-2*away), W: r.Right() - board.X, H: high}
	second := render.Rect{X: board.X, Y: min(r.Bottom()-high, board.Bottom()+2*away), W: first.W, H: high}
	if line {
		one, other := above.width(c)+kit.Gap, board.W-below.width(c)
		first.W = board.W // the longer line gets more than a half if it needs it
		first, second = first.CutLeft(max(min(one, other), min(board.W/2, max(one, other))))
		first.W -= kit.Gap
	}
	above.draw(c, first)
	below.draw(c, second)
}

// drawBetween draws the board between its seats, and reports whether the place is wide enough.
func drawBetween(c *render.Canvas, art *render.BoardArt, p rules.Position, r render.Rect, left, right BoardSeat) bool {
	const away = 24
	v := seated(p, r, left, right)
	board := v.Layout.Board()
	wide := max(left.width(c), right.width(c))
	if (r.W-board.W)/2-away < wide {
		return false
	}
	art.Draw(c, v)
	seat := render.Rect{X: board.X - away - wide, Y: board.Y, W: wide, H: board.H}.Centered(wide, 2*seatRadius)
	left.draw(c, seat)
	right.draw(c, seat.Move(render.Point{X: board.W + 2*away + wide}))
	return true
}

// YourSeat returns the seat waiting for the user.
func YourSeat() BoardSeat { return BoardSeat{Line: words.T("Your seat"), Waits: true, Wave: 0.7} }

// SeatsBoard returns a picture of a position with its two seats.
func SeatsBoard(g Grid, art *render.BoardArt, p rules.Position, above, below BoardSeat) kit.Part {
	const least, seats = 200, 0.2 // seats is a share of the width
	part := BoardPart(g, func(c *render.Canvas, r render.Rect) {
		switch {
		case r.H >= least:
			DrawSeats(c, art, p, r, above, below)
		case !drawBetween(c, art, p, r, above, below):
			DrawSeated(c, art, p, r, above, below)
		}
	})
	if part.Ratio > 0 {
		part.Ratio += seats
	}
	return part
}

// seatRadius is the radius of the disc of a seat, in units.
const seatRadius = 27.0

// seatGap is the distance from the disc of a seat to its line.
const seatGap = 14

// width returns the width of the seat and its line.
func (s BoardSeat) width(c *render.Canvas) float64 {
	return 2*seatRadius + seatGap + c.TextWidth(s.Line, render.Strong) + 1
}

// draw draws the seat at the left of r, and its line beside it.
func (s BoardSeat) draw(c *render.Canvas, r render.Rect) {
	cells := kit.Row(r, seatGap, 2*seatRadius, 0)
	at, text, style := cells[0].Center(), cells[1], render.Strong
	if s.Waits {
		style = style.In(render.InkSoft)
		ink := render.InkSoft.Faded(0.45 + 0.55*s.Wave)
		drawPerson(kit.NewPen(c, at, ink))
		drawRing(c, at, ink)
	} else {
		c.FillCircle(at, seatRadius, render.PanelHover)
		drawRing(c, at, render.Line)
		if s.Name == "" {
			drawPerson(kit.NewPen(c, at, render.Ink))
		}
		_, size := utf8.DecodeRuneInString(s.Name)
		c.Text(strings.ToUpper(s.Name[:size]), at, render.Heading.Aligned(render.Center))
	}
	const smallest, oneLine = 12, 16
	if small := style.Sized(oneLine); c.TextWidth(s.Line, style) > text.W && c.TextWidth(s.Line, small) <= text.W {
		style = small
	}
	for style.Size > smallest && (widestWord(c, s.Line, style) > text.W || kit.TextHeight(c, s.Line, text.W, style) > r.H) {
		style.Size--
	}
	if widestWord(c, s.Line, style) > text.W {
		return // the discs distinguish the seats
	}
	kit.DrawText(c, s.Line, text.Centered(text.W, kit.TextHeight(c, s.Line, text.W, style)), style)
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
