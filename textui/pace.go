package textui

import (
	"time"

	"mancala/match"
	"mancala/words"
)

// pace delays the plies of computer players so that a person can follow them.
type pace struct {
	next time.Time // nothing is shown before
	told bool      // the ways to go faster are on the screen
	off  bool      // the person wants to see the end
}

// paced reports whether the plies are shown one after another: only computers play, here.
func (g *game) paced() bool {
	return g.cfg.Pace > 0 && !g.pace.off && g.scene.Local() && g.scene.Persons() == 0
}

// tooFast reports whether the next ply has to wait. The player may choose it meanwhile.
func (g *game) tooFast(now time.Time) bool { return g.paced() && !g.leaving && now.Before(g.pace.next) }

// keepPace delays the next ply after an event that changed the board.
func (g *game) keepPace(e match.Event, now time.Time) {
	switch e.(type) {
	case match.GameStarted, match.Played, match.Rewound:
		g.pace.next = now.Add(g.cfg.Pace)
	}
}

// tellPace prints once how to go faster.
func (g *game) tellPace() {
	if g.paced() && !g.pace.told {
		g.pace.told = true
		g.out.line(words.T("Press Enter for the next move, or type %s to see the end.", verbSkip.word()))
	}
}

// nextPly shows the next ply as soon as it is known, and tells a computer player that thinks to
// move now.
func (g *game) nextPly() {
	g.pace.next = time.Time{}
	g.scene.Hurry()
}

// skip plays the rest of the game without pauses.
func (g *game) skip() {
	if !g.paced() {
		g.out.refuse(words.T("There is nothing to skip."))
		return
	}
	g.pace.off = true
}
