package page

import (
	"mancala/menus/kit"
	"mancala/words"
)

// seatList is a card with everyone who can take a seat, in groups.
type seatList struct{ Page }

// IsOverlay keeps the screen below visible.
func (*seatList) IsOverlay() {}

// newSeatList returns the list for a choice of [NewSeatChoice]; the selected entry has the focus.
func newSeatList(shell Shell, title string, ch *kit.Choice) *seatList {
	s := &seatList{New(shell, "list")}
	strategies := shell.Shared().Ports.Strategies
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		id := "list.person"
		switch {
		case i > len(strategies):
			id = "list.program"
		case i > 0:
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
	others := append(buttons[:1:1], buttons[1+len(strategies):]...)
	parts := []kit.Part{kit.Across(kit.Puts(others...)...)}
	if len(ladder) > 0 {
		parts = append(parts, inRows(kit.NewGroup(words.T("A ladder")), ladder))
	}
	if len(simple) > 0 {
		parts = append(parts, inRows(kit.NewGroup(words.T("Simple rules, for learning and study")), simple))
	}
	s.Compose(shell.Back, func(Grid) Sheet { return Sheet{Title: title, Card: 620, Content: &kit.Stack{Gap: 6, Parts: parts}} })
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
