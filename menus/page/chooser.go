package page

import (
	"fmt"

	"mancala/menus/kit"
)

// NewChooser returns a card with a button for each value of a choice. The chosen one has the focus.
func NewChooser(shell Shell, title string, ch *kit.Choice) *Card {
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		buttons[i] = NewAnswer(shell, fmt.Sprintf("list.option-%d", i+1), option, func() { ch.Choose(i) })
		buttons[i].Primary = i == ch.Selected
	}
	c := NewCard(shell, "list", title, "", shell.Back, buttons...)
	c.Controls.Focus(buttons[ch.Selected])
	return c
}

// NewPick returns a choice that opens its values as a list if they do not fit side by side.
func NewPick(shell Shell, id, label string, options []string, selected int, changed func(int)) *kit.Choice {
	ch := kit.WithID(id, kit.NewChoice(label, options, selected, changed))
	ch.OnOpen = func() { shell.Push(NewChooser(shell, label, ch)) }
	return ch
}
