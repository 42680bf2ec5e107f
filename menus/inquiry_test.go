package menus

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/rules"
)

// saying is one thing that a scripted judge says: a verdict on the way, or its last word.
type saying struct {
	verdict match.Verdict
	err     error
	last    bool
}

// consultation is one question to a scripted judge: the test says what the judge answers.
type consultation struct {
	position rules.Position
	ctx      context.Context
	say      chan saying
}

// scriptedJudge is a judge that says what the test makes it say. It does not heed the end of its context, so that the
// test can have it speak late.
type scriptedJudge struct {
	asked    chan *consultation
	patience []time.Duration // of each judge that was made

	mu  sync.Mutex
	all []*consultation
}

// newScriptedJudge returns a judge for a test in a bubble of its own; whom it has not answered by then it dismisses in the
// end.
func newScriptedJudge(t *testing.T) *scriptedJudge {
	j := &scriptedJudge{asked: make(chan *consultation, 64)}
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

// make is a Config's NewJudge.
func (j *scriptedJudge) make(patience time.Duration) match.Judge {
	j.patience = append(j.patience, patience)
	return j
}

// Judge implements match.Judge.
func (j *scriptedJudge) Judge(ctx context.Context, p rules.Position, report func(match.Verdict)) (match.Verdict, error) {
	c := &consultation{p, ctx, make(chan saying)}
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

// next returns the next question that the judge was asked.
func (j *scriptedJudge) next(t *testing.T) *consultation {
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

// idle fails where the judge was asked something that the test has not seen.
func (j *scriptedJudge) idle(t *testing.T) {
	t.Helper()
	synctest.Wait()
	select {
	case c := <-j.asked:
		t.Fatalf("the judge was asked about %v", c.position)
	default:
	}
}

// report has the judge say a verdict on the way.
func (c *consultation) report(v match.Verdict) {
	c.say <- saying{verdict: v}
	synctest.Wait()
}

// answer has the judge say its last word.
func (c *consultation) answer(v match.Verdict, err error) {
	c.say <- saying{v, err, true}
	synctest.Wait()
}

func best(value int, exact bool, h rules.House) match.Verdict {
	return match.Verdict{Value: value, Exact: exact, Line: []rules.House{h}}
}

func start(t *testing.T) rules.Position {
	t.Helper()
	p, err := rules.Start(variant(t, "kalah", 6, 4))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAnInquiryTellsBetterVerdictsAsTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := newScriptedJudge(t), start(t)
		var q inquiry
		if q.poll() || q.working() {
			t.Error("an inquiry that has asked nothing has news")
		}
		q.start(j, p)
		c := j.next(t)
		if c.position != p || q.poll() || !q.working() {
			t.Errorf("asked about %v, working %v", c.position, q.working())
		}
		c.report(best(1, false, 2))
		c.report(best(4, false, 3))
		if !q.poll() || !q.working() {
			t.Error("a verdict on the way is no news, or ends the inquiry")
		}
		if v, ok := q.about(p); !ok || v.Value != 4 || v.Best() != 3 {
			t.Errorf("known is %+v, %v; want the last verdict", v, ok)
		}
		if q.poll() {
			t.Error("the same verdict is news twice")
		}
		c.answer(best(8, true, 3), nil)
		if !q.poll() || q.working() || q.err != nil {
			t.Errorf("after the last word: working %v, error %v", q.working(), q.err)
		}
		if v, ok := q.about(p); !ok || v.Value != 8 || !v.Exact {
			t.Errorf("known is %+v, %v", v, ok)
		}
		if next, _, err := p.Sow(1); err != nil {
			t.Fatal(err)
		} else if v, ok := q.about(next); ok {
			t.Errorf("of another position %+v is known", v)
		}
	})
}

func TestALateVerdictOfAnEarlierPositionIsNeverTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := newScriptedJudge(t), start(t)
		next, _, err := p.Sow(1)
		if err != nil {
			t.Fatal(err)
		}
		var q inquiry
		q.start(j, p)
		first := j.next(t)
		q.start(j, next)
		if first.ctx.Err() == nil {
			t.Error("the first question is still open")
		}
		second := j.next(t)
		first.report(best(5, false, 1))
		first.answer(best(6, true, 1), nil)
		if q.poll() || q.known {
			t.Errorf("a word about the earlier position is told: %+v", q.verdict)
		}
		second.answer(best(-2, true, 4), nil)
		if v, ok := q.about(next); !q.poll() || ok {
			t.Errorf("known before the poll: %+v", v)
		}
		if v, ok := q.about(next); !ok || v.Value != -2 {
			t.Errorf("known of the later position is %+v, %v", v, ok)
		}
	})
}

func TestCancellingAnInquiryKeepsWhatIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := newScriptedJudge(t), start(t)
		var q inquiry
		q.start(j, p)
		c := j.next(t)
		c.report(best(3, false, 6))
		q.poll()
		q.cancel()
		if c.ctx.Err() == nil || q.working() {
			t.Error("after cancel the question is open")
		}
		c.answer(best(9, true, 1), nil)
		if q.poll() {
			t.Error("after cancel there is news")
		}
		if v, ok := q.about(p); !ok || v.Value != 3 {
			t.Errorf("known is %+v, %v", v, ok)
		}
		q.forget()
		if v, ok := q.about(p); ok {
			t.Errorf("after forget %+v is known", v)
		}
	})
}

func TestAnInquiryTellsWhyThereIsNoVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := newScriptedJudge(t), start(t)
		var q inquiry
		q.start(j, p)
		trouble := errors.New("no memory")
		j.next(t).answer(match.Verdict{}, trouble)
		if !q.poll() || q.working() || !errors.Is(q.err, trouble) {
			t.Errorf("working %v, error %v", q.working(), q.err)
		}
		if v, ok := q.about(p); ok {
			t.Errorf("known is %+v", v)
		}
	})
}
