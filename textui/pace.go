package textui

import (
	"time"

	"mancala/match"
	"mancala/words"
)

// pace delays the plies of computer players so that a person can follow them.
type pace struct {
	*terminal
	next time.Time // nothing is shown before
	told bool      // the ways to go faster are on the screen
	off  bool      // the person wants to see the end
}

// on reports whether the plies are shown one after another: only computers play, here.
func (p *pace) on() bool {
	return p.cfg.Pace > 0 && !p.off && p.scene.Local() && p.scene.Persons() == 0
}

// tooFast reports whether the next ply has to wait. The player may choose it meanwhile.
func (p *pace) tooFast(now time.Time) bool { return p.on() && !p.leaving && now.Before(p.next) }

// keep delays the next ply after an event that changed the board.
func (p *pace) keep(e match.Event, now time.Time) {
	switch e.(type) {
	case match.GameStarted, match.Played, match.Rewound:
		p.next = now.Add(p.cfg.Pace)
	}
}

// tell prints once how to go faster.
func (p *pace) tell() {
	if p.on() && !p.told {
		p.told = true
		p.out.line(words.T("Press Enter for the next move, or type %s to see the end.", verbSkip.word()))
	}
}

// hurry shows the next ply as soon as it is known, and tells a computer player that thinks to
// move now.
func (p *pace) hurry() {
	p.next = time.Time{}
	p.scene.Hurry()
}

// skip plays the rest of the game without pauses.
func (p *pace) skip() {
	if !p.on() {
		p.out.refuse(words.T("There is nothing to skip."))
		return
	}
	p.off = true
}
