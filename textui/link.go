package textui

import (
	"mancala/qrcode"
	"mancala/words"
)

// tellLink prints the link to this host for browsers, if they are let in.
func (g *game) tellLink() {
	if g.cfg.Link == nil {
		return
	}
	g.out.line(words.T("Friends without Mancala open this in a browser: %s", g.cfg.Link(inviteAddr("", g.scene.Listening()))))
	g.tellCode()
}

// tellCode prints how to get the QR code of the link, if it can be drawn.
func (g *game) tellCode() {
	if g.cfg.Interactive && g.draws() {
		g.out.line(words.T("Type %s to have it drawn as a QR code for a phone.", verbCode.word()))
	}
}

// draws reports whether drawings are wanted.
func (g *game) draws() bool { return g.cfg.Code != nil && !g.cfg.NoBoard && !g.cfg.Narrate }

// drawCode draws the QR code of the link to this host at addr, or prints the link if drawings are
// off; "" is the meeting point or, if there is no code, the best known address. The link contains
// the invite if only guests with an invite are let in.
func (g *game) drawCode(addr string) {
	if m := g.scene.Meeting(); addr == "" && m.Open() {
		g.drawLink(m.Link())
		return
	}
	if g.cfg.Link == nil {
		g.out.refuse(words.T("Browsers are not let in here, so there is no link for them."))
		return
	}
	text, ok := g.placeOf(addr)
	if !ok {
		return
	}
	if door := g.scene.Link().Door(); g.door.shut && door != nil {
		text = door.Invite(text)
	}
	g.drawLink(g.cfg.Link(text))
}

// drawLink draws the QR code of a link, or prints the link.
func (g *game) drawLink(link string) {
	if !g.draws() {
		g.out.line(link)
		return
	}
	g.out.styled(squares, qrcode.HalfBlocks(g.cfg.Code(link))...)
	g.out.line(link)
}
