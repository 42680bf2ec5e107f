package newgame

import (
	"strings"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// makeLink makes the controls of the link for browsers.
func (w *waiting) makeLink() {
	w.copyLink = kit.WithID("host.copy-link", kit.NewButton(words.T("Copy link"), w.copyTheLink))
	w.copyLink.Tip = words.T("Your friend opens it in any browser, with nothing installed, or pastes it in Join a game.")
	w.showCode = kit.WithID("host.qr", kit.NewButton(words.T("QR code"), func() {
		w.host.Shell.Push(newCodeCard(w.host.Shell, w.link(), w.host.Ports.Code))
	}))
	w.showCode.Tip = words.T("Shows the link for the camera of a phone.")
}

// linked reports whether there is a link to this computer for browsers, besides the address.
func (w *waiting) linked() bool { return w.host.Ports.Link != nil && !w.meeting.shown() }

// link returns the link for browsers: through the meeting point, or to the address shown; with the
// invite if only people with one are let in.
func (w *waiting) link() string {
	switch {
	case w.meeting.shown() && w.meeting.open():
		return w.meeting.now.Link()
	case w.host.hosting.admission.InviteOnly:
		if invite := w.host.hosting.invite(w.address); invite != "" {
			return w.host.Ports.Link(invite)
		}
	}
	return w.host.Ports.Link(w.address)
}

// shownLink describes the link on the screen. It never shows an invite.
func (w *waiting) shownLink() string {
	if w.host.hosting.admission.InviteOnly {
		return words.T("The link has your invite in it.")
	}
	return words.T("In a browser: %s", w.host.Ports.Link(w.address))
}

func (w *waiting) copyTheLink() {
	page.Copy(w.host.Shell, words.T("Your link"), w.link(), words.T("The link is copied. Your friend opens it in a browser."))
}

// rows returns the buttons for the address or the code, row by row.
func (w *waiting) rows() [][]*kit.Button {
	var codes []*kit.Button
	if w.host.Ports.Code != nil && (w.linked() || w.meeting.shown()) {
		codes = append(codes, w.showCode)
	}
	if !kit.CanCopy(w.host.Ports.Clipboard) {
		return [][]*kit.Button{codes}
	}
	switch {
	case w.meeting.shown():
		return [][]*kit.Button{append([]*kit.Button{w.meeting.copyCode, w.meeting.copyLink}, codes...)}
	case w.linked():
		return [][]*kit.Button{append([]*kit.Button{w.copyLink}, codes...), {w.copyPlain, w.copyGuest}}
	}
	return [][]*kit.Button{{w.copyPlain, w.copyGuest}}
}

// withoutSecret returns the part of a link that may be shown.
func withoutSecret(link string) string {
	open, _, _ := strings.Cut(link, "#")
	return open
}

// codeCard shows a link as a QR code, as large as the window allows.
type codeCard struct {
	page.Page
	link  string
	code  *render.Code
	close *kit.Button

	bounds, picture, text render.Rect
}

func newCodeCard(shell page.Shell, link string, encode func(string) [][]bool) *codeCard {
	d := &codeCard{Page: page.New(shell, "code"), link: link, code: render.NewCode(encode(link))}
	d.close = kit.WithID("code.close", kit.NewButton(words.T("Close"), shell.Back))
	d.close.Primary = true
	d.Controls = kit.NewForm(d.close)
	d.Controls.OnCancel = shell.Back
	return d
}

// IsOverlay keeps the screen below visible.
func (*codeCard) IsOverlay() {}

// Layout centres the card in the window. In a wide window the text is beside the code, and in a
// tall one below it.
func (d *codeCard) Layout(c *render.Canvas, area render.Rect) {
	const room, narrow = 16, 260
	inner := area.Inset(page.Margin / 2)
	if inner.W > inner.H {
		side := min(inner.H, inner.W-narrow-2*room) - 2*room
		d.bounds = inner.Centered(side+narrow+3*room, side+2*room)
		d.picture, d.text = d.bounds.Inset(room).CutLeft(side)
		_, d.text = d.text.CutLeft(room)
	} else {
		texts := d.textHeight(c, inner.W-2*room) + room + kit.ControlHeight
		side := min(inner.W, inner.H-texts-room) - 2*room
		d.bounds = inner.Centered(side+2*room, side+texts+3*room)
		d.picture, d.text = d.bounds.Inset(room).CutTop(side)
		_, d.text = d.text.CutTop(room)
	}
	button, rest := d.text.CutBottom(kit.ControlHeight)
	d.close.SetBounds(button)
	_, d.text = rest.CutBottom(room)
}

// Draw draws the card over the screen below.
func (d *codeCard) Draw(c *render.Canvas) {
	page.DrawCard(c, d.bounds)
	d.code.Draw(c, d.picture)
	place := d.text
	for _, t := range d.texts() {
		if t.style == render.Caption && c.TextWidth(t.text, t.style) > place.W {
			continue // a link broken over two lines is useless
		}
		_, place = place.CutTop(kit.DrawText(c, t.text, place, t.style) + kit.Gap/2)
	}
	d.Controls.Draw(c)
}

// codeText is a text beside a code.
type codeText struct {
	text  string
	style render.TextStyle
}

// texts returns the texts beside the code.
func (d *codeCard) texts() []codeText {
	return []codeText{
		{words.T("Scan and play"), render.Heading},
		{words.T("Point the camera of a phone here, and open what it finds."), render.Body},
		{withoutSecret(d.link), render.Caption},
	}
}

// textHeight returns the height of the texts at a width.
func (d *codeCard) textHeight(c *render.Canvas, width float64) (height float64) {
	for _, t := range d.texts() {
		height += kit.TextHeight(c, t.text, width, t.style) + kit.Gap/2
	}
	return height
}
