package menus

import (
	"mancala/menus/kit"
	"mancala/menus/page"
)

// The duration of an announced sentence: five seconds, or longer if reading it takes longer.
const (
	toastTicks     = 5 * 60
	ticksPerLetter = 6
)

// notices are the sentences of screens. The lane of the topmost screen announces each. It
// disappears with the screen on which it was said.
type notices struct {
	toasts    kit.Toasts
	answering bool        // the next sentence answers the user
	on        page.Screen // the lowest visible screen: cards above it do not remove sentences
}

// Say shows a sentence: at once if it answers the user, otherwise after the ones before it. An
// empty one removes all.
func (a *App) Say(sentence string) {
	n := &a.notices
	if a.dirty = true; sentence == "" {
		n.toasts.Clear()
		return
	}
	n.toasts.Say(sentence, max(toastTicks, ticksPerLetter*len(sentence)), n.answering)
	a.outside.announcer.sayOnce(sentence)
}

// update advances the sentences by a tick, and reports whether anything visible has changed.
func (n *notices) update(stack *page.Stack) bool {
	if on := stack.Visible()[0]; on != n.on {
		n.on = on
		n.toasts.Leave()
	}
	return !stack.Top().Form().Lane.Closed && n.toasts.Update()
}

// announce shows the present sentence on the topmost screen only.
func (n *notices) announce(stack *page.Stack) {
	for _, s := range stack.Screens {
		s.Form().Announced = ""
	}
	stack.Top().Form().Announced = n.toasts.Text()
}
