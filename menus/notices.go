package menus

import (
	"mancala/menus/kit"
	"mancala/menus/page"
)

// A sentence is announced for five seconds, or longer if it takes longer to read.
const (
	toastTicks     = 5 * 60
	ticksPerLetter = 6
)

// notices are the sentences that screens say. Each is announced in the lane of the topmost screen,
// and is gone with the screen that it was said on.
type notices struct {
	toasts    kit.Toasts
	answering bool        // what is said now answers the user
	on        page.Screen // the lowest visible screen: cards above it do not take sentences away
}

// Say shows a sentence: at once if it answers the user, otherwise after those that are shown and
// wait. An empty one removes all.
func (a *App) Say(sentence string) {
	n := &a.notices
	if a.dirty = true; sentence == "" {
		n.toasts.Clear()
		return
	}
	n.toasts.Say(sentence, max(toastTicks, ticksPerLetter*len(sentence)), n.answering)
	a.outside.voice.sayOnce(sentence)
}

// update advances the sentences by a tick, and reports whether anything visible has changed.
func (n *notices) update(stack *page.Stack) bool {
	if on := stack.Visible()[0]; on != n.on {
		n.on = on
		n.toasts.Leave()
	}
	return !stack.Top().Form().Lane.Closed && n.toasts.Update()
}

// announce shows the present sentence on the topmost screen, and on no other.
func (n *notices) announce(stack *page.Stack) {
	for _, s := range stack.Screens {
		s.Form().Announced = ""
	}
	stack.Top().Form().Announced = n.toasts.Text()
}
