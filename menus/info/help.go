package info

import (
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/words"
)

const helpWidth = 860

// Help explains the game, the program and how to connect, on one page each.
type Help struct {
	page.Page
	section  int
	choice   *kit.Choice
	text     *kit.ScrollArea
	learn    *kit.Button
	back     *kit.Button
	pictures map[string]picturePosition
}

// picturePosition is a small board of the help with the preview of its move.
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
		titles = append(titles, s.title.T())
	}
	h.choice = kit.NewChoice("", titles, 0, func(i int) {
		h.section = i
		h.text.ScrollTo(0)
		h.Shell.Relayout()
	})
	h.choice.SetID("help.section")
	h.text = kit.WithID("help.text", &kit.ScrollArea{DrawContent: func(c *render.Canvas, r render.Rect) { h.drawBlocks(c, r) }})
	h.back = kit.WithID("help.back", kit.NewButton(words.T("Back"), shell.Back))
	h.learn = kit.WithID("help.lesson", kit.NewButton(words.T("Learn in one minute"), func() { shell.Go(page.ToLesson{}) }))
	h.Controls = kit.NewForm(h.choice, h.text, h.learn, h.back)
	h.Controls.OnCancel = shell.Back
	return h
}

// Renewed returns the help in the current language.
func (h *Help) Renewed() page.Screen { return NewHelp(h.Shell) }

// Layout places the tabs, the text and the back button.
func (h *Help) Layout(c *render.Canvas, area render.Rect) {
	page.PlacePage(area, helpWidth, h.choice, h.text, h.back)
	row := h.back.Bounds()
	row.X, row.W = h.text.Bounds().X, 240
	h.learn.SetBounds(row)
	first := h.text.ContentHeight == 0
	h.text.ContentHeight = 24
	for _, b := range helpSections[h.section].blocks {
		h.text.ContentHeight += h.height(c, b, h.text.Bounds().W-textInset)
	}
	if first { // so that the keys scroll at once
		h.Controls.Focus(h.text)
	}
}

// rows returns the rows of a list.
func (h *Help) rows(b helpBlock) []row {
	switch b.kind {
	case keyList:
		return rowsOf(page.Lines(b.keys...))
	case everywhere:
		return rowsOf(page.Everywhere(h.Ports))
	}
	rows := make([]row, len(h.Ports.Strategies))
	for i, s := range h.Ports.Strategies {
		rows[i] = row{words.Name(s.Title), words.StrategyAbout(s.Name)}
	}
	return rows
}

// Dimensions of the help, in units.
const (
	textInset     = 52 // the difference between the width of the area and that of the text
	pictureHeight = 190
)

// height returns the height of a block in a text of a width.
func (h *Help) height(c *render.Canvas, b helpBlock, width float64) float64 {
	switch b.kind {
	case heading:
		return 46
	case item:
		return kit.TextHeight(c, b.text.T(), width-24, render.Body) + 8
	case keyList, everywhere, players:
		return rowsHeight(c, h.rows(b), width) + 12
	case picture:
		return pictureHeight + kit.TextHeight(c, b.text.T(), width, render.Caption) + 18
	}
	return kit.TextHeight(c, b.text.T(), width, render.Body) + 12
}

// drawBlocks draws the current page into r.
func (h *Help) drawBlocks(c *render.Canvas, r render.Rect) {
	r = render.Rect{X: r.X + 20, Y: r.Y + 12, W: r.W - textInset, H: r.H}
	for _, b := range helpSections[h.section].blocks {
		height := h.height(c, b, r.W)
		place, rest := r.CutTop(height)
		h.drawBlock(c, b, place)
		r = rest
	}
}

func (h *Help) drawBlock(c *render.Canvas, b helpBlock, r render.Rect) {
	switch b.kind {
	case heading:
		c.Text(b.text.T(), render.Point{X: r.X, Y: r.Y + 26}, render.Strong.Sized(21))
	case item:
		c.FillCircle(render.Point{X: r.X + 8, Y: r.Y + 13}, 3.5, render.Gold)
		kit.DrawText(c, b.text.T(), render.Rect{X: r.X + 24, Y: r.Y, W: r.W - 24, H: r.H}, render.Body)
	case keyList, everywhere, players:
		drawRows(c, h.rows(b), r)
	case picture:
		h.drawPicture(c, b, r)
	default:
		kit.DrawText(c, b.text.T(), r, render.Body)
	}
}

// drawPicture draws a small board with the preview of a move, and the caption.
func (h *Help) drawPicture(c *render.Canvas, b helpBlock, r render.Rect) {
	board, caption := r.CutTop(pictureHeight)
	p, ok := h.pictures[b.board]
	if !ok {
		position, err := rules.ParsePosition(b.board)
		if err != nil {
			return // a test parses every board of the help
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
	kit.DrawText(c, b.text.T(), caption, render.Caption.Aligned(render.Center))
}

// Draw draws the page.
func (h *Help) Draw(c *render.Canvas) {
	page.DrawHeading(c, words.T("Help"), helpWidth)
	page.DrawPanel(c, h.text.Bounds())
	h.Controls.Draw(c)
}
