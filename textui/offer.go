package textui

import (
	"mancala/match"
	"mancala/words"
)

// offer is a guest's answer to the rules of the host.
type offer struct {
	*terminal
	shown  bool // the rules are on the screen
	agreed bool // the person here has agreed to them
}

// step shows the host's rules and asks whether they are agreeable.
func (o *offer) step() {
	if o.agreed { // and waits for the host
		return
	}
	offer := o.scene.Offer()
	if t := o.cfg.Terms; t != nil && t.Variant.Canonical() == offer.Variant.Canonical() {
		o.agree(true)
		return
	}
	if !o.shown {
		o.out.line(rulesWords(offer.Variant, words.Name(offer.Host))...)
		o.shown = true
	}
	o.ask(askRules, words.T("Do you agree? [%s/%s] ", words.C("answer", "y"), words.C("answer", "n")))
}

// agree accepts or declines the rules of the host.
func (o *offer) agree(agreed bool) {
	if o.agreed = agreed; agreed {
		_ = o.scene.Link().Accept() // refused only when the host has left, which the table is about to say
	} else {
		o.scene.Link().Leave(match.ReasonDeclined)
	}
}

// heldUp tells a guest why the game does not begin.
func (o *offer) heldUp(e match.HeldUp) {
	if e.By == match.HeldUpByGame {
		o.out.line(words.T("The host is playing with another guest. You wait for the seat; type %s to stop waiting.", verbQuit.word()))
		return
	}
	o.out.line(words.T("The host is asked whether you may play. Please wait, or type %s.", verbQuit.word()))
}
