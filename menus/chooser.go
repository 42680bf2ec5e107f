package menus

import "mancala/menus/kit"

// newChooser returns a card with all values of a choice, a button each; the chosen one has the focus.
func newChooser(a *App, title string, ch *kit.Choice) *card {
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		buttons[i] = kit.NewButton(option, func() {
			a.pop()
			ch.Choose(i)
		})
		buttons[i].Primary = i == ch.Selected
	}
	c := newCard(a, "list", title, "", a.pop, buttons...)
	c.form.Focus(buttons[ch.Selected])
	return c
}
