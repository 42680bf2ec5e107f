package page

import (
	"mancala/internal/words"
	"mancala/menus/kit"
)

// seatList is a card with all possible players for a seat, in groups.
type seatList struct{ Page }

// newSeatList returns the list for a choice of [NewSeatChoice]. The selected entry has the focus.
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
		parts = append(parts, inRows(words.T("A ladder"), ladder))
	}
	if len(simple) > 0 {
		parts = append(parts, inRows(words.T("Simple rules, for learning and study"), simple))
	}
	s.Compose(shell.Back, func(Grid) Sheet { return Sheet{Title: title, Card: 620, Content: &kit.Stack{Gap: 6, Parts: parts}} })
	s.Controls.Focus(buttons[ch.Selected])
	return s
}

// inRows returns controls under a heading, at most three per row.
func inRows(title string, list []kit.Widget) kit.Part {
	return kit.Group(title, kit.Columns(3, 10, kit.Puts(list...)...))
}
