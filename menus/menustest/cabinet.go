package menustest

import (
	"slices"

	"mancala/internal/match"
	"mancala/internal/spelling"
)

// Cabinet is an archive in memory that answers at once.
type Cabinet struct {
	// List holds the games, the last changed one at the end.
	List    []match.Record
	Marks   []match.Bookmark
	Sums    match.Figures
	Deleted []string // game IDs, and "score of" game IDs
	Err     error    // the error of every answer
	// Elsewhere has the IDs of the games in another program, and Lost the IDs of the games that one
	// has taken over.
	Elsewhere, Lost []string
	// Drills are the exercises.
	Drills
}

// Hold delivers whether no other program plays a game.
func (c *Cabinet) Hold(id string, take bool, done func(bool, error)) {
	if take {
		c.Elsewhere = slices.DeleteFunc(c.Elsewhere, func(other string) bool { return other == id })
	}
	done(!slices.Contains(c.Elsewhere, id), c.Err)
}

// Release does nothing.
func (c *Cabinet) Release(string) {}

// Taken returns Lost, once.
func (c *Cabinet) Taken() []string {
	list := c.Lost
	c.Lost = nil
	return list
}

// SaveGame stores a game.
func (c *Cabinet) SaveGame(r match.Record) {
	c.List = slices.DeleteFunc(c.List, func(g match.Record) bool { return g.ID == r.ID })
	c.List = append(c.List, r)
}

// Games delivers the games that match a query by name, standing and opponent.
func (c *Cabinet) Games(q match.GameQuery, done func([]match.Record, int, error)) {
	var list []match.Record
	for _, g := range slices.Backward(c.List) {
		if spelling.Find(q.Name).In(spelling.Searchable(g.Names[:]...)) && (q.Standing == match.StandingAny || q.Standing == g.Standing()) &&
			(q.Opponent == "" || slices.Contains(g.Kinds[:], q.Opponent)) {
			list = append(list, g)
		}
	}
	total := len(list)
	list = list[min(q.Offset, total):]
	done(list[:min(q.Limit, len(list))], total, c.Err)
}

// Game delivers a game.
func (c *Cabinet) Game(id string, done func(match.Record, bool, error)) {
	i := slices.IndexFunc(c.List, func(g match.Record) bool { return g.ID == id })
	if i < 0 {
		done(match.Record{}, false, c.Err)
		return
	}
	done(c.List[i], true, c.Err)
}

// DeleteGame deletes a game.
func (c *Cabinet) DeleteGame(id string, done func(error)) {
	c.Deleted = append(c.Deleted, id)
	c.List = slices.DeleteFunc(c.List, func(g match.Record) bool { return g.ID == id })
	done(c.Err)
}

// DeleteScore records that a score was deleted.
func (c *Cabinet) DeleteScore(id string, done func(error)) {
	c.Deleted = append(c.Deleted, "score of "+id)
	done(c.Err)
}

// Figures delivers Sums.
func (c *Cabinet) Figures(done func(match.Figures, error)) { done(c.Sums, c.Err) }

// Left delivers the last unfinished game.
func (c *Cabinet) Left(done func(*match.LeftGame, error)) {
	var here *match.Record
	for _, g := range slices.Backward(c.List) {
		if g.Local() && g.Result.Ending == match.Running && len(g.Game.Plies) > 0 {
			here = &g
			break
		}
	}
	done(match.NewestLeft(here, c.Marks, func(id string) (match.Record, bool) {
		i := slices.IndexFunc(c.List, func(g match.Record) bool { return g.ID == id })
		if i < 0 {
			return match.Record{}, false
		}
		return c.List[i], true
	}), c.Err)
}

// Bookmarks delivers the bookmarks.
func (c *Cabinet) Bookmarks(done func([]match.Bookmark, error)) { done(c.Marks, c.Err) }
