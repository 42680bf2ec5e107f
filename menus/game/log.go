package game

import (
	"slices"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// logPanel is the log of a game, newest line first, beside the board. It scrolls and can be copied.
type logPanel struct {
	game  *Screen
	list  *lineList
	copy  *kit.Button
	lines []string // oldest first
}

func newLogPanel(g *Screen) *logPanel {
	l := &logPanel{game: g}
	l.list = newLineList(g.Canvas, "log.moves", words.T("The moves of the game are listed here, newest first."), func() int { return len(l.lines) }, l.line)
	l.copy = kit.WithID("log.copy", kit.NewButton(words.T("Copy the game"), l.copyGame))
	return l
}

// panel returns the panel for a place: the connection and the watchers, the lines, and the button
// below them or, in a low place, beside them.
func (l *logPanel) panel(r render.Rect) *kit.Panel {
	const wide, gap = 176, 10
	var parts []kit.Part
	if about := l.game.plates.told; about != "" {
		parts = append(parts, kit.Say(about, render.Caption))
	}
	list, low := kit.Part(l.list), r.W > 2*r.H
	if low {
		list = drawerPanel(6, append(parts, l.list)...).Part
		parts = nil
	}
	switch {
	case !kit.CanCopy(l.game.Ports.Clipboard):
		return drawerPanel(gap, append(parts, list)...)
	case low:
		copying := &kit.Stack{Parts: []kit.Part{kit.Rest(), kit.Put(l.copy), kit.Rest()}}
		return drawerPanel(gap, &kit.Beside{Gap: gap, Widths: []float64{0, wide}, Parts: []kit.Part{list, copying}})
	}
	return drawerPanel(gap, append(parts, list, kit.Put(l.copy))...)
}

// set replaces the lines, oldest first; a new line is scrolled into view. It is called in each
// frame of a motion, so it does nothing if the lines are unchanged.
func (l *logPanel) set(lines []string) {
	if slices.Equal(lines, l.lines) {
		return
	}
	if len(lines) != len(l.lines) {
		l.list.area.ScrollTo(0)
	}
	l.lines = slices.Clone(lines)
	l.list.measure()
}

// line returns the i-th line from the top, where the newest is, and its style.
func (l *logPanel) line(i int) (string, render.TextStyle) {
	style := render.Body.Sized(16)
	if i > 0 {
		style = style.In(render.InkSoft)
	}
	return l.lines[len(l.lines)-1-i], style
}

// copyGame copies the game to the clipboard.
func (l *logPanel) copyGame() { page.CopyGame(l.game.Shell, l.game.scene) }
