package scene_test

import (
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// watch is a clock that a test sets.
type watch struct{ now time.Time }

func (w *watch) read() time.Time { return w.now }
func (w *watch) pass(seconds float64) {
	w.now = w.now.Add(time.Duration(seconds * float64(time.Second)))
}
func (w *watch) set(sc *scene.Scene) { sc.Env.Now = w.read }
func control(t *testing.T, text string) match.TimeControl {
	t.Helper()
	return need.Must(match.ParseTimeControl(text))(t)
}

// timed returns a scene of a game with clocks between Ann, here, and Bo. Ann begins.
func timed(t *testing.T, text string) (*scene.Scene, *tabletest.Link, *watch) {
	t.Helper()
	w := &watch{time.Date(2026, 3, 14, 15, 9, 26, 0, time.UTC)}
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Guest, match.Guest)
	w.set(sc)
	link.KeepTime(control(t, text), w.read)
	sc.Advance(0)
	return sc, link, w
}

func showsTime(t *testing.T, sc *scene.Scene, side rules.Side, text string, level scene.Urgency, running bool) {
	t.Helper()
	if got, ok := sc.Clock(side); !ok || got != (scene.Clock{Text: text, Urgency: level, Running: running}) {
		t.Errorf("the clock of %v is %+v, %v", side, got, ok)
	}
}

func TestClockTexts(t *testing.T) {
	sc, link, w := timed(t, "90+0")
	showsTime(t, sc, rules.South, "1:30:00", scene.Calm, true)
	showsTime(t, sc, rules.North, "1:30:00", scene.Calm, false)
	for _, step := range []struct {
		pass  float64
		text  string
		level scene.Urgency
	}{
		{0.5, "1:30:00", scene.Calm},
		{0.5, "1:29:59", scene.Calm},
		{1799, "1:00:00", scene.Calm},
		{1, "59:59", scene.Calm},
		{3568.5, "0:31", scene.Calm},
		{0.5, "0:30", scene.Low},
		{19.95, "0:11", scene.Low},
		{0.05, "10.0", scene.Urgent},
		{0.61, "9.4", scene.Urgent},
		{9.38, "0.1", scene.Urgent},
		{0.01, "0.0", scene.Urgent},
		{60, "0.0", scene.Urgent},
	} {
		w.pass(step.pass)
		if showsTime(t, sc, rules.South, step.text, step.level, true); t.Failed() {
			t.Fatalf("after another %g s", step.pass)
		}
	}
	need.NoError(t, link.TimeOut())
	sc.Advance(0)
	showsTime(t, sc, rules.South, "0.0", scene.Urgent, false)
	if sc.Happened() != "Your time is over" || sc.Verdict() != "Bo wins on time" || sc.Loser() != match.Guest {
		t.Errorf("%q, %q", sc.Happened(), sc.Verdict())
	}
}

func TestAShortGameIsNotLowFromItsStart(t *testing.T) {
	sc, _, w := timed(t, "30s+0")
	showsTime(t, sc, rules.South, "0:30", scene.Calm, true)
	w.pass(20)
	showsTime(t, sc, rules.South, "10.0", scene.Urgent, true)
}

// A scene reports a change whenever the text of a clock changes.
func TestClocksAreDrawnWhenTheyChange(t *testing.T) {
	sc, _, w := timed(t, "1+0")
	for range 5 { // the light of the turn comes to rest
		sc.Advance(time.Second)
	}
	changes := func(seconds float64) (n int) {
		for range int(seconds * 60) {
			w.pass(1.0 / 60)
			if sc.Advance(0) {
				n++
			}
		}
		return n
	}
	if n := changes(20); n < 19 || n > 21 {
		t.Errorf("%d changes in 20 s", n)
	}
	changes(32)
	if n := changes(5); n < 49 || n > 51 {
		t.Errorf("%d changes in 5 s of tenths", n)
	}
}

func TestLittleTimeIsNarratedOnce(t *testing.T) {
	sc, link, w := timed(t, "1+5")
	var heard []string
	sc.Env.Narrate = func(text string, urgent bool) {
		if urgent {
			heard = append(heard, text)
		}
	}
	wait := func(seconds float64) {
		w.pass(seconds)
		sc.Advance(0)
	}
	wait(31) // 29 left
	wait(5)
	scenetest.Press(t, sc, 1) // and 29 again, with the increment
	need.NoError(t, link.PlayFor(match.Host, 1))
	wait(21)
	wait(1)
	want := []string{"Your turn.", "You have 30 seconds left.", "Your turn.", "You have 10 seconds left."}
	if !slices.Equal(heard, want) {
		t.Errorf("told: %q", heard)
	}
}

func TestAbsenceIsNarrated(t *testing.T) {
	sc, link, _ := timed(t, "5+3")
	var heard []string
	sc.Env.Narrate = func(text string, _ bool) { heard = append(heard, text) }
	link.Push(table.PeerAbsent{Absent: true}, table.PeerAbsent{})
	sc.Advance(0)
	if want := []string{"Waiting for Bo.", "Bo is here.", "Your turn."}; !slices.Equal(heard, want) {
		t.Errorf("told before Bo has played: %q", heard)
	}
	scenetest.Press(t, sc, 1)
	need.NoError(t, link.PlayFor(match.Host, 1))
	sc.Advance(0)
	heard = nil
	link.Push(table.PeerAbsent{Absent: true}, table.PeerAbsent{})
	sc.Advance(0)
	if want := []string{"Bo is not connected.", "Bo is back."}; !slices.Equal(heard[:min(2, len(heard))], want) {
		t.Errorf("told: %q", heard)
	}
}

func TestNoClocksWithoutTime(t *testing.T) {
	sc, link := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Guest, match.Guest)
	if c, timed := sc.Clock(rules.South); timed {
		t.Errorf("a game without clocks shows %+v", c)
	}
	link.KeepTime(control(t, "5+3"), nil)
	sc.Advance(0)
	showsTime(t, sc, rules.South, "5:00", scene.Calm, true)
	if sc.CanTakeback() {
		t.Error("in a game with clocks a move could be taken back")
	}
}

// A game lost on time looks the same in the archive.
func TestArchivedOnTime(t *testing.T) {
	game := need.Must(rules.ParseGame("kalah(6,4) 3 6"))(t)
	r := match.Record{
		ID: "g-1", Game: game, Names: [2]string{"Ann", "Bo"}, Kinds: [2]string{match.KindPerson, match.KindRemote},
		Result: match.Result{Ending: match.TimedOut, Outcome: rules.NorthWins, Stores: [2]int{2, 0}},
	}
	sc := need.Must(scene.Archived(r))(t)
	if got := sc.Match().Result(); got != r.Result {
		t.Errorf("the result is %+v", got)
	}
}

// At a club, it is this end's connection that comes back.
func TestTheLineToAClubComesBack(t *testing.T) {
	sc, f, _ := timed(t, "5+3")
	f.Push(table.Paused{Note: rules.NewNote("netplay.club-dropped"), Wait: 60})
	sc.Advance(0)
	if got := sc.PauseReason(); got != "Your connection to the club dropped" {
		t.Errorf("while it is down: %q", got)
	}
	f.Push(table.Resumed{})
	sc.Advance(0)
	if got := sc.Happened(); got != "The connection is back" {
		t.Errorf("after it: %q", got)
	}
}
