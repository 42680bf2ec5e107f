package menus

import (
	"slices"
	"time"

	"mancala/internal/motion"
	"mancala/internal/sound"
	"mancala/internal/words"
	"mancala/menus/conductor"
	"mancala/menus/kit"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/render"
)

// Speaker plays the sounds of the window. Its methods return at once.
type Speaker interface {
	// Play plays a note.
	Play(n sound.Note)
	// SetVolume sets the volume, 0..1.
	SetVolume(volume float64)
	// SetMuted mutes or unmutes everything.
	SetMuted(muted bool)
	// State returns whether notes are heard.
	State() sound.State
}

// performer is a screen that shows plies.
type performer interface {
	// Motion returns the timeline of the current ply or nil, its elapsed time, and the layout of
	// its board.
	Motion() (line *motion.Timeline, passed time.Duration, where render.Layout)
}

// sounds holds the sounds of the visible board, the calls to the window for a user who looks
// elsewhere, and the button in the corner that mutes the sounds.
type sounds struct {
	shell     page.Shell
	stack     *page.Stack
	surface   *surface
	speaker   Speaker // nil means silence
	state     sound.State
	conductor *conductor.Conductor
	attention attention
	corner    *kit.Button
}

// open connects the conductor to the speaker, and makes the button.
func (h *sounds) open(shell page.Shell, stack *page.Stack, on *surface) {
	h.shell, h.stack, h.surface = shell, stack, on
	h.conductor = conductor.New(h.play, sound.Latency())
	h.corner = kit.WithID("speaker", kit.NewButton("", h.toggleMuted))
	h.corner.Quiet, h.corner.Shortcut = true, "M"
	h.corner.Icon = func(c *render.Canvas, at render.Point, ink render.Role) {
		shared := shell.Shared()
		kit.DrawSpeaker(c, at, ink, shared.Settings.Now().Muted || shared.Silence != "")
	}
}

// play plays a note, and calls a user who looks elsewhere.
func (h *sounds) play(n sound.Note) {
	h.sound(n)
	if why := h.attention.hear(n.Cue, occasion(n.Cue, h.shell.Scene()), h.surface.focused); why != "" {
		call(h.browser(), why)
	}
}

// sound plays a note.
func (h *sounds) sound(n sound.Note) {
	if h.speaker != nil {
		h.speaker.Play(n)
	}
}

// listen plays the due sounds of the visible board, and calls a user who looks elsewhere.
func (h *sounds) listen() {
	var on conductor.Stage
	for _, s := range slices.Backward(h.stack.Visible()) {
		if p, ok := s.(performer); ok {
			on.Motion, on.Passed, on.Layout = p.Motion()
			break
		}
	}
	h.conductor.Tick(on)
	h.summon()
	if h.speaker != nil && h.speaker.State() != h.state {
		h.state = h.speaker.State()
		h.tune(h.shell.Shared().Settings.Now())
		h.shell.Relayout()
	}
}

// silence returns a sentence that says why nothing is heard, or "" if it is.
func silence(state sound.State) string {
	switch state {
	case sound.DeviceMissing:
		return words.T("No sound device answers. The program tries again at every sound.")
	case sound.DeviceLost:
		return words.T("The sound device is lost. Start the program again to hear something.")
	case sound.TurnedOff:
		return words.T("There is no sound, because the variable %s is off.", sound.Variable)
	}
	return ""
}

// browser returns the page around the program, or nil.
func (h *sounds) browser() *ports.Browser { return h.shell.Shared().Ports.Browser }

// toggleMuted mutes or unmutes the program.
func (h *sounds) toggleMuted() {
	h.shell.Shared().Settings.Change(func(s *settings.Settings) { s.Muted = !s.Muted })
}

// tune applies the settings to the speaker and its button.
func (h *sounds) tune(now settings.Settings) {
	silence := silence(h.state)
	h.shell.Shared().Silence = silence
	switch h.corner.Label, h.corner.Tip = words.T("Sound is on"), words.T("Turns the sound off."); {
	case now.Muted:
		h.corner.Label, h.corner.Tip = words.T("Sound is off"), words.T("Turns the sound on.")
	case silence != "":
		h.corner.Label, h.corner.Tip = words.T("Sound is not heard"), silence
	}
	if h.speaker != nil {
		h.speaker.SetMuted(now.Muted)
		h.speaker.SetVolume(float64(now.Volume) / 100)
	}
}

// attachCorner puts the speaker button on the topmost screen. Keys do not leave a dialogue for it.
func (h *sounds) attachCorner(window render.Rect) {
	h.corner.SetBounds(kit.CornerPlace(window))
	form := h.stack.Top().Form()
	form.Enclosed = h.stack.Top().IsCard()
	form.Attach(h.corner)
}
