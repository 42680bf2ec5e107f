package menus

import (
	"slices"
	"strings"

	"mancala/match"
	"mancala/menus/ports"
)

// cabinet keeps games in memory and answers at once.
type cabinet struct {
	games     []ports.Game // the one changed last at the end
	bookmarks []match.Bookmark
	figures   match.Figures
	deleted   []string // games, and "score of" games
	err       error
}

func (c *cabinet) SaveGame(r match.Record) {
	c.games = slices.DeleteFunc(c.games, func(g ports.Game) bool { return g.ID == r.ID })
	c.games = append(c.games, ports.Game{Record: r})
}

func (c *cabinet) Games(q match.GameQuery, done func([]ports.Game, int, error)) {
	var list []ports.Game
	for _, g := range slices.Backward(c.games) {
		names := strings.ToLower(g.Names[0] + "\n" + g.Names[1])
		if strings.Contains(names, strings.ToLower(q.Name)) && (q.Standing == match.StandingAny || q.Standing == g.Standing()) &&
			(q.Opponent == "" || slices.Contains(g.Kinds[:], q.Opponent)) {
			list = append(list, g)
		}
	}
	total := len(list)
	list = list[min(q.Offset, total):]
	done(list[:min(q.Limit, len(list))], total, c.err)
}

func (c *cabinet) Game(id string, done func(ports.Game, bool, error)) {
	i := slices.IndexFunc(c.games, func(g ports.Game) bool { return g.ID == id })
	if i < 0 {
		done(ports.Game{}, false, c.err)
		return
	}
	done(c.games[i], true, c.err)
}

func (c *cabinet) DeleteGame(id string, done func(error)) {
	c.deleted = append(c.deleted, id)
	c.games = slices.DeleteFunc(c.games, func(g ports.Game) bool { return g.ID == id })
	done(c.err)
}

func (c *cabinet) DeleteScore(id string, done func(error)) {
	c.deleted = append(c.deleted, "score of "+id)
	done(c.err)
}

func (c *cabinet) Figures(done func(match.Figures, error)) { done(c.figures, c.err) }

func (c *cabinet) Unfinished(done func(ports.Game, bool, error)) {
	for _, g := range slices.Backward(c.games) {
		if g.Local() && g.Result.Ending == match.Running && len(g.Game.Plies) > 0 {
			done(g, true, c.err)
			return
		}
	}
	done(ports.Game{}, false, c.err)
}

func (c *cabinet) Bookmarks(done func([]match.Bookmark, error)) { done(c.bookmarks, c.err) }
