package puzzle

import (
	"math"
	"slices"
	"time"

	"mancala/rules"
)

// The rules of a storm.
const (
	// StormTime is how long a storm lasts.
	StormTime = 3 * time.Minute
	// StormPenalty is the time that a wrong answer costs.
	StormPenalty = 10 * time.Second
	// stormFirst is the rating of the first puzzle, and stormStep the points that each solved one
	// adds.
	stormFirst, stormStep = 600, 25
	// stormAnswers is the largest number of answers of a puzzle in a storm.
	stormAnswers = 4
)

// Storm is a race: solve as many puzzles as possible in three minutes. They become harder with each
// solved one; a wrong answer costs time and skips to the next puzzle. The caller passes the moments
// in. Make one with [NewStorm]. It is not safe for concurrent use.
type Storm struct {
	end           time.Time
	attempt       *Attempt
	solved, wrong int
	seen          []int // numbers among all puzzles
	draw          func(n int) int
}

// NewStorm starts a storm. Draw returns a number of at least 0 and below n.
func NewStorm(now time.Time, draw func(n int) int) *Storm {
	s := &Storm{end: now.Add(StormTime), draw: draw}
	s.next()
	return s
}

// Attempt returns the attempt at the present puzzle. Its answers go through [Storm.Answer].
func (s *Storm) Attempt() *Attempt { return s.attempt }

// Score returns the numbers of puzzles that were solved and of wrong answers.
func (s *Storm) Score() (solved, wrong int) { return s.solved, s.wrong }

// Left returns the time left; 0 if the storm is over.
func (s *Storm) Left(now time.Time) time.Duration { return max(0, s.end.Sub(now)) }

// Answer judges an answer to the present puzzle, as [Attempt.Answer] does, and offers the next
// one after the last or a wrong answer. After the end it returns [rules.ErrGameOver]. There are no
// hints here.
func (s *Storm) Answer(h rules.House, now time.Time) (v Verdict, played []rules.House, err error) {
	if s.Left(now) == 0 {
		return Wrong, nil, rules.ErrGameOver
	}
	v, played, err = s.attempt.Answer(h)
	switch {
	case err != nil:
	case v == Wrong:
		s.wrong++
		s.end = s.end.Add(-StormPenalty)
		s.next()
	case s.attempt.Solved():
		s.solved++
		s.next()
	}
	return v, played, err
}

// next offers an unseen puzzle among the nearest to the rating that is due.
func (s *Storm) next() {
	list := Daily()
	want := float64(stormFirst + stormStep*s.solved)
	near, least := []int(nil), math.Inf(1)
	for i, p := range list {
		d := math.Abs(float64(p.Rating()) - want)
		if d > least || p.Answers() > stormAnswers || slices.Contains(s.seen, i) {
			continue
		}
		if d < least {
			near, least = nil, d
		}
		near = append(near, i)
	}
	if len(near) == 0 { // all were seen
		s.seen = nil
		s.next()
		return
	}
	n := near[s.draw(len(near))]
	s.seen = append(s.seen, n)
	s.attempt = list[n].Attempt()
}
