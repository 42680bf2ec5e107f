package menus

import (
	"slices"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/conductor"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/sound"
	"mancala/words"
)

// Speaker plays what is heard in the window. Its methods return at once.
type Speaker interface {
	// Play plays a note.
	Play(n sound.Note)
	// SetVolume sets how loud everything is, from 0 to 1.
	SetVolume(volume float64)
	// SetMuted silences everything, or lets it be heard again.
	SetMuted(muted bool)
}

// performer is a screen on which plies are shown.
type performer interface {
	// Motion returns the ply that is being shown, or nil, how much of it has passed, and where its
	// board is.
	Motion() (line *motion.Timeline, passed time.Duration, where render.Layout)
}

// hearing is what the window is heard by, and the control in its corner that silences it.
type hearing struct {
	speaker   Speaker // nil is silent
	conductor *conductor.Conductor
	summons   summons
	corner    *kit.Button
}

// openHearing joins the speaker to what is to be heard.
func (a *App) openHearing() {
	h := &a.hearing
	h.conductor = conductor.New(a.play, sound.Latency())
	h.corner = kit.WithID("speaker", kit.NewButton("", a.toggleMuted))
	h.corner.Quiet, h.corner.Shortcut = true, "M"
	h.corner.Icon = func(c *render.Canvas, at render.Point, ink render.Role) {
		kit.DrawSpeaker(c, at, ink, a.shared.Settings.Now().Muted)
	}
}

// play plays a note, and calls the person who does not look.
func (a *App) play(n sound.Note) {
	if a.hearing.speaker != nil {
		a.hearing.speaker.Play(n)
	}
	peer := ""
	if sc := a.Scene(); sc != nil {
		peer = sc.Peer()
	}
	if a.hearing.summons.hear(n.Cue, peer, a.surface.focused) {
		ebiten.RequestAttention()
	}
}

// listen plays what is due on the board in sight, and says in the window's title what the person
// should know.
func (a *App) listen() {
	var on conductor.Stage
	for _, s := range slices.Backward(a.stack.Visible()) {
		if p, ok := s.(performer); ok {
			on.Motion, on.Passed, on.Layout = p.Motion()
			break
		}
	}
	a.hearing.conductor.Tick(on)
	sc := a.Scene()
	turn := sc != nil && sc.Persons() == 1 && sc.PersonToMove() && !sc.Moving()
	if title, other := a.hearing.summons.title(turn, a.surface.focused); other {
		a.setTitle(title)
	}
}

// setTitle names the window, or the page in its tab.
func (a *App) setTitle(title string) {
	if a.cfg.Browser != nil {
		a.cfg.Browser.SetTitle(title)
		return
	}
	ebiten.SetWindowTitle(title)
}

// toggleMuted silences the program, or lets it be heard again.
func (a *App) toggleMuted() {
	a.shared.Settings.Change(func(s *settings.Settings) { s.Muted = !s.Muted })
}

// tune has the speaker and its control follow the settings.
func (a *App) tune(now settings.Settings) {
	h := &a.hearing
	h.corner.Label, h.corner.Tip = words.T("Sound is on"), words.T("Silences the program.")
	if now.Muted {
		h.corner.Label, h.corner.Tip = words.T("Sound is off"), words.T("Lets the program be heard.")
	}
	if h.speaker != nil {
		h.speaker.SetMuted(now.Muted)
		h.speaker.SetVolume(float64(now.Volume) / 100)
	}
	a.dirty = true
}

// attachCorner puts the control of the sound on the topmost screen.
func (a *App) attachCorner() {
	a.hearing.corner.SetBounds(kit.CornerPlace(a.placed))
	a.Top().Form().Attach(a.hearing.corner)
}
