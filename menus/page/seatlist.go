package page

import (
	"slices"

	"mancala/menus/kit"
	"mancala/render"
	"mancala/words"
)

// seatList is a card with everyone who can take a seat, in groups.
type seatList struct {
	Page
	title  string
	person *kit.Button
	groups []*kit.Group
	bounds render.Rect
}

// IsOverlay keeps the screen below visible.
func (*seatList) IsOverlay() {}

// newSeatList returns the list for a choice of [NewSeatChoice]; the selected entry has the focus.
func newSeatList(shell Shell, title string, ch *kit.Choice) *seatList {
	s := &seatList{Page: New(shell, "list"), title: title}
	strategies := shell.Shared().Ports.Strategies
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		id := "list.person"
		if i > 0 {
			id = "list." + strategies[i-1].Name
		}
		buttons[i] = NewAnswer(shell, id, option, func() { ch.Choose(i) })
		buttons[i].Primary = i == ch.Selected
	}
	var ladder, simple []kit.Widget
	for i, strategy := range strategies {
		if strategy.Rung > 0 {
			ladder = append(ladder, buttons[i+1])
		} else {
			simple = append(simple, buttons[i+1])
		}
	}
	s.person = buttons[0]
	if len(ladder) > 0 {
		s.groups = append(s.groups, inRows(kit.NewGroup(words.T("A ladder")), ladder))
	}
	if len(simple) > 0 {
		s.groups = append(s.groups, inRows(kit.NewGroup(words.T("Simple rules, for learning and study")), simple))
	}
	s.Controls = kit.NewForm(slices.Concat([]kit.Widget{s.person}, kit.GroupWidgets(s.groups...))...)
	s.Controls.OnCancel = shell.Back
	s.Controls.Focus(buttons[ch.Selected])
	return s
}

// inRows adds controls to a group, three per row, or two per row if there are four.
func inRows(g *kit.Group, list []kit.Widget) *kit.Group {
	columns := 3
	if len(list) == 4 {
		columns = 2
	}
	for len(list) > 0 {
		n := min(columns, len(list))
		g.Row(0, list[:n]...)
		list = list[n:]
	}
	return g
}

// Layout centres the card in the window. In a low one, the rows are closer together.
func (s *seatList) Layout(_ *render.Canvas, area render.Rect) {
	const head, listWidth = 52, 620
	width := min(listWidth, area.W-2*Margin)
	inner := render.Rect{W: width - 2*CardMargin}
	for gap := 14.0; gap >= 4; gap -= 2 {
		height := kit.PlaceGroups(inner, 1, gap, s.groups...) + head + kit.ControlHeight + gap
		s.bounds = area.Centered(width, height+2*CardMargin)
		if s.bounds.H > area.H-2*kit.Gap && gap > 4 {
			continue
		}
		_, body := s.bounds.Inset(CardMargin).CutTop(head)
		place, body := body.CutTop(kit.ControlHeight)
		s.person.SetBounds(place)
		_, body = body.CutTop(gap)
		kit.PlaceGroups(body, 1, gap, s.groups...)
		return
	}
}

// Draw draws the card over the screen below.
func (s *seatList) Draw(c *render.Canvas) {
	DrawCard(c, s.bounds)
	c.Text(s.title, render.Point{X: s.bounds.Center().X, Y: s.bounds.Y + CardMargin + 18}, render.Heading.Aligned(render.Center))
	s.Controls.Draw(c)
}
