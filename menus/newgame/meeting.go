package newgame

import (
	"cmp"

	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/page"
	"mancala/render"
)

// meeting is the part of the waiting screen about the meeting point.
type meeting struct {
	now     *table.Meeting // nil if there is none
	last    string         // the last code
	renewed bool           // there was an earlier code
	// aside says that the user prefers to see an address.
	aside bool
}

// shown reports whether the code or its placeholder replaces an address: a friend far away needs
// the code.
func (m *meeting) shown() bool { return m.usable() && !m.aside }

// usable reports whether the meeting point sends guests, or may do so soon.
func (m *meeting) usable() bool { return m.now != nil && m.now.State != table.MeetingRefused }

// open reports whether there is a code.
func (m *meeting) open() bool { return m.now.Open() }

// follow handles news of the meeting point, and reports whether there is any. A toast reports a
// replaced code.
func (m *meeting) follow(shell page.Shell, now *table.Meeting) bool {
	if now == m.now {
		return false
	}
	if m.now = now; m.open() && now.Code != m.last {
		if m.renewed = m.last != ""; m.renewed {
			shell.Say(words.T("There is a new code: the old one no longer works."))
		}
		m.last = now.Code
	}
	return true
}

// intro says what to do with the code, or why there is none.
func (m *meeting) intro() string {
	switch m.now.State {
	case table.MeetingOpen:
		return words.T("Tell your friend: Join a game, and type")
	case table.MeetingLost:
		return words.T("Asking %s for a code again...", m.now.At())
	}
	return words.T("Asking %s for a code...", m.now.At())
}

// notes describes the meeting point and its state, and the addresses that work without it.
func (m *meeting) notes(addresses []string) []page.Note {
	if m.now == nil {
		return nil
	}
	var lines []string
	if m.renewed && m.open() {
		lines = append(lines, words.T("This code is new: the old one no longer works."))
	}
	if m.open() {
		lines = append(lines, words.T("%s sends your friend here. It sees who plays with whom and how much, but never the game itself.", m.now.At()),
			words.T("A code is replaced after ten minutes without a guest, and after three wrong guesses."))
	}
	if m.now.Note != nil {
		lines = append(lines, words.Sentence(m.now.Note))
	}
	var list []page.Note
	if len(lines) > 0 {
		list = append(list, page.Note{Heading: words.T("Meeting point"), Lines: lines})
	}
	if m.shown() && len(addresses) > 0 && !scene.OnlyHere(addresses[0]) {
		list = append(list, page.Note{Heading: words.T("On your own network"), Lines: []string{
			words.T("There, %s works as well.", addresses[0]),
		}})
	}
	return list
}

// Dimensions of a code, in units.
const (
	pointHeight = 32.0
	pointSize   = 24.0
)

// drawCode draws the code, faded if it does not work now.
func (m *meeting) drawCode(c *render.Canvas, r render.Rect) {
	drawLarge(c, cmp.Or(m.last, "..."), r, addressSize, m.ink())
}

// drawPoint draws the address of the meeting point like the code.
func (m *meeting) drawPoint(c *render.Canvas, r render.Rect) {
	drawLarge(c, "@"+m.now.At(), r, pointSize, m.ink())
}

func (m *meeting) ink() render.Role {
	if m.open() {
		return render.Ink
	}
	return render.InkSoft.Faded(0.4)
}
