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
	frame render.Rect
	head  render.Rect // the connection, and the watchers
	lines []string    // oldest first
}

func newLogPanel(g *Screen) *logPanel {
	l := &logPanel{game: g}
	l.list = newLineList(g.Canvas, "log.moves", func() int { return len(l.lines) }, l.line)
	l.copy = kit.WithID("log.copy", kit.NewButton(words.T("Copy the game"), l.copyGame))
	return l
}

// widgets returns the controls of the panel.
func (l *logPanel) widgets() []kit.Widget {
	if !kit.CanCopy(l.game.Ports.Clipboard) {
		return []kit.Widget{l.list.area}
	}
	return []kit.Widget{l.list.area, l.copy}
}

func (l *logPanel) setBounds(r render.Rect) {
	l.frame = r
	inner := r.Inset(10)
	if kit.CanCopy(l.game.Ports.Clipboard) {
		inner = l.placeCopy(inner)
	}
	l.head = render.Rect{}
	if about := l.game.plates.told; about != "" {
		l.head, inner = inner.CutTop(kit.TextHeight(l.game.Canvas, about, inner.W, render.Caption))
		_, inner = inner.CutTop(6)
	}
	l.list.setBounds(inner)
}

// placeCopy places the button below the lines, or in a low panel beside them, and returns the
// remaining area.
func (l *logPanel) placeCopy(r render.Rect) render.Rect {
	const wide, high, gap = 176, 42, 10
	if r.W > 2*r.H {
		button, rest := r.CutRight(wide)
		l.copy.SetBounds(button.Centered(wide, high))
		rest.W -= gap
		return rest
	}
	button, rest := r.CutBottom(high)
	l.copy.SetBounds(button)
	rest.H -= gap
	return rest
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

func (l *logPanel) draw(c *render.Canvas) {
	c.FillRect(l.frame, 12, render.Panel)
	kit.DrawText(c, l.game.plates.told, l.head, render.Caption)
	if len(l.lines) == 0 {
		style := render.Caption.Aligned(render.Center)
		kit.DrawText(c, words.T("The moves of the game are listed here, newest first."), l.list.area.Bounds().Inset(10), style)
	}
}

// copyGame copies the game to the clipboard.
func (l *logPanel) copyGame() { page.CopyGame(l.game.Shell, l.game.scene) }
