package matchtest

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/rules"
)

// saying is an answer of a scripted judge: a verdict on the way, or its last word.
type saying struct {
	verdict match.Verdict
	err     error
	last    bool
}

// Consultation is one question to a scripted judge; the test answers it.
type Consultation struct {
	// Position is the position asked about, and Ctx ends the question.
	Position rules.Position
	Ctx      context.Context
	say      chan saying
}

// Judge is a judge scripted by the test. It ignores the end of its context, so the test can have it
// answer late.
type Judge struct {
	asked chan *Consultation
	// Patience is the patience of each judge that was made.
	Patience []time.Duration

	mu  sync.Mutex
	all []*Consultation
}

// NewJudge returns a judge for a test in its own bubble. At the end of the test it dismisses
// the questions that are still open.
func NewJudge(t *testing.T) *Judge {
	j := &Judge{asked: make(chan *Consultation, 64)}
	t.Cleanup(func() {
		synctest.Wait()
		j.mu.Lock()
		defer j.mu.Unlock()
		for _, c := range j.all {
			close(c.say)
		}
	})
	return j
}

// Make returns the judge, as a function that makes judges of some patience.
func (j *Judge) Make(patience time.Duration) match.Judge {
	j.Patience = append(j.Patience, patience)
	return j
}

// Judge implements [match.Judge].
func (j *Judge) Judge(ctx context.Context, past []rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	c := &Consultation{past[len(past)-1], ctx, make(chan saying)}
	j.mu.Lock()
	j.all = append(j.all, c)
	j.mu.Unlock()
	j.asked <- c
	for s := range c.say {
		if s.last {
			return s.verdict, s.err
		}
		report(s.verdict)
	}
	return match.Verdict{}, ctx.Err()
}

// Next returns the next question that the judge was asked.
func (j *Judge) Next(t *testing.T) *Consultation {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-j.asked:
		return c
	default:
		t.Fatal("the judge was not asked")
		return nil
	}
}

// Idle fails the test if the judge was asked something that the test has not seen.
func (j *Judge) Idle(t *testing.T) {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-j.asked:
		t.Fatalf("the judge was asked about %v", c.Position)
	default:
	}
}

// Report has the judge say a verdict on the way.
func (c *Consultation) Report(v match.Verdict) {
	c.say <- saying{verdict: v}
	synctest.Wait()
}

// Answer has the judge say its last word.
func (c *Consultation) Answer(v match.Verdict, err error) {
	c.say <- saying{v, err, true}
	synctest.Wait()
}

// Best returns a verdict with a house as the best one.
func Best(value int, exact bool, h rules.House) match.Verdict {
	return match.Verdict{Value: value, Exact: exact, Line: []rules.House{h}}
}

// Mute is a judge that is silent until its context ends.
type Mute struct{}

// Judge implements [match.Judge].
func (Mute) Judge(ctx context.Context, _ []rules.Position, _ func(match.Verdict)) (match.Verdict, error) {
	<-ctx.Done()
	return match.Verdict{}, ctx.Err()
}

// Check fails the test if there is an error.
func Check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
