package menus

import (
	"mancala/sound"
	"mancala/words"
)

// summons calls a user who is looking elsewhere: with the desktop's attention request, once per
// occasion, and with the window's title, which names the occasion until the window is focused.
type summons struct {
	news  string // the title about an event while the window was not focused
	shown string // the present title
}

// hear handles a cue, with the name of the peer, and reports whether to request the desktop's
// attention.
func (s *summons) hear(cue sound.Cue, peer string, focused bool) bool {
	if focused {
		return false
	}
	switch cue {
	case sound.YourTurn:
		s.news = ""
	case sound.Joined:
		s.news = words.T("%s is here - Mancala", peer)
	case sound.Message:
		s.news = words.T("A message from %s - Mancala", peer)
	default:
		return false
	}
	return true
}

// title returns the title of the window and whether it has changed. turn says that it is the turn
// of the only person here.
func (s *summons) title(turn, focused bool) (title string, other bool) {
	if focused {
		s.news = ""
	}
	title = "Mancala"
	switch {
	case s.news != "":
		title = s.news
	case turn:
		title = words.T("Your turn - Mancala")
	}
	other = title != s.shown
	s.shown = title
	return title, other
}
