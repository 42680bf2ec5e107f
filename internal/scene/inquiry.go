package scene

import (
	"context"
	"slices"
	"sync"

	"mancala/internal/match"
	"mancala/rules"
)

// Inquiry asks a judge in the background, one question at a time. The zero value has asked none. It
// is not safe for concurrent use; its methods return at once.
type Inquiry struct {
	position rules.Position
	question *question // nil if no question is open
	verdict  match.Verdict
	known    bool
	err      error
}

// question is one question to a judge. Each has its own slot for the answer, so a late answer about
// an earlier position is dropped.
type question struct {
	cancel context.CancelFunc

	mu      sync.Mutex
	verdict match.Verdict
	known   bool // there is a verdict
	fresh   bool // Poll has not taken it yet
	done    bool
	err     error
}

// Start asks j about the last position of past, the positions of a game. It cancels the previous
// question and forgets its answer.
func (q *Inquiry) Start(j match.Judge, past ...rules.Position) {
	q.Cancel()
	ctx, cancel := context.WithCancel(context.Background())
	asked := &question{cancel: cancel}
	*q = Inquiry{position: past[len(past)-1], question: asked}
	past = slices.Clone(past) // the game may go on meanwhile
	go func() {
		defer cancel()
		v, err := j.Judge(ctx, past, func(v match.Verdict) { asked.tell(v, nil, false) })
		asked.tell(v, err, true)
	}()
}

// tell stores an answer of the judge. An error does not replace the last verdict.
func (a *question) tell(v match.Verdict, err error, done bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		return
	}
	if err == nil {
		a.verdict, a.known = v, true
	}
	a.fresh, a.done, a.err = true, done, err
}

// Poll takes the judge's answers since the last Poll, and reports whether there were any.
func (q *Inquiry) Poll() bool {
	a := q.question
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.fresh {
		return false
	}
	a.fresh = false
	q.verdict, q.known, q.err = a.verdict, a.known, a.err
	if a.done {
		q.question = nil
	}
	return true
}

// Cancel cancels the open question, if there is one. The last verdict stays.
func (q *Inquiry) Cancel() {
	if q.question != nil {
		q.question.cancel()
		q.question = nil
	}
}

// Hurry tells the judge to finish; Poll still takes its final answer.
func (q *Inquiry) Hurry() {
	if q.question != nil {
		q.question.cancel()
	}
}

// Forget cancels the question and clears the verdict.
func (q *Inquiry) Forget() {
	q.Cancel()
	*q = Inquiry{}
}

// Err returns why there is no verdict, or no better one.
func (q *Inquiry) Err() error { return q.err }

// Working reports whether the judge was still working at the last Poll.
func (q *Inquiry) Working() bool { return q.question != nil }

// asked reports whether there is a question, answered or not, that was not forgotten.
func (q *Inquiry) asked() bool { return q.Working() || q.known || q.err != nil }

// About returns the last verdict on p taken by Poll, and whether there is one.
func (q *Inquiry) About(p rules.Position) (match.Verdict, bool) {
	if !q.known || q.position != p {
		return match.Verdict{}, false
	}
	return q.verdict, true
}
