package scene

import (
	"time"

	"mancala/internal/motion"
	"mancala/internal/words"
	"mancala/rules"
)

// The time for which a story shows the way of the seeds before its motion, and instead of it if the
// user wants no motion.
const (
	wayShown = 1200 * time.Millisecond
	wayAlone = 4 * time.Second
)

// Showing is a ply shown on a board: its motion or, as a story, the way of its seeds on the board
// before it, then its slow motion, and one sentence that says why. It has no clock: callers pass
// the time to Pass. The zero value shows nothing.
type Showing struct {
	before rules.Position
	line   *motion.Timeline
	passed time.Duration // negative before the motion of a story
	ends   time.Duration
	story  string
	way    *motion.Preview // of a story; nil for a ply that sows nothing
}

// Show shows the motion of a ply played in a position, or nothing at the speed [motion.Off].
// Announced is that of [motion.NewTimeline]. It forgets the last story.
func (s *Showing) Show(before rules.Position, ply rules.Sowing, speed motion.Speed, announced bool) {
	*s = Showing{}
	if speed != motion.Off {
		s.begin(before, motion.NewTimeline(before, ply, speed, announced), 0)
	}
}

// begin begins a motion after a time.
func (s *Showing) begin(before rules.Position, line motion.Timeline, wait time.Duration) {
	s.before, s.line, s.passed, s.ends = before, &line, -wait, line.Duration()
}

// Tell tells a ply from the last of past, the positions of a game, and returns the sentence about
// it. The ply must be legal. names are those of [words.Story].
func (s *Showing) Tell(past []rules.Position, h rules.House, names [2]string, prefs Prefs) string {
	after, ply, err := rules.Play(past, h)
	if err != nil {
		return words.Sentence(err)
	}
	before := past[len(past)-1]
	*s = Showing{story: words.Story(before, ply, after, names)}
	if way, ok := motion.NewPreview(past, h); ok {
		s.way = &way
	}
	line := motion.NewTimeline(before, ply, motion.Slow, false)
	if prefs.Speed == motion.Off || prefs.Still {
		s.begin(before, line, wayAlone)
		s.ends = 0
		return s.story
	}
	s.begin(before, line, wayShown)
	return s.story
}

// Moving reports whether a ply is being shown.
func (s *Showing) Moving() bool { return s.line != nil }

// Motion returns the current motion, or nil. Each ply has another one.
func (s *Showing) Motion() *motion.Timeline { return s.line }

// Passed returns the elapsed time of the motion, which is negative before it.
func (s *Showing) Passed() time.Duration { return s.passed }

// Pass lets time pass, and reports whether the motion has ended now.
func (s *Showing) Pass(d time.Duration) (ended bool) {
	if s.line == nil {
		return false
	}
	if s.passed += d; s.passed < s.ends {
		return false
	}
	s.Settle()
	return true
}

// Linger keeps the end of the motion on the board for a time.
func (s *Showing) Linger(d time.Duration) { s.ends += d }

// Settle ends the motion at once. The sentence of a story stays.
func (s *Showing) Settle() { *s = Showing{story: s.story} }

// Moment returns the present state of the board. There must be a motion.
func (s *Showing) Moment() motion.Moment { return s.line.At(s.passed) }

// Story returns the sentence of the last Tell, or "" after another ply.
func (s *Showing) Story() string { return s.story }

// StoryWay returns the way of the seeds on the board before the ply, while a story shows it, or
// nil.
func (s *Showing) StoryWay() *motion.Preview {
	if s.line == nil || s.passed >= 0 {
		return nil
	}
	return s.way
}

// TellWhy tells the ply of the hint on the board or, without one, the last ply, and returns the
// sentence about it; [Showing.Story] has the hint before it. If there is no ply, it says that.
func (sc *Scene) TellWhy() string {
	m := sc.Match()
	if m == nil {
		return words.T("No move has been played yet.")
	}
	past, prefs := m.Past(), sc.Env.prefs()
	if h, ok := sc.Hinted(); ok && sc.PersonToMove() {
		said := sc.Tell(past, h, sc.SideNames(), prefs)
		sc.story = words.T("%[1]s. %[2]s", sc.HintWords(), said)
		return said
	}
	n := m.Plies()
	if n == 0 {
		return words.T("No move has been played yet.")
	}
	_, s := m.Ply(n)
	return sc.Tell(past[:n], s.From, sc.SideNames(), prefs)
}
