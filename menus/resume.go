package menus

import (
	"mancala/match"
	"mancala/menus/ports"
	"mancala/scene"
)

// findKept looks for the game that was left last, here or across a network, and delivers nil if
// there is none.
func findKept(shell Shell, done func(*kept)) {
	shell.Shared().Ports.Archive.Unfinished(func(g ports.Game, found bool, err error) {
		var local *kept
		if k, ok := keptGame(g); found && ok && err == nil {
			local = &k
		}
		shell.Shared().Ports.Archive.Bookmarks(func(list []match.Bookmark, _ error) { newerSeries(shell, list, local, done) })
	})
}

// newerSeries delivers the first series with a game that is not over, unless the local game is
// newer. The archive knows when a game was played; a series without a ply is older than any game.
func newerSeries(shell Shell, list []match.Bookmark, local *kept, done func(*kept)) {
	if len(list) == 0 {
		done(local)
		return
	}
	k, ok := keptSeries(list[0])
	if !ok || k.last.Over() {
		newerSeries(shell, list[1:], local, done)
		return
	}
	shell.Shared().Ports.Archive.Game(k.game.ID, func(g ports.Game, found bool, err error) {
		switch {
		case found && g.Result.Ending != match.Running:
			newerSeries(shell, list[1:], local, done)
		case local != nil && (!found || err != nil || local.game.Ended.After(g.Ended)):
			done(local)
		default:
			done(&k)
		}
	})
}

// goOn goes on with a game.
func goOn(shell Shell, k *kept) {
	if k.bookmark != nil {
		goOnSeries(shell, k, k.bookmark.Addr)
		return
	}
	if err := goOnLocal(shell, k.game); err != nil {
		shell.Say(sentence(err.Error()))
		return
	}
	shell.Say(k.said())
}

// goOnLocal seats the players at this machine as they sat, at the position that they left.
func goOnLocal(shell Shell, g ports.Game) error {
	cfg, seats := g.Resume(shell.Shared().Ports.NewID)
	table, err := seat(shell, cfg, seats)
	if err != nil {
		return err
	}
	shell.Go(ToMain{})
	sc := shell.Begin(scene.New(table, seats))
	sc.Stepwise = shell.Shared().Settings.Now().Setup.StepByStep
	sc.Advance(0)
	shell.Go(ToBoard{})
	return nil
}

// goOnSeries takes a series across a network up again: it listens or dials at an address.
func goOnSeries(shell Shell, k *kept, addr string) {
	shell.Go(ToMain{})
	if k.bookmark.Self == match.Host {
		shell.Go(ToHost{Addr: addr, Series: k.bookmark})
	} else {
		shell.Go(ToJoin{Addr: addr, Series: k.bookmark})
	}
	shell.Say(k.said())
}

// tryAgain takes the series of a game up once more, or says that it cannot.
func tryAgain(shell Shell, gameID string) {
	shell.Shared().Ports.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		for _, b := range list {
			if k, ok := keptSeries(b); ok && k.game.ID == gameID {
				goOnSeries(shell, &k, b.Addr)
				return
			}
		}
		shell.Say("This game cannot be taken up again. It stands in My games.")
	})
}

// OpenLine hosts or joins at an address, as the command line says: it takes up the series that was
// left there and that resumes chooses, or begins another one. A nil resumes chooses none.
func OpenLine(shell Shell, begin Route, resumes func([]match.Bookmark) (match.Bookmark, string, bool)) {
	if resumes == nil {
		shell.Go(begin)
		return
	}
	shell.Shared().Ports.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		if shell.Scene() != nil {
			return // the person was faster
		}
		if b, addr, ok := resumes(list); ok {
			if k, ok := keptSeries(b); ok {
				goOnSeries(shell, &k, addr)
				return
			}
		}
		shell.Go(begin)
	})
}
