package motion

import (
	"iter"
	"time"

	"mancala/rules"
)

// CaptionKind is the kind of a [Caption].
type CaptionKind uint8

// The kinds of captions.
const (
	// CaptionNone is no caption.
	CaptionNone CaptionKind = iota
	// CaptionCaptures announces that the mover has captured N seeds, in all houses so far.
	CaptionCaptures
	// CaptionExtraTurn announces that the mover moves again.
	CaptionExtraTurn
	// CaptionGameOver announces the end of the game; N seeds are swept, possibly none.
	CaptionGameOver
	// CaptionSwapped announces that the sides are exchanged.
	CaptionSwapped
	// CaptionTuzdik announces that the mover wins a tuzdik, after its capture.
	CaptionTuzdik
	// CaptionGathers announces that N seeds in a tuzdik go to its owner, not necessarily the mover.
	CaptionGathers
)

// Caption is a code for an announcement of an effect of a ply; front ends provide the words.
// The zero value announces nothing.
type Caption struct {
	Kind CaptionKind
	// N is the number in the announcement, 0..200; zero for kinds without one.
	N int
}

// saying is a caption with its time.
type saying struct {
	at      time.Duration
	caption Caption
	gains   rules.Pit // the store that gains
	about   bool      // whether a store gains
}

// weight returns the importance of a caption, 0..1. A capture of two seeds has little; one of a
// dozen has as much as the end of the game.
func (c Caption) weight() float64 {
	switch c.Kind {
	case CaptionCaptures, CaptionGathers:
		return min(1, max(0, float64(c.N-1)/11))
	case CaptionGameOver:
		return 1
	case CaptionTuzdik:
		return 0.6
	case CaptionExtraTurn, CaptionSwapped:
		return 0.3
	}
	return 0
}

// Happened yields the captions of a ply up to a time after its beginning, oldest first. Unlike the
// caption of a moment, they stay after the ply has been shown.
func (t Timeline) Happened(elapsed time.Duration) iter.Seq[Caption] {
	return func(yield func(Caption) bool) {
		for _, s := range t.sayings {
			if s.at > elapsed || !yield(s.caption) {
				return
			}
		}
	}
}
