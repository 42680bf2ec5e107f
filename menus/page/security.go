package page

import (
	"mancala/match"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/words"
)

// SecurityLine says how a connection is protected, without a full stop.
func SecurityLine(level match.Security) string {
	return words.T("The connection: %s", words.Security(level))
}

// DrawLock draws the padlock of a connection on a panel, and returns the ink that it used: a
// connection without protection warns instead of using ink.
func DrawLock(c *render.Canvas, at render.Point, ink render.Role, level match.Security) render.Role {
	if level == match.Plain {
		ink = render.Warn
	}
	kit.DrawLock(c, at, ink, render.Panel, level != match.Plain, level >= match.Verified)
	return ink
}
