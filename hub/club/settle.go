package club

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/glicko"
	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	wirelobby "mancala/netplay/lobby"
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
	counted := 0
	for i, id := range g.Players {
		m, _, err := c.members.get(ctx, id)
		if errors.Is(err, bus.ErrNotFound) {
			n.Before[i] = glicko.Default.Start
			continue
		}
		if err != nil {
			return nil, err
		}
		n.Before[i], n.Shown[i] = m.strength(g.Ended), true
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
	before, counted := 0, false
	m, err := c.members.change(ctx, id, func(m *Member) error {
		before = m.Public(g.Ended).Rating
		score, ended := scoreOf(g, i)
		if counted = m.count(g.ID, score, ended); !counted {
			return errSame
		}
		if g.Rated && ended {
			away := time.Duration(0)
			if !m.RatedAt.IsZero() {
				away = max(0, g.Ended.Sub(m.RatedAt))
			}
			m.Rating, _ = glicko.Default.Game(m.Rating, n.Before[1-i], score, away, 0)
			m.RatedAt = g.Ended.UTC()
			m.RatedGames++
		}
		if g.Rated {
			u := untold{g.ID, before}
			if m.Untold != nil {
				u.Before = m.Untold.Before
			}
			m.Untold = &u
		}
		return nil
	})
	if errors.Is(err, bus.ErrNotFound) {
		return nil // forgotten meanwhile
	}
	if err != nil || !g.Rated || !counted {
		return err
	}
	if n := c.Untold(m); n != nil {
		c.tell(id, n)
	}
	return nil
}

// Untold returns the news of a new rating that no device of a member has got; nil if there is none.
func (c *Club) Untold(m Member) *wire.ClubNews {
	if m.Untold == nil {
		return nil
	}
	rated := lobby.Rated{Game: m.Untold.Game, Before: m.Untold.Before, Me: m.profile(c.cfg.Now())}
	return &wire.ClubNews{Body: &wire.ClubNews_Rated{Rated: wirelobby.RatedToWire(rated)}}
}

// Told says that a member has been told of the rating after a game.
func (c *Club) Told(ctx context.Context, id, game string) error {
	_, err := c.members.change(ctx, id, func(m *Member) error {
		if m.Untold == nil || m.Untold.Game != game {
			return errSame
		}
		m.Untold = nil
		return nil
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
				p := m.Public(c.cfg.Now())
				t.Members[i].Rating, t.Members[i].Deviation = p.Rating, p.Deviation
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, bus.ErrNotFound) {
		c.logTrouble("A table of the list could not be brought up to date.", err)
	}
}
