package info

import (
	"strings"

	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
)

const helpWidth = 860

// Help explains the game, the program and how to connect, a page each.
type Help struct {
	page.Page
	section  int
	choice   *kit.Choice
	text     *kit.ScrollArea
	back     *kit.Button
	pictures map[string]picturePosition
}

// picturePosition is a small board of the help with what its move would do.
type picturePosition struct {
	board   rules.Board
	houses  int
	preview motion.Preview
}

// NewHelp returns the help at its first page.
func NewHelp(shell page.Shell) *Help {
	h := &Help{Page: page.New(shell, "help"), pictures: map[string]picturePosition{}}
	var titles []string
	for _, s := range helpSections {
		titles = append(titles, s.title)
	}
	h.choice = kit.NewChoice("", titles, 0, func(i int) {
		h.section = i
		h.text.ScrollTo(0)
		h.Shell.Relayout()
	})
	h.text = &kit.ScrollArea{DrawContent: func(c *render.Canvas, r render.Rect) { h.drawBlocks(c, r) }}
	h.back = kit.NewButton("Back", shell.Back)
	h.Controls = kit.NewForm(h.choice, h.text, h.back)
	h.Controls.OnCancel = shell.Back
	return h
}

// Layout places the pages' tabs, the text and the way back.
func (h *Help) Layout(c *render.Canvas, area render.Rect) {
	page.PlacePage(area, helpWidth, h.choice, h.text, h.back)
	first := h.text.ContentHeight == 0
	h.text.ContentHeight = 24
	for _, b := range h.blocks() {
		h.text.ContentHeight += b.height(c, h.text.Bounds().W-textInset)
	}
	if first { // the keys scroll at once
		h.Controls.Focus(h.text)
	}
}

// blocks returns the blocks of the current page, with the computer players filled in.
func (h *Help) blocks() []helpBlock {
	var list []helpBlock
	for _, b := range helpSections[h.section].blocks {
		if b.kind != players {
			list = append(list, b)
			continue
		}
		for _, s := range h.Ports.Strategies {
			list = append(list, helpBlock{kind: keyLine, text: s.Title + "|" + s.About})
		}
	}
	return list
}

// Measures of the help, in units.
const (
	textInset     = 52 // what the text is narrower than its area
	pictureHeight = 190
	keyWidth      = 190
)

// height returns how high a block is in a text of a width.
func (b helpBlock) height(c *render.Canvas, width float64) float64 {
	switch b.kind {
	case heading:
		return 46
	case item:
		return kit.TextHeight(c, b.text, width-24, render.Body) + 8
	case keyLine:
		_, does, _ := strings.Cut(b.text, "|")
		return kit.TextHeight(c, does, width-keyWidth, render.Body) + 6
	case picture:
		return pictureHeight + kit.TextHeight(c, b.text, width, render.Caption) + 18
	}
	return kit.TextHeight(c, b.text, width, render.Body) + 12
}

// drawBlocks draws the current page into r.
func (h *Help) drawBlocks(c *render.Canvas, r render.Rect) {
	r = render.Rect{X: r.X + 20, Y: r.Y + 12, W: r.W - textInset, H: r.H}
	for _, b := range h.blocks() {
		height := b.height(c, r.W)
		place, rest := r.CutTop(height)
		h.drawBlock(c, b, place)
		r = rest
	}
}

func (h *Help) drawBlock(c *render.Canvas, b helpBlock, r render.Rect) {
	switch b.kind {
	case heading:
		c.Text(b.text, render.Point{X: r.X, Y: r.Y + 26}, render.Strong.Sized(21))
	case item:
		c.FillCircle(render.Point{X: r.X + 8, Y: r.Y + 13}, 3.5, render.Gold)
		kit.DrawText(c, b.text, render.Rect{X: r.X + 24, Y: r.Y, W: r.W - 24, H: r.H}, render.Body)
	case keyLine:
		keys, does, _ := strings.Cut(b.text, "|")
		kit.DrawText(c, keys, render.Rect{X: r.X, Y: r.Y, W: keyWidth - 10, H: r.H}, render.Strong)
		kit.DrawText(c, does, render.Rect{X: r.X + keyWidth, Y: r.Y, W: r.W - keyWidth, H: r.H}, render.Body)
	case picture:
		h.drawPicture(c, b, r)
	default:
		kit.DrawText(c, b.text, r, render.Body)
	}
}

// drawPicture draws a small board with what a move on it would do, and the caption.
func (h *Help) drawPicture(c *render.Canvas, b helpBlock, r render.Rect) {
	board, caption := r.CutTop(pictureHeight)
	p, ok := h.pictures[b.board]
	if !ok {
		position, err := rules.ParsePosition(b.board)
		if err != nil {
			return // a test reads every board of the help
		}
		p = picturePosition{board: position.Board(), houses: int(position.Variant().Houses)}
		p.preview, _ = motion.NewPreview(position, b.house)
		h.pictures[b.board] = p
	}
	h.Art.Draw(c, page.WithWords(render.View{
		Layout: render.NewLayout(board.Inset(6), p.houses, rules.South), Moment: motion.Still(p.board),
		Focus: p.preview.From, HasFocus: true, Preview: &p.preview,
	}))
	_, caption = caption.CutTop(4)
	kit.DrawText(c, b.text, caption, render.Caption.Aligned(render.Center))
}

// Draw draws the page.
func (h *Help) Draw(c *render.Canvas) {
	page.DrawHeading(c, "Help", helpWidth)
	page.DrawPanel(c, h.text.Bounds())
	h.Controls.Draw(c)
}
