package conductor

import (
	"time"

	"mancala/internal/motion"
	"mancala/internal/sound"
	"mancala/render"
)

// reel plays the beats of one motion after another.
type reel struct {
	line     *motion.Timeline // the current motion, or nil
	heard    time.Duration    // the time up to which it was played
	sweeping bool             // the remaining seeds are on their way to the stores
	layout   render.Layout
}

// follow plays the due beats, ahead of time by ahead. The end of a game has no note: follow calls
// note with end set.
func (r *reel) follow(on Stage, ahead time.Duration, note func(n sound.Note, end bool)) {
	if r.line != nil && r.line != on.Motion { // it has ended, or was cut short
		gist(*r.line, r.heard, r.layout, note)
	}
	if r.line != on.Motion {
		*r = reel{line: on.Motion, heard: motion.Begin}
	}
	r.layout = on.Layout
	if r.line == nil {
		return
	}
	to := on.Passed + ahead
	for b := range r.line.Beats(r.heard, to) {
		r.sweeping = r.sweeping || b.Kind == motion.BeatSweep
		if n, ok := r.note(b); ok {
			note(n, b.Kind == motion.BeatEnd)
		}
	}
	r.heard = max(r.heard, to)
}

// note returns the note of a beat. Captured seeds sound at the lift, not at the store.
func (r *reel) note(b motion.Beat) (sound.Note, bool) {
	n := sound.Note{Pan: pan(r.layout, b.Pit)}
	switch b.Kind {
	case motion.BeatDrop:
		n.Cue = seed(b)
	case motion.BeatBank:
		n.Cue = seed(b)
		return n, r.sweeping
	case motion.BeatCapture:
		n.Cue, n.Size = sound.Capture, b.Seeds
	case motion.BeatExtraTurn, motion.BeatTuzdik:
		n.Cue = sound.ExtraTurn
	case motion.BeatEnd:
	default:
		return sound.Note{}, false
	}
	return n, true
}

// seed returns the cue of landing seeds.
func seed(b motion.Beat) sound.Cue {
	if b.Into == 0 {
		return sound.Wood
	}
	return sound.Glass
}

// gist plays the rest of a motion at once. To avoid a clatter, it plays only the last of the
// landing seeds.
func gist(line motion.Timeline, from time.Duration, layout render.Layout, note func(n sound.Note, end bool)) {
	var kept [motion.BeatEnd + 1]motion.Beat
	var has [motion.BeatEnd + 1]bool
	for b := range line.Beats(from, line.Duration()) {
		kept[b.Kind], has[b.Kind] = b, true
	}
	r := reel{layout: layout}
	for kind, b := range kept {
		if n, ok := r.note(b); ok && has[kind] {
			note(n, b.Kind == motion.BeatEnd)
		}
	}
}
