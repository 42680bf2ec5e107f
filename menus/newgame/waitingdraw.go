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

// sheet returns the address and its controls, and beside them the board with the seats.
func (w *waiting) sheet(g page.Grid) page.Sheet {
	game := page.DescribeVariant(w.host.picker.Variant()) + ". " + w.host.firstLine()
	seats := &kit.Picture{Least: leastSeats, Most: kit.Endless, Paint: w.drawSeats}
	return page.Sheet{
		Title: words.T("Host a game"), Actions: []*kit.Button{w.cancel},
		Content: g.Pair(7, w.ways(g), 6, &kit.Stack{Gap: kit.Gap, Parts: []kit.Part{seats, kit.Say(game, gameStyle)}}),
	}
}

// ways returns the address or the code, and everything that brings a guest here.
func (w *waiting) ways(g page.Grid) kit.Part {
	list := &kit.Stack{Gap: kit.Gap}
	if g.Low {
		list.Gap = kit.Gap / 2
	}
	add := func(parts ...kit.Part) { list.Parts = append(list.Parts, parts...) }
	if len(w.knocks) > 0 {
		add(kit.Put(w.answer))
	}
	if len(w.addresses) == 0 {
		return list
	}
	add(w.how())
	for _, row := range w.rows() {
		if len(row) > 0 {
			add(kit.Across(kit.Puts(row...)...))
		}
	}
	if w.hasOthers() {
		add(kit.Across(kit.Put(w.only), kit.Put(w.others)))
	} else {
		add(kit.Put(w.only))
	}
	add(w.details.Part())
	return list
}

// how returns the address or the code, in large type, and the texts around it.
func (w *waiting) how() kit.Part {
	large := &kit.Picture{Least: largeHeight, Most: largeHeight}
	list := &kit.Stack{Parts: []kit.Part{kit.Say(w.introText(), introStyle), large}}
	if w.meeting.shown() {
		large.Least, large.Most = largeHeight+pointHeight, largeHeight+pointHeight
		large.Paint = w.meeting.draw
		return list
	}
	large.Paint = func(c *render.Canvas, r render.Rect) { drawLarge(c, w.address, r, addressSize, render.Ink) }
	if w.linked() {
		const high = 26
		list.Parts = append(list.Parts, &kit.Picture{Least: high, Most: high, Paint: func(c *render.Canvas, r render.Rect) {
			c.Text(c.Fit(w.shownLink(), r.W, linkStyle), render.Point{X: r.X, Y: r.Center().Y}, linkStyle)
		}})
	}
	return list
}

// leastSeats is the least height of the board with the seats, and largeHeight that of the line of
// an address.
const (
	leastSeats  = 220
	largeHeight = addressSize * 1.3
)

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
func (w *waiting) drawSeats(c *render.Canvas, r render.Rect) {
	const radius, away = 27.0, 12.0
	top, rest := r.CutTop(2*radius + away)
	bottom, middle := rest.CutBottom(2*radius + away)
	v := w.host.picker.Variant()
	layout := render.NewLayout(middle, int(v.Houses), rules.South)
	page.DrawStart(c, w.host.Art, v, middle)
	edge := layout.Board()
	if layout.Upright() {
		edge.X, edge.W = r.X, r.W
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
