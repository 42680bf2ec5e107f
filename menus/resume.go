package menus

import (
	"fmt"

	"mancala/match"
	"mancala/rules"
	"mancala/scene"
)

// kept is a game that was left unfinished and can be gone on with: one at this machine or, with a
// bookmark, one across a network.
type kept struct {
	game     Game // with a bookmark, only the fields that it knows
	bookmark *match.Bookmark
	last     rules.Position
	me       rules.Side // the side of the one person here
	one      bool       // there is one person here
}

// keptGame returns a game of the archive as one to go on with, and whether it can be.
func keptGame(g Game) (kept, bool) {
	last, err := g.Game.Replay()
	if err != nil || last.Over() || g.Result.Ending != match.Running {
		return kept{}, false
	}
	k := kept{game: g, last: last, one: true}
	switch south, north := g.Kinds[rules.South] == personSeat, g.Kinds[rules.North] == personSeat; {
	case south == north:
		k.one = false
	case north:
		k.me = rules.North
	}
	return k, true
}

// keptSeries returns the game of a bookmark as one to go on with, and whether it can be.
func keptSeries(b match.Bookmark) (kept, bool) {
	last, err := b.Game.Replay()
	if err != nil || b.Over() {
		return kept{}, false
	}
	k := kept{bookmark: &b, last: last, one: true, me: rules.South}
	if b.Self != b.Starter {
		k.me = rules.North
	}
	k.game.Game, k.game.ID, k.game.Starter = b.Game, match.GameID(b.Series, b.Number), b.Starter
	k.game.Names[k.me.Opponent()] = b.Peer
	return k, true
}

// words say against whom and how it stands: "against Low, 12 to 9".
func (k *kept) words() string {
	who := "against " + k.game.Names[k.me.Opponent()]
	if !k.one {
		who = k.game.Names[k.me] + " against " + k.game.Names[k.me.Opponent()]
	}
	return fmt.Sprintf("%s, %d to %d", who, k.last.Store(k.me), k.last.Store(k.me.Opponent()))
}

// said is the window's message when the game goes on.
func (k *kept) said() string {
	if k.one {
		return "Going on with the game " + k.words() + "."
	}
	return "Going on with " + k.words() + "."
}

// findKept looks for the game that was left last, here or across a network, and delivers nil if
// there is none.
func (a *App) findKept(done func(*kept)) {
	a.cfg.Archive.Unfinished(func(g Game, found bool, err error) {
		var local *kept
		if k, ok := keptGame(g); found && ok && err == nil {
			local = &k
		}
		a.cfg.Archive.Bookmarks(func(list []match.Bookmark, _ error) { a.newerSeries(list, local, done) })
	})
}

// newerSeries delivers the first series with a game that is not over, unless the local game is
// newer. The archive knows when a game was played; a series without a ply is older than any game.
func (a *App) newerSeries(list []match.Bookmark, local *kept, done func(*kept)) {
	if len(list) == 0 {
		done(local)
		return
	}
	k, ok := keptSeries(list[0])
	if !ok || k.last.Over() {
		a.newerSeries(list[1:], local, done)
		return
	}
	a.cfg.Archive.Game(k.game.ID, func(g Game, found bool, err error) {
		switch {
		case found && g.Result.Ending != match.Running:
			a.newerSeries(list[1:], local, done)
		case local != nil && (!found || err != nil || local.game.Ended.After(g.Ended)):
			done(local)
		default:
			done(&k)
		}
	})
}

// goOn goes on with a game.
func (a *App) goOn(k *kept) {
	if k.bookmark != nil {
		a.goOnSeries(k, k.bookmark.Addr)
		return
	}
	if err := a.goOnLocal(k.game); err != nil {
		a.say(sentence(err.Error()))
		return
	}
	a.say(k.said())
}

// goOnLocal seats the players at this machine as they sat, at the position that they left.
func (a *App) goOnLocal(g Game) error {
	cfg, seats := g.Resume(a.cfg.NewID)
	table, err := a.seat(cfg, seats)
	if err != nil {
		return err
	}
	a.home()
	sc := a.begin(scene.New(table, seats))
	sc.Stepwise = a.book.Now().Setup.StepByStep
	sc.Advance(0)
	a.follow()
	return nil
}

// goOnSeries takes a series across a network up again: it listens or dials at an address.
func (a *App) goOnSeries(k *kept, addr string) {
	a.home()
	if k.bookmark.Self == match.Host {
		h := newHostScreen(a)
		a.push(h)
		h.resume(*k.bookmark, addr)
	} else {
		j := newJoinScreen(a)
		a.push(j)
		j.resume(*k.bookmark, addr)
	}
	a.say(k.said())
}

// tryAgain takes the series of a game up once more, or says that it cannot.
func (a *App) tryAgain(gameID string) {
	a.cfg.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		for _, b := range list {
			if k, ok := keptSeries(b); ok && k.game.ID == gameID {
				a.goOnSeries(&k, b.Addr)
				return
			}
		}
		a.say("This game cannot be taken up again. It stands in My games.")
	})
}

// openLine hosts or joins as the command line says: it takes up the series that was left there, or
// begins another one.
func (a *App) openLine(begin func()) {
	if a.cfg.Resumes == nil {
		begin()
		return
	}
	a.cfg.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		if a.scene != nil {
			return // the person was faster
		}
		if b, addr, ok := a.cfg.Resumes(list); ok {
			if k, ok := keptSeries(b); ok {
				a.goOnSeries(&k, addr)
				return
			}
		}
		begin()
	})
}
