package match

import "mancala/rules"

// LeftGame is a game that was left and can be continued.
type LeftGame struct {
	// Record is the game, if it was played only at this machine.
	Record Record
	// Bookmark is its series, if it was played across a network, and nil otherwise.
	Bookmark *Bookmark
}

// NewestLeft returns the game that was left last, or nil if there is none: local, the newest one at
// this machine, which may be nil, or a series of marks, newest first. Kept looks a game up in the
// archive, which knows when it was played; a series without a ply is older than any game.
func NewestLeft(local *Record, marks []Bookmark, kept func(id string) (Record, bool)) *LeftGame {
	var here *LeftGame
	if local != nil && canGoOn(local.Game) {
		here = &LeftGame{Record: *local}
	}
	for _, mark := range marks {
		if mark.Over() || !canGoOn(mark.Game) {
			continue
		}
		switch game, found := kept(GameID(mark.Series, mark.Number)); {
		case found && game.Result.Ending != Running:
		case here != nil && (!found || local.Ended.After(game.Ended)):
			return here
		default:
			return &LeftGame{Bookmark: &mark}
		}
	}
	return here
}

// canGoOn reports whether the plies of a game leave another one.
func canGoOn(g rules.Game) bool {
	last, err := g.Replay()
	return err == nil && !last.Over()
}
