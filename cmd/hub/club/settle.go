package club

import (
	"context"
	"slices"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/past"
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
		f.Game = g
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

// counts returns a game in the form that is stored, or nil if it was not played. Ratings follow
// from the stored times, so these are no later than now, and whole milliseconds.
func (c *Club) counts(played *lobby.Game) *lobby.Game {
	if played == nil || played.Entry.Began.IsZero() || played.Entry.Result.Ending == match.Abandoned && len(played.Game.Plies) == 0 {
		return nil
	}
	g, now := *played, c.cfg.Store.Now()
	g.Entry.Began, g.Entry.Ended = stored(g.Entry.Began, now), stored(g.Entry.Ended, now)
	g.Entry.Rated = g.Entry.Rated && bothPlayed(g)
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
