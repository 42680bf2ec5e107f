package page

import (
	"slices"

	"mancala/menus/kit"
	"mancala/render"
)

// Sheet is everything on a page: a title, the content below it, and a bar of actions at the bottom.
// Their places are the same on all pages.
type Sheet struct {
	// Title is at the top of the page. Without one, the content begins there.
	Title string
	// Aside is beside the title, at the right. It may be nil.
	Aside kit.Part
	// Content is between the title and the actions. It scrolls if it does not fit.
	Content kit.Part
	// Before are the lesser actions, at the left of the bar.
	Before []*kit.Button
	// Actions are at the right of the bar, the primary one last.
	Actions []*kit.Button
	// Card, if not 0, makes the sheet a card of that width over the screen below.
	Card float64

	style  render.TextStyle // of the title of a page
	bounds render.Rect      // of the card
	head   kit.Part         // the title and the control beside it, or everything on a card
	hole   *kit.Picture     // the room for the content
}

// widgets returns the widgets in the order of Tab.
func (s *Sheet) widgets() []kit.Widget {
	var list []kit.Widget
	if s.Aside != nil {
		list = append(list, kit.ControlsOf(s.Aside)...)
	}
	if s.Content != nil {
		list = append(list, kit.ControlsOf(s.Content)...)
	}
	for _, b := range s.Before {
		list = append(list, b)
	}
	for _, b := range s.Actions {
		list = append(list, b)
	}
	return list
}

// leastTitle is the least size of the title of a page, and leastAside the least share of its line
// for a control beside it.
const leastTitle, leastAside = 24, 0.4

// titleHeight returns the height from the top of a page to its content.
func titleHeight(g Grid) float64 {
	if g.Low {
		return 76
	}
	return 104
}

// foot returns the distance from the actions to the bottom of the window.
func foot(g Grid) float64 {
	if g.Low {
		return 18
	}
	return 32
}

// Limits of the widths of actions, in units.
const (
	leastAction, mostAction = 132, 280
	actionPad               = 52
)

// BesideTitle returns a line for the right end of the line of the title.
func BesideTitle(style render.TextStyle, text func() string) kit.Part {
	return &kit.Picture{Most: kit.Endless, Paint: func(c *render.Canvas, r render.Rect) {
		kit.DrawLine(c, text(), r, style.Aligned(render.Right))
	}}
}

// asideWidth is the greatest width of a control beside the title.
const asideWidth = 420

// asideRoom returns the width of the control beside the title: less for a long title.
func (s *Sheet) asideRoom(c *render.Canvas, line float64) float64 {
	left := line - c.TextWidth(s.Title, s.style) - kit.Gap - 1
	return min(asideWidth, max(left, line*leastAside))
}

// place places the sheet in the window of a grid.
func (s *Sheet) place(c *render.Canvas, g Grid, form *kit.Form) {
	const ring, bar = 10, 26 // room for the ring of the focus, and for the scroll bar beside the page
	if s.Card > 0 {
		s.placeCard(c, g)
		form.Fill(c, s.hole.Bounds(), s.hole.Bounds().Inset(-ring), s.Content)
		return
	}
	s.placePage(c, g, form)
	if s.Content != nil {
		view := s.hole.Bounds().Inset(-ring)
		view.W = min(view.W+bar-ring, g.Window.Right()-view.X-2)
		form.Fill(c, s.hole.Bounds(), view, s.Content)
	}
}

// placePage places the title, the room for the content and the actions below each other.
func (s *Sheet) placePage(c *render.Canvas, g Grid, form *kit.Form) {
	high, low := titleHeight(g), foot(g)
	corner := kit.CornerPlace(g.Window)
	line, _ := g.Area.CutTop(high - 8)
	line.W = min(line.W, corner.X-kit.Gap-line.X) // the speaker is in the corner
	title := &kit.Picture{Least: line.H, Paint: func(c *render.Canvas, r render.Rect) { s.drawTitle(c, r, form) }}
	head := &kit.Beside{Gap: kit.Gap, Widths: []float64{line.W}, Parts: []kit.Part{title}, Middle: true}
	room := line.W
	if s.Aside != nil {
		room -= leastAside*line.W + kit.Gap
	}
	s.style = kit.Shrunk(c, s.Title, room, leastTitle, render.PageTitle)
	if s.Aside != nil {
		wide := s.asideRoom(c, line.W)
		head.Widths = []float64{line.W - wide - kit.Gap, wide}
		head.Parts = append(head.Parts, kit.Sized(kit.ControlHeight, kit.ControlHeight, s.Aside))
	}
	head.Place(c, line)
	s.head = head
	if s.Title == "" {
		high = low
	}
	s.hole = &kit.Picture{Most: kit.Endless}
	parts := []kit.Part{kit.Blank(high), s.hole, kit.Blank(low)}
	if bar := s.bar(c, g); bar != nil {
		parts = slices.Insert(parts, 2, kit.Blank(g.Gap()), bar)
	}
	(&kit.Stack{Parts: parts}).Place(c, g.Area)
	form.Lane = kit.Lane{Place: s.lane(c, title.Bounds()), Align: render.Right}
}

// leastLane is the least width of the lane beside the title, in units. If there is less room, a
// sentence replaces the title.
const leastLane = 300

// lane returns the place for sentences on the line of the title.
func (s *Sheet) lane(c *render.Canvas, line render.Rect) render.Rect {
	if free := line.W - c.TextWidth(s.Title, s.style) - kit.Gap; free >= leastLane {
		line, _ = line.CutRight(free)
	}
	return line
}

// drawTitle draws the title, unless a sentence replaces it.
func (s *Sheet) drawTitle(c *render.Canvas, line render.Rect, form *kit.Form) {
	if form.Announced == "" || form.Lane.Place.X != line.X {
		kit.DrawLine(c, s.Title, line, s.style)
	}
}

// iconAction is the width of an action with an icon instead of its label.
const iconAction = 60

// bar returns the actions in a row, or in two rows if one is too short for their labels. It returns
// nil if there are none.
func (s *Sheet) bar(c *render.Canvas, g Grid) kit.Part {
	before, actions := actionRow(c, s.Before), actionRow(c, s.Actions)
	free := g.Area.W - spans(before, actions)
	if free <= 0 && len(s.Before) > 0 {
		tight := [2]*kit.Beside{tightRow(c, s.Before), tightRow(c, s.Actions)}
		if left := g.Area.W - spans(tight[:]...); left > 0 {
			before, actions, free = tight[0], tight[1], left
		}
	}
	actions.Right = true
	switch {
	case len(s.Before)+len(s.Actions) == 0:
		return nil
	case len(s.Before) == 0:
		return actions
	case free <= 0:
		return g.Rows(before, actions)
	}
	before.Widths = slices.Concat(before.Widths, []float64{free}, actions.Widths)
	before.Parts = slices.Concat(before.Parts, []kit.Part{kit.Blank(0)}, actions.Parts)
	return before
}

// actionRow returns actions in a row, as wide as the longest label needs.
func actionRow(c *render.Canvas, actions []*kit.Button) *kit.Beside {
	wide := float64(leastAction)
	for _, b := range actions {
		if b.Icon == nil {
			wide = max(wide, c.TextWidth(b.Label, render.Strong)+actionPad)
		}
	}
	row := &kit.Beside{Gap: kit.Gap, Parts: kit.Puts(actions...)}
	for _, b := range actions {
		if row.Widths = append(row.Widths, min(wide, mostAction)); b.Icon != nil {
			row.Widths[len(row.Widths)-1] = iconAction
		}
	}
	return row
}

// spans returns the width of rows of actions beside each other.
func spans(rows ...*kit.Beside) (width float64) {
	for _, row := range rows {
		for _, w := range row.Widths {
			width += w + kit.Gap
		}
	}
	return width
}

// tightRow returns actions in a row, each as wide as its label needs.
func tightRow(c *render.Canvas, actions []*kit.Button) *kit.Beside {
	const pad = 32
	row := actionRow(c, actions)
	for i, b := range actions {
		if b.Icon == nil {
			row.Widths[i] = min(row.Widths[i], c.TextWidth(b.Label, render.Strong)+pad)
		}
	}
	return row
}

// CardHeight returns the height of a card without scrolling. It puts the title, the room for the
// content and the actions below each other.
func (s *Sheet) CardHeight(c *render.Canvas, g Grid) float64 {
	const each = 240
	s.hole = &kit.Picture{Most: s.Content.Extent(c, s.cardWidth(g)-2*CardMargin).Most}
	card := &kit.Stack{Gap: kit.Gap + 4, Parts: []kit.Part{s.hole}}
	if s.Title != "" {
		card.Parts = []kit.Part{kit.Say(s.Title, render.Heading.Aligned(render.Center)), s.hole}
	}
	if n := len(s.Actions); n > 0 {
		card.Parts = append(card.Parts, &kit.Narrow{Part: kit.Across(kit.Puts(s.Actions...)...), Width: each * float64(n), Centred: true})
	}
	s.head = card
	return card.Extent(c, s.cardWidth(g)-2*CardMargin).Most + 2*CardMargin
}

// cardWidth returns the width of a card. A wide one ends before the speaker in the corner.
func (s *Sheet) cardWidth(g Grid) float64 {
	if g.Upright {
		return min(s.Card, g.Area.W)
	}
	return min(s.Card, g.Window.W-2*kit.CornerRoom)
}

// placeCard centres the card in the window, no higher than its content. Its title and actions keep
// their places if the content scrolls.
func (s *Sheet) placeCard(c *render.Canvas, g Grid) {
	high := min(s.CardHeight(c, g), g.Window.H-2*kit.Gap)
	s.bounds = BelowLane(g.Window, g.Window.Centered(s.cardWidth(g), high))
	s.head.Place(c, s.bounds.Inset(CardMargin))
}

// draw draws everything but the content and the widgets.
func (s *Sheet) draw(c *render.Canvas) {
	if s.Card > 0 {
		DrawCard(c, s.bounds)
	}
	s.head.Draw(c, render.Point{})
}
