package newgame

import (
	"cmp"
	"math"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// sheet returns the ways for a guest, and the board with the seats.
func (w *waiting) sheet(g page.Grid) page.Sheet {
	game := page.DescribeVariant(w.host.picker.Variant()) + ". " + w.host.firstLine()
	seats := kit.Rows(&kit.Picture{Least: leastSeats, Most: kit.Endless, Paint: w.drawSeats}, kit.Say(game, gameStyle))
	return page.Sheet{Title: words.T("Host a game"), Actions: []*kit.Button{w.cancel}, Content: w.content(g, seats)}
}

// content returns the ways for a guest and the details, which there are once the port is open, with
// the board beside them or, in a roomy window, below them.
func (w *waiting) content(g page.Grid, seats kit.Part) kit.Part {
	ways := w.ways(g)
	switch opened := len(w.addresses) > 0; {
	case opened && g.Roomy:
		return g.Desk(ways, w.details.Part(), seats, false)
	case g.Roomy:
		return kit.Rows(append(ways.Parts, seats)...)
	case opened:
		ways.Parts = append(ways.Parts, w.details.Part())
	}
	return g.Pair(7, ways, 6, seats)
}

// ways returns the address or the code, and the other ways for a guest, without the details.
func (w *waiting) ways(g page.Grid) *kit.Stack {
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
		add(g.Line(nil, kit.Put(w.only), kit.Put(w.others)))
	} else {
		add(kit.Put(w.only))
	}
	return list
}

// how returns the address or the code, in large type, and the texts around it.
func (w *waiting) how() kit.Part {
	list := &kit.Stack{Parts: []kit.Part{kit.Say(w.introText(), introStyle)}}
	if w.meeting.shown() {
		list.Parts = append(list.Parts, kit.Painted(largeHeight, w.meeting.drawCode), kit.Painted(pointHeight, w.meeting.drawPoint))
		return list
	}
	list.Parts = append(list.Parts, kit.Painted(largeHeight, func(c *render.Canvas, r render.Rect) {
		drawLarge(c, w.address, r, addressSize, render.Ink)
	}))
	if w.linked() {
		list.Parts = append(list.Parts, kit.Painted(26, func(c *render.Canvas, r render.Rect) { kit.DrawLine(c, w.shownLink(), r, linkStyle) }))
	}
	return list
}

// leastSeats is the least height of the board with the seats, and largeHeight the least height of
// an address line.
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

// drawLarge draws a text for a guest to type, as large as possible, up to size.
func drawLarge(c *render.Canvas, text string, place render.Rect, size float64, ink render.Role) {
	style := render.TextStyle{Size: size, Weight: render.Figures, Color: ink}
	kit.DrawLine(c, text, place, kit.Shrunk(c, text, place.W, smallestAddress, style))
}

// drawSeats draws the board with the seats at its sides: the host's, and the guest's, which pulses
// while it is empty.
func (w *waiting) drawSeats(c *render.Canvas, r render.Rect) {
	name := cmp.Or(w.host.name.Text(), words.T("You"))
	guest := page.BoardSeat{Line: w.state(), Waits: true, Wave: 0.5 - 0.5*math.Cos(2*math.Pi*float64(w.breath%breathTime)/float64(breathTime))}
	if caller := w.caller(); caller != "" {
		guest.Name, guest.Waits = words.Name(caller), false
	}
	page.DrawSeats(c, w.host.Art, page.Start(w.host.picker.Variant()), r, guest, page.BoardSeat{Name: name, Line: name})
}
