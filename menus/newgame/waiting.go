package newgame

import (
	"cmp"
	"math"
	"net"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// waiting is what a host sees until a guest comes: the address, large, and a board with an empty seat.
type waiting struct {
	host      *hostScreen
	addresses []string      // best first; none while the port is being opened
	deciding  string        // the guest who reads the rules, or ""
	copyFirst *kit.Button   // copies the first address
	others    *kit.Button   // unfolds the other addresses
	copies    []*kit.Button // one for each of those, with the address on it
	folded    bool
	cancel    *kit.Button

	breath time.Duration // how long the seat has been breathing
	drawn  time.Duration // breath, when it was drawn last

	frame                      page.Frame
	intro, address, line, note render.Rect
	board, game                render.Rect
}

func newWaiting(h *hostScreen) *waiting {
	w := &waiting{host: h, folded: true}
	w.copyFirst = kit.WithID("host.copy", kit.NewButton(words.T("Copy"), func() { h.copy(w.addresses[0]) }))
	w.copyFirst.Primary = true
	w.others = kit.WithID("host.others", kit.NewLink(words.T("Other addresses"), func() {
		w.folded = false
		w.compose()
		h.Controls.Focus(w.copies[0])
	}))
	w.cancel = kit.WithID("host.cancel", kit.NewButton(words.T("Cancel"), h.stop))
	return w
}

// follow brings the screen up to date with the scene, and reports whether that changed it.
func (w *waiting) follow() bool {
	addresses, deciding := w.host.scene.Listening().Reachable, ""
	if names := w.host.scene.Deciding(); len(names) > 0 {
		deciding = names[0]
	}
	if len(addresses) == len(w.addresses) && deciding == w.deciding {
		return false
	}
	opened := len(w.addresses) == 0 && len(addresses) > 0
	w.addresses, w.deciding = addresses, deciding
	w.compose()
	if opened {
		w.host.Controls.Focus(w.copyFirst)
	}
	return true
}

// compose puts the controls on the form.
func (w *waiting) compose() {
	var widgets []kit.Widget
	w.copies = nil
	can := kit.CanCopy(w.host.Ports.Clipboard)
	if len(w.addresses) > 0 && can {
		widgets = append(widgets, w.copyFirst)
	}
	if len(w.addresses) > 1 {
		if w.folded {
			widgets = append(widgets, w.others)
		} else {
			for _, address := range w.addresses[1:] {
				b := kit.WithID("host.copy-"+address, kit.NewButton(address, func() { w.host.copy(address) }))
				b.Tip, b.Disabled = words.T("Copies this address."), !can
				w.copies = append(w.copies, b)
				widgets = append(widgets, b)
			}
		}
	}
	w.host.Controls.Set(append(widgets, w.cancel)...)
	w.host.Shell.Relayout()
}

// breathTime is how long a breath of the empty seat takes, and breathStep how often it is drawn anew in it.
const (
	breathTime = 4 * time.Second
	breathStep = time.Second / 6
)

// update lets the seat breathe and reports whether it looks different now.
func (w *waiting) update() bool {
	if w.deciding != "" || w.host.Settings.Now().Still {
		return false
	}
	w.breath += w.host.Elapsed
	if w.breath-w.drawn < breathStep {
		return false
	}
	w.drawn = w.breath
	return true
}

// state says what is being waited for.
func (w *waiting) state() string {
	switch {
	case len(w.addresses) == 0:
		return words.T("Opening the port...")
	case w.deciding != "":
		return words.T("%s is reading the rules", words.Name(w.deciding))
	}
	return words.T("Waiting for the other player")
}

// introText says what to do with the address.
func (w *waiting) introText() string {
	if len(w.addresses) == 0 {
		return ""
	}
	return words.T("The other player chooses Join a game and types")
}

// noteText says what is special about the addresses.
func (w *waiting) noteText() string {
	only := len(w.addresses) == 1 && isLoopback(w.addresses[0])
	switch {
	case only:
		return words.T("This address works only on this computer: no network was found.")
	case !w.folded:
		return words.T("The first address is the likeliest to work. 127.0.0.1 works only on this computer.")
	}
	return ""
}

// isLoopback reports whether an address leads back to this computer.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// layout places the address at the left and the board at the right; in a high window they are below each other.
func (w *waiting) layout(c *render.Canvas, window render.Rect) {
	w.frame = page.NewFrame(window, page.FrameWidth)
	w.cancel.SetBounds(w.frame.No)
	w.game, _ = w.frame.Buttons.CutLeft(w.frame.No.X - w.frame.Buttons.X - kit.Gap)
	body := w.frame.Body()
	left, right := body, render.Rect{}
	if window.H > window.W {
		left, right = body.CutTop(body.H * 0.34)
		right = right.Centered(right.W, min(right.H, right.W*0.9))
	} else {
		columns := kit.Row(body, 2*kit.Gap, 0, 0.46*body.W)
		left, right = columns[0], columns[1]
	}
	w.board = right
	content := 220 + float64(len(w.copies))*(kit.ControlHeight+4)
	_, rest := left.CutTop(max(0, (left.H-content)/2))
	w.intro, rest = rest.CutTop(kit.TextHeight(c, w.introText(), rest.W, introStyle) + 4)
	w.address, rest = rest.CutTop(addressSize * 1.5)
	row, rest := rest.CutTop(kit.ControlHeight)
	cells := kit.Row(row, kit.Gap, min(200, row.W/2), 0)
	w.copyFirst.SetBounds(cells[0])
	_, rest = rest.CutTop(kit.Gap)
	w.line, rest = rest.CutTop(terminalStyle.Size * kit.LineSpacing * 2)
	if w.folded {
		w.others.SetBounds(cells[1])
	}
	height := min(kit.ControlHeight, (rest.H-60)/float64(max(1, len(w.copies)))-4)
	for _, b := range w.copies {
		var place render.Rect
		place, rest = rest.CutTop(height)
		place.W = min(place.W, 420)
		b.SetBounds(place)
		_, rest = rest.CutTop(4)
	}
	_, w.note = rest.CutTop(8)
}

// addressSize is the size of the address, and smallestAddress what a long one shrinks to.
const (
	addressSize     = 48.0
	smallestAddress = 20.0
)

var (
	introStyle    = render.Body.In(render.InkSoft)
	terminalStyle = render.Caption
)

// draw draws everything.
func (w *waiting) draw(c *render.Canvas) {
	w.frame.DrawHeading(c, words.T("Host a game"))
	kit.DrawText(c, w.introText(), w.intro, introStyle)
	if len(w.addresses) > 0 {
		w.drawAddress(c)
		kit.DrawText(c, words.T("or in a terminal: %s", "mancala --join "+w.addresses[0]), w.line, terminalStyle)
	}
	if text := w.noteText(); text != "" {
		kit.DrawText(c, text, w.note, page.NoteStyle.In(render.InkSoft))
	}
	w.drawSeats(c)
	game := page.DescribeVariant(w.host.picker.variant()) + ". " + w.host.starter()
	kit.DrawText(c, game, w.game.Centered(w.game.W, kit.TextHeight(c, game, w.game.W, terminalStyle)), terminalStyle)
	w.host.Controls.Draw(c)
}

// drawAddress draws the first address, as large as its place allows.
func (w *waiting) drawAddress(c *render.Canvas) {
	style := render.TextStyle{Size: addressSize, Weight: render.Figures, Color: render.Ink}
	for style.Size > smallestAddress && c.TextWidth(w.addresses[0], style) > w.address.W {
		style = style.Sized(style.Size - 2)
	}
	c.Text(c.Fit(w.addresses[0], w.address.W, style), render.Point{X: w.address.X, Y: w.address.Center().Y}, style)
}

// drawSeats draws the board with the seats at its sides: the host's, and the guest's, which breathes while it is empty.
func (w *waiting) drawSeats(c *render.Canvas) {
	const radius, away = 27.0, 12.0
	top, rest := w.board.CutTop(2*radius + away)
	bottom, middle := rest.CutBottom(2*radius + away)
	v := w.host.picker.variant()
	layout := render.NewLayout(middle, int(v.Houses), rules.South)
	drawStart(c, w.host.Art, v, middle)
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
		c.Text(c.Fit(text, edge.Right()-at.X-radius-14, style), render.Point{X: at.X + radius + 14, Y: at.Y}, style)
	}
	place(host, name, label)
	if w.deciding != "" {
		drawSeat(c, guest, radius, initial(w.deciding))
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

// initial returns the first letter of a name, as a capital.
func initial(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:size])
}
