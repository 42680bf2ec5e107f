package scene_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/matchtest"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// advised runs a test of a local game in a synctest bubble, with a scripted judge. seats returns
// the players; a nil seat is a person.
func advised(t *testing.T, seats func() [2]match.Seat, test func(t *testing.T, sc *scene.Scene, j *matchtest.Judge)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		j := matchtest.NewJudge(t)
		sc := scenetest.Local(t, seats())
		sc.Env.NewJudge = j.Make
		test(t, sc, j)
	})
}

// both seats two people.
func both() [2]match.Seat { return [2]match.Seat{} }

// computerAt seats a person and a computer player that thinks forever.
func computerAt(party match.Party) func() [2]match.Seat {
	return func() (seats [2]match.Seat) {
		seats[party] = matchtest.Low{Gate: make(chan struct{})}
		return seats
	}
}

func TestAHintGetsBetterAsItIsLookedFor(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		if _, hinted := sc.Hinted(); hinted || sc.HintWords() != "" || sc.Advance(tick) {
			t.Error("there is a hint that nobody has asked for")
		}
		if why := sc.Hint(); why != "" {
			t.Fatal(why)
		}
		c := j.Next(t)
		if got := sc.HintWords(); got != "Hint: thinking..." || c.Position != sc.Match().Position() || j.Patience[0] != scene.HintPatience {
			t.Errorf("at first it says %q; asked about %v with patience %v", got, c.Position, j.Patience)
		}
		c.Report(matchtest.Best(2, false, 5))
		if h, _ := sc.Hinted(); !sc.Advance(tick) || sc.HintWords() != "Hint: house 5, about +2" {
			t.Errorf("then it says %q, house %v", sc.HintWords(), h)
		}
		if sc.Hint() != "" { // again, while the judge is working
			t.Error("a second wish is refused")
		}
		c.Answer(matchtest.Best(8, true, 3), nil)
		if !sc.Advance(tick) || sc.HintWords() != "Hint: house 3 wins by 8" {
			t.Errorf("in the end it says %q", sc.HintWords())
		}
		if h, hinted := sc.Hinted(); h != 3 || !hinted || sc.Hint() != "" || sc.Advance(tick) {
			t.Errorf("house %v, %v; or it is painted again for nothing", h, hinted)
		}
		j.Idle(t)
	})
}

func TestHintsInWords(t *testing.T) {
	for want, v := range map[string]match.Verdict{
		"house 3 wins by 6":         matchtest.Best(6, true, 3),
		"house 1 draws":             matchtest.Best(0, true, 1),
		"house 2 loses by 4":        matchtest.Best(-4, true, 2),
		"house 10, about -1":        matchtest.Best(-1, false, 10),
		"house 6, about even":       matchtest.Best(0, false, 6),
		"swapping sides wins by 2":  matchtest.Best(2, true, rules.Swap),
		"swapping sides, about +12": matchtest.Best(12, false, rules.Swap),
	} {
		if got := words.PlyVerdict(v.Best(), v); got != want {
			t.Errorf("%+v is %q, want %q", v, got, want)
		}
	}
}

func TestAHintVanishesWithItsPosition(t *testing.T) {
	for name, leave := range map[string]func(t *testing.T, sc *scene.Scene){
		"a ply":     func(t *testing.T, sc *scene.Scene) { scenetest.Press(t, sc, 1) },
		"undo":      func(t *testing.T, sc *scene.Scene) { matchtest.Check(t, sc.Undo()) },
		"resigning": func(t *testing.T, sc *scene.Scene) { matchtest.Check(t, sc.Resign()) },
		"leaving":   func(t *testing.T, sc *scene.Scene) { matchtest.Check(t, sc.Close()) },
		"undo, redo": func(t *testing.T, sc *scene.Scene) {
			matchtest.Check(t, sc.Undo())
			sc.Advance(tick)
			matchtest.Check(t, sc.Redo())
		},
		"a next game": func(t *testing.T, sc *scene.Scene) {
			matchtest.Check(t, sc.Resign())
			sc.Advance(tick)
			matchtest.Check(t, sc.Rematch())
		},
	} {
		t.Run(name, func(t *testing.T) {
			advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
				scenetest.Press(t, sc, 3)
				sc.Advance(time.Minute)
				sc.Hint()
				c := j.Next(t)
				c.Report(matchtest.Best(4, false, 6))
				sc.Advance(tick)
				if _, hinted := sc.Hinted(); !hinted {
					t.Fatal("there is no hint")
				}
				leave(t, sc)
				sc.Advance(tick)
				if c.Ctx.Err() == nil {
					t.Error("the judge goes on")
				}
				c.Report(matchtest.Best(5, false, 6))
				c.Answer(matchtest.Best(6, true, 6), nil)
				sc.Advance(tick)
				if h, hinted := sc.Hinted(); hinted || sc.HintWords() != "" {
					t.Errorf("there still is a hint, house %v: %q", h, sc.HintWords())
				}
			})
		})
	}
}

func TestNoAdviceInANetworkGame(t *testing.T) {
	sc, f := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), match.Host, match.Host)
	showBar(sc, true)
	sc.Env.NewJudge = func(time.Duration) match.Judge {
		t.Error("a judge is asked in a network game")
		return nil
	}
	for _, mover := range []match.Party{match.Host, match.Guest} { // on both turns
		if why := sc.Hint(); why != "There are no hints in a network game" || sc.CanHint() {
			t.Errorf("asking for a hint is answered %q", why)
		}
		sc.Advance(time.Minute)
		matchtest.Check(t, f.PlayFor(mover, 1))
		sc.Advance(time.Minute)
	}
	if sc.HintWords() != "" || sc.Standing().Current {
		t.Errorf("there is a hint %q or a value %+v", sc.HintWords(), sc.Standing())
	}
}

func TestHintsAreForPersonsToMove(t *testing.T) {
	advised(t, computerAt(match.Guest), func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		scenetest.Press(t, sc, 1)
		if why := sc.Hint(); why != "Hints are for a person whose turn it is" {
			t.Errorf("while the computer is to move: %q", why)
		}
		matchtest.Check(t, sc.Resign())
		sc.Advance(time.Minute)
		if why := sc.Hint(); why != "The game is over" {
			t.Errorf("after the game: %q", why)
		}
		j.Idle(t)
	})
}

func TestAHintThatIsNotFoundIsSaid(t *testing.T) {
	for want, err := range map[string]error{
		"Hint: nothing found in time - ask again": context.DeadlineExceeded,
		"There is no hint. No memory.":            errors.New("no memory"),
	} {
		advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
			sc.Hint()
			j.Next(t).Answer(match.Verdict{}, err)
			if _, hinted := sc.Hinted(); !sc.Advance(tick) || hinted || sc.HintWords() != want {
				t.Errorf("it says %q, want %q", sc.HintWords(), want)
			}
			sc.Hint()
			j.Next(t).Answer(matchtest.Best(1, true, 2), nil)
			if sc.Advance(tick); sc.HintWords() != "Hint: house 2 wins by 1" {
				t.Errorf("asked again it says %q", sc.HintWords())
			}
		})
	}
}

// shows checks the content of the evaluation bar.
func shows(t *testing.T, sc *scene.Scene, words string, lead int, current bool) {
	t.Helper()
	if got, want := sc.Standing(), (scene.Standing{words, lead, current}); got != want {
		t.Errorf("the bar shows %+v, want %+v", got, want)
	}
}

func TestTheBarFollowsTheGame(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		sc.Advance(tick)
		j.Idle(t) // it is off at first
		showBar(sc, true)
		sc.Advance(tick)
		c := j.Next(t)
		shows(t, sc, "thinking...", 0, false)
		c.Report(matchtest.Best(2, false, 3))
		if sc.Advance(tick) {
			t.Error("the bar moves before the judge's last word")
		}
		c.Answer(matchtest.Best(6, false, 3), nil)
		if !sc.Advance(tick) || j.Patience[0] != scene.BarPatience {
			t.Errorf("the last word is not to be seen, or patience is %v", j.Patience)
		}
		shows(t, sc, "about +6 for Ann", 6, true)
		for range 100 {
			if sc.Advance(tick) {
				t.Fatal("an idle bar is painted again")
			}
		}
		j.Idle(t)
		sc.Flipped = true
		shows(t, sc, "about +6 for Ann", -6, true)
		sc.Flipped = false

		scenetest.Press(t, sc, 1) // Bo is to move
		c = j.Next(t)
		shows(t, sc, "about +6 for Ann ...", 6, false)
		c.Answer(matchtest.Best(4, true, 2), nil)
		sc.Advance(tick)
		if shows(t, sc, "about +6 for Ann ...", 6, false); !sc.Moving() {
			t.Error("the ply is not shown")
		}
		sc.Advance(time.Minute)
		shows(t, sc, "Bo wins by 4", -4, true)

		matchtest.Check(t, sc.Undo())
		sc.Advance(tick)
		j.Next(t).Answer(match.Verdict{}, errors.New("no memory"))
		sc.Advance(tick)
		shows(t, sc, "The value is not known", 0, false)
		sc.Advance(tick)
		j.Idle(t) // it does not ask again and again
	})
}

// TestTheBarSaysWhatIsProved shows verdicts with bounds, and asks again during the building of
// endings.
func TestTheBarSaysWhatIsProved(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		showBar(sc, true)
		sc.Advance(tick)
		for want, v := range map[string]match.Verdict{
			"about +2 for Ann, at least -4":     {Value: 2, Low: -4, High: 6},
			"about +2 for Ann, at least a draw": {Value: 2, Low: 0, High: 6},
			"about +2 for Bo, at least -6":      {Value: -2, Low: -4, High: 6},
			"about even, at least -4 for Ann":   {Low: -4, High: 6},
			"Ann wins by at least 2":            {Value: 4, Low: 2, High: 6},
			"about +2 for Ann":                  {Value: 2},
			"Ann wins":                          {Value: 2, Exact: true, Winner: true},
			"about even, endings 3/16":          {Layer: 3, Layers: 16},
			"about +1 for Ann, endings 16/17":   {Value: 1, Layer: 16, Layers: 17},
		} {
			j.Next(t).Answer(v, nil)
			sc.Advance(tick)
			if got := sc.Standing(); got.Words != want || !got.Current {
				t.Errorf("%+v is shown as %+v", v, got)
			}
			if v.Layers > 0 {
				for range 10 { // without a ply
					sc.Advance(time.Second)
				}
				continue
			}
			sc.Advance(time.Minute)
			j.Idle(t)
			showBar(sc, false)
			sc.Advance(tick)
			showBar(sc, true)
			sc.Advance(tick)
		}
	})
}

func TestTheBarNeverShowsALateValue(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		showBar(sc, true)
		sc.Advance(tick)
		first := j.Next(t)
		scenetest.Press(t, sc, 3)
		if sc.Advance(tick); first.Ctx.Err() == nil {
			t.Error("the judge goes on with a position that is gone")
		}
		first.Answer(matchtest.Best(9, true, 3), nil)
		sc.Advance(time.Minute)
		shows(t, sc, "thinking...", 0, false)
		second := j.Next(t)
		showBar(sc, false)
		if sc.Advance(tick); second.Ctx.Err() == nil {
			t.Error("the judge goes on for a bar that is not there")
		}
		second.Answer(matchtest.Best(9, true, 3), nil)
		sc.Advance(tick)
		shows(t, sc, "thinking...", 0, false)
	})
}

func TestAHintServesTheBar(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		showBar(sc, true)
		sc.Advance(tick)
		bar := j.Next(t)
		sc.Hint()
		hint := j.Next(t)
		if bar.Ctx.Err() == nil {
			t.Error("the bar's judge works beside the hint's")
		}
		hint.Report(matchtest.Best(1, false, 3))
		sc.Advance(tick)
		shows(t, sc, "thinking...", 0, false)
		hint.Answer(matchtest.Best(3, true, 3), nil)
		sc.Advance(tick)
		shows(t, sc, "Ann wins by 3", 3, true)
		j.Idle(t)
	})
}

func TestTheBarSaysHowAGameEnded(t *testing.T) {
	advised(t, both, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		link, err := table.NewLocal(match.LocalConfig{ID: "end", Variant: rulestest.Variant(t, "kalah", 1, 3), Names: [2]string{"Ann", "Bo"}})
		matchtest.Check(t, err)
		sc.Table = table.NewTable(link, match.Host, [2]string{"Ann", "Bo"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
		showBar(sc, true)
		sc.Advance(tick)
		j.Next(t)
		scenetest.Press(t, sc, 1) // Kalah(1,3): the only ply
		sc.Advance(time.Minute)
		if r := sc.Match().Result(); r.Stores != [2]int{6, 0} {
			t.Fatalf("the game ended %v", r.Stores)
		}
		shows(t, sc, "Ann wins by 6", 6, true)
		j.Idle(t)
	})
}

func TestAheadInWords(t *testing.T) {
	for _, c := range []struct {
		seats func() [2]match.Seat
		lead  int
		exact bool
		want  string
	}{
		{both, 6, true, "Ann wins by 6"},
		{both, -2, false, "about +2 for Bo"},
		{both, 0, true, "a draw"},
		{both, 0, false, "about even"},
		{computerAt(match.Guest), 6, true, "You win by 6"},
		{computerAt(match.Guest), 1, false, "about +1 for you"},
		{computerAt(match.Guest), -7, true, "Bo wins by 7"},
	} {
		advised(t, c.seats, func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
			showBar(sc, true)
			sc.Advance(tick)
			j.Next(t).Answer(matchtest.Best(c.lead, c.exact, 1), nil)
			sc.Advance(tick)
			shows(t, sc, c.want, c.lead, true)
		})
	}
}

// showBar turns the evaluation bar on or off.
func showBar(sc *scene.Scene, on bool) { prefer(sc, func(s *scene.Prefs) { s.Bar = on }) }

// The judges and the computer players share one cache and take turns.
func TestTheBarAndAComputerPlayerTakeTurns(t *testing.T) {
	advised(t, computerAt(match.Guest), func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		showBar(sc, true)
		sc.Advance(tick)
		j.Next(t).Answer(matchtest.Best(0, false, 1), nil)
		scenetest.Press(t, sc, 1)
		sc.Advance(time.Minute)
		c := j.Next(t)
		for range scene.ThinkingPause/tick + 5 {
			sc.Advance(tick)
		}
		if sc.Thinking() {
			t.Error("the computer player thinks beside the judge")
		}
		c.Answer(matchtest.Best(3, false, 2), nil)
		sc.Advance(tick)
		sc.Advance(tick)
		if !sc.Thinking() {
			t.Fatal("the computer player does not begin when the judge has ended")
		}
		sc.Advance(time.Second)
		j.Idle(t)
		shows(t, sc, "about +3 for Bo", -3, true)
	})
}

func TestAComputerPlayerDoesNotWaitForASlowJudge(t *testing.T) {
	advised(t, computerAt(match.Host), func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		showBar(sc, true)
		sc.Advance(tick)
		c := j.Next(t)
		for range scene.BarHold/tick + 2 {
			sc.Advance(tick)
		}
		if !sc.Thinking() || c.Ctx.Err() == nil {
			t.Errorf("thinking %v; the judge has been stopped: %v", sc.Thinking(), c.Ctx.Err() != nil)
		}
		sc.Advance(tick)
		j.Idle(t)
	})
}

func TestNextMoveStopsTheBar(t *testing.T) {
	advised(t, computerAt(match.Host), func(t *testing.T, sc *scene.Scene, j *matchtest.Judge) {
		sc.Stepwise = true
		showBar(sc, true)
		sc.Advance(tick)
		c := j.Next(t)
		sc.Next()
		if synctest.Wait(); !sc.Thinking() || c.Ctx.Err() == nil {
			t.Error("the judge works beside the computer player")
		}
	})
}
