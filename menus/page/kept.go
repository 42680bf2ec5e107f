package page

import (
	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/words"
	"mancala/rules"
)

// Kept is an unfinished game that can be continued, at this machine or, with a bookmark, across a
// network.
type Kept struct {
	Game     match.Record // with a bookmark, only its known fields
	Bookmark *match.Bookmark
	Last     rules.Position
	Me       rules.Side // the side of the only person here
	One      bool       // there is only one person here
}

// KeptGame returns an archived game for continuing, and whether it can be continued.
func KeptGame(g match.Record) (Kept, bool) {
	last, err := g.Game.Replay()
	if err != nil || last.Over() || g.Result.Ending != match.Running {
		return Kept{}, false
	}
	k := Kept{Game: g, Last: last, One: true}
	switch south, north := g.Kinds[rules.South] == match.KindPerson, g.Kinds[rules.North] == match.KindPerson; {
	case south == north:
		k.One = false
	case north:
		k.Me = rules.North
	}
	return k, true
}

// KeptSeries returns the game of a bookmark for continuing, and whether it can be continued.
func KeptSeries(b match.Bookmark) (Kept, bool) {
	last, err := b.Game.Replay()
	if err != nil || b.Over() {
		return Kept{}, false
	}
	k := Kept{Bookmark: &b, Last: last, One: true, Me: rules.South}
	if b.Self != b.Starter {
		k.Me = rules.North
	}
	k.Game.Game, k.Game.ID, k.Game.Starter = b.Game, match.GameID(b.Series, b.Number), b.Starter
	k.Game.Names[k.Me.Opponent()] = b.Peer
	return k, true
}

// Replay shows an archived game, or says why it cannot. It adds the scene to the route.
func Replay(shell Shell, g match.Record, to ToReplay) {
	sc, err := scene.Archived(g)
	if err != nil {
		shell.Say(words.T("This game cannot be shown. %s", err))
		return
	}
	to.Scene = sc
	shell.Go(to)
}

// FindSeries calls done with the network series of a game, or nil if the game cannot be continued.
func FindSeries(shell Shell, gameID string, done func(*Kept)) {
	shell.Shared().Ports.Archive.Bookmarks(func(list []match.Bookmark, _ error) {
		for _, b := range list {
			if k, ok := KeptSeries(b); ok && k.Game.ID == gameID {
				done(&k)
				return
			}
		}
		done(nil)
	})
}

// Said returns the toast for continuing the game.
func (k *Kept) Said() string {
	own, other, mine, theirs := k.parts()
	if k.One {
		return words.T("Going on with the game against %s, %d to %d.", other, mine, theirs)
	}
	return words.T("Going on with the game of %s against %s, %d to %d.", own, other, mine, theirs)
}

// parts returns the names of the two players and their stores, the person's first.
func (k *Kept) parts() (own, other string, mine, theirs int) {
	me, opponent := k.Me, k.Me.Opponent()
	return words.Name(k.Game.Names[me]), words.Name(k.Game.Names[opponent]), k.Last.Store(me), k.Last.Store(opponent)
}
