package page

import (
	"mancala/match"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/words"
)

// Kept is a game that was left unfinished and can be gone on with: one at this machine or, with a
// bookmark, one across a network.
type Kept struct {
	Game     ports.Game // with a bookmark, only the fields that it knows
	Bookmark *match.Bookmark
	Last     rules.Position
	Me       rules.Side // the side of the one person here
	One      bool       // there is one person here
}

// KeptGame returns a game of the archive as one to go on with, and whether it can be.
func KeptGame(g ports.Game) (Kept, bool) {
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

// KeptSeries returns the game of a bookmark as one to go on with, and whether it can be.
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

// FindSeries delivers the series across a network in which a game can go on, or nil if there is
// none.
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

// Words say against whom and how it stands: "against Low, 12 to 9".
func (k *Kept) Words() string {
	own, other, mine, theirs := k.parts()
	if k.One {
		return words.T("against %s, %d to %d", other, mine, theirs)
	}
	return words.T("%s against %s, %d to %d", own, other, mine, theirs)
}

// Said is the window's message when the game goes on.
func (k *Kept) Said() string {
	own, other, mine, theirs := k.parts()
	if k.One {
		return words.T("Going on with the game against %s, %d to %d.", other, mine, theirs)
	}
	return words.T("Going on with the game of %s against %s, %d to %d.", own, other, mine, theirs)
}

// parts returns the names of the two and their stores, the person's first.
func (k *Kept) parts() (own, other string, mine, theirs int) {
	me, opponent := k.Me, k.Me.Opponent()
	return words.Name(k.Game.Names[me]), words.Name(k.Game.Names[opponent]), k.Last.Store(me), k.Last.Store(opponent)
}
