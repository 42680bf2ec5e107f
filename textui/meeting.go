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
		g.codeNews(&m)
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
func (g *game) seated() bool { return g.playing() || g.scene.Stage() == match.StageOver }

// codeNews prints a new code, and that the meeting point answers again, once the calls are on the
// screen. A new code is not printed while a guest is connected.
func (g *game) codeNews(m *match.Meeting) {
	if !m.Open() || !g.meeting.called {
		return
	}
	again := g.meeting.lost
	g.meeting.lost = false
	_, paused := g.scene.Paused()
	switch {
	case m.Code == g.meeting.code:
		if again {
			g.out.line(words.T("The meeting point %s answers again, and the code is the same.", m.At()))
		}
		return
	case g.seated() && !paused:
		if again {
			g.out.line(words.T("The meeting point %s answers again.", m.At()))
		}
		return
	case g.meeting.code != "":
		g.out.line(words.T("There is a new code; the one before no longer works."))
	}
	g.meeting.code, g.pause.code = m.Code, m.Code
	gone := ""
	if paused {
		gone = g.peer()
	}
	g.out.line(codeWords(m, gone)...)
}

// codeWords tells how a friend joins by the code. Gone is the guest for whom the seat is kept, or
// "". That guest needs the code only if their data is lost.
func codeWords(m *match.Meeting, gone string) []string {
	join := words.T("Your friend joins with mancala --join %s", m.Guest())
	if gone != "" {
		join = words.T("If %[1]s's program no longer has this game, type %[2]s or %[3]s; then %[1]s joins with mancala --join %[4]s",
			gone, verbKeep.word(), verbEnd.word(), m.Guest())
	}
	return []string{join, words.T("or opens this in a browser: %s", m.Link())}
}
