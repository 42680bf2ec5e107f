package textui

import (
	"strings"

	"mancala/match"
	"mancala/words"
)

// tellLink says where browsers find this host, if they are let in.
func (g *game) tellLink() {
	if g.cfg.Link == nil {
		return
	}
	g.out.line(words.T("Friends without Mancala open this in a browser: %s", g.cfg.Link(inviteAddr("", g.table.Listening()))))
	g.tellCode()
}

// tellCode says how a link is drawn as a code, where it can be.
func (g *game) tellCode() {
	if g.cfg.Interactive && g.draws() {
		g.out.line(words.T("Type %s to have it drawn as a QR code for a phone.", verbCode.word()))
	}
}

// draws reports whether a picture helps the person here.
func (g *game) draws() bool { return g.cfg.Code != nil && !g.cfg.NoBoard && !g.cfg.Narrate }

// drawCode draws the link to this host by an address as a code, or prints it where drawings are
// left out; "" is the meeting point or, if there is no code, the best address that is known. It has
// the invite in it, if only those who have one are let in.
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

// drawLink draws a link as a code, or prints it.
func (g *game) drawLink(link string) {
	if !g.draws() {
		g.out.line(link)
		return
	}
	g.out.line(append(halfBlocks(g.cfg.Code(link)), link)...)
}

// quiet is how many light squares a code has around it, so that a phone finds it.
const quiet = 4

// halfBlocks draws a code for a dark screen, two rows in each line: its light squares are drawn,
// and its dark ones left out.
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
