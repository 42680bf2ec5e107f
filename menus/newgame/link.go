package newgame

import (
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
)

// linked reports whether there is a link to this computer for browsers, besides the address.
func (w *waiting) linked() bool {
	return w.host.Ports.Link != nil && !w.meeting.shown() && w.host.Ports.Link(w.address) != ""
}

// link returns the link for browsers, through the meeting point or to the shown address. It
// includes the invite if guests need one.
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
		return [][]*kit.Button{append([]*kit.Button{w.copyCode, w.copyLink}, codes...)}
	case w.linked():
		return [][]*kit.Button{append([]*kit.Button{w.copyLink}, codes...), {w.copyPlain, w.copyGuest}}
	}
	return [][]*kit.Button{{w.copyPlain, w.copyGuest}}
}

// withoutSecret returns the public part of a link.
func withoutSecret(link string) string {
	open, _, _ := strings.Cut(link, "#")
	return open
}

// codeCard shows a link as a QR code, as large as the window allows.
type codeCard struct {
	page.Page
	link    string
	code    *render.Code
	picture *kit.Picture // of the code
	close   *kit.Button
}

func newCodeCard(shell page.Shell, link string, encode func(string) [][]bool) *codeCard {
	d := &codeCard{Page: page.New(shell, "code"), link: link, code: render.NewCode(encode(link))}
	d.close = kit.WithID("code.close", kit.NewPrimary(words.T("Close"), shell.Back))
	d.Compose(shell.Back, d.sheet)
	return d
}

// sheet returns the code and, beside it or in an upright window below it, the texts.
func (d *codeCard) sheet(g page.Grid) page.Sheet {
	const around, narrow, texts = 2*page.CardMargin + 2*kit.Gap, 260, 210
	side := min(g.Window.H-around, g.Window.W-around-2*kit.Gap-narrow)
	if g.Upright {
		side = min(g.Window.W-around, g.Window.H-around-texts)
	}
	d.picture = &kit.Picture{Least: side, Most: side, Paint: func(c *render.Canvas, r render.Rect) {
		d.code.Draw(c, r.Centered(r.H, r.H))
	}}
	if g.Upright {
		return page.Sheet{Card: side + 2*page.CardMargin, Content: kit.Rows(d.picture, d.texts(side), kit.Put(d.close))}
	}
	beside := &kit.Stack{Gap: kit.Gap, Parts: []kit.Part{d.texts(narrow), kit.Rest(), kit.Put(d.close)}}
	return page.Sheet{Card: side + narrow + 2*kit.Gap + 2*page.CardMargin, Content: kit.Split(side, d.picture, narrow, beside)}
}

// texts returns the texts beside the code at a width. It omits a link that needs two lines.
func (d *codeCard) texts(width float64) kit.Part {
	list := &kit.Stack{Gap: kit.Gap / 2, Parts: []kit.Part{
		kit.Say(words.T("Scan and play"), render.Heading),
		kit.Say(words.T("Point the camera of a phone here, and open what it finds."), render.Body),
	}}
	if link := withoutSecret(d.link); d.Canvas.TextWidth(link, render.Caption) <= width {
		list.Parts = append(list.Parts, kit.Say(link, render.Caption))
	}
	return list
}
