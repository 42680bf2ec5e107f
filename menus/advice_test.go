package menus

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/rules"
)

// advised runs a test of a game at this machine, in a bubble, with a scripted judge. Seats returns who sits there; a nil seat
// is a person.
func advised(t *testing.T, seats func() [2]match.Seat, test func(t *testing.T, p *Play, j *scriptedJudge)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		j := newScriptedJudge(t)
		p := localPlay(t, seats())
		p.newJudge = j.make
		test(t, p, j)
	})
}

// both seats two persons.
func both() [2]match.Seat { return [2]match.Seat{} }

// computerAt seats a person and a computer player that thinks for ever.
func computerAt(party match.Party) func() [2]match.Seat {
	return func() (seats [2]match.Seat) {
		seats[party] = lowSeat{make(chan struct{})}
		return seats
	}
}

func TestAHintGetsBetterAsItIsLookedFor(t *testing.T) {
	advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
		if _, hinted := p.Hinted(); hinted || p.hintWords() != "" || p.Advance(tick) {
			t.Error("there is a hint that nobody has asked for")
		}
		if why := p.Hint(); why != "" {
			t.Fatal(why)
		}
		c := j.next(t)
		if got := p.hintWords(); got != "Hint: thinking..." || c.position != p.Match().Position() || j.patience[0] != hintPatience {
			t.Errorf("at first it says %q; asked about %v with patience %v", got, c.position, j.patience)
		}
		c.report(best(2, false, 5))
		if h, _ := p.Hinted(); !p.Advance(tick) || p.hintWords() != "Hint: house 5, about +2" {
			t.Errorf("then it says %q, house %v", p.hintWords(), h)
		}
		if p.Hint() != "" { // again, while the judge is at it
			t.Error("a second wish is refused")
		}
		c.answer(best(8, true, 3), nil)
		if !p.Advance(tick) || p.hintWords() != "Hint: house 3 wins by 8" {
			t.Errorf("in the end it says %q", p.hintWords())
		}
		if h, hinted := p.Hinted(); h != 3 || !hinted || p.Hint() != "" || p.Advance(tick) {
			t.Errorf("house %v, %v; or it is painted again for nothing", h, hinted)
		}
		j.idle(t)
	})
}

func TestHintsInWords(t *testing.T) {
	for want, v := range map[string]match.Verdict{
		"house 3 wins by 6":         best(6, true, 3),
		"house 1 draws":             best(0, true, 1),
		"house 2 loses by 4":        best(-4, true, 2),
		"house 10, about -1":        best(-1, false, 10),
		"house 6, about even":       best(0, false, 6),
		"swapping sides wins by 2":  best(2, true, rules.Swap),
		"swapping sides, about +12": best(12, false, rules.Swap),
	} {
		if got := houseWords(v); got != want {
			t.Errorf("%+v is %q, want %q", v, got, want)
		}
	}
}

func TestAHintVanishesWithItsPosition(t *testing.T) {
	for name, leave := range map[string]func(t *testing.T, p *Play){
		"a ply":       func(t *testing.T, p *Play) { press(t, p, 1) },
		"undo":        func(t *testing.T, p *Play) { check(t, p.Undo()) },
		"resigning":   func(t *testing.T, p *Play) { check(t, p.Resign()) },
		"leaving":     func(t *testing.T, p *Play) { check(t, p.Close()) },
		"undo, redo":  func(t *testing.T, p *Play) { check(t, p.Undo()); p.Advance(tick); check(t, p.Redo()) },
		"a next game": func(t *testing.T, p *Play) { check(t, p.Resign()); p.Advance(tick); check(t, p.Rematch()) },
	} {
		t.Run(name, func(t *testing.T) {
			advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
				press(t, p, 3)
				p.Advance(time.Minute)
				p.Hint()
				c := j.next(t)
				c.report(best(4, false, 6))
				p.Advance(tick)
				if _, hinted := p.Hinted(); !hinted {
					t.Fatal("there is no hint")
				}
				leave(t, p)
				p.Advance(tick)
				if c.ctx.Err() == nil {
					t.Error("the judge goes on")
				}
				c.report(best(5, false, 6))
				c.answer(best(6, true, 6), nil)
				p.Advance(tick)
				if h, hinted := p.Hinted(); hinted || p.hintWords() != "" {
					t.Errorf("there still is a hint, house %v: %q", h, p.hintWords())
				}
			})
		})
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestNoAdviceInANetworkGame(t *testing.T) {
	p, f := startPlay(t, variant(t, "kalah", 6, 4), match.Host, match.Host)
	p.showBar = true
	p.newJudge = func(time.Duration) match.Judge {
		t.Error("a judge is asked in a network game")
		return nil
	}
	for _, mover := range []match.Party{match.Host, match.Guest} { // on both turns
		if why := p.Hint(); why != "There are no hints in a game against somebody on another machine" || p.CanHint() {
			t.Errorf("asking for a hint is answered %q", why)
		}
		p.Advance(time.Minute)
		check(t, f.playFor(mover, 1))
		p.Advance(time.Minute)
	}
	if p.hintWords() != "" || p.balance.known {
		t.Errorf("there is a hint %q or a value %+v", p.hintWords(), p.balance)
	}
}

func TestHintsAreForPersonsToMove(t *testing.T) {
	advised(t, computerAt(match.Guest), func(t *testing.T, p *Play, j *scriptedJudge) {
		press(t, p, 1)
		if why := p.Hint(); why != "Hints are for a person whose turn it is" {
			t.Errorf("while the computer is to move: %q", why)
		}
		check(t, p.Resign())
		p.Advance(time.Minute)
		if why := p.Hint(); why != "The game is over" {
			t.Errorf("after the game: %q", why)
		}
		j.idle(t)
	})
}

func TestAHintThatIsNotFoundIsSaid(t *testing.T) {
	for want, err := range map[string]error{
		"Hint: nothing found in time - ask again": context.DeadlineExceeded,
		"There is no hint: no memory":             errors.New("no memory"),
	} {
		advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
			p.Hint()
			j.next(t).answer(match.Verdict{}, err)
			if _, hinted := p.Hinted(); !p.Advance(tick) || hinted || p.hintWords() != want {
				t.Errorf("it says %q, want %q", p.hintWords(), want)
			}
			p.Hint()
			j.next(t).answer(best(1, true, 2), nil)
			if p.Advance(tick); p.hintWords() != "Hint: house 2 wins by 1" {
				t.Errorf("asked again it says %q", p.hintWords())
			}
		})
	}
}

// shows checks what the bar shows.
func shows(t *testing.T, p *Play, words string, lead int, current bool) {
	t.Helper()
	if got, want := p.stands(), (standing{words, lead, current}); got != want {
		t.Errorf("the bar shows %+v, want %+v", got, want)
	}
}

func TestTheBarFollowsTheGame(t *testing.T) {
	advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
		p.Advance(tick)
		j.idle(t) // it is off at first
		p.showBar = true
		p.Advance(tick)
		c := j.next(t)
		shows(t, p, "thinking...", 0, false)
		c.report(best(2, false, 3))
		if p.Advance(tick) {
			t.Error("the bar moves before the judge's last word")
		}
		c.answer(best(6, false, 3), nil)
		if !p.Advance(tick) || j.patience[0] != barPatience {
			t.Errorf("the last word is not to be seen, or patience is %v", j.patience)
		}
		shows(t, p, "about +6 for Ann", 6, true)
		for range 100 {
			if p.Advance(tick) {
				t.Fatal("an idle bar is painted again")
			}
		}
		j.idle(t)
		p.flipped = true
		shows(t, p, "about +6 for Ann", -6, true)
		p.flipped = false

		press(t, p, 1) // Bo is to move
		c = j.next(t)
		shows(t, p, "about +6 for Ann ...", 6, false)
		c.answer(best(4, true, 2), nil)
		p.Advance(tick)
		if shows(t, p, "about +6 for Ann ...", 6, false); !p.Moving() {
			t.Error("the ply is not shown")
		}
		p.Advance(time.Minute)
		shows(t, p, "Bo wins by 4", -4, true)

		check(t, p.Undo())
		p.Advance(tick)
		j.next(t).answer(match.Verdict{}, errors.New("no memory"))
		p.Advance(tick)
		shows(t, p, "The value is not known", 0, false)
		p.Advance(tick)
		j.idle(t) // it does not ask again and again
	})
}

func TestTheBarNeverShowsALateValue(t *testing.T) {
	advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
		p.showBar = true
		p.Advance(tick)
		first := j.next(t)
		press(t, p, 3)
		if p.Advance(tick); first.ctx.Err() == nil {
			t.Error("the judge goes on with a position that is gone")
		}
		first.answer(best(9, true, 3), nil)
		p.Advance(time.Minute)
		shows(t, p, "thinking...", 0, false)
		second := j.next(t)
		p.showBar = false
		if p.Advance(tick); second.ctx.Err() == nil {
			t.Error("the judge goes on for a bar that is not there")
		}
		second.answer(best(9, true, 3), nil)
		p.Advance(tick)
		shows(t, p, "thinking...", 0, false)
	})
}

func TestAHintServesTheBar(t *testing.T) {
	advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
		p.showBar = true
		p.Advance(tick)
		bar := j.next(t)
		p.Hint()
		hint := j.next(t)
		if bar.ctx.Err() == nil {
			t.Error("the bar's judge works beside the hint's")
		}
		hint.report(best(1, false, 3))
		p.Advance(tick)
		shows(t, p, "thinking...", 0, false)
		hint.answer(best(3, true, 3), nil)
		p.Advance(tick)
		shows(t, p, "Ann wins by 3", 3, true)
		j.idle(t)
	})
}

func TestTheBarSaysHowAGameEnded(t *testing.T) {
	advised(t, both, func(t *testing.T, p *Play, j *scriptedJudge) {
		link, err := match.NewLocal(match.LocalConfig{ID: "end", Variant: variant(t, "kalah", 1, 3), Names: [2]string{"Ann", "Bo"}})
		check(t, err)
		p.Table = match.NewTable(link, match.Host, [2]string{"Ann", "Bo"}, [2]match.Seat{match.NewPerson(), match.NewPerson()})
		p.showBar = true
		p.Advance(tick)
		j.next(t)
		press(t, p, 1) // Kalah(1,3): the only ply
		p.Advance(time.Minute)
		if r := p.Match().Result(); r.Stores != [2]int{6, 0} {
			t.Fatalf("the game ended %v", r.Stores)
		}
		shows(t, p, "Ann wins by 6", 6, true)
		j.idle(t)
	})
}

func TestAheadInWords(t *testing.T) {
	alone := localPlay(t, computerAt(match.Guest)())
	two := localPlay(t, both())
	for _, c := range []struct {
		p    *Play
		b    balance
		want string
	}{
		{two, balance{lead: 6, exact: true}, "Ann wins by 6"},
		{two, balance{lead: -2}, "about +2 for Bo"},
		{two, balance{exact: true}, "a draw"},
		{two, balance{}, "about even"},
		{alone, balance{lead: 6, exact: true}, "You win by 6"},
		{alone, balance{lead: 1}, "about +1 for you"},
		{alone, balance{lead: -7, exact: true}, "Bo wins by 7"},
	} {
		if got := c.p.leadWords(c.b); got != c.want {
			t.Errorf("%+v is %q, want %q", c.b, got, c.want)
		}
	}
}

// The judges and the computer players share one memory and work one after the other.
func TestTheBarAndAComputerPlayerTakeTurns(t *testing.T) {
	advised(t, computerAt(match.Guest), func(t *testing.T, p *Play, j *scriptedJudge) {
		p.showBar = true
		p.Advance(tick)
		j.next(t).answer(best(0, false, 1), nil)
		press(t, p, 1)
		p.Advance(time.Minute)
		c := j.next(t)
		for range thinkingPause/tick + 5 {
			p.Advance(tick)
		}
		if p.Thinking() {
			t.Error("the computer player thinks beside the judge")
		}
		c.answer(best(3, false, 2), nil)
		p.Advance(tick)
		p.Advance(tick)
		if !p.Thinking() {
			t.Fatal("the computer player does not begin when the judge has ended")
		}
		p.Advance(time.Second)
		j.idle(t)
		shows(t, p, "about +3 for Bo", -3, true)
	})
}

func TestAComputerPlayerDoesNotWaitForASlowJudge(t *testing.T) {
	advised(t, computerAt(match.Host), func(t *testing.T, p *Play, j *scriptedJudge) {
		p.showBar = true
		p.Advance(tick)
		c := j.next(t)
		for range barHold/tick + 2 {
			p.Advance(tick)
		}
		if !p.Thinking() || c.ctx.Err() == nil {
			t.Errorf("thinking %v; the judge has been stopped: %v", p.Thinking(), c.ctx.Err() != nil)
		}
		p.Advance(tick)
		j.idle(t)
	})
}

func TestNextMoveStopsTheBar(t *testing.T) {
	advised(t, computerAt(match.Host), func(t *testing.T, p *Play, j *scriptedJudge) {
		p.showBar, p.stepwise = true, true
		p.Advance(tick)
		c := j.next(t)
		p.Next()
		if synctest.Wait(); !p.Thinking() || c.ctx.Err() == nil {
			t.Error("the judge works beside the computer player")
		}
	})
}

// hurriedSeat is a computer player that thinks until it is hurried.
type hurriedSeat struct {
	lowSeat
	hurried chan struct{}
}

func (s hurriedSeat) Hurry() { s.hurried <- struct{}{}; close(s.gate) }

func newHurriedSeat() hurriedSeat {
	return hurriedSeat{lowSeat{make(chan struct{})}, make(chan struct{}, 1)}
}

func TestThinkingIsSeenWhenItTakesAWhile(t *testing.T) {
	seat := newHurriedSeat()
	p := localPlay(t, [2]match.Seat{seat, nil})
	for range 100 { // until it is asked
		p.Advance(tick)
		if p.Thinking() {
			break
		}
	}
	changes := 0
	for at := time.Duration(0); at < 3*time.Second; at += tick {
		if p.ShowsThinking() != (at >= thinkingShown) || p.CanHurry() != (at >= thinkingLong) {
			if d := at - thinkingShown; d.Abs() > 2*tick && (at-thinkingLong).Abs() > 2*tick {
				t.Fatalf("after %v: thinking is shown %v, it can be hurried %v", at, p.ShowsThinking(), p.CanHurry())
			}
		}
		if p.Advance(tick) {
			changes++
		}
	}
	if changes != 2 {
		t.Errorf("%d changes, want one when it is shown and one when it can be hurried", changes)
	}
	p.Hurry()
	settle(t, p, func() bool { return p.Match().Plies() == 1 })
	if p.Advance(tick); p.CanHurry() || p.ShowsThinking() || len(seat.hurried) != 1 {
		t.Error("after its ply the computer player is still shown to think")
	}
}
