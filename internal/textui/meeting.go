package textui

import (
	"mancala/internal/table"
	"mancala/internal/words"
)

// meeting is the state of the meeting point as the host's screen shows it.
type meeting struct {
	*terminal
	called   bool   // the screen says that the point is called or answers
	code     string // the last code on the screen
	repeated string // the last code printed in this pause
	lost     bool   // the screen shows the loss of the point
}

// news prints a new state of the meeting point.
func (m *meeting) news(e table.Meeting) {
	switch e.State {
	case table.MeetingCalling:
		if !m.called {
			m.called = true
			m.out.line(words.T("Calling the meeting point %s.", e.At()))
		}
	case table.MeetingOpen:
		m.called = true
		m.codeNews(&e)
	case table.MeetingLost:
		m.sayLost(e)
	case table.MeetingRefused:
		m.out.warn(words.Sentence(e.Note))
		m.out.line(words.T("Guests can only join by the address."))
	}
}

// sayLost reports once that the meeting point sends no guests. A running game hardly needs it.
func (m *meeting) sayLost(e table.Meeting) {
	if m.lost {
		return
	}
	m.lost = true
	switch m.out.warn(words.Sentence(e.Note)); {
	case m.seated():
		m.out.line(words.T("The meeting point %s is called again by itself.", e.At()))
	case m.code == "":
		m.out.line(words.T("The meeting point %s is called again by itself. Until then, guests can only join by the address.", e.At()))
	default:
		m.out.line(words.T("The meeting point %s is called again by itself. Until then, the code lets no one in.", e.At()))
	}
}

// seated reports whether a guest has the seat.
func (m *meeting) seated() bool { return m.playing() || m.scene.Stage() == table.StageOver }

// codeNews prints a new code, and that the meeting point answers again, if the screen shows the
// calls. It prints no new code while a guest is connected.
func (m *meeting) codeNews(e *table.Meeting) {
	if !e.Open() || !m.called {
		return
	}
	again := m.lost
	m.lost = false
	paused := m.scene.IsPaused()
	switch {
	case e.Code == m.code:
		if again {
			m.out.line(words.T("The meeting point %s answers again, and the code is the same.", e.At()))
		}
		return
	case m.seated() && !paused:
		if again {
			m.out.line(words.T("The meeting point %s answers again.", e.At()))
		}
		return
	case m.code != "":
		m.out.line(words.T("There is a new code; the one before no longer works."))
	}
	m.code, m.repeated = e.Code, e.Code
	gone := ""
	if paused {
		gone = m.scene.Peer()
	}
	m.out.line(codeWords(e, gone)...)
}

// repeat prints the code, once in a pause.
func (m *meeting) repeat() {
	if e := m.scene.Door().Meeting(); e.Open() && e.Code != m.repeated {
		m.repeated = e.Code
		m.out.line(codeWords(e, m.scene.Peer())...)
	}
}

// codeWords says how a friend joins with the code. gone is the guest for whom the seat is reserved,
// or "". That guest needs the code only if their data is lost.
func codeWords(m *table.Meeting, gone string) []string {
	join := words.T("Your friend joins with mancala --join %s", m.Guest())
	if gone != "" {
		join = words.T("If %[1]s's program no longer has this game, type %[2]s or %[3]s; then %[1]s joins with mancala --join %[4]s",
			gone, verbKeep.word(), verbEnd.word(), m.Guest())
	}
	return []string{join, words.T("or opens this in a browser: %s", m.Link())}
}

// offer is a guest's answer to the rules of the host.
type offer struct {
	*terminal
	shown  bool // the screen shows the rules
	agreed bool // the person here has agreed to them
}

// step shows the host's rules and asks whether the person agrees.
func (o *offer) step() {
	if o.agreed { // and waits for the host
		return
	}
	offer := o.scene.Door().Offer()
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
		_ = o.scene.Link().Accept() // fails only if the host has left, which the table reports
	} else {
		o.scene.Link().Leave(table.ReasonDeclined)
	}
}

// heldUp tells a guest why the game has not begun.
func (o *offer) heldUp(e table.HeldUp) {
	if e.By == table.HeldUpByGame {
		o.out.line(words.T("The host is playing with another guest. You wait for the seat; type %s to stop waiting.", verbQuit.word()))
		return
	}
	o.out.line(words.T("The host is asked whether you may play. Please wait, or type %s.", verbQuit.word()))
}
