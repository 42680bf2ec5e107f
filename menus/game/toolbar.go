package game

import (
	"slices"

	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
	"mancala/rules"
)

// toolbar holds the buttons that a game always needs: in the corner of a wide window, at the bottom
// of a tall one. They are icons with labels, as many as fit; see [naming].
type toolbar struct {
	hint       *kit.Button // only if a person here can get one
	swap       *kit.Button // only under the pie rule
	undo, redo *kit.Button
	pause      *kit.Button // only with a computer player here
	talk       *kit.Button // only with a peer
	log, menu  *kit.Button
	signs      map[*kit.Button]icon
	shown      []*kit.Button // from the left
	most       naming        // the most labels that they may have
	named      naming        // the labels that they have
}

func newToolbar(g *Screen) *toolbar {
	t := &toolbar{signs: map[*kit.Button]icon{}}
	tool := func(id, label, key, tip string, sign icon, do func()) *kit.Button {
		b := kit.WithID("game."+id, kit.NewButton(label, do))
		b.Shortcut, b.Tip = key, tip
		t.signs[b] = sign
		return b
	}
	t.hint = tool("hint", words.T("Hint"), "H", words.T("Shows the best house."), drawHint, g.askHint)
	t.swap = tool("swap", words.C("take over the other side", "Swap"), "S", words.T("Answers the first turn by changing sides."), drawSwap, g.swapSides)
	t.undo = tool("undo", words.T("Undo"), "Ctrl+Z", words.T("Takes your last move back."), drawUndo, g.takeBack)
	t.redo = tool("redo", words.T("Redo"), "Ctrl+Shift+Z", words.T("Repeats a move that was taken back."), drawRedo, g.redo)
	t.pause = tool("pause", words.T("Pause"), "P", words.T("Makes computer players wait until you tell them to move."), drawPause, g.togglePause)
	t.talk = tool("talk", words.T("Talk"), "T", words.T("Writes to the other player."), drawTalk, g.toggleTalk)
	t.log = tool("log", words.C("the list of moves", "Log"), "L", words.T("Lists the moves of the game."), drawLog, g.toggleLog)
	t.menu = tool("menu", words.T("Menu"), "F10", words.T("Everything else."), drawMenu, g.openMenu)
	return t
}

// choose returns the tools for the present state of the scene.
func (t *toolbar) choose(g *Screen) []*kit.Button {
	t.shown = nil
	add := func(b *kit.Button, wanted bool) {
		if wanted {
			t.shown = append(t.shown, b)
		}
	}
	m := g.scene.Match()
	add(t.swap, m != nil && m.Position().Variant().Pie && !g.scene.Watching())
	add(t.hint, g.canGiveHints())
	add(t.undo, !g.scene.Watching())
	add(t.redo, g.scene.Local())
	add(t.pause, len(g.computers()) > 0)
	add(t.talk, !g.scene.Local() && !g.scene.Watching())
	add(t.log, true)
	add(t.menu, true)
	return t.shown
}

// Dimensions of the toolbar, in units.
const (
	toolHeight = kit.ControlHeight
	toolGap    = 10
	signWidth  = 50
	toolPad    = 34 // the padding of a label
	tightPad   = 20
)

// naming says which tools have their labels. The signs for undo and redo are known everywhere, so
// these two are the first to lose theirs.
type naming uint8

const (
	noneNamed  naming = iota
	mostNamed         // all but undo and redo, close together
	tightNamed        // all, close together
	allNamed
)

// has reports whether a tool has its label.
func (n naming) has(t *toolbar, b *kit.Button) bool {
	return n >= tightNamed || n == mostNamed && b != t.undo && b != t.redo
}

// naming chooses the most labels that they may have and that fit a width.
func (t *toolbar) naming(c *render.Canvas, width float64) naming {
	n := t.most
	for n > noneNamed && t.width(c, n) > width {
		n--
	}
	t.named = n
	return n
}

// widths returns the widths of the tools.
func (t *toolbar) widths(c *render.Canvas, n naming) []float64 {
	widths, pad := slices.Repeat([]float64{signWidth}, len(t.shown)), float64(toolPad)
	if n < allNamed {
		pad = tightPad
	}
	for i, b := range t.shown {
		labels := []string{b.Label}
		switch b { // two labels change
		case t.pause:
			labels = []string{goOnLabel(), words.T("Pause")}
		case t.hint:
			labels = []string{words.T("Hint"), words.T("Why?")}
		}
		for _, label := range labels {
			if n.has(t, b) {
				widths[i] = max(widths[i], c.TextWidth(label, render.Strong)+kit.SignRoom+pad)
			}
		}
	}
	return widths
}

// width returns the width of the whole toolbar.
func (t *toolbar) width(c *render.Canvas, n naming) float64 {
	total := float64(len(t.shown)-1) * toolGap
	for _, w := range t.widths(c, n) {
		total += w
	}
	return total
}

// row returns the tools in a row at the right, each spare units wider than necessary.
func (t *toolbar) row(c *render.Canvas, n naming, spare float64) kit.Part {
	widths := t.widths(c, n)
	for i, b := range t.shown {
		widths[i] += spare
		if b.Icon, b.Sign = t.signs[b], nil; n.has(t, b) {
			b.Icon, b.Sign = nil, t.signs[b]
		}
	}
	return &kit.Beside{Gap: toolGap, Widths: widths, Parts: kit.Puts(t.shown...), Middle: true, Right: true}
}

// filled returns the tools in a row that fills a width.
func (t *toolbar) filled(c *render.Canvas, width float64) kit.Part {
	n := t.naming(c, width)
	return t.row(c, n, (width-t.width(c, n))/float64(len(t.shown)))
}

func goOnLabel() string { return words.C("computer players move by themselves again", "Go on") }

// enable enables exactly the tools with an effect.
func (g *Screen) enable() {
	set := func(b *kit.Button, enabled bool) {
		if b.Disabled == enabled {
			b.Disabled = !enabled
			g.Controls.Invalidate()
		}
	}
	t := g.tools
	set(t.swap, g.scene.PersonToMove() && g.scene.Match().Position().CanSwap())
	set(t.hint, g.scene.CanHint())
	ask, mark := words.T("Hint"), icon(drawHint)
	t.hint.Tip = words.T("Shows the best house.")
	if g.hintTells() {
		ask, mark, t.hint.Tip = words.T("Why?"), drawWhy, words.T("Tells the move of the hint.")
	}
	g.rename(t.hint, ask, mark)
	if h, hinted := g.scene.Hinted(); t.swap.Primary != (hinted && h == rules.Swap) {
		t.swap.Primary = !t.swap.Primary
		g.Controls.Invalidate()
	}
	set(t.undo, g.scene.CanUndo() || g.scene.CanTakeback())
	set(t.redo, g.scene.CanRedo())
	set(t.pause, g.scene.Stage() == table.StageGame)
	g.plates.enableNext(set)
	label, sign := words.T("Pause"), icon(drawPause)
	if g.scene.Stepwise {
		label, sign = goOnLabel(), drawGoOn
	}
	g.rename(t.pause, label, sign)
}

// rename gives a tool another label and icon.
func (g *Screen) rename(b *kit.Button, label string, sign icon) {
	if b.Label == label {
		return
	}
	b.Label, g.tools.signs[b] = label, sign
	if b.Icon != nil {
		b.Icon = sign
	} else {
		b.Sign = sign
	}
	g.Controls.Invalidate()
}
