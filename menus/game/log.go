package game

import (
	"fmt"
	"slices"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// logPanel is the log of a game, newest line first, beside the board. It scrolls and can be copied.
type logPanel struct {
	game  *Screen
	area  *kit.ScrollArea
	copy  *kit.Button
	lines []string // oldest first
}

func newLogPanel(g *Screen) *logPanel {
	l := &logPanel{game: g, area: kit.WithID("log.moves", &kit.ScrollArea{})}
	l.show()
	l.copy = kit.WithID("log.copy", kit.NewButton(words.T("Copy the game"), l.copyGame))
	return l
}

// part returns the log: the connection and the watchers, the lines, and the button below them or,
// in a low place, beside them.
func (l *logPanel) part(low bool) kit.Part {
	const wide = 176
	list := &kit.Stack{Gap: drawerGap, Parts: []kit.Part{kit.Sized(0, kit.Endless, kit.Put(l.area))}}
	if about := l.game.plates.told; about != "" {
		list.Parts = append([]kit.Part{kit.Say(about, render.Caption)}, list.Parts...)
	}
	switch {
	case !kit.CanCopy(l.game.Ports.Clipboard):
	case low:
		copying := kit.Centred(kit.Put(l.copy))
		return &kit.Beside{Gap: drawerGap, Widths: []float64{0, wide}, Parts: []kit.Part{list, copying}}
	default:
		list.Parts = append(list.Parts, kit.Put(l.copy))
	}
	return list
}

// drawerGap is the distance between the parts of a drawer, in units.
const drawerGap = 8

// set replaces the lines, oldest first, and scrolls a new line into view. It runs in each frame of
// a motion, so it does nothing if the lines are unchanged.
func (l *logPanel) set(lines []string) {
	if slices.Equal(lines, l.lines) {
		return
	}
	if len(lines) != len(l.lines) {
		l.area.ScrollTo(0)
	}
	l.lines = slices.Clone(lines)
	l.show()
	l.game.Shell.Relayout()
}

// show puts the lines in the area, each in a row.
func (l *logPanel) show() {
	const high = 23
	var list []kit.Part
	for i, line := range slices.Backward(l.lines) {
		style := render.Note
		if i < len(l.lines)-1 {
			style = style.In(render.InkSoft)
		}
		row := &kit.Picture{Least: high}
		row.Paint = func(c *render.Canvas, r render.Rect) { row.Tip = l.draw(c, r, i+1, line, style) }
		list = append(list, row)
	}
	showLines(l.area, words.T("The moves of the game are listed here, newest first."), list)
}

// draw draws ply n: its whole sentence or, if there is little room, the player, the house, the
// captured seeds and a sign for an extra turn. It returns the sentence if it did not draw it.
// Screen readers always get the sentence.
func (l *logPanel) draw(c *render.Canvas, r render.Rect, n int, line string, style render.TextStyle) (tip string) {
	const enough, gap = 400, 8 // the width for sentences
	m := l.game.scene.Match()
	at, right := render.Point{X: r.X, Y: r.Center().Y}, render.Point{X: r.Right(), Y: r.Center().Y}
	if r.W >= enough || n > m.Plies() {
		c.Text(c.Fit(line, r.W, style), at, style)
		return ""
	}
	_, s := m.Ply(n)
	c.Paragraph(line, func() {
		if s.ExtraTurn {
			drawAgain(c, right.Sub(render.Point{X: 8}), style.Color)
		}
		right.X -= 16 + gap
		if s.Captured > 0 {
			won := fmt.Sprintf("+%d", s.Captured)
			c.Text(won, right, style.Aligned(render.Right))
			right.X -= c.TextWidth(won, style) + gap
		}
		number, name, house := fmt.Sprintf("%d. ", n), sideName(l.game.scene, s.Mover), ": "+page.PlyName(s.From)
		if s.From != rules.Swap && c.TextWidth(number+name+house, style) > right.X-at.X {
			house = ": " + s.From.String()
		}
		c.Text(number+c.Fit(name, right.X-at.X-c.TextWidth(number+house, style), style)+house, at, style)
	})
	return line
}

// showLines shows the lines of a drawer in its area, or else a sentence.
func showLines(area *kit.ScrollArea, none string, lines []kit.Part) {
	if len(lines) == 0 {
		area.Content = kit.Say(none, render.Caption.Aligned(render.Center))
		return
	}
	area.Content = &kit.Stack{Gap: 7, Parts: lines}
}

// copyGame copies the game to the clipboard.
func (l *logPanel) copyGame() { page.CopyGame(l.game.Shell, l.game.scene) }
