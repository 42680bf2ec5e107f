package menus

import (
	"mancala/sound"
	"mancala/words"
)

// summons calls a person who looks elsewhere: by the attention of the desktop, once for each
// occasion, and by the title of the window, which says what the occasion was until the window is
// looked at.
type summons struct {
	news  string // the title that says what happened while the window was not in front
	shown string // the title
}

// hear takes in what is heard, with the name of the peer, and reports whether the desktop is to
// draw attention to the window.
func (s *summons) hear(cue sound.Cue, peer string, focused bool) bool {
	if focused {
		return false
	}
	switch cue {
	case sound.YourTurn:
		s.news = ""
	case sound.Joined:
		s.news = words.T("%s joined - Mancala", peer)
	case sound.Message:
		s.news = words.T("A message from %s - Mancala", peer)
	default:
		return false
	}
	return true
}

// title returns the title of the window and whether it is another one than before. Turn says that
// it is the turn of the one person here.
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
