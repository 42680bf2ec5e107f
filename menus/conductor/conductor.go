// Package conductor turns the events of a table and the motion on a board into notes. It has no
// clock and no sound device: the caller passes the time, and a callback gets the notes.
package conductor

import (
	"time"

	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/render"
	"mancala/rules"
)

// Stage is a board that shows plies.
type Stage struct {
	// Motion is the timeline of the current ply, or nil. Each ply has another one.
	Motion *motion.Timeline
	// Passed is the elapsed time of the motion.
	Passed time.Duration
	// Layout is the layout of the board; a pit's notes are panned to its position.
	Layout render.Layout
}

// Conductor plays the sounds of a game: seeds as they land, and cues for a user who looks
// elsewhere. Make one with [New].
type Conductor struct {
	play  func(sound.Note)
	ahead time.Duration

	reel  reel
	scene *scene.Scene
	state tableState
}

// New returns a conductor that calls play for each note. ahead is the latency: play is called that
// much early.
func New(play func(sound.Note), ahead time.Duration) *Conductor {
	return &Conductor{play: play, ahead: ahead}
}

// Attend makes the conductor follow only this scene. The scene must be new: the conductor misses
// earlier events at its table.
func (c *Conductor) Attend(sc *scene.Scene) {
	c.scene, c.state = sc, tableState{}
	sc.Follow(func(e table.News) {
		if c.scene == sc {
			c.state.take(e, sc)
		}
	})
}

// Tick plays the due notes. on is the visible board; the zero value means none. Call it after each
// [scene.Scene.Advance].
func (c *Conductor) Tick(on Stage) {
	c.reel.follow(on, c.ahead, c.note)
	if c.scene == nil {
		return
	}
	if ply := c.state.ply; ply != nil {
		if c.state.ply = nil; c.scene.Motion() == nil && on.Layout.Houses() > 0 { // shown without motion
			line := motion.NewTimeline(ply.before, ply.sowing, motion.Off, false)
			gist(line, motion.Begin, on.Layout, c.note)
		}
	}
	if !c.scene.Moving() {
		c.finale()
	}
	for _, cue := range c.state.cues(c.scene) {
		c.play(sound.Note{Cue: cue})
	}
}

// note plays a note of the board. The end of a game sounds from the view of the user at this end.
func (c *Conductor) note(n sound.Note, end bool) {
	if !end {
		c.play(n)
	} else if c.scene != nil && c.reel.line == c.scene.Motion() {
		c.finale()
	}
}

// finale plays the end of the game, once.
func (c *Conductor) finale() {
	if cue, over := c.state.finale(c.scene); over {
		c.play(sound.Note{Cue: cue})
	}
}

// breadth is the largest pan of a note, on boards at least as wide as high.
const breadth = 0.7

// pan returns the stereo position of a pit's notes. A narrow, upright board sounds narrow.
func pan(l render.Layout, p rules.Pit) float64 {
	board := l.Board()
	if half := max(board.W, board.H) / 2; half > 0 {
		return breadth * (l.Pit(p).Center().X - board.Center().X) / half
	}
	return 0
}
