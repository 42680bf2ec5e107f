package motion

import (
	"iter"
	"time"

	"mancala/rules"
)

// CaptionKind says what a [Caption] announces.
type CaptionKind uint8

// The kinds of captions.
const (
	// CaptionNone is no caption.
	CaptionNone CaptionKind = iota
	// CaptionCaptures announces that the mover captures N seeds.
	CaptionCaptures
	// CaptionExtraTurn announces that the mover moves again.
	CaptionExtraTurn
	// CaptionGameOver announces the end of the game; N seeds are swept, which may be none.
	CaptionGameOver
	// CaptionSwapped announces that the sides are exchanged.
	CaptionSwapped
)

// Caption is a code for the words that announce what a ply has just done; the words themselves come
// from the program's edge. The zero value announces nothing.
type Caption struct {
	Kind CaptionKind
	// N is the number in the words, 0..200; zero for kinds without one.
	N int
}

// saying is a caption with its place in a timeline.
type saying struct {
	at      time.Duration
	caption Caption
	gains   rules.Pit // the store that the caption is about
	about   bool      // whether it is about one
}

// weight returns how much a caption matters, from 0 to 1: a capture of two seeds little, one of a
// dozen as much as the end of the game.
func (c Caption) weight() float64 {
	switch c.Kind {
	case CaptionCaptures:
		return min(1, max(0, float64(c.N-1)/11))
	case CaptionGameOver:
		return 1
	case CaptionExtraTurn, CaptionSwapped:
		return 0.3
	}
	return 0
}

// Happened yields what the ply has announced up to a time after its beginning, oldest first. Unlike
// the caption of a moment, nothing of it goes away when the ply has been shown.
func (t Timeline) Happened(elapsed time.Duration) iter.Seq[Caption] {
	return func(yield func(Caption) bool) {
		for _, s := range t.sayings {
			if s.at > elapsed || !yield(s.caption) {
				return
			}
		}
	}
}
