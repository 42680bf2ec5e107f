package render

import (
	"image"
	"strconv"

	"mancala/internal/motion"
	"mancala/rules"
)

// The smallest and the largest width and height of a poster, in pixels.
const (
	leastPoster = 320
	mostPoster  = 4096
)

// Poster is a picture of a game for a file: the board with the names and scores of its players. It
// shortens texts that do not fit.
type Poster struct {
	// Moment holds the seeds, Game is the game, and Bottom the side at the bottom.
	Moment motion.Moment
	Game   rules.Variant
	Bottom rules.Side
	// Name is the name of the game, carved in the wood.
	Name string
	// Names are the players' names, by side.
	Names [2]string
	// Winner is the side whose store glows, if HasWinner is set.
	Winner    rules.Side
	HasWinner bool
	// Last is the house played last, if HasLast is set.
	Last    rules.Pit
	HasLast bool
	// Title is at the top, for example the winner, and Note at the bottom, for example a date and
	// the rules.
	Title, Note string
}

// Draw returns the picture of a poster, width by height pixels. It clamps sizes to 320..4096. A
// picture higher than wide has an upright board.
func (p *Poster) Draw(by *Painter, width, height int) *image.RGBA {
	size := image.Pt(max(leastPoster, min(width, mostPoster)), max(leastPoster, min(height, mostPoster)))
	c, a := by.begin(size, Scale(size.X, size.Y, 1))
	a.DrawBackdrop(c)
	p.draw(c, a)
	return c.dst.(memory).RGBA
}

// draw draws everything but the backdrop.
func (p *Poster) draw(c *Canvas, a *BoardArt) {
	const heading, footing, margin = 76, 44, 16
	area := c.Bounds()
	top, rest := area.CutTop(heading)
	foot, rest := rest.CutBottom(footing)
	title := Heading.Sized(38).Aligned(Center)
	c.Text(c.Fit(p.Title, area.W-2*margin, title), top.Center().Add(Point{0, 6}), title)
	note := Caption.Aligned(Center)
	c.Text(c.Fit(p.Note, area.W-2*margin, note), foot.Center().Sub(Point{0, 6}), note)
	l := NewTableLayout(rest.Inset(margin), p.Game, p.Bottom)
	view := View{Layout: l, Name: p.Name, Moment: p.Moment, Last: p.Last, HasLast: p.HasLast}
	if p.HasWinner {
		rest := motion.NewFinale(p.Winner, false)
		m := rest.At(rest.Duration())
		view.Finale = &m
	}
	a.Draw(c, view)
	for _, side := range [...]rules.Side{rules.South, rules.North} {
		p.drawPlate(c, l.Plate(side), side)
	}
}

// drawPlate writes a player's name and score on a plate.
func (p *Poster) drawPlate(c *Canvas, r Rect, side rules.Side) {
	ink := Ink
	if p.HasWinner && p.Winner == side {
		ink = Gold
	}
	c.FillRect(r, r.H/2, Panel)
	score := Strong.Sized(0.66 * r.H).Aligned(Right).In(ink)
	text := strconv.Itoa(int(p.Moment.Board.Store[side]))
	c.Text(text, Point{r.Right() - 0.5*r.H, r.Center().Y}, score)
	name := Strong.Sized(0.5 * r.H).In(ink)
	room := r.W - 1.3*r.H - c.TextWidth(text, score)
	c.Text(c.Fit(p.Names[side], room, name), Point{r.X + 0.5*r.H, r.Center().Y}, name)
}
