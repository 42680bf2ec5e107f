package textui

import (
	"strings"

	"mancala/internal/qrcode"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
)

// listening prints the address of the host, on a line that scripts look for, and then the addresses
// for guests.
func (d *guests) listening(e table.Listening) {
	if d.listens {
		return
	}
	d.listens = true
	d.out.line(words.T("Listening on %s", e.Addr))
	for i, addr := range e.Reachable {
		switch here := scene.OnlyHere(addr); {
		case here && i == 0:
			d.out.line(words.T("Only programs on this computer reach this address."))
		case !here && addr != e.Addr:
			d.out.line(words.T("Others join with mancala --join %s", addr))
		}
	}
	if d.cfg.Invite {
		d.invite("")
	} else {
		d.tellLink()
	}
}

// invite prints an invite for a guest who reaches this host at addr, with or without a port; "" is
// the best known address.
func (d *guests) invite(addr string) {
	addr, ok := d.placeOf(addr)
	if !ok {
		return
	}
	text := ""
	if link := d.scene.Link().Guests(); link != nil {
		text = link.Invite(addr)
	}
	if text == "" {
		d.out.refuse(words.T("Without encryption there are no invites."))
		return
	}
	d.shut = true
	d.out.line(words.T("Give your guest this invite. From now on, no one is let in without it."), text)
	if link := d.linkTo(text); link != "" {
		d.out.line(words.T("For a browser it is this link: %s", link))
	}
}

// placeOf returns addr as host:port, or prints why it is wrong; "" is the best known address.
func (d *guests) placeOf(addr string) (place string, ok bool) {
	listening := d.scene.Door().Listening()
	if listening.Addr == "" {
		d.out.refuse(words.T("This host cannot be reached yet."))
		return "", false
	}
	addr = inviteAddr(addr, listening)
	if d.cfg.CheckAddress != nil {
		if err := d.cfg.CheckAddress(addr); err != nil {
			d.out.refuse(words.Sentence(err))
			return "", false
		}
	}
	return addr, true
}

// inviteAddr returns the address for an invite as host:port. The default port is the host's.
func inviteAddr(addr string, l table.Listening) string {
	port := l.Addr[strings.LastIndexByte(l.Addr, ':')+1:]
	switch {
	case addr == "" && len(l.Reachable) > 0:
		return l.Reachable[0]
	case addr == "":
		return l.Addr
	case strings.Count(addr, ":") > 1 && !strings.Contains(addr, "]"): // IPv6
		return "[" + addr + "]:" + port
	case strings.LastIndexByte(addr, ':') <= strings.LastIndexByte(addr, ']'):
		return addr + ":" + port
	}
	return addr
}

// tellLink prints the link to this host for browsers, if they may enter.
func (d *guests) tellLink() {
	addr := inviteAddr("", d.scene.Door().Listening())
	link := d.linkTo(addr)
	switch {
	case link == "":
		return
	case scene.OnlyHere(addr):
		d.out.line(words.T("A browser on this computer opens this: %s", link))
		return
	}
	d.out.line(words.T("Friends without Mancala open this in a browser: %s", link))
	d.tellCode()
}

// linkTo returns the link for browsers to an invite or an address, or "" if there is none.
func (d *guests) linkTo(invite string) string {
	if d.cfg.Link == nil {
		return ""
	}
	return d.cfg.Link(invite)
}

// tellCode prints how to get the QR code of the link, if it can be shown.
func (d *guests) tellCode() {
	if d.cfg.Interactive && d.draws() {
		d.out.line(words.T("Type %s to have it drawn as a QR code for a phone.", verbCode.word()))
	}
}

// draws reports whether drawings are wanted.
func (d *guests) draws() bool { return d.cfg.Code != nil && !d.cfg.NoBoard && !d.cfg.Narrate }

// drawCode draws the QR code of the link to this host at addr, or prints the link if drawings are
// off. "" means the meeting point or, without a code, the best known address. The link contains the
// invite if guests need one.
func (d *guests) drawCode(addr string) {
	if m := d.scene.Door().Meeting(); addr == "" && m.Open() {
		d.drawLink(m.Link())
		return
	}
	if d.cfg.Link == nil {
		d.out.refuse(words.T("Browsers are not let in here, so there is no link for them."))
		return
	}
	text, ok := d.placeOf(addr)
	if !ok {
		return
	}
	if d.linkTo(text) == "" {
		d.out.refuse(words.T("Browsers cannot open %s: it is only valid on one link of a network.", text))
		return
	}
	if link := d.scene.Link().Guests(); d.shut && link != nil {
		text = link.Invite(text)
	}
	d.drawLink(d.linkTo(text))
}

// drawLink draws the QR code of a link, or prints the link.
func (d *guests) drawLink(link string) {
	if !d.draws() {
		d.out.line(link)
		return
	}
	d.out.styled(squares, qrcode.HalfBlocks(d.cfg.Code(link))...)
	d.out.line(link)
}
