package match_test

import (
	"errors"
	"slices"
	"testing"

	. "mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"

	"pgregory.net/rapid"
)

// model implements a series a second time, as plainly as possible: it replays a list of houses for
// every question.
type model struct {
	rules   rules.Variant
	starter Party
	number  int
	houses  []rules.House
	ending  Ending
	loser   rules.Side
}

func (m *model) position(t *rapid.T) rules.Position {
	return need.Must(rules.Replay(m.rules, m.houses...))(t)
}

// refusal returns why a ply would be refused.
func (m *model) refusal(t *rapid.T, side rules.Side, h rules.House) error {
	p := m.position(t)
	switch {
	case m.ending != Running:
		return ErrEnded
	case side != p.ToMove():
		return ErrOutOfTurn
	}
	return p.Legal(h)
}

// turns counts the turns of both sides. A turn begins with every ply that no extra turn allowed.
func (m *model) turns(t *rapid.T) (turns [2]int) {
	again := false
	for n, h := range m.houses {
		before := need.Must(rules.Replay(m.rules, m.houses[:n]...))(t)
		if !again {
			turns[before.ToMove()]++
		}
		_, s, _ := before.Sow(h)
		again = s.ExtraTurn
	}
	return turns
}

// play plays a legal ply.
func (m *model) play(t *rapid.T, h rules.House) {
	m.houses = append(slices.Clone(m.houses), h)
	if m.position(t).Over() {
		m.ending = Finished
	}
}

// tryRewind goes back to n plies on both.
func (m *model) tryRewind(t *rapid.T, s *Series, n int) {
	brokenOff := m.ending != Running && m.ending != Finished
	err := s.Match().Rewind(n)
	if n < 0 || n > len(m.houses) || n == len(m.houses) && !brokenOff {
		if err != ErrNothingToUndo {
			t.Fatalf("rewinding from %d plies to %d: %v", len(m.houses), n, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("rewinding from %d plies to %d: %v", len(m.houses), n, err)
	}
	m.houses, m.ending = m.houses[:n], Running
}

func (m *model) outcome(t *rapid.T) rules.Outcome {
	switch {
	case m.ending == Finished:
		return m.position(t).Outcome()
	case (m.ending == Resigned || m.ending == TimedOut) && m.loser == rules.South:
		return rules.NorthWins
	case m.ending == Resigned || m.ending == TimedOut:
		return rules.SouthWins
	}
	return rules.Undecided
}

// check fails unless the series is in the state of the model.
func (m *model) check(t *rapid.T, s *Series) {
	p, game := m.position(t), s.Match()
	if game.Position() != p || !slices.Equal(game.Game().Plies, m.houses) || game.Plies() != len(m.houses) {
		t.Fatalf("the match is at %v after %v, and should be at %v after %v", game.Position(), game.Game().Plies, p, m.houses)
	}
	want := Result{m.ending, m.outcome(t), [2]int{p.Store(rules.South), p.Store(rules.North)}}
	if game.Result() != want {
		t.Fatalf("the result is %+v, not %+v", game.Result(), want)
	}
	if turns := [2]int{game.Turns(rules.South), game.Turns(rules.North)}; turns != m.turns(t) {
		t.Fatalf("the turns are %v, not %v", turns, m.turns(t))
	}
	if s.Number() != m.number || s.Starter() != m.starter || game.Position().Variant() != m.rules {
		t.Fatalf("game %d, begun by the %v, not game %d, begun by the %v", s.Number(), s.Starter(), m.number, m.starter)
	}
	win, won := game.Win()
	if won != (m.ending == Finished && want.Outcome != rules.Draw) {
		t.Fatalf("%+v counts as a win: %v", want, won)
	}
	if won && (rules.Winner(win.Side) != want.Outcome || win.Turns != m.turns(t)[win.Side] || win.Seeds != p.Store(win.Side)) {
		t.Fatalf("the win is %+v, of %+v", win, want)
	}
}

// tryPlay plays a house, legal or not, on both.
func (m *model) tryPlay(t *rapid.T, s *Series, side rules.Side, h rules.House) {
	want := m.refusal(t, side, h)
	sowing, err := s.Match().Play(side, h)
	if want == nil {
		if err != nil || sowing.From != h || sowing.Mover != side {
			t.Fatalf("%v, house %v: %+v, %v", side, h, sowing, err)
		}
		m.play(t, h)
		return
	}
	var refused *PlyError
	if !errors.As(err, &refused) || !errors.Is(err, want) || refused.Side != side || refused.House != h {
		t.Fatalf("%v, house %v is refused with %v, not %v", side, h, err, want)
	}
}

// tryEnd ends the game by an ending on both.
func (m *model) tryEnd(t *rapid.T, err error, ending Ending, loser rules.Side) {
	if m.ending != Running {
		if err != ErrEnded {
			t.Fatalf("a second ending is refused with %v", err)
		}
		return
	}
	need.NoError(t, err)
	m.ending, m.loser = ending, loser
}

// tryNext begins the next game on both.
func (m *model) tryNext(t *rapid.T, s *Series) {
	err := s.Next()
	if m.ending == Running {
		if err != ErrRunning {
			t.Fatalf("the next game in a running one: %v", err)
		}
		return
	}
	need.NoError(t, err)
	*m = model{rules: m.rules, starter: m.starter.Other(), number: m.number + 1}
}

// TestSeriesAgainstModel applies random operations to a series and a model of it.
func TestSeriesAgainstModel(t *testing.T) {
	variants := []string{"kalah(3,2)", "kalah(2,2)+pie", "video(3,3)", "bowls(2,3)", "empty-capture(6,4)+pie", "kalah(1,1)"}
	sides := rapid.SampledFrom([]rules.Side{rules.South, rules.North})
	rapid.Check(t, func(t *rapid.T) {
		v := need.Must(rules.ParseVariant(rapid.SampledFrom(variants).Draw(t, "rules")))(t)
		m := &model{rules: v, starter: rapid.SampledFrom([]Party{Host, Guest}).Draw(t, "starter"), number: 1}
		s := need.Must(NewSeries(v, m.starter))(t)
		playLegal := func(t *rapid.T) {
			plies := slices.Collect(m.position(t).Plies())
			if len(plies) > 0 {
				m.tryPlay(t, s, m.position(t).ToMove(), rapid.SampledFrom(plies).Draw(t, "house"))
			}
		}
		t.Repeat(map[string]func(*rapid.T){
			"":             func(t *rapid.T) { m.check(t, s) },
			"play":         playLegal,
			"play on":      playLegal,
			"play further": playLegal,
			"play anything": func(t *rapid.T) {
				m.tryPlay(t, s, sides.Draw(t, "side"), rules.House(rapid.Byte().Draw(t, "house")))
			},
			"end": func(t *rapid.T) {
				side := sides.Draw(t, "side")
				switch rapid.IntRange(0, 15).Draw(t, "how") { // seldom, for long games
				case 0:
					m.tryEnd(t, s.Match().Resign(side), Resigned, side)
				case 1:
					m.tryEnd(t, s.Match().Abort(Abandoned), Abandoned, 0)
				case 2:
					m.tryEnd(t, s.Match().Abort(Desynced), Desynced, 0)
				case 3:
					m.tryEnd(t, s.Match().TimeOut(side), TimedOut, side)
				}
			},
			"next":      func(t *rapid.T) { m.tryNext(t, s) },
			"rewind":    func(t *rapid.T) { m.tryRewind(t, s, rapid.IntRange(-1, len(m.houses)+1).Draw(t, "plies left")) },
			"take back": func(t *rapid.T) { m.tryRewind(t, s, len(m.houses)-1) },
		})
	})
}
