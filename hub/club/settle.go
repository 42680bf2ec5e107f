package club

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
)

// count is a game that is being counted, with its players' ratings before it. It exists from before
// the first change until the game is in the log, so that another node can finish the work.
type count struct {
	Before [2]glicko.Rating `json:"before"`
	Shown  [2]bool          `json:"shown"` // the member was still there
}

// ratings counts games.
type ratings struct {
	*base
	who     *register
	seating *seating
	counts  store[count] // games that are being counted, by id
	games   bus.Log
}

// Settle counts a game: it fills in the ratings before the game, rates the players, tells them, and
// appends the game to the record's log. It is idempotent: any node may call it again for the same
// game.
func (r *ratings) Settle(ctx context.Context, g lobby.Game) error {
	if _, err := record.Encode(g); err != nil {
		return err // before anything is counted
	}
	n, err := r.counting(ctx, g)
	if err != nil || n == nil {
		return err
	}
	for i := range g.Entry.Members {
		m := &g.Entry.Members[i]
		if n.Shown[i] {
			if err := r.countFor(ctx, g, n, i, m.ID); err != nil {
				return err
			}
		}
		m.Rating, m.Deviation = rounded(n.Before[i].Value), rounded(n.Before[i].Deviation)
	}
	item, err := record.Encode(g)
	if err != nil {
		return err
	}
	if _, err := r.games.Append(ctx, item); err != nil {
		return err
	}
	r.renumber(ctx, g)
	return r.counts.remove(ctx, countKey(g.Entry.ID), 0)
}

func countKey(game string) string { return strings.ToLower(game) }

// counting returns the players' ratings before a game, or nil if it has been counted.
func (r *ratings) counting(ctx context.Context, g lobby.Game) (*count, error) {
	n, _, found, err := r.counts.find(ctx, countKey(g.Entry.ID))
	if found || err != nil {
		return &n, err
	}
	discipline, counted := g.Game.Variant.Discipline(), 0
	for i := range n.Before {
		m, _, found, err := r.who.members.find(ctx, g.Entry.Members[i].ID)
		if err != nil {
			return nil, err
		}
		if !found {
			n.Before[i] = glicko.Default.Start
			continue
		}
		n.Before[i], n.Shown[i] = m.in(discipline).strength(g.Entry.Ended), true
		if slices.Contains(m.Settled, g.Entry.ID) {
			counted++
		}
	}
	if counted > 0 {
		return nil, nil // all of it is done once the count is gone
	}
	_, err = r.counts.create(ctx, countKey(g.Entry.ID), n)
	if errors.Is(err, bus.ErrExists) {
		return r.counting(ctx, g)
	}
	return &n, err
}

// countFor counts a game for one of its players, and tells them.
func (r *ratings) countFor(ctx context.Context, g lobby.Game, n *count, i int, id string) error {
	discipline, counted := g.Game.Variant.Discipline(), false
	m, err := r.who.members.change(ctx, id, func(m *Member) error {
		if counted = m.settle(g.Entry.ID); !counted {
			return errSame
		}
		m.set(discipline, m.in(discipline).after(g, i, n.Before[1-i]))
		return nil
	})
	if errors.Is(err, bus.ErrNotFound) {
		return nil // forgotten meanwhile
	}
	if err != nil || !g.Entry.Rated || !counted {
		return err
	}
	if u := m.in(discipline).Untold; u != nil {
		r.cfg.Notifier.Tell(id, ratedNews(m, discipline, *u, time.Now()))
	}
	return nil
}

// after returns the standing of a player, 0 or 1, after a game against an opponent with that rating
// before it. A rated game is news until the player has heard of it.
func (s standing) after(g lobby.Game, player int, opponent glicko.Rating) standing {
	before := rounded(s.strength(g.Entry.Ended).Value)
	score, ended := scoreOf(g, player)
	if ended {
		s.tally(score)
	}
	if g.Entry.Rated && ended {
		s.rate(opponent, score, g.Entry.Ended)
	}
	if g.Entry.Rated {
		if s.Untold != nil {
			before = s.Untold.Before
		}
		s.Untold = &untold{g.Entry.ID, before}
	}
	return s
}

// ratedNews returns the news of a new rating in a discipline.
func ratedNews(m Member, discipline string, u untold, now time.Time) lobby.Rated {
	return lobby.Rated{Game: u.Game, Discipline: discipline, Before: u.Before, Me: m.Profile(now)}
}

// Untold returns the news of new ratings that no device of a member has got.
func (r *ratings) Untold(m Member) (list []lobby.Rated) {
	for discipline, s := range m.standings() {
		if s.Untold != nil {
			list = append(list, ratedNews(m, discipline, *s.Untold, time.Now()))
		}
	}
	return list
}

// Told says that a member has been told of the rating after a game.
func (r *ratings) Told(ctx context.Context, id, game string) error {
	_, err := r.who.members.change(ctx, id, func(m *Member) error {
		for discipline, s := range m.standings() {
			if s.Untold != nil && s.Untold.Game == game {
				s.Untold = nil
				m.set(discipline, s)
				return nil
			}
		}
		return errSame
	})
	return unless(err, bus.ErrNotFound)
}

// scoreOf returns the score of a player in a game; false if the game does not count.
func scoreOf(g lobby.Game, player int) (glicko.Score, bool) {
	if side, won := g.Entry.Result.Winner(); won {
		return map[bool]glicko.Score{true: glicko.Win, false: glicko.Loss}[int(side) == player], true
	}
	return glicko.Draw, g.Entry.Result.Ending == match.Finished
}

// renumber shows the number of the next game, and the new ratings, at a table of the list.
func (r *ratings) renumber(ctx context.Context, g lobby.Game) {
	id, number, _ := strings.Cut(g.Entry.ID, "-")
	over, _ := strconv.Atoi(number) // it has been checked
	_, err := r.seating.tables.change(ctx, id, func(t *Table) error {
		if !t.Playing() {
			return errSame
		}
		t.Number = max(t.Number, over+1)
		for i := range t.Members {
			m, _, err := r.who.members.get(ctx, t.Members[i].ID)
			if err == nil {
				p := m.at(g.Game.Variant, time.Now())
				t.Members[i].Rating, t.Members[i].Deviation = p.Rating, p.Deviation
			}
		}
		return nil
	})
	r.logTrouble("A table of the list could not be brought up to date.", unless(err, bus.ErrNotFound))
}
