package club

import (
	"mancala/internal/match/lobby"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/render"
)

// strip is the line above the list. It is about a lost connection, a running game, the wait for an
// opponent, an announcement by the people who run the club, or further tables.
type strip struct {
	text   string // "" for none
	button *kit.Button
	warn   bool
}

// waits reports whether the user waits for an opponent.
func (h *house) waits() bool { return h.wanted != nil || h.own() != nil }

// showStrip brings the strip up to date.
func (l *lobbyScreen) showStrip() {
	s, h := &l.strip, l.house
	s.text, s.warn, s.button.OnPress = "", false, nil
	press := func(label string, do func()) { s.button.Label, s.button.OnPress = label, do }
	switch own := h.own(); {
	case l.arriving():
		s.text = words.T("On the way to the table...")
		press(words.T("Cancel"), l.NextPeer)
	case h.failed != nil:
		s.text, s.warn = words.Sentence(h.failed), true
	case h.down != nil:
		s.text, s.warn = words.T("%s It is being dialled again.", words.Sentence(h.down)), true
	case len(h.seats) > 0:
		seat := h.seats[0]
		s.text = words.T("Your game against %s goes on.", memberName(seat.Table.Other(h.in.Me.ID)))
		press(words.T("Go on"), func() {
			h.seats = h.seats[1:]
			l.sit(seat)
		})
	case own != nil:
		s.text = words.T("You wait at your table: %s.", settingsLine(own.Settings))
		press(words.T("Close the table"), func() { h.ask(lobby.Cancel{}, nil) })
	case h.wanted != nil:
		s.text = words.T("The club looks for an opponent: %s.", settingsLine(*h.wanted))
		press(words.T("Stop looking"), func() {
			h.ask(lobby.Cancel{}, func(lobby.Answer) {
				h.wanted = nil
				l.show()
			})
		})
	case h.tell != "":
		s.text = words.T("The club says: %s", h.tell)
	case h.more > 0:
		s.text = words.MoreTables(h.more)
	}
}

// stripButton is the width of the button.
const stripButton = 190

// above returns the strip, if there is one, and parts below it.
func (s *strip) above(parts ...kit.Part) []kit.Part {
	if s.text == "" {
		return parts
	}
	style := render.Body
	if s.warn {
		style = style.In(render.Warn)
	}
	var button []kit.Part
	if s.button.OnPress != nil {
		button = kit.Puts(s.button)
	}
	return append([]kit.Part{kit.OnPanel(kit.Line(kit.Say(s.text, style), stripButton, button...))}, parts...)
}
