package wiring

import (
	"mancala/match"
	"mancala/menus/ports"
	"mancala/record"
)

// archive adapts the keeper of games to the screens.
type archive struct{ *record.Keeper }

var _ ports.Archive = archive{}

// Games delivers the games that match a query.
func (a archive) Games(q match.GameQuery, done func([]ports.Game, int, error)) {
	a.Keeper.Games(q, func(list []record.Game, total int, err error) {
		games := make([]ports.Game, len(list))
		for i, g := range list {
			games[i] = ports.Game(g)
		}
		done(games, total, err)
	})
}

// Game delivers the game with an id.
func (a archive) Game(id string, done func(ports.Game, bool, error)) {
	a.Keeper.Game(id, func(g record.Game, found bool, err error) { done(ports.Game(g), found, err) })
}

// Unfinished delivers the newest local game that is not over.
func (a archive) Unfinished(done func(ports.Game, bool, error)) {
	a.Keeper.Unfinished(func(g record.Game, found bool, err error) { done(ports.Game(g), found, err) })
}

// Bookmarks delivers the series that can be resumed.
func (a archive) Bookmarks(done func([]match.Bookmark, error)) {
	a.Keeper.Bookmarks(func(list []record.Bookmark, err error) {
		marks := make([]match.Bookmark, len(list))
		for i, b := range list {
			marks[i] = b.Bookmark
		}
		done(marks, err)
	})
}
