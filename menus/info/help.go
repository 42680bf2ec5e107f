package info

import (
	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
)

// Help explains the game, the program and how to connect: in a wide window by topics, of which one
// is in view, with its boards beside the text, and in others on one page each.
type Help struct {
	page.Page
	section  int
	topics   *kit.List
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
		h.topics.Select(0)
		h.turn()
	}))
	h.topics = kit.WithID("help.topics", &kit.List{RowHeight: topicRow, OnSelect: func(int) { h.turn() }, DrawRow: h.drawTopic})
	h.topics.Words = func(i int) string { return h.titles()[i] }
	h.text = kit.WithID("help.text", &kit.ScrollArea{})
	back := page.NewBack(shell, "help.back")
	learn := kit.WithID("help.lesson", kit.NewButton(words.T("Learn in one minute"), func() { page.ChooseLesson(shell) }))
	h.Compose(shell.Back, func(g page.Grid) page.Sheet {
		return page.Sheet{
			Title: words.T("Help"), Aside: kit.Put(choice), Content: h.content(g),
			Before: []*kit.Button{learn}, Actions: []*kit.Button{back},
		}
	})
	h.Controls.Rest(back)
	return h
}

// turn shows another topic, from its beginning.
func (h *Help) turn() {
	h.text.ScrollTo(0)
	h.Recompose()
}

// Layout places the page. At first the topics have the focus or, without them, the text if it
// scrolls, so that the keys turn or scroll at once.
func (h *Help) Layout(c *render.Canvas, window render.Rect) {
	h.Page.Layout(c, window)
	switch {
	case h.placed:
	case h.topics.Focusable():
		h.Controls.Focus(h.topics)
	case h.text.Focusable():
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
	topicRow      = 34
	pictureHeight = 190 // beside the text, at most 260
)

// titles returns the topics of the section.
func (h *Help) titles() (list []string) {
	for _, t := range helpSections[h.section].topics() {
		list = append(list, t.title.T())
	}
	return list
}

// drawTopic draws a row of the list of topics.
func (h *Help) drawTopic(c *render.Canvas, r render.Rect, i int) {
	style := render.Body
	if i != h.topics.Selected {
		style = style.In(render.InkSoft)
	}
	kit.DrawLine(c, h.titles()[i], kit.Row(r, 0, 12, 0)[1], style)
}

// content returns the section, with the topics beside it in a wide window.
func (h *Help) content(g page.Grid) kit.Part {
	text := &kit.Panel{Part: kit.Put(h.text), Pad: helpPad, Radius: 14}
	if g.Columns < 12 {
		h.topics.Rows = 0
		h.text.Content = h.blocks(helpSections[h.section].all(), pictureHeight)
		return text
	}
	topics := helpSections[h.section].topics()
	h.topics.Rows = len(topics)
	h.text.Content = h.topic(g, topics[min(h.topics.Selected, len(topics)-1)])
	list := kit.Sized(4*topicRow, kit.Endless, kit.Put(h.topics))
	return g.Pair(3, kit.OnPanel(list), 9, text)
}

// topic returns the text of a topic, with its boards beside it.
func (h *Help) topic(g page.Grid, t helpSection) kit.Part {
	var text, boards []helpBlock
	for _, b := range t.blocks {
		if b.kind == picture {
			boards = append(boards, b)
		} else {
			text = append(text, b)
		}
	}
	said := h.blocks(append([]helpBlock{{kind: heading, text: t.title}}, text...), 0)
	if len(boards) == 0 {
		return said
	}
	const around, words = 260, 125 // above and below all boards, and below each
	high := (g.Window.H-around)/float64(len(boards)) - words
	return kit.Split(5, said, 4, h.blocks(boards, max(90, min(high, 260))))
}

// blocks returns blocks below each other, with boards of a height.
func (h *Help) blocks(blocks []helpBlock, high float64) kit.Part {
	list := &kit.Stack{Gap: helpGap}
	for _, b := range blocks {
		list.Parts = append(list.Parts, h.block(b, high))
	}
	return list
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

// block returns a block as a part, a board with a height.
func (h *Help) block(b helpBlock, high float64) kit.Part {
	switch b.kind {
	case heading:
		return kit.Say(b.text.T(), render.Action)
	case item:
		return page.Item(b.text.T(), render.Body)
	case keyList, everywhere, players:
		return rowList(h.rows(b), 2)
	case picture:
		board, effect := h.picture(b, high)
		return &kit.Stack{Gap: 4, Parts: []kit.Part{
			board, kit.Say(effect, render.Strong.Aligned(render.Center)), kit.Say(b.text.T(), render.Caption.Aligned(render.Center)),
		}}
	}
	return kit.Say(b.text.T(), render.Body)
}

// picture returns a small board with the preview of a move, and the words for its effect. They
// would cover houses of so small a board.
func (h *Help) picture(b helpBlock, high float64) (board kit.Part, effect string) {
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
	board = &kit.Picture{Least: high, Most: high, Paint: func(c *render.Canvas, r render.Rect) {
		v := page.StillView(p.Position, rules.South, r.Inset(6))
		v.Focus, v.HasFocus, v.Preview = p.preview.From, true, &p.preview
		h.Art.Draw(c, v)
	}}
	return board, page.WithWords(render.View{Preview: &p.preview}).PreviewWords
}
