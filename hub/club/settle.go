package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"mancala/glicko"
	"mancala/hub/store"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/past"
	"mancala/rules"
)

// Finish stores a record of a table with all that follows from it, in one transaction: the game,
// the ratings, who is free. record is nil if it is stored already. A game counts once, however
// often Finish is called. It tries until ctx ends; then or after another error the table is no
// longer this node's.
func (c *Club) Finish(ctx context.Context, tab *store.Tab, record []byte, e store.End) error {
	f := store.Finish{Record: record, Over: e.Over, Free: e.Here}
	var counted *lobby.Game
	if g := c.counts(e.Game); g != nil {
		f.Game, f.Stores = g, g.Entry.Result.Stores
		f.Rate = func(g *lobby.Game, of [2]*store.Standing) {
			rate(g, of)
			counted = g
		}
	}
	if e.Game != nil {
		_, number, _ := match.SplitGameID(e.Game.Entry.ID)
		f.Number = number + 1
	}
	waits := false
	f.Alone, f.Again = e.Alone, func(p store.Place) bool {
		s, ok := parseStay(p.Body)
		waits = ok && s.Quick
		return waits
	}
	if err := tab.Finish(ctx, f); err != nil {
		return err
	}
	if counted != nil {
		c.tell(ctx, counted)
	}
	if waits {
		c.cfg.Log.Info("A matched member did not come. The other one waits again.", "table", tab.ID(), "waits", e.Alone)
		t, err := c.read(ctx, tab.ID())
		c.logTrouble("A member is not told that they wait again.", err)
		c.cfg.Notifier.Tell(e.Alone, lobby.Waiting{Table: t.Table})
	}
	return nil
}

// counts returns a game in the form that is stored, or nil if it does not count, since it was not
// played or is impossible. Ratings follow from the stored times, so these are no later than now,
// and whole milliseconds.
func (c *Club) counts(played *lobby.Game) *lobby.Game {
	if played == nil || played.Entry.Began.IsZero() || played.Entry.Result.Ending == match.Abandoned && len(played.Game.Plies) == 0 {
		return nil
	}
	g := *played
	e := &g.Entry
	now := c.cfg.Store.Now()
	e.Began, e.Ended = stored(e.Began, now), stored(e.Ended, now)
	e.Rated = e.Rated && bothPlayed(g)
	stores, err := check(g)
	if err != nil {
		c.cfg.Log.Error("A game cannot be counted.", "game", e.ID, "err", err)
		return nil
	}
	e.Result.Stores = stores
	return &g
}

func stored(at, now time.Time) time.Time {
	return past.Believed(at, now).Truncate(time.Millisecond).UTC()
}

// bothPlayed reports whether a game was played to its end, or both players have made a ply. Other
// games change no rating. Otherwise a slip before the first ply would cost as much as a lost game,
// and two who conspire could pass rating on without playing.
func bothPlayed(g lobby.Game) bool {
	if g.Entry.Result.Ending == match.Finished {
		return true
	}
	var by [2]bool
	for i := range g.Game.Plies {
		p, err := rules.Replay(g.Game.Variant, g.Game.Plies[:i]...)
		if err != nil {
			return false
		}
		if by[p.ToMove()] = true; by[rules.South] && by[rules.North] {
			return true
		}
	}
	return false
}

// check returns the seeds of both players at the end, or an error if the game cannot have been
// played.
func check(g lobby.Game) (stores [2]int, err error) {
	e := g.Entry
	switch ending := e.Result.Ending; {
	case !lobby.IsGameID(e.ID) || !lobby.IsID(e.Members[0].ID) || !lobby.IsID(e.Members[1].ID):
		return stores, errors.New("an id is not one")
	case e.Members[0].ID == e.Members[1].ID:
		return stores, errors.New("both players are the same")
	case ending == match.Running:
		return stores, errors.New("the game is not over")
	case e.Time.Base < 0 || e.Time.Increment < 0 || e.Rated && e.Time.Base == 0:
		return stores, errors.New("the clock is not one")
	case e.Ended.Before(e.Began) || e.Began.Year() < 2000:
		return stores, errors.New("the times are wrong")
	}
	end, err := g.Game.Replay()
	if err != nil {
		return stores, err
	}
	if over := end.Over(); over != (e.Result.Ending == match.Finished) && e.Result.Ending != match.Desynced {
		return stores, fmt.Errorf("the plies do not end as in %q", e.Result.Ending)
	}
	if winner := (match.Result{Outcome: end.Outcome()}).WinnerNumber(); end.Over() && winner != e.Result.WinnerNumber() {
		return stores, fmt.Errorf("the plies make %d the winner", winner)
	}
	return [2]int{end.Store(rules.South), end.Store(rules.North)}, nil
}

// rate sets the ratings before a game, and changes the standings of its players, nil for one who
// has left.
func rate(g *lobby.Game, of [2]*store.Standing) {
	before := [2]glicko.Rating{glicko.Default.Start, glicko.Default.Start}
	for i, s := range of {
		if s != nil {
			before[i] = strength(*s, g.Entry.Ended)
		}
		g.Entry.Members[i].Rating, g.Entry.Members[i].Deviation = rounded(before[i].Value), rounded(before[i].Deviation)
	}
	for i, s := range of {
		if s != nil {
			*s = after(*s, g, i, before[1-i])
		}
	}
}

// after returns the standing of a player, 0 or 1, after a game against an opponent with that rating
// before it. A rated game is news until the player has heard of it.
func after(s store.Standing, g *lobby.Game, player int, opponent glicko.Rating) store.Standing {
	before := rounded(strength(s, g.Entry.Ended).Value)
	score, ended := scoreOf(g, player)
	if ended {
		tally(&s, score)
	}
	if !g.Entry.Rated {
		return s
	}
	if ended {
		away := time.Duration(0)
		if !s.RatedAt.IsZero() {
			away = past.Age(s.RatedAt, g.Entry.Ended)
		}
		s.Rating, _ = glicko.Default.Game(s.Rating, opponent, score, away, 0)
		s.RatedAt = g.Entry.Ended.UTC()
		s.RatedGames++
	}
	if s.Untold == "" {
		s.Before = before
	}
	s.Untold = g.Entry.ID
	return s
}

// tally counts a game that ended with a score.
func tally(s *store.Standing, score glicko.Score) {
	switch score {
	case glicko.Win:
		s.Won++
	case glicko.Draw:
		s.Drawn++
	default:
		s.Lost++
	}
}

// scoreOf returns the score of a player in a game; false if the game does not count.
func scoreOf(g *lobby.Game, player int) (glicko.Score, bool) {
	if side, won := g.Entry.Result.Winner(); won {
		return map[bool]glicko.Score{true: glicko.Win, false: glicko.Loss}[int(side) == player], true
	}
	return glicko.Draw, g.Entry.Result.Ending == match.Finished
}

// tell says that a game has been counted, and tells its players of their new ratings.
func (c *Club) tell(ctx context.Context, g *lobby.Game) {
	e := g.Entry
	c.cfg.Log.Info("A game has ended.", "game", e.ID, "ending", e.Result.Ending.String(), "winner", e.Result.WinnerNumber(), "plies", len(g.Game.Plies))
	if c.cfg.Ended != nil {
		c.cfg.Ended(*g)
	}
	if !e.Rated {
		return
	}
	for _, player := range e.Members {
		m, err := c.Member(ctx, player.ID)
		if err != nil {
			continue // they have left, or hear of it with the next visit
		}
		for _, news := range c.Untold(m) {
			if news.Game == e.ID {
				c.cfg.Notifier.Tell(m.ID, news)
			}
		}
	}
}

// Untold returns the news of new ratings that no device of a member has got.
func (c *Club) Untold(m Member) (list []lobby.Rated) {
	for discipline, s := range m.standings() {
		if s.Untold != "" {
			list = append(list, lobby.Rated{Game: s.Untold, Discipline: discipline, Before: s.Before, Me: m.Profile(c.cfg.Store.Now())})
		}
	}
	return slices.Clip(list)
}
