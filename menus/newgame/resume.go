package newgame

import (
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/menus/page"
)

// findKept delivers the last unfinished game, local or across a network, or nil if there is none.
func findKept(shell page.Shell, done func(*page.Kept)) {
	shell.Shared().Ports.Archive.Left(func(g *match.LeftGame, _ error) {
		var k page.Kept
		ok := false
		switch {
		case g == nil:
		case g.Bookmark != nil:
			k, ok = page.KeptSeries(*g.Bookmark)
		default:
			k, ok = page.KeptGame(g.Record)
		}
		if !ok {
			done(nil)
			return
		}
		done(&k)
	})
}

// GoOn continues a game.
func GoOn(shell page.Shell, k *page.Kept) {
	if k.Bookmark != nil {
		goOnSeries(shell, k, k.Bookmark.Addr)
		return
	}
	hold(shell, k, false)
}

// GoOnLast continues the last unfinished game, if there is one.
func GoOnLast(shell page.Shell) {
	findKept(shell, func(k *page.Kept) {
		if k != nil && shell.Scene() == nil { // the user may have been faster
			GoOn(shell, k)
		}
	})
}

// goOnLocal continues a local game with the same players in the same seats.
func goOnLocal(shell page.Shell, g match.Record) error {
	cfg, seats := g.Resume(shell.Shared().Ports.NewID)
	for i := range seats {
		seats[i] = knownProgram(seats[i], shell.Shared().Settings.Now().Setup.Seats)
	}
	table, err := shell.Shared().Ports.Seat(cfg, seats)
	if err != nil {
		return err
	}
	shell.Go(page.ToMain{})
	showTable(shell, table, seats, shell.Shared().Settings.Now().Setup.StepByStep)
	return nil
}

// knownProgram returns the kind of a player of a kept game, with the whole command of its program
// if one of the last seats has it: the game may have only the name.
func knownProgram(kind string, last [2]string) string {
	for _, seat := range last {
		if match.KeptKind(seat) == kind {
			return seat
		}
	}
	return kind
}

// goOnSeries resumes a network series. It listens or dials at an address.
func goOnSeries(shell page.Shell, k *page.Kept, addr string) {
	shell.Go(page.ToMain{})
	if k.Bookmark.Self == match.Host {
		shell.Go(page.ToHost{Addr: addr, Series: k.Bookmark})
	} else {
		shell.Go(page.ToJoin{Addr: addr, Series: k.Bookmark})
	}
	shell.Say(k.Said())
}

// TryAgain resumes the series of a game once more, or says that it cannot.
func TryAgain(shell page.Shell, gameID string) {
	page.FindSeries(shell, gameID, func(k *page.Kept) {
		if k == nil {
			shell.Say(words.T("This game cannot be continued. You can find it in My games."))
			return
		}
		goOnSeries(shell, k, k.Bookmark.Addr)
	})
}

// OpenLine hosts or joins at an address from the command line. It resumes the unfinished series
// that resumes selects, or begins a new one. A nil resumes selects none.
func OpenLine(shell page.Shell, begin page.Route, resumes func([]match.Bookmark) (match.Bookmark, string, bool)) {
	if resumes == nil {
		shell.Go(begin)
		return
	}
	shell.Shared().Ports.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		if shell.Scene() != nil {
			return // the user was faster
		}
		if b, addr, ok := resumes(list); ok {
			if k, ok := page.KeptSeries(b); ok {
				goOnSeries(shell, &k, addr)
				return
			}
		}
		shell.Go(begin)
	})
}
