package menus

import (
	"fmt"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/rules"
)

// kept is a game that was left unfinished and can be gone on with: one at this machine or, with a
// bookmark, one across a network.
type kept struct {
	game     ports.Game // with a bookmark, only the fields that it knows
	bookmark *match.Bookmark
	last     rules.Position
	me       rules.Side // the side of the one person here
	one      bool       // there is one person here
}

// keptGame returns a game of the archive as one to go on with, and whether it can be.
func keptGame(g ports.Game) (kept, bool) {
	last, err := g.Game.Replay()
	if err != nil || last.Over() || g.Result.Ending != match.Running {
		return kept{}, false
	}
	k := kept{game: g, last: last, one: true}
	switch south, north := g.Kinds[rules.South] == match.KindPerson, g.Kinds[rules.North] == match.KindPerson; {
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
