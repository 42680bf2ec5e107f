package newgame

import (
	"cmp"
	"math"
	"net"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mancala/match"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

// waiting is what a host sees until a guest comes: the address, large, who may come in, and a board
// with an empty seat.
type waiting struct {
	host      *hostScreen
	addresses []string // best first; none while the port is being opened
	address   string   // the one that is shown
	chosen    bool     // by the person
	readers   []string // the guests who read the rules
	knocks    []match.Knocked
	copyPlain *kit.Button // copies the address
	copyGuest *kit.Button // copies an invitation to it
	others    *kit.Button // lists the other addresses
	only      *kit.Switch // only with an invitation
	answer    *kit.Button // shows who knocks
	details   *page.NoteBox
	cancel    *kit.Button

	breath time.Duration // how long the seat has been breathing
	drawn  time.Duration // breath, when it was drawn last

	frame        page.Frame
	intro, large render.Rect
	board, game  render.Rect
}

func newWaiting(h *hostScreen) *waiting {
	w := &waiting{host: h, details: page.NewNoteBox()}
	w.copyPlain = kit.WithID("host.copy", kit.NewButton(words.T("Copy address"), w.copyAddress))
	w.copyGuest = kit.WithID("host.copy-invite", kit.NewButton(words.T("Copy invite"), w.copyInvite))
	w.copyGuest.Tip = words.T("Copies a line for your friend. From then on only those who have it are let in.")
	w.others = kit.WithID("host.others", kit.NewLink(words.T("Other addresses"), w.chooseAddress))
	w.only = kit.WithID("host.invite-only", kit.NewSwitch(words.T("Only with my invite"), false, func(on bool) {
		h.hosting.admit(on)
		w.compose()
	}))
	w.only.Tip = words.T("Guests without your invite are turned away.")
	w.answer = kit.WithID("host.answer", kit.NewButton("", h.answer))
	w.answer.Primary = true
	w.details.Area.SetID("host.details")
	w.cancel = kit.WithID("host.cancel", kit.NewButton(words.T("Cancel"), h.stop))
	return w
}

// copy puts a text on the clipboard, and says so.
func (w *waiting) copy(text, said string) {
	if err := w.host.Ports.Clipboard.Write(text); err != nil {
		said = words.T("Copied inside Mancala only: %s", err)
	}
	w.host.Shell.Say(said)
}

func (w *waiting) copyAddress() { w.copy(w.address, words.T("Copied %s", w.address)) }

// copyInvite copies an invitation, after which only those who have one are let in.
func (w *waiting) copyInvite() {
	text := w.host.hosting.invite(w.address)
	if text == "" {
		w.host.Shell.Say(words.T("Without encryption there are no invites. Send the address."))
		return
	}
	if err := w.host.Ports.Clipboard.Write(text); err != nil {
		w.host.Shell.Push(newInviteCard(w.host.Shell, text, err))
	} else {
		w.host.Shell.Say(words.T("The invite is copied. Send it to your friend: only those who have it are let in now."))
	}
	w.compose()
}

// newInviteCard shows an invite that other programs cannot paste, to be written down.
func newInviteCard(shell page.Shell, invite string, err error) *page.Card {
	lines := strings.NewReplacer("#", "#\n", "-", "-\n").Replace(invite)
	text := words.T("Copied inside Mancala only: %s", err) + "\n\n" + words.T("This is your invite, one line without spaces:") + "\n" + lines
	ok := kit.WithID("invite.ok", kit.NewButton(words.T("OK"), shell.Back))
	ok.Primary = true
	return page.NewCard(shell, "invite", words.T("Your invite"), text, shell.Back, ok)
}

// chooseAddress lists the addresses, for the one that is to be shown and copied.
func (w *waiting) chooseAddress() {
	ch := kit.NewChoice("", w.addresses, max(0, slices.Index(w.addresses, w.address)), func(i int) {
		w.address, w.chosen = w.addresses[i], true
		w.host.Controls.Focus(w.copyPlain)
		w.compose()
	})
	w.host.Shell.Push(page.NewChooser(w.host.Shell, words.T("Addresses of this computer"), ch))
}

// follow brings the screen up to date with the scene, and reports whether that changed it.
func (w *waiting) follow() bool {
	h := w.host.hosting
	routed := h.follow()
	addresses, readers, knocks := h.addresses(), h.scene.Deciding(), h.knocks()
	if !routed && slices.Equal(addresses, w.addresses) && slices.Equal(readers, w.readers) && slices.Equal(knocks, w.knocks) {
		return false
	}
	opened := len(w.addresses) == 0 && len(addresses) > 0
	w.addresses, w.readers, w.knocks = slices.Clone(addresses), slices.Clone(readers), knocks
	if !w.chosen && len(addresses) > 0 {
		w.address = addresses[0]
	}
	w.compose()
	if opened {
		w.host.Controls.Focus(w.first())
	}
	return true
}

// first returns the control that most hosts want.
func (w *waiting) first() *kit.Button {
	if w.host.hosting.admission.InviteOnly {
		return w.copyGuest
	}
	return w.copyPlain
}

// compose puts the controls on the form.
func (w *waiting) compose() {
	var widgets []kit.Widget
	inviteOnly := w.host.hosting.admission.InviteOnly
	w.copyPlain.Primary, w.copyGuest.Primary, w.only.On = !inviteOnly, inviteOnly, inviteOnly
	if len(w.knocks) > 0 {
		n := len(w.knocks)
		w.answer.Label = words.N("%[1]s wants to play", "%[2]d want to play", n, words.Name(w.knocks[0].Peer), n)
		widgets = append(widgets, w.answer)
	}
	if len(w.addresses) > 0 {
		if kit.CanCopy(w.host.Ports.Clipboard) {
			widgets = append(widgets, w.copyPlain, w.copyGuest)
		}
		if len(w.addresses) > 1 {
			widgets = append(widgets, w.others)
		}
		widgets = append(widgets, w.only, w.details.Area)
	}
	w.details.Set(w.notes())
	w.host.Controls.Set(append(widgets, w.cancel)...)
	w.host.Shell.Relayout()
}

// notes says who may come in, how the connection is protected, and how friends elsewhere get in.
func (w *waiting) notes() []page.Note {
	h := w.host.hosting
	list := []page.Note{{Heading: words.T("Who may come in"), Lines: []string{admitted(h.admission)}}}
	if h.asksRouter() {
		list = append(list, page.Note{Heading: words.T("From the internet"), Lines: []string{routed(h.opening)}})
	}
	secure := words.T("Encrypted. With an invite both ends are sure of each other.")
	if w.host.Ports.Insecure {
		secure = words.T("Not encrypted: everyone between the two computers can read along.")
	}
	lines := []string{secure}
	if len(w.addresses) == 1 && isLoopback(w.addresses[0]) {
		lines = append(lines, words.T("This address works only on this computer: no network was found."))
	}
	list = append(list, page.Note{Heading: words.T("The connection"), Lines: lines})
	return append(list, page.Note{Heading: words.T("In a terminal"), Lines: []string{"mancala --join " + w.address}})
}

// admitted says who is let in.
func admitted(a match.Admission) string {
	switch {
	case a.InviteOnly:
		return words.T("Only those who have your invite.")
	case a.Ask == match.AskNone:
		return words.T("Everyone, at once.")
	case a.Ask == match.AskAll:
		return words.T("You are asked about everyone.")
	}
	return words.T("Guests in your own network, at once. You are asked about others.")
}

// routed says how far the router is.
func routed(o ports.Opening) string {
	switch {
	case o.State == ports.PortAsking:
		return words.T("The router is being asked to open the port...")
	case o.State == ports.PortOpen:
		return words.T("The router lets friends in at %s.", o.Public)
	case o.Reason != nil:
		return words.Sentence(o.Reason)
	}
	return words.T("The router does not open the port.")
}

// breathTime is how long a breath of the empty seat takes, and breathStep how often it is drawn
// anew in it.
const (
	breathTime = 4 * time.Second
	breathStep = time.Second / 6
)

// update lets the seat breathe and reports whether it looks different now.
func (w *waiting) update() bool {
	if w.caller() != "" || w.host.Settings.Now().Still {
		return false
	}
	w.breath += w.host.Elapsed
	if w.breath-w.drawn < breathStep {
		return false
	}
	w.drawn = w.breath
	return true
}

// caller returns the name of the guest nearest to the seat, or "".
func (w *waiting) caller() string {
	switch {
	case len(w.knocks) > 0:
		return w.knocks[0].Peer
	case len(w.readers) > 0:
		return w.readers[0]
	}
	return ""
}

// state says why there is no game yet.
func (w *waiting) state() string {
	name, more := words.Name(w.caller()), len(w.readers)-1
	switch {
	case len(w.addresses) == 0:
		return words.T("Opening the port...")
	case len(w.knocks) > 0:
		return words.T("%s waits for your answer", name)
	case more > 0:
		return words.N("%[1]s and %[2]d more are reading the rules", "%[1]s and %[2]d more are reading the rules", more, name, more)
	case more == 0:
		return words.T("%s is reading the rules", name)
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

// isLoopback reports whether an address leads back to this computer.
func isLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}

// layout places the address at the left and the board at the right; in a high window they are below
// each other.
func (w *waiting) layout(c *render.Canvas, window render.Rect) {
	w.frame = page.NewFrame(window, page.FrameWidth)
	w.cancel.SetBounds(w.frame.No)
	w.game, _ = w.frame.Buttons.CutLeft(w.frame.No.X - w.frame.Buttons.X - kit.Gap)
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
	if w.frame.Area.H > 560 { // there is room for air
		near = kit.Gap
	}
	if len(w.knocks) > 0 {
		w.answer.SetBounds(kit.TakeRow(&r, kit.ControlHeight, near))
	}
	w.intro = kit.TakeRow(&r, kit.TextHeight(c, w.introText(), r.W, introStyle), 0)
	w.large = kit.TakeRow(&r, addressSize*1.3, near-8)
	if kit.CanCopy(w.host.Ports.Clipboard) {
		pair := kit.EqualRow(kit.TakeRow(&r, kit.ControlHeight, near), kit.Gap, 2)
		w.copyPlain.SetBounds(pair[0])
		w.copyGuest.SetBounds(pair[1])
	}
	w.only.SetBounds(kit.TakeRow(&r, kit.ControlHeight, near))
	if len(w.addresses) > 1 {
		w.others.SetBounds(kit.TakeRow(&r, linkHeight-6, near))
	}
	w.details.Layout(c, r)
}

// addressSize is the size of the address, and smallestAddress what a long one shrinks to.
const (
	addressSize     = 48.0
	smallestAddress = 20.0
)

var (
	introStyle = render.Body.In(render.InkSoft)
	gameStyle  = render.Caption
)

// draw draws everything.
func (w *waiting) draw(c *render.Canvas) {
	w.frame.DrawHeading(c, words.T("Host a game"))
	kit.DrawText(c, w.introText(), w.intro, introStyle)
	if len(w.addresses) > 0 {
		w.drawAddress(c)
		page.DrawPanel(c, w.details.Panel)
	}
	w.drawSeats(c)
	game := page.DescribeVariant(w.host.picker.variant()) + ". " + w.host.firstLine()
	kit.DrawText(c, game, w.game.Centered(w.game.W, kit.TextHeight(c, game, w.game.W, gameStyle)), gameStyle)
	w.host.Controls.Draw(c)
}

// drawAddress draws the address, as large as its place allows.
func (w *waiting) drawAddress(c *render.Canvas) {
	style := render.TextStyle{Size: addressSize, Weight: render.Figures, Color: render.Ink}
	for style.Size > smallestAddress && c.TextWidth(w.address, style) > w.large.W {
		style = style.Sized(style.Size - 2)
	}
	c.Text(c.Fit(w.address, w.large.W, style), render.Point{X: w.large.X, Y: w.large.Center().Y}, style)
}

// drawSeats draws the board with the seats at its sides: the host's, and the guest's, which
// breathes while it is empty.
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

// initial returns the first letter of a name, as a capital.
func initial(name string) string {
	_, size := utf8.DecodeRuneInString(name)
	return strings.ToUpper(name[:size])
}
