package scene

import (
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
)

// Watch returns the scene of a link that watches the games of two other players. While a game runs
// it has no hints and no evaluation, because a watcher may be in the same room as a player. A
// finished game can be reviewed.
func Watch(link table.Link) *Scene {
	return New(table.NewWatchTable(link), [2]string{match.KindRemote, match.KindRemote})
}

// watchWords tells a watcher that the host waits for a guest; otherwise it returns "".
func (sc *Scene) watchWords() string {
	switch {
	case !sc.Watching() || sc.Stage() != table.StageListening:
		return ""
	case sc.IsPaused():
		return sc.PauseWords()
	case sc.Match() != nil:
		return words.T("%s waits for another guest", sc.Name(match.Host))
	}
	return words.T("%s waits for a guest", sc.Name(match.Host))
}

// watchingWords refuses a request by a watcher.
func watchingWords() string { return words.T("You are watching - only the players can move") }
