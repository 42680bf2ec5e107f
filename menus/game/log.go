package game

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/words"
)

// logPanel is the list of what happened in a game, newest first, beside the board. It scrolls, and
// it can be copied.
type logPanel struct {
	game  *Screen
	area  *kit.ScrollArea
	copy  *kit.Button
	frame render.Rect
	lines []string
}

const logLineGap = 7

func newLogPanel(g *Screen) *logPanel {
	l := &logPanel{game: g}
	l.area = &kit.ScrollArea{DrawContent: l.drawLines}
	l.copy = kit.WithID("log.copy", kit.NewButton(words.T("Copy the game"), l.copyGame))
	kit.WithID("log.moves", l.area)
	return l
}

// widgets returns what can be used of the panel.
func (l *logPanel) widgets() []kit.Widget {
	if !kit.CanCopy(l.game.Ports.Clipboard) {
		return []kit.Widget{l.area}
	}
	return []kit.Widget{l.area, l.copy}
}

func (l *logPanel) setBounds(r render.Rect) {
	l.frame = r
	inner := r.Inset(10)
	if kit.CanCopy(l.game.Ports.Clipboard) {
		inner = l.placeCopy(inner)
	}
	l.area.SetBounds(inner)
	l.measure()
}

// placeCopy puts the button below the lines, or in a low panel beside them, and returns what is
// left.
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

// set shows lines, oldest first as they are given; the newest comes into view.
func (l *logPanel) set(lines []string) {
	if len(lines) != len(l.lines) {
		l.area.ScrollTo(0)
	}
	l.lines = lines
	l.measure()
}

func (l *logPanel) style(newest bool) render.TextStyle {
	if newest {
		return render.Body.Sized(16)
	}
	return render.Body.Sized(16).In(render.InkSoft)
}

// measure works out how high the lines are.
func (l *logPanel) measure() {
	width := l.area.Bounds().W - logScrollbar
	if width <= 0 {
		return
	}
	l.area.ContentHeight = 0
	for _, line := range l.lines {
		l.area.ContentHeight += kit.TextHeight(l.game.Canvas, line, width, l.style(false)) + logLineGap
	}
}

// logScrollbar is the room that the scroll bar takes.
const logScrollbar = 18

// drawLines draws the lines, newest first.
func (l *logPanel) drawLines(c *render.Canvas, r render.Rect) {
	r.W = l.area.Bounds().W - logScrollbar
	for i := len(l.lines) - 1; i >= 0; i-- {
		height := kit.DrawText(c, l.lines[i], render.Rect{X: r.X, Y: r.Y, W: r.W, H: 200}, l.style(i == len(l.lines)-1))
		_, r = r.CutTop(height + logLineGap)
	}
}

func (l *logPanel) draw(c *render.Canvas) {
	c.FillRect(l.frame, 12, render.Panel)
	if len(l.lines) == 0 {
		style := render.Caption.Aligned(render.Center)
		kit.DrawText(c, words.T("What happens in the game is written here, the newest first."), l.area.Bounds().Inset(10), style)
	}
}

// copyGame puts the game on the clipboard.
func (l *logPanel) copyGame() { page.CopyGame(l.game.Shell, l.game.scene) }
