package scene_test

import (
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/rules/rulestest"
)

// TestWaitingForAPeer waits for a connection twice, but not for a peer who has left for now.
func TestWaitingForAPeer(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	waits := func(left time.Duration, due bool) {
		t.Helper()
		if sc.WaitLeft() != left || sc.PauseDue() != due {
			t.Errorf("%v left, asked now %v; want %v, %v", sc.WaitLeft(), sc.PauseDue(), left, due)
		}
	}
	f.Push(table.Paused{Wait: 60})
	sc.Advance(time.Hour) // which was before the event
	waits(time.Minute, false)
	sc.Advance(59 * time.Second)
	waits(time.Second, false)
	sc.Advance(time.Second)
	waits(0, true)
	sc.WaitMore(10 * time.Second)
	sc.Advance(9 * time.Second)
	waits(time.Second, false)
	sc.Advance(9 * time.Second)
	waits(0, true)
	sc.WaitOn()
	waits(0, false)
	f.Push(table.Resumed{}, table.Paused{Wait: 60, Reason: table.ReasonLater})
	sc.Advance(0)
	waits(0, true)
}

// TestTheNextGuestIsHeard mutes a guest, and hears the next one.
func TestTheNextGuestIsHeard(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	sc, f := scenetest.Start(t, v, match.Host, match.Host)
	sc.ToggleMute()
	f.Push(table.Said{By: match.Guest, Text: "unheard"})
	sc.Advance(0)
	if n := len(sc.Talk()); n > 0 || !sc.Muted() {
		t.Errorf("muted %v, %d lines", sc.Muted(), n)
	}
	f.Push(table.PeerLeft{}, table.Connected{Peer: "Cleo", Self: match.Host, Variant: v}, table.GameStarted{ID: "h-1"},
		table.Said{By: match.Guest, Text: "heard"})
	sc.Advance(0)
	if n := len(sc.Talk()); n != 1 || sc.Muted() {
		t.Errorf("after the next guest has come: muted %v, %d lines", sc.Muted(), n)
	}
}

// TestLittleTimeIsTakenOnce takes each warning about the clock of the person here once.
func TestLittleTimeIsTakenOnce(t *testing.T) {
	sc, _, w := timed(t, "2+0")
	for _, step := range []struct {
		pass float64
		want scene.Urgency
	}{{60, scene.Calm}, {31, scene.Low}, {1, scene.Calm}, {20, scene.Urgent}, {1, scene.Calm}} {
		w.pass(step.pass)
		sc.Advance(0)
		if got := sc.TakeWarning(); got != step.want {
			t.Errorf("after %v s more: %v, want %v", step.pass, got, step.want)
		}
	}
}

// TestAHintIsTakenOnce takes a hint, and once more when it is asked for again in the same position,
// which no judge hears of. Why tells the ply of the hint.
func TestAHintIsTakenOnce(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		if why := sc.Hint(); why != "" {
			t.Fatal(why)
		}
		sc.Advance(scene.ThinkingLong)
		if _, ok, _ := sc.TakeHint(); ok || !sc.Hinting() || !sc.ThinksLong() {
			t.Errorf("taken %v, looked for %v, long %v", ok, sc.Hinting(), sc.ThinksLong())
		}
		j.Next(t).Answer(matchtest.Best(8, true, 3), nil)
		sc.Advance(0)
		for range 2 {
			if v, ok, err := sc.TakeHint(); !ok || err != nil || v.Best() != 3 || sc.ThinksLong() {
				t.Errorf("%+v, %v, %v", v, ok, err)
			}
			if _, ok, _ := sc.TakeHint(); ok {
				t.Error("the hint is taken twice")
			}
			sc.Hint()
		}
		if why := sc.TellWhy(); !strings.HasSuffix(why, "into the store of Ann, who moves again.") || sc.Story() != sc.HintWords()+". "+why {
			t.Errorf("the hint's story: %q, %q", why, sc.Story())
		}
	})
}

// TestEachThoughtIsTimedAnew has two computer players choose, without any motion between the plies.
func TestEachThoughtIsTimedAnew(t *testing.T) {
	seat := matchtest.NewHurried()
	sc := scenetest.Local(t, [2]match.Seat{seat, matchtest.Low{Gate: make(chan struct{})}})
	sc.Env.Prefs = scene.Motionless
	scenetest.Until(t, sc, sc.Thinking)
	if sc.Advance(scene.ThinkingLong); !sc.ThinksLong() {
		t.Error("the first thought is not long")
	}
	sc.Hurry()
	scenetest.Until(t, sc, func() bool { return sc.Match().Plies() == 1 })
	if !sc.Thinking() || sc.ThinksLong() {
		t.Errorf("thinking %v; the time of the first thought counts for the second: %v", sc.Thinking(), sc.ThinksLong())
	}
}
