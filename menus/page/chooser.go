package page

import (
	"fmt"

	"mancala/menus/kit"
)

// NewChooser returns a card with all values of a choice, a button each; the chosen one has the focus.
func NewChooser(shell Shell, title string, ch *kit.Choice) *Card {
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		buttons[i] = kit.WithID(fmt.Sprintf("list.option-%d", i+1), kit.NewButton(option, func() {
			shell.Back()
			ch.Choose(i)
		}))
		buttons[i].Primary = i == ch.Selected
	}
	c := NewCard(shell, "list", title, "", shell.Back, buttons...)
	c.Controls.Focus(buttons[ch.Selected])
	return c
}
