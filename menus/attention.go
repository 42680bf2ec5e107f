package menus

import (
	"strings"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/scene"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/ports"
)

// attention calls a user who looks elsewhere. It uses the desktop's attention request or the
// browser's notification, once per occasion, and the title, which names the occasion until the
// window has the focus.
type attention struct {
	news   string        // the occasion since the window lost the focus, except the turn
	title  string        // the present title
	calls  bool          // the title is for a user who looks elsewhere
	level  scene.Urgency // the highest one of the user's clock in this game
	waited bool          // the user was waiting for other people at the last call of waits
}

// occasion returns the reason for which a cue of a game calls the user, or "".
func occasion(cue sound.Cue, sc *scene.Scene) string {
	if sc == nil || sc.Watching() {
		return ""
	}
	peer := sc.Peer()
	switch cue {
	case sound.YourTurn:
		return words.T("Your turn")
	case sound.Message:
		return words.T("A message from %s", peer)
	case sound.Joined:
		return words.T("%s is here", peer)
	}
	return ""
}

// hear handles a cue with its occasion, which may be "". It returns the occasion if it calls the
// user.
func (s *attention) hear(cue sound.Cue, occasion string, focused bool) string {
	if focused || occasion == "" {
		return ""
	}
	if s.news = occasion; cue == sound.YourTurn {
		s.news = "" // the title has the turn as long as it lasts
	}
	return occasion
}

// hurry handles the urgency of the user's running clock. It returns the occasion if it calls the
// user.
func (s *attention) hurry(level scene.Urgency, focused bool) string {
	rises := level > s.level
	if s.level = level; !rises || focused {
		return ""
	}
	s.news = strings.TrimSuffix(level.Words(), ".")
	return s.news
}

// entitle updates the title and reports whether it has changed. game is the name of the game on the
// board, or "". turn says that the only person here is to move.
func (s *attention) entitle(game string, turn, focused bool) bool {
	if focused {
		s.news = ""
	}
	title, why := "Mancala", s.news
	if why == "" && turn {
		why = words.T("Your turn")
	}
	if game != "" {
		title = words.T("%s - Mancala", game)
	}
	calls := !focused && why != ""
	if why != "" {
		title = words.T("%[1]s - %[2]s", why, title)
	}
	changed := title != s.title || calls != s.calls
	s.title, s.calls = title, calls
	return changed
}

// summon calls the user for the clock or the turn of the game in progress, and updates the title.
func (h *sounds) summon() {
	s, sc, focused := &h.attention, h.shell.Scene(), h.surface.focused
	turn := sc != nil && sc.Persons() == 1 && sc.PersonToMove() && !sc.Moving()
	if turn {
		if c, timed := sc.Clock(sc.Side(sc.ToMove())); timed && c.Running {
			if why := s.hurry(c.Urgency, focused); why != "" {
				h.sound(sound.Note{Cue: sound.YourTurn})
				call(h.browser(), why)
			}
		}
	}
	if s.entitle(h.game(), turn, focused) {
		entitle(h.browser(), s.title, s.calls)
	}
	waits := h.waits()
	if waits && !s.waited && h.browser() != nil && h.browser().AskToCall() {
		h.shell.Say(words.T("If you allow it, the browser calls you when it is your turn, so you can look at something else meanwhile."))
	}
	s.waited = waits
}

// game returns the name of the game on the board, or "".
func (h *sounds) game() string {
	if sc := h.shell.Scene(); sc != nil && sc.Match() != nil {
		return words.RulesTitle(sc.Match().Position().Variant())
	}
	return ""
}

// waits reports whether the user waits for an opponent, a seat or a ply.
func (h *sounds) waits() bool {
	if home := h.shell.Home(); home != nil && home.Waits() {
		return true
	}
	sc := h.shell.Scene()
	if sc == nil || sc.Local() || sc.Persons() != 1 {
		return false
	}
	_, held := sc.Door().HeldUp()
	return held || sc.Stage() == table.StageGame && sc.Match().Plies() > 0 && !sc.PersonToMove()
}

// call draws the attention of a user who looks elsewhere.
func call(b *ports.Browser, why string) {
	if b != nil {
		b.Call(why)
		return
	}
	ebiten.RequestAttention()
}

// entitle sets the title of the window, or of the browser tab.
func entitle(b *ports.Browser, title string, calls bool) {
	if b != nil {
		b.SetTitle(title, calls)
		return
	}
	ebiten.SetWindowTitle(title)
}
