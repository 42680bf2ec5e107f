package page

import (
	"mancala/menus/kit"
	"mancala/render"
)

// Sheet is everything on a page: a title, the content below it, and a bar of actions at the bottom.
// The page gives each its place, the same on all pages.
type Sheet struct {
	// Title is at the top of the page. Without one, the content begins there.
	Title string
	// Aside is beside the title, at the right. It may be nil.
	Aside kit.Part
	// Content is between the title and the actions. If it has no room it scrolls.
	Content kit.Part
	// Before are the lesser actions, at the left of the bar.
	Before []*kit.Button
	// Actions are at the right of the bar. The last one is the primary one.
	Actions []*kit.Button
	// Card, if not 0, makes the sheet a card of that width over the screen below.
	Card float64

	bounds render.Rect // of the card
	head   *kit.Words  // the title of the card
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

// titleStyle is the style of the title of a page.
var titleStyle = render.PageTitle

// titleHeight returns the height from the top of a page to its content.
func titleHeight(g Grid) float64 {
	if g.Low {
		return 76
	}
	return 104
}

// titleLine returns the place of the title.
func titleLine(g Grid) render.Rect {
	line, _ := g.Area.CutTop(titleHeight(g) - 8)
	corner := kit.CornerPlace(g.Window)
	line.W = min(line.W, corner.X-kit.Gap-line.X) // the speaker is in the corner
	return line
}

// foot returns the distance from the actions to the bottom of the window.
func foot(g Grid) float64 {
	if g.Low {
		return 18
	}
	return 32
}

// bounds of the widths of actions, in units.
const (
	leastAction, mostAction = 132, 280
	actionPad               = 52
)

// asideWidth is the greatest width of a control beside the title.
const asideWidth = 420

// asideRoom returns the width of the control beside the title, which takes less if the title is
// long.
func (s *Sheet) asideRoom(c *render.Canvas, line render.Rect) float64 {
	left := line.W - c.TextWidth(s.Title, titleStyle) - kit.Gap - 1
	return min(asideWidth, max(left, line.W*0.4))
}

// place places the sheet in the window of a grid.
func (s *Sheet) place(c *render.Canvas, g Grid, form *kit.Form) {
	if s.Card > 0 {
		s.placeCard(c, g, form)
		return
	}
	form.Lane = kit.Lane{Place: s.laneRoom(c, g), Align: render.Right}
	room := g.Area
	top := titleHeight(g)
	if s.Title == "" {
		top = foot(g)
	}
	_, room = room.CutTop(top)
	_, room = room.CutBottom(foot(g))
	if actions := s.placeActions(c, g, room); actions > 0 {
		_, room = room.CutBottom(actions + g.Gap())
	}
	if s.Aside != nil {
		line := titleLine(g)
		line, _ = line.CutRight(s.asideRoom(c, line))
		s.Aside.Place(c, line.Centered(line.W, kit.ControlHeight))
	}
	if s.Content != nil {
		const ring, bar = 10, 26 // room for the ring of the focus, and for the scroll bar beside the page
		view := room.Inset(-ring)
		view.W = min(view.W+bar-ring, g.Window.Right()-view.X-2)
		form.Fill(c, room, view, s.Content)
	}
}

// leastLane is the least width of the lane beside the title, in units. If the title and the control
// beside it leave less, a sentence stands in place of the title.
const leastLane = 300

// laneRoom returns the place for sentences on the line of the title.
func (s *Sheet) laneRoom(c *render.Canvas, g Grid) render.Rect {
	line := titleLine(g)
	if s.Aside != nil {
		_, line = line.CutRight(s.asideRoom(c, line) + kit.Gap)
	}
	if free := line.W - c.TextWidth(s.Title, titleStyle) - kit.Gap; free >= leastLane {
		line, _ = line.CutRight(free)
	}
	return line
}

// placeActions places the actions at the bottom of room, in a second line if one is too short for
// their labels, and returns their height.
func (s *Sheet) placeActions(c *render.Canvas, g Grid, room render.Rect) float64 {
	right, left := actionWidth(c, s.Actions), actionWidth(c, s.Before)
	need := widthOf(s.Actions, right) + widthOf(s.Before, left)
	if len(s.Actions) > 0 && len(s.Before) > 0 {
		need += 2 * kit.Gap
	}
	if len(s.Actions)+len(s.Before) == 0 {
		return 0
	}
	line, above := room.CutBottom(kit.ControlHeight)
	height := float64(kit.ControlHeight)
	if need > room.W && len(s.Before) > 0 {
		_, above = above.CutBottom(g.Gap())
		second, _ := above.CutBottom(kit.ControlHeight)
		placeEnd(second, s.Before, left, false)
		height += g.Gap() + kit.ControlHeight
	} else {
		placeEnd(line, s.Before, left, false)
	}
	placeEnd(line, s.Actions, right, true)
	return height
}

// iconAction is the width of an action with an icon instead of its label.
const iconAction = 60

// actionWidth returns the width of actions: that of the longest label.
func actionWidth(c *render.Canvas, actions []*kit.Button) float64 {
	w := float64(leastAction)
	for _, b := range actions {
		if b.Icon == nil {
			w = max(w, c.TextWidth(b.Label, render.Strong)+actionPad)
		}
	}
	return min(w, mostAction)
}

// widthOf returns the width of a row of actions, those with labels w units wide each.
func widthOf(actions []*kit.Button, w float64) (sum float64) {
	for _, b := range actions {
		if sum += kit.Gap + w; b.Icon != nil {
			sum += iconAction - w
		}
	}
	return max(0, sum-kit.Gap)
}

// placeEnd places actions at the left or right end of a line, as wide as the line allows.
func placeEnd(line render.Rect, actions []*kit.Button, w float64, right bool) {
	scale := 1.0
	if need := widthOf(actions, w); need > line.W {
		scale = line.W / need
	}
	x := line.X
	if right {
		x = line.Right() - scale*widthOf(actions, w)
	}
	for _, b := range actions {
		one := w
		if b.Icon != nil {
			one = iconAction
		}
		b.SetBounds(render.Rect{X: x, Y: line.Y, W: scale * one, H: line.H})
		x += scale * (one + kit.Gap)
	}
}

// cardGap is the distance of a card's title and of its actions to the content.
const cardGap = kit.Gap + 4

// ends returns the title of a card, and the heights that it and the actions take.
func (s *Sheet) ends(c *render.Canvas, width float64) (title *kit.Words, above, below float64) {
	title = kit.Say(s.Title, render.Heading.Aligned(render.Center))
	if s.Title != "" {
		above = title.Extent(c, width).Least + cardGap
	}
	if len(s.Actions) > 0 {
		below = kit.ControlHeight + cardGap
	}
	return title, above, below
}

// CardHeight returns the height of a card whose content does not scroll.
func (s *Sheet) CardHeight(c *render.Canvas, g Grid) float64 {
	width := s.cardWidth(g) - 2*CardMargin
	_, above, below := s.ends(c, width)
	return s.Content.Extent(c, width).Most + above + below + 2*CardMargin
}

func (s *Sheet) cardWidth(g Grid) float64 { return min(s.Card, g.Window.W-2*Margin) }

// placeCard centres the card in the window, no higher than its content. Its title and its actions
// keep their places if the content scrolls.
func (s *Sheet) placeCard(c *render.Canvas, g Grid, form *kit.Form) {
	const ring, each = 10, 240
	high := min(s.CardHeight(c, g), g.Window.H-2*kit.Gap)
	s.bounds = BelowLane(g.Window, g.Window.Centered(s.cardWidth(g), high))
	inner := s.bounds.Inset(CardMargin)
	title, above, below := s.ends(c, inner.W)
	head, inner := inner.CutTop(above)
	foot, inner := inner.CutBottom(below)
	_, foot = foot.CutTop(cardGap)
	s.head = title
	s.head.Place(c, head)
	foot = foot.Centered(min(foot.W, each*float64(len(s.Actions))), foot.H)
	kit.Across(kit.Puts(s.Actions...)...).Place(c, foot)
	form.Fill(c, inner, inner.Inset(-ring), s.Content)
}

// draw draws the title, or the ground of the card.
func (s *Sheet) draw(c *render.Canvas, g Grid, form *kit.Form) {
	if s.Card > 0 {
		DrawCard(c, s.bounds)
		s.head.Draw(c, render.Point{})
		return
	}
	line := titleLine(g)
	room := line.W
	if s.Aside != nil {
		s.Aside.Draw(c, render.Point{})
		room -= s.asideRoom(c, line) + kit.Gap
	}
	if form.Announced != "" && form.Lane.Place.X == line.X {
		return
	}
	c.Text(c.Fit(s.Title, room, titleStyle), render.Point{X: line.X, Y: line.Center().Y}, titleStyle)
}
