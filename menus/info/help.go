package info

import (
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Help explains the game, the program and how to connect, on one page each.
type Help struct {
	page.Page
	section  int
	text     *kit.ScrollArea
	placed   bool // Layout has been called
	pictures map[string]picturePosition
}

// picturePosition is a small board of the help with the preview of its move.
type picturePosition struct {
	rules.Position
	preview motion.Preview
}

// NewHelp returns the help at its first page.
func NewHelp(shell page.Shell) *Help {
	h := &Help{Page: page.New(shell, "help"), pictures: map[string]picturePosition{}}
	var titles []string
	for _, s := range helpSections {
		titles = append(titles, s.title.T())
	}
	choice := kit.WithID("help.section", kit.NewChoice("", titles, 0, func(i int) {
		h.section = i
		h.text.ScrollTo(0)
		h.Recompose()
	}))
	h.text = kit.WithID("help.text", &kit.ScrollArea{})
	back := page.NewBack(shell, "help.back")
	learn := kit.WithID("help.lesson", kit.NewButton(words.T("Learn in one minute"), func() { page.ChooseLesson(shell) }))
	h.Compose(shell.Back, func(g page.Grid) page.Sheet {
		h.text.Content = h.blocks(g)
		return page.Sheet{
			Title: words.T("Help"), Aside: kit.Put(choice), Content: &kit.Panel{Part: kit.Put(h.text), Pad: helpPad, Radius: 14},
			Before: []*kit.Button{learn}, Actions: []*kit.Button{back},
		}
	})
	h.Controls.Rest(back)
	return h
}

// Layout places the page. If the text scrolls, it has the focus at first, so that the keys scroll
// at once.
func (h *Help) Layout(c *render.Canvas, window render.Rect) {
	h.Page.Layout(c, window)
	if !h.placed && h.text.Focusable() {
		h.Controls.Focus(h.text)
	}
	h.placed = true
}

// Renewed returns the help in the current language.
func (h *Help) Renewed() page.Screen { return NewHelp(h.Shell) }

// Dimensions of the help, in units.
const (
	helpPad       = 24
	helpGap       = 12
	pictureHeight = 190
)

// blocks returns the current page, in two columns if the window is wide.
func (h *Help) blocks(g page.Grid) kit.Part {
	var list []kit.Part
	for _, b := range helpSections[h.section].all() {
		list = append(list, h.block(b))
	}
	if g.Columns < 12 {
		return &kit.Stack{Gap: helpGap, Parts: list}
	}
	return kit.Flow(2, helpGap, 48, list...)
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

// block returns a block as a part.
func (h *Help) block(b helpBlock) kit.Part {
	switch b.kind {
	case heading:
		return kit.Say(b.text.T(), render.Action)
	case item:
		return page.Item(b.text.T(), render.Body)
	case keyList, everywhere, players:
		return rowList(h.rows(b), 2)
	case picture:
		board, effect := h.picture(b)
		return &kit.Stack{Gap: 4, Parts: []kit.Part{
			board, kit.Say(effect, render.Strong.Aligned(render.Center)), kit.Say(b.text.T(), render.Caption.Aligned(render.Center)),
		}}
	}
	return kit.Say(b.text.T(), render.Body)
}

// picture returns a small board with the preview of a move, and the words for its effect. They
// would cover houses of so small a board.
func (h *Help) picture(b helpBlock) (board kit.Part, effect string) {
	p, ok := h.pictures[b.board]
	if !ok {
		position, err := rules.ParsePosition(b.board)
		if err != nil {
			return kit.Blank(0), "" // a test parses every board of the help
		}
		p = picturePosition{Position: position}
		p.preview, _ = motion.NewPreview([]rules.Position{position}, b.house)
		h.pictures[b.board] = p
	}
	board = &kit.Picture{Least: pictureHeight, Most: pictureHeight, Paint: func(c *render.Canvas, r render.Rect) {
		v := page.StillView(p.Position, rules.South, r.Inset(6))
		v.Focus, v.HasFocus, v.Preview = p.preview.From, true, &p.preview
		h.Art.Draw(c, v)
	}}
	return board, page.WithWords(render.View{Preview: &p.preview}).PreviewWords
}
