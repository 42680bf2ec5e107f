package menus

import (
	"slices"
	"time"

	"mancala/menus/conductor"
	"mancala/menus/kit"
	"mancala/menus/settings"
	"mancala/motion"
	"mancala/render"
	"mancala/sound"
	"mancala/words"
)

// Speaker plays the sounds of the window. Its methods return at once.
type Speaker interface {
	// Play plays a note.
	Play(n sound.Note)
	// SetVolume sets the volume, 0..1.
	SetVolume(volume float64)
	// SetMuted mutes or unmutes everything.
	SetMuted(muted bool)
}

// performer is a screen that shows plies.
type performer interface {
	// Motion returns the timeline of the ply being shown, or nil, how much of it has passed, and
	// the layout of its board.
	Motion() (line *motion.Timeline, passed time.Duration, where render.Layout)
}

// hearing is the sound of the window, and the button in its corner that mutes it.
type hearing struct {
	speaker   Speaker // nil means silence
	conductor *conductor.Conductor
	summons   summons
	corner    *kit.Button
}

// openHearing connects the conductor to the speaker, and makes the button.
func (a *App) openHearing() {
	h := &a.hearing
	h.conductor = conductor.New(a.play, sound.Latency())
	h.corner = kit.WithID("speaker", kit.NewButton("", a.toggleMuted))
	h.corner.Quiet, h.corner.Shortcut = true, "M"
	h.corner.Icon = func(c *render.Canvas, at render.Point, ink render.Role) {
		kit.DrawSpeaker(c, at, ink, a.shared.Settings.Now().Muted)
	}
}

// play plays a note, and calls the user if they are looking elsewhere.
func (a *App) play(n sound.Note) {
	a.sound(n)
	if why := a.hearing.summons.hear(n.Cue, occasion(n.Cue, a.Scene()), a.surface.focused); why != "" {
		a.call(why)
	}
}

// sound plays a note.
func (a *App) sound(n sound.Note) {
	if a.hearing.speaker != nil {
		a.hearing.speaker.Play(n)
	}
}

// listen plays the sounds due on the visible board, and calls a user who is looking elsewhere.
func (a *App) listen() {
	var on conductor.Stage
	for _, s := range slices.Backward(a.stack.Visible()) {
		if p, ok := s.(performer); ok {
			on.Motion, on.Passed, on.Layout = p.Motion()
			break
		}
	}
	a.hearing.conductor.Tick(on)
	a.summon()
}

// toggleMuted mutes or unmutes the program.
func (a *App) toggleMuted() {
	a.shared.Settings.Change(func(s *settings.Settings) { s.Muted = !s.Muted })
}

// tune applies the settings to the speaker and its button.
func (a *App) tune(now settings.Settings) {
	h := &a.hearing
	h.corner.Label, h.corner.Tip = words.T("Sound is on"), words.T("Turns the sound off.")
	if now.Muted {
		h.corner.Label, h.corner.Tip = words.T("Sound is off"), words.T("Turns the sound on.")
	}
	if h.speaker != nil {
		h.speaker.SetMuted(now.Muted)
		h.speaker.SetVolume(float64(now.Volume) / 100)
	}
	a.dirty = true
}

// attachCorner puts the speaker button on the topmost screen.
func (a *App) attachCorner() {
	a.hearing.corner.SetBounds(kit.CornerPlace(a.placed))
	a.Top().Form().Attach(a.hearing.corner)
}
