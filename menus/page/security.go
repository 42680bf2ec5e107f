package page

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/ports"
	"mancala/render"
)

// SecurityLine says how a connection is protected, without a full stop.
func SecurityLine(p *ports.Ports, level match.Security) string {
	if p.Unprotected() && level != match.Plain {
		return words.T("The connection: %s, but this page was loaded unencrypted", words.Security(level))
	}
	return words.T("The connection: %s", words.Security(level))
}

// SecurityTip explains a level of protection.
func SecurityTip(p *ports.Ports, level match.Security) string {
	if p.Unprotected() && level != match.Plain {
		return words.T("This page was loaded over http: someone in between, such as on public Wi-Fi, could have changed it.")
	}
	switch level {
	case match.ByCode:
		return words.T("No one can read along, not even the meeting point, and the code proves who is at the other end.")
	case match.Verified:
		return words.T("No one can read along, and the invite proves who is at the other end.")
	case match.Encrypted:
		return words.T("No one can read along. Only an invite would also prove who is at the other end.")
	}
	return words.T("Anyone between the two computers can read along.")
}

// DrawLock draws the padlock of a connection on a panel, in the colour ink, or in the warning
// colour for an unprotected connection. The padlock has no tick if the program itself may have been
// modified.
func DrawLock(c *render.Canvas, at render.Point, ink render.Role, p *ports.Ports, level match.Security) {
	if level == match.Plain {
		ink = render.Warn
	}
	kit.DrawLock(c, at, ink, render.Panel, level != match.Plain, level >= match.Verified && !p.Unprotected())
}

// SecurityPart returns the line about a level of protection, with its padlock.
func SecurityPart(p *ports.Ports, level match.Security) kit.Part {
	const indent = 30
	style := render.Note.In(render.InkSoft)
	if level == match.Plain {
		style = render.Note.In(render.Warn)
	}
	return signed(indent, kit.Say(SecurityLine(p, level), style), func(c *render.Canvas, r render.Rect) {
		DrawLock(c, render.Point{X: r.X + 10, Y: r.Center().Y}, render.InkSoft, p, level)
	})
}
