package scene_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

func start(t *testing.T) rules.Position {
	t.Helper()
	return need.Must(rules.Start(rulestest.Variant(t, "kalah", 6, 4)))(t)
}

func TestAnInquiryTellsBetterVerdictsAsTheyCome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := matchtest.NewJudge(t), start(t)
		var q scene.Inquiry
		if q.Poll() || q.Working() {
			t.Error("an inquiry that has asked nothing has news")
		}
		q.Start(j, p)
		c := j.Next(t)
		if c.Position != p || q.Poll() || !q.Working() {
			t.Errorf("asked about %v, working %v", c.Position, q.Working())
		}
		c.Report(matchtest.Best(1, false, 2))
		c.Report(matchtest.Best(4, false, 3))
		if !q.Poll() || !q.Working() {
			t.Error("a verdict on the way is no news, or ends the inquiry")
		}
		if v, ok := q.About(p); !ok || v.Value != 4 || v.Best() != 3 {
			t.Errorf("known is %+v, %v; want the last verdict", v, ok)
		}
		if q.Poll() {
			t.Error("the same verdict is news twice")
		}
		c.Answer(matchtest.Best(8, true, 3), nil)
		if !q.Poll() || q.Working() || q.Err() != nil {
			t.Errorf("after the last word: working %v, error %v", q.Working(), q.Err())
		}
		if v, ok := q.About(p); !ok || v.Value != 8 || !v.Exact {
			t.Errorf("known is %+v, %v", v, ok)
		}
		if next, _, err := p.Sow(1); err != nil {
			t.Fatal(err)
		} else if v, ok := q.About(next); ok {
			t.Errorf("of another position %+v is known", v)
		}
	})
}

func TestALateVerdictOfAnEarlierPositionIsNeverTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := matchtest.NewJudge(t), start(t)
		next, _ := need.Must2(p.Sow(1))(t)
		var q scene.Inquiry
		q.Start(j, p)
		first := j.Next(t)
		q.Start(j, next)
		if first.Ctx.Err() == nil {
			t.Error("the first question is still open")
		}
		second := j.Next(t)
		first.Report(matchtest.Best(5, false, 1))
		first.Answer(matchtest.Best(6, true, 1), nil)
		if q.Poll() || !q.Working() {
			t.Error("a word about the earlier position is told")
		}
		second.Answer(matchtest.Best(-2, true, 4), nil)
		if v, ok := q.About(next); !q.Poll() || ok {
			t.Errorf("known before the poll: %+v", v)
		}
		if v, ok := q.About(next); !ok || v.Value != -2 {
			t.Errorf("known of the later position is %+v, %v", v, ok)
		}
	})
}

func TestCancellingAnInquiryKeepsWhatIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := matchtest.NewJudge(t), start(t)
		var q scene.Inquiry
		q.Start(j, p)
		c := j.Next(t)
		c.Report(matchtest.Best(3, false, 6))
		q.Poll()
		q.Cancel()
		if c.Ctx.Err() == nil || q.Working() {
			t.Error("after cancel the question is open")
		}
		c.Answer(matchtest.Best(9, true, 1), nil)
		if q.Poll() {
			t.Error("after cancel there is news")
		}
		if v, ok := q.About(p); !ok || v.Value != 3 {
			t.Errorf("known is %+v, %v", v, ok)
		}
		q.Forget()
		if v, ok := q.About(p); ok {
			t.Errorf("after forget %+v is known", v)
		}
	})
}

func TestAnInquiryTellsWhyThereIsNoVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := matchtest.NewJudge(t), start(t)
		var q scene.Inquiry
		q.Start(j, p)
		trouble := errors.New("no memory")
		j.Next(t).Answer(match.Verdict{}, trouble)
		if !q.Poll() || q.Working() || !errors.Is(q.Err(), trouble) {
			t.Errorf("working %v, error %v", q.Working(), q.Err())
		}
		if v, ok := q.About(p); ok {
			t.Errorf("known is %+v", v)
		}
	})
}

func TestAHurriedJudgeIsHeard(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j, p := matchtest.NewJudge(t), start(t)
		var q scene.Inquiry
		q.Hurry() // nothing is asked
		q.Start(j, p)
		c := j.Next(t)
		if q.Hurry(); c.Ctx.Err() == nil || !q.Working() {
			t.Error("the judge is not told, or nobody listens")
		}
		c.Answer(matchtest.Best(3, false, 2), nil)
		if v, ok := q.About(p); !q.Poll() || ok {
			t.Errorf("known before the poll: %+v", v)
		}
		if v, ok := q.About(p); !ok || v.Value != 3 || q.Working() {
			t.Errorf("known is %+v, %v", v, ok)
		}
	})
}
