// Package conductor turns what happens at a table and on a board into notes. It has no clock and no
// sound device: time comes in by calls, and notes go out by one.
package conductor

import (
	"time"

	"mancala/match"
	"mancala/motion"
	"mancala/render"
	"mancala/rules"
	"mancala/scene"
	"mancala/sound"
)

// Stage is a board on which plies are shown.
type Stage struct {
	// Motion is the ply that is being shown, or nil. Each ply has a timeline of its own.
	Motion *motion.Timeline
	// Passed is how much of the motion has been shown.
	Passed time.Duration
	// Layout is where the board is; the notes of a pit come from there.
	Layout render.Layout
}

// Conductor plays a game: seeds as they land, and what the person should know even without looking.
// Make one with [New].
type Conductor struct {
	play  func(sound.Note)
	ahead time.Duration

	reel  reel
	scene *scene.Scene
	state tableState
}

// New returns a conductor that hands notes to play. Ahead is how much earlier than its sound a note
// has to be played.
func New(play func(sound.Note), ahead time.Duration) *Conductor {
	return &Conductor{play: play, ahead: ahead}
}

// Attend has the conductor follow a scene from now on, and no other one. The scene must be new:
// what has happened at its table before is not heard.
func (c *Conductor) Attend(sc *scene.Scene) {
	c.scene, c.state = sc, tableState{}
	sc.Follow(func(e match.Event) {
		if c.scene == sc {
			c.state.take(e, sc)
		}
	})
}

// Tick plays what is due. On is the board that is in sight, whose zero value is none. Call it after
// each [scene.Scene.Advance].
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

// note plays a note of the board. The end of a game sounds as the person here sees it.
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

// breadth is how far from the middle notes come at most, if the board is as wide as it is high or
// wider.
const breadth = 0.7

// pan returns from where the notes of a pit come. An upright board, which is narrow, sounds narrow.
func pan(l render.Layout, p rules.Pit) float64 {
	board := l.Board()
	if half := max(board.W, board.H) / 2; half > 0 {
		return breadth * (l.Pit(p).Center().X - board.Center().X) / half
	}
	return 0
}
