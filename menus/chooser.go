package menus

import "mancala/menus/kit"

// newSeatChoice returns the choice of who has a seat, which opens as a list: a person at place 0, then the strategies on offer.
func newSeatChoice(a Shell, label string, selected int) *kit.Choice {
	titles := []string{"Person here"}
	for _, strategy := range a.Shared().Ports.Strategies {
		titles = append(titles, strategy.Title)
	}
	ch := kit.NewChoice(label, titles, selected, nil)
	ch.OnOpen = func() { a.Push(newChooser(a, label, ch)) }
	return ch
}

// newChooser returns a card with all values of a choice, a button each; the chosen one has the focus.
func newChooser(a Shell, title string, ch *kit.Choice) *card {
	buttons := make([]*kit.Button, len(ch.Options))
	for i, option := range ch.Options {
		buttons[i] = kit.NewButton(option, func() {
			a.Back()
			ch.Choose(i)
		})
		buttons[i].Primary = i == ch.Selected
	}
	c := newCard(a, "list", title, "", a.Back, buttons...)
	c.Controls.Focus(buttons[ch.Selected])
	return c
}
