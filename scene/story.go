package scene

import (
	"time"

	"mancala/motion"
	"mancala/words"
)

// The time for which a story shows the way of the seeds before its motion, and instead of it if the
// user wants no motion.
const (
	wayShown = 1200 * time.Millisecond
	wayAlone = 4 * time.Second
)

// story is the last ply told again: the way of its seeds on the board before it, then its slow
// motion, and one sentence.
type story struct {
	sentence string
	way      *motion.Preview // nil for a ply that sows nothing
	still    bool            // without a motion
}

// TellWhy tells the last ply again, and returns the sentence about it or, if there is no ply, says
// that. A new event or [Scene.Settle] ends the motion; the sentence stays until the next ply.
func (sc *Scene) TellWhy() string {
	m := sc.Match()
	if m == nil || m.Plies() == 0 {
		return words.T("No move has been played yet.")
	}
	sc.Settle()
	n := m.Plies()
	before, s := m.Ply(n)
	sc.story = story{sentence: words.Story(before, s, m.Position(), sc.sideNames())}
	if way, ok := motion.NewPreview(m.Past()[:n], s.From); ok {
		sc.story.way = &way
	}
	line, wait := motion.NewTimeline(before, s, motion.Slow, false), wayShown
	if p := sc.Env.prefs(); p.Speed == motion.Off || p.Still {
		sc.story.still, wait = true, wayAlone
	}
	sc.shown, sc.motion, sc.elapsed = before, &line, -wait
	return sc.story.sentence
}

// Story returns the sentence of the last [Scene.TellWhy], or "" after another event.
func (sc *Scene) Story() string { return sc.story.sentence }

// StoryWay returns the way of the seeds on the board before the ply, while a story shows it, or
// nil.
func (sc *Scene) StoryWay() *motion.Preview {
	if sc.motion == nil || sc.elapsed >= 0 {
		return nil
	}
	return sc.story.way
}

// shownFor returns how long the current motion is shown.
func (sc *Scene) shownFor() time.Duration {
	if sc.story.still {
		return 0
	}
	return sc.motion.Duration()
}
