package newgame

import (
	"cmp"
	"math"
	"strings"
	"unicode/utf8"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// layout places the address at the left and the board at the right; in a tall window they are below
// each other.
func (w *waiting) layout(c *render.Canvas, window render.Rect) {
	w.frame = page.NewFrame(window)
	w.cancel.SetBounds(w.frame.Yes)
	w.game, _ = w.frame.Buttons.CutLeft(w.frame.Yes.X - w.frame.Buttons.X - kit.Gap)
	body := w.frame.Body()
	left, right := body, render.Rect{}
	if window.H > window.W {
		left, right = body.CutTop(body.H * 0.58)
		_, right = right.CutTop(kit.Gap)
		right = right.Centered(right.W, min(right.H, right.W*0.9))
	} else {
		columns := kit.Row(body, 2*kit.Gap, 0, 0.46*body.W)
		left, right = columns[0], columns[1]
	}
	w.board = right
	w.layoutColumn(c, left)
}

// layoutColumn places the address and its controls below each other.
func (w *waiting) layoutColumn(c *render.Canvas, r render.Rect) {
	near := 8.0
	if w.frame.Area.H > 560 { // there is room for spacing
		near = kit.Gap
	}
	if len(w.knocks) > 0 {
		w.answer.SetBounds(kit.TakeRow(&r, kit.ControlHeight, near))
	}
	w.intro = kit.TakeRow(&r, kit.TextHeight(c, w.introText(), r.W, introStyle), 0)
	w.large = kit.TakeRow(&r, addressSize*1.3, near-8)
	if w.meeting.shown() {
		w.meeting.point = kit.TakeRow(&r, pointHeight, near)
	}
	if w.linked() {
		w.below = kit.TakeRow(&r, kit.TextHeight(c, "x", r.W, linkStyle), near)
	}
	for _, row := range w.rows() {
		if len(row) == 0 {
			continue
		}
		for i, cell := range kit.EqualRow(kit.TakeRow(&r, kit.ControlHeight, near), kit.Gap, len(row)) {
			row[i].SetBounds(cell)
		}
	}
	w.only.SetBounds(kit.TakeRow(&r, kit.ControlHeight, near))
	if w.hasOthers() {
		w.others.SetBounds(kit.TakeRow(&r, linkHeight-6, near))
	}
	w.details.Layout(c, r)
}

// addressSize is the type size of the address, and smallestAddress the smallest size of a long one.
const (
	addressSize     = 48.0
	smallestAddress = 20.0
)

var (
	introStyle = render.Body.In(render.InkSoft)
	gameStyle  = render.Caption
	linkStyle  = render.Body
)

// draw draws everything.
func (w *waiting) draw(c *render.Canvas) {
	w.frame.DrawHeading(c, words.T("Host a game"))
	kit.DrawText(c, w.introText(), w.intro, introStyle)
	if len(w.addresses) > 0 {
		if w.meeting.shown() {
			w.meeting.draw(c, w.large)
		} else {
			drawLarge(c, w.address, w.large, addressSize, render.Ink)
			if w.linked() {
				kit.DrawText(c, c.Fit(w.shownLink(), w.below.W, linkStyle), w.below, linkStyle)
			}
		}
		page.DrawPanel(c, w.details.Panel)
	}
	w.drawSeats(c)
	game := page.DescribeVariant(w.host.picker.Variant()) + ". " + w.host.firstLine()
	kit.DrawText(c, game, w.game.Centered(w.game.W, kit.TextHeight(c, game, w.game.W, gameStyle)), gameStyle)
	w.host.Controls.Draw(c)
}

// drawLarge draws a text that a guest has to type, as large as its place allows, up to size.
func drawLarge(c *render.Canvas, text string, place render.Rect, size float64, ink render.Role) {
	style := render.TextStyle{Size: size, Weight: render.Figures, Color: ink}
	for style.Size > smallestAddress && c.TextWidth(text, style) > place.W {
		style = style.Sized(style.Size - 2)
	}
	c.Text(c.Fit(text, place.W, style), render.Point{X: place.X, Y: place.Center().Y}, style)
}

// drawSeats draws the board with the seats at its sides: the host's, and the guest's, which pulses
// while it is empty.
func (w *waiting) drawSeats(c *render.Canvas) {
	const radius, away = 27.0, 12.0
	top, rest := w.board.CutTop(2*radius + away)
	bottom, middle := rest.CutBottom(2*radius + away)
	v := w.host.picker.Variant()
	layout := render.NewLayout(middle, int(v.Houses), rules.South)
	page.DrawStart(c, w.host.Art, v, middle)
	edge := layout.Board()
	if layout.Upright() {
		edge.X, edge.W = w.board.X, w.board.W
	}
	shift := max(0, edge.Y-middle.Y-away)
	guest := render.Point{X: edge.X + radius, Y: top.Y + radius + shift}
	host := render.Point{X: edge.X + radius, Y: bottom.Bottom() - radius - shift}
	name := cmp.Or(w.host.name.Text(), words.T("You"))
	drawSeat(c, host, radius, initial(name))
	label := render.Strong
	place := func(at render.Point, text string, style render.TextStyle) {
		x := at.X + radius + 14
		width := edge.Right() - x
		height := kit.TextHeight(c, text, width, style)
		kit.DrawText(c, text, render.Rect{X: x, Y: at.Y - height/2, W: width, H: height}, style)
	}
	place(host, name, label)
	if caller := w.caller(); caller != "" {
		drawSeat(c, guest, radius, initial(words.Name(caller)))
		place(guest, w.state(), label)
		return
	}
	wave := 0.5 - 0.5*math.Cos(2*math.Pi*float64(w.breath%breathTime)/float64(breathTime))
	c.FillCircle(guest, radius*(0.72+0.16*wave), render.Gold.Faded(0.10+0.16*wave))
	drawRing(c, guest, radius, render.InkSoft.Faded(0.45+0.55*wave))
	place(guest, w.state(), label.In(render.InkSoft))
}

// drawSeat draws the disc of a player with a letter on it.
func drawSeat(c *render.Canvas, at render.Point, radius float64, letter string) {
	c.FillCircle(at, radius, render.PanelHover)
	drawRing(c, at, radius, render.Line)
	c.Text(letter, at, render.Heading.Aligned(render.Center))
}

// drawRing draws the edge of a seat.
func drawRing(c *render.Canvas, at render.Point, radius float64, ink render.Role) {
	c.StrokeRect(render.Rect{X: at.X - radius, Y: at.Y - radius, W: 2 * radius, H: 2 * radius}, radius, 2, ink)
}

// initial returns the first letter of a name in upper case.
func initial(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:size])
}
