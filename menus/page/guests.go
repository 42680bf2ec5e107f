package page

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/settings"
)

// Guests are the controls for the admission of guests to hosted games, and for the visibility of
// these games. Each change takes effect at once and is stored. Make them with [NewGuests].
type Guests struct {
	book                    *settings.Book
	ask                     *kit.Choice
	inviteOnly, watch, show *kit.Switch
}

// asks are the options for the guests that need the host's consent.
var asks = [...]match.Asking{match.AskNone, match.AskStrangers, match.AskAll}

// NewGuests returns the controls. Their IDs begin with wing.
func NewGuests(shell Shell, wing string) *Guests {
	g := &Guests{book: shell.Shared().Settings}
	var options []string
	for _, ask := range asks {
		options = append(options, askWords(ask))
	}
	g.ask = kit.WithID(wing+".ask", kit.NewChoice(words.T("Who is let in"), options, 0, func(i int) {
		g.change(func(now *settings.Settings) { now.Admission.Ask = asks[i] })
	}))
	g.ask.Tip = words.T("Strangers are people from outside your own network.")
	flag := func(id, label, tip string, set func(now *settings.Settings, on bool)) *kit.Switch {
		s := kit.WithID(wing+"."+id, kit.NewSwitch(label, false, func(on bool) {
			g.change(func(now *settings.Settings) { set(now, on) })
		}))
		s.Tip = tip
		return s
	}
	g.inviteOnly = flag("invite-only", words.T("Only with my invite"), words.T("Guests without your invite are turned away."),
		func(now *settings.Settings, on bool) { now.Admission.InviteOnly = on })
	g.watch = flag("watch", words.T("Friends may watch"), words.T("Others may watch while you play. They see the board and the names, but not what you say."),
		func(now *settings.Settings, on bool) { now.Admission.NoWatchers = !on })
	g.show = flag("show", words.T("Show my game nearby"), words.T("Others on the same network find your game in a list, without an address."),
		func(now *settings.Settings, on bool) { now.Hidden = !on })
	g.Fill()
	return g
}

func (g *Guests) change(do func(*settings.Settings)) {
	g.book.Change(do)
	g.Fill()
}

// Put is a function that returns widgets as parts, such as [Grid.Noted].
type Put = func(widgets ...kit.Widget) []kit.Part

// Parts returns the controls for the admission.
func (g *Guests) Parts(put Put) []kit.Part { return put(g.ask, g.inviteOnly, g.watch) }

// Nearby returns the switch for the visibility.
func (g *Guests) Nearby(put Put) []kit.Part { return put(g.show) }

// Fill updates the controls from the settings.
func (g *Guests) Fill() {
	now := g.book.Now()
	g.ask.Selected = max(0, slices.Index(asks[:], now.Admission.Ask))
	g.inviteOnly.On, g.watch.On, g.show.On = now.Admission.InviteOnly, !now.Admission.NoWatchers, !now.Hidden
	g.ask.Disabled = now.Admission.InviteOnly
}

// AdmissionLine summarizes who may enter.
func AdmissionLine(a match.Admission) string {
	if a.InviteOnly {
		return words.T("Only with my invite")
	}
	return askWords(a.Ask)
}

// askWords says which guests need the host's consent.
func askWords(a match.Asking) string {
	switch a {
	case match.AskNone:
		return words.C("is let in", "Everyone")
	case match.AskAll:
		return words.T("Ask about all")
	}
	return words.T("Ask about strangers")
}

// NewBegins returns the choice of who begins a game with a guest, in the order of [match.First].
func NewBegins(id string, now match.First, changed func(int)) *kit.Choice {
	who := []string{words.C("who begins", "Toss"), words.T("You"), words.T("The guest")}
	return kit.WithID(id, kit.NewChoice(words.T("Who begins"), who, int(now), changed))
}
