package textui

import (
	"strings"

	"mancala/match"
	"mancala/words"
)

// tellLink prints the link to this host for browsers, if they are let in.
func (g *game) tellLink() {
	if g.cfg.Link == nil {
		return
	}
	g.out.line(words.T("Friends without Mancala open this in a browser: %s", g.cfg.Link(inviteAddr("", g.table.Listening()))))
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
	if m := g.table.Meeting(); addr == "" && m != nil && m.State == match.MeetingOpen {
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
	if door := g.table.Link().Door(); g.door.shut && door != nil {
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
	g.out.styled(squares, halfBlocks(g.cfg.Code(link))...)
	g.out.line(link)
}

// quiet is the width of the light border around a QR code, in squares, which phones need to find
// it.
const quiet = 4

// halfBlocks draws a QR code in light on dark, with two rows in each line. Light squares are drawn,
// dark ones are spaces. Without colours, that is for a dark screen.
func halfBlocks(code [][]bool) []string {
	if len(code) == 0 {
		return nil
	}
	light := func(x, y int) bool {
		return y < 0 || y >= len(code) || x < 0 || x >= len(code) || !code[y][x]
	}
	var lines []string
	for y := -quiet; y < len(code)+quiet; y += 2 {
		var line strings.Builder
		for x := -quiet; x < len(code)+quiet; x++ {
			below := light(x, y+1) && y+1 < len(code)+quiet
			switch {
			case light(x, y) && below:
				line.WriteRune('█')
			case light(x, y):
				line.WriteRune('▀')
			case below:
				line.WriteRune('▄')
			default:
				line.WriteRune(' ')
			}
		}
		lines = append(lines, line.String())
	}
	return lines
}
