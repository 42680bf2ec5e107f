package scene

import "mancala/internal/match"

// Judging asks a judge about all positions of a review, one after the other, from the end of the
// game to its beginning. Make one with [NewJudging]. It is not safe for concurrent use; its methods
// return at once.
type Judging struct {
	*match.Review
	judge  match.Judge
	asking Inquiry
	asked  int // the position being judged
	stuck  error
}

// NewJudging returns the judging of a match as it is now. It begins with the first Poll.
func NewJudging(m *match.Match, judge match.Judge) *Judging {
	return &Judging{Review: match.NewReview(m), judge: judge}
}

// Poll takes the judge's answers, and asks about the next position. It reports whether there were
// answers, and whether no question is left.
func (j *Judging) Poll() (news, done bool) {
	if news = j.asking.Poll(); news {
		j.take()
	}
	if j.stuck != nil || j.asking.Working() {
		return news, false
	}
	n, more := j.Next()
	if more {
		j.asked = n
		j.asking.Start(j.judge, j.Past(n)...)
	}
	return news, !more
}

// take handles a verdict, or the reason why there is none.
func (j *Judging) take() {
	v, known := j.asking.About(j.Position(j.asked))
	switch done := !j.asking.Working(); {
	case known:
		j.Judged(j.asked, v, done)
	case done:
		j.Unjudged(j.asked)
		j.stuck = j.asking.Err()
	}
}

// Stuck returns why the judge has stopped, or nil.
func (j *Judging) Stuck() error { return j.stuck }

// Close cancels the open question. A later Poll asks it again.
func (j *Judging) Close() { j.asking.Forget() }
