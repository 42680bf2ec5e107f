package page

import (
	"strings"

	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/ports"
	"mancala/menus/settings"
)

// Internet are the controls for the ways of guests on the internet to hosted games. Each change
// takes effect at once and is stored. Make them with [NewInternet].
type Internet struct {
	book        *settings.Book
	check       func(text string) error
	point       *kit.TextField
	meet, route *kit.Switch // route is nil if no router can be asked
}

// maxPoint is the longest name of a meeting point, in characters.
const maxPoint = 259

// NewInternet returns the controls. Their IDs begin with wing.
func NewInternet(shell Shell, wing string) *Internet {
	shared := shell.Shared()
	n := &Internet{book: shared.Settings, check: shared.Ports.CheckPoint}
	n.point = kit.WithID(wing+".meeting-point", kit.NewTextField(words.T("Meeting point"), "", shared.Ports.Clipboard))
	n.point.MaxRunes, n.point.Placeholder = maxPoint, "meet.example.org"
	n.point.Hint = words.T("A computer that you can both reach")
	n.point.OnChange = n.take
	n.meet = kit.WithID(wing+".meet", kit.NewSwitch(words.T("Friends join through it"), false, func(on bool) {
		n.change(func(now *settings.Settings) { now.Meet = on })
	}))
	n.meet.Tip = words.T("While you host, you get a code such as amber-fox-31 for your friend.")
	if shared.Ports.OpenPort != nil {
		n.route = kit.WithID(wing+".open-port", kit.NewSwitch(words.T("Open my router's port"), false, func(on bool) {
			n.change(func(now *settings.Settings) { now.OpenPort = on })
		}))
		n.route.Tip = words.T("Asks your router to let friends in from the internet for as long as you host.")
	}
	n.Fill()
	return n
}

func (n *Internet) change(do func(*settings.Settings)) {
	n.book.Change(do)
	n.Fill()
}

// take stores a valid name of a meeting point, and turns its use on: a user who types one wants to
// use it.
func (n *Internet) take(text string) {
	text = strings.TrimSpace(text)
	n.point.Error = ""
	if text != "" {
		if err := n.check(text); err != nil {
			n.point.Error = words.Sentence(err)
			return
		}
	}
	n.change(func(now *settings.Settings) { now.MeetingPoint, now.Meet = text, text != "" })
}

// Parts returns the controls, and any others beside the meeting point. The simplest way is first.
func (n *Internet) Parts(put Put, beside ...kit.Part) (list []kit.Part) {
	if n.route != nil {
		list = put(n.route)
	}
	point := &kit.Beside{Gap: kit.Gap, Shares: []float64{2}, Parts: append([]kit.Part{kit.Put(n.point)}, beside...)}
	return append(append(list, point), put(n.meet)...)
}

// Fill updates the controls from the settings.
func (n *Internet) Fill() {
	now := n.book.Now()
	if strings.TrimSpace(n.point.Text()) != now.MeetingPoint {
		n.point.SetText(now.MeetingPoint)
		n.point.Error = ""
	}
	n.meet.On, n.meet.Disabled = now.Via() != "", now.MeetingPoint == ""
	if n.route != nil {
		n.route.On = now.OpenPort
	}
}

// InternetLine summarizes how guests on the internet reach a game.
func InternetLine(now settings.Settings, p *ports.Ports) string {
	switch {
	case now.Via() != "":
		return words.T("Through %s", now.Via())
	case now.OpenPort && p.OpenPort != nil:
		return words.T("Through my router's port")
	}
	return words.T("Not set up")
}
