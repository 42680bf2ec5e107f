package textui

import (
	"mancala/match"
	"mancala/words"
)

// meeting is the state of the meeting point as the host's screen shows it.
type meeting struct {
	called bool   // that the point is called, or answers, is on the screen
	code   string // the last code on the screen
	lost   bool   // the loss of the point is on the screen
}

// meetingNews prints a new state of the meeting point.
func (g *game) meetingNews(m match.Meeting) {
	switch m.State {
	case match.MeetingCalling:
		if !g.meeting.called {
			g.meeting.called = true
			g.out.line(words.T("Calling the meeting point %s.", m.At()))
		}
	case match.MeetingOpen:
		g.meeting.called = true
		g.codeNews(m)
	case match.MeetingLost:
		g.meetingLost(m)
	case match.MeetingRefused:
		g.out.warn(words.Sentence(m.Note))
		g.out.line(words.T("Guests can only join by the address."))
	}
}

// meetingLost reports once that the meeting point sends no guests. That hardly matters to a running
// game.
func (g *game) meetingLost(m match.Meeting) {
	if g.meeting.lost {
		return
	}
	g.meeting.lost = true
	switch g.out.warn(words.Sentence(m.Note)); {
	case g.seated():
		g.out.line(words.T("The meeting point %s is called again by itself.", m.At()))
	case g.meeting.code == "":
		g.out.line(words.T("The meeting point %s is called again by itself. Until then, guests can only join by the address.", m.At()))
	default:
		g.out.line(words.T("The meeting point %s is called again by itself. Until then, the code lets no one in.", m.At()))
	}
}

// seated reports whether a guest has the seat.
func (g *game) seated() bool { return g.playing() || g.table.Stage() == match.StageOver }

// codeNews prints a new code, and that the meeting point answers again. A new code is not printed
// while there is a guest.
func (g *game) codeNews(m match.Meeting) {
	again := g.meeting.lost
	g.meeting.lost = false
	switch {
	case m.Code == g.meeting.code:
		if again {
			g.out.line(words.T("The meeting point %s answers again, and the code is the same.", m.At()))
		}
		return
	case g.seated():
		if again {
			g.out.line(words.T("The meeting point %s answers again.", m.At()))
		}
		return
	case g.meeting.code != "":
		g.out.line(words.T("There is a new code; the one before no longer works."))
	}
	g.meeting.code = m.Code
	g.out.line(words.T("Your friend joins with mancala --join %s", m.Guest()), words.T("or opens this in a browser: %s", m.Link()))
}
