package scene

import (
	"context"
	"sync"

	"mancala/match"
	"mancala/rules"
)

// Inquiry is a question to a judge that is answered in the background, one at a time. The zero
// value has asked nothing. Its methods are for one goroutine, that of Update, and return at once.
type Inquiry struct {
	position rules.Position
	question *question // nil if nothing is being asked
	verdict  match.Verdict
	known    bool
	err      error
}

// question is what a judge is being asked. Each has a place of its own for what the judge says, so
// that a late word about an earlier position goes nowhere.
type question struct {
	cancel context.CancelFunc

	mu      sync.Mutex
	verdict match.Verdict
	known   bool // there is a verdict
	fresh   bool // it has not been taken yet
	done    bool
	err     error
}

// Start asks j about p. What was asked before is cancelled and forgotten.
func (q *Inquiry) Start(j match.Judge, p rules.Position) {
	q.Cancel()
	ctx, cancel := context.WithCancel(context.Background())
	asked := &question{cancel: cancel}
	*q = Inquiry{position: p, question: asked}
	go func() {
		defer cancel()
		v, err := j.Judge(ctx, p, func(v match.Verdict) { asked.tell(v, nil, false) })
		asked.tell(v, err, true)
	}()
}

// tell writes down what the judge says. An error leaves the last verdict in its place.
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

// Poll takes in what the judge has said since the last poll, and reports whether that was anything.
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

// Cancel ends the question that is being asked, if there is one: nothing more is heard of it. What
// is known already stays.
func (q *Inquiry) Cancel() {
	if q.question != nil {
		q.question.cancel()
		q.question = nil
	}
}

// Hurry tells the judge to make an end; its last word is still heard.
func (q *Inquiry) Hurry() {
	if q.question != nil {
		q.question.cancel()
	}
}

// Forget cancels the question and forgets what is known.
func (q *Inquiry) Forget() {
	q.Cancel()
	*q = Inquiry{}
}

// Err says why there is no verdict, or no better one.
func (q *Inquiry) Err() error { return q.err }

// Working reports whether the judge is still at it, as far as poll has seen.
func (q *Inquiry) Working() bool { return q.question != nil }

// asked reports whether a question was asked and not forgotten: it is being answered, or was, or
// there is no answer.
func (q *Inquiry) asked() bool { return q.Working() || q.known || q.err != nil }

// About returns what is known of p: the last verdict that poll has taken in, and whether there is
// one.
func (q *Inquiry) About(p rules.Position) (match.Verdict, bool) {
	if !q.known || q.position != p {
		return match.Verdict{}, false
	}
	return q.verdict, true
}
