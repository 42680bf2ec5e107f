package club

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
)

// count is a game that is being counted, with its players' ratings before it. It is there from
// before the first change until the game is in the log, so that another node can go on.
type count struct {
	Before [2]glicko.Rating `json:"before"`
	Shown  [2]bool          `json:"shown"` // the member was still there
}

// Settle counts a game: it rates the players, tells them, and appends the game to the log of the
// record. The ratings before the game are filled in. It may be called again for the same game, by
// any node; a game is counted once.
func (c *Club) Settle(ctx context.Context, g record.Game) error {
	if _, err := record.Encode(g); err != nil {
		return err // before anything is counted
	}
	n, err := c.counting(ctx, g)
	if err != nil || n == nil {
		return err
	}
	for i, id := range g.Players {
		if n.Shown[i] {
			if err := c.countFor(ctx, g, n, i, id); err != nil {
				return err
			}
		}
		g.Before[i] = record.Strength{Rating: rounded(n.Before[i].Value), Deviation: rounded(n.Before[i].Deviation)}
	}
	item, err := record.Encode(g)
	if err != nil {
		return err
	}
	if _, err := c.games.Append(ctx, item); err != nil {
		return err
	}
	c.renumber(ctx, g)
	return c.counts.remove(ctx, countKey(g.ID), 0)
}

func countKey(game string) string { return strings.ToLower(game) }

// counting returns the players' ratings before a game, or nil if it has been counted.
func (c *Club) counting(ctx context.Context, g record.Game) (*count, error) {
	n, _, err := c.counts.get(ctx, countKey(g.ID))
	if err == nil || !errors.Is(err, bus.ErrNotFound) {
		return &n, err
	}
	discipline, counted := g.Game.Variant.Discipline(), 0
	for i, id := range g.Players {
		m, _, err := c.members.get(ctx, id)
		if errors.Is(err, bus.ErrNotFound) {
			n.Before[i] = glicko.Default.Start
			continue
		}
		if err != nil {
			return nil, err
		}
		n.Before[i], n.Shown[i] = m.in(discipline).strength(g.Ended), true
		for _, game := range m.Settled {
			if game == g.ID {
				counted++
			}
		}
	}
	if counted > 0 {
		return nil, nil // all of it is done once the count is gone
	}
	_, err = c.counts.create(ctx, countKey(g.ID), n)
	if errors.Is(err, bus.ErrExists) {
		return c.counting(ctx, g)
	}
	return &n, err
}

// countFor counts a game for one of its players, and tells them.
func (c *Club) countFor(ctx context.Context, g record.Game, n *count, i int, id string) error {
	discipline, counted := g.Game.Variant.Discipline(), false
	m, err := c.members.change(ctx, id, func(m *Member) error {
		if counted = m.settle(g.ID); !counted {
			return errSame
		}
		m.set(discipline, m.in(discipline).after(g, i, n.Before[1-i]))
		return nil
	})
	if errors.Is(err, bus.ErrNotFound) {
		return nil // forgotten meanwhile
	}
	if err != nil || !g.Rated || !counted {
		return err
	}
	if u := m.in(discipline).Untold; u != nil {
		c.cfg.Gate.Tell(id, ratedNews(m, discipline, *u, c.cfg.Now()))
	}
	return nil
}

// after returns a standing after a game for one of its players, 0 or 1, whose opponent had that
// rating before it. A rated game is news until it is told.
func (s standing) after(g record.Game, player int, opponent glicko.Rating) standing {
	before := rounded(s.strength(g.Ended).Value)
	score, ended := scoreOf(g, player)
	if ended {
		s.tally(score)
	}
	if g.Rated && ended {
		s.rate(opponent, score, g.Ended)
	}
	if g.Rated {
		if s.Untold != nil {
			before = s.Untold.Before
		}
		s.Untold = &untold{g.ID, before}
	}
	return s
}

// ratedNews returns the news of a new rating in a discipline.
func ratedNews(m Member, discipline string, u untold, now time.Time) lobby.Rated {
	return lobby.Rated{Game: u.Game, Discipline: discipline, Before: u.Before, Me: m.Profile(now)}
}

// Untold returns the news of new ratings that no device of a member has got.
func (c *Club) Untold(m Member) (list []lobby.Rated) {
	for discipline, s := range m.standings() {
		if s.Untold != nil {
			list = append(list, ratedNews(m, discipline, *s.Untold, c.cfg.Now()))
		}
	}
	return list
}

// Told says that a member has been told of the rating after a game.
func (c *Club) Told(ctx context.Context, id, game string) error {
	_, err := c.members.change(ctx, id, func(m *Member) error {
		for discipline, s := range m.standings() {
			if s.Untold != nil && s.Untold.Game == game {
				s.Untold = nil
				m.set(discipline, s)
				return nil
			}
		}
		return errSame
	})
	if errors.Is(err, bus.ErrNotFound) {
		return nil
	}
	return err
}

// scoreOf returns the score of a player in a game; false if the game does not count.
func scoreOf(g record.Game, player int) (glicko.Score, bool) {
	switch {
	case g.Winner == player+1:
		return glicko.Win, true
	case g.Winner != 0:
		return glicko.Loss, true
	}
	return glicko.Draw, g.Ending == match.Finished.String()
}

// renumber shows the number of the next game, and the new ratings, at a table of the list.
func (c *Club) renumber(ctx context.Context, g record.Game) {
	id, number, _ := strings.Cut(g.ID, "-")
	over, _ := strconv.Atoi(number) // it has been checked
	_, err := c.tables.change(ctx, id, func(t *Table) error {
		if !t.Playing() {
			return errSame
		}
		t.Number = max(t.Number, over+1)
		for i := range t.Members {
			m, _, err := c.members.get(ctx, t.Members[i].ID)
			if err == nil {
				p := m.at(g.Game.Variant, c.cfg.Now())
				t.Members[i].Rating, t.Members[i].Deviation = p.Rating, p.Deviation
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		c.logTrouble("A table of the list could not be brought up to date.", err)
	}
}
