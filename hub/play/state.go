package play

import (
	"slices"
	"time"

	"mancala/match"
	"mancala/rules"
)

// state is the part of a table that is stored: together with the bookmarks of the legs it is enough
// to go on at another node. Every ply stores all of it, so what is zero most of the time is left
// out.
type state struct {
	Number  int
	South   int // the player who begins the current game
	Game    rules.Game
	Ending  match.Ending `json:",omitzero"`
	Loser   int          `json:",omitzero"` // after a resignation or on time
	Clocks  match.Clocks
	Began   time.Time   `json:",omitzero"` // when both players were there; zero before
	Wants   [2]bool     `json:",omitzero"` // the next game
	Ask     ask         `json:",omitzero"` // an open request
	Grant   ask         `json:",omitzero"` // one that was granted and whose asker has not been told
	Talk    [2][]string `json:",omitzero"` // lines that a player has not been told
	Name    string      `json:",omitzero"` // of the winner of the last game in the top scores
	NamedBy int         `json:",omitzero"`
	Tally   match.Tally `json:",omitzero"` // of the games before; the first player is its host
	Done    []outcome   `json:",omitzero"` // not reported yet
	Closed  bool        `json:",omitzero"` // nothing more is played here
	Alone   int         `json:",omitzero"` // 1 or 2: that player came to the first game, and the other one did not
	Since   time.Time   // when the table was made, a game ended or the table was closed
}

// ask is a player's request to go back to the position after that many plies.
type ask struct {
	By int
	request
}

// maxTalk is the number of lines that wait for a player who is away; older ones are dropped.
const maxTalk = 20

// newState returns the state before the first game.
func newState(s Setup, now time.Time) state {
	return state{
		Number: 1, South: s.First, Game: rules.Game{Variant: s.Variant.Canonical()}, Clocks: match.NewClocks(s.Time), Since: now,
	}
}

// running reports whether the current game has not ended.
func (s *state) running() bool { return s.Ending == match.Running }

// player returns the player with a side in the current game.
func (s *state) player(side rules.Side) int {
	if side == rules.South {
		return s.South
	}
	return 1 - s.South
}

// side returns the side of a player in the current game.
func (s *state) side(player int) rules.Side {
	if player == s.South {
		return rules.South
	}
	return rules.North
}

// party returns a player's party on a leg.
func party(leg, player int) match.Party {
	if player == leg {
		return match.Guest
	}
	return match.Host
}

// ruling returns the state of the current game as a leg has to have it.
func (s *state) ruling(leg int) match.Ruling {
	before := s.Tally
	if leg == 0 { // the first player is its guest
		before.Wins[0], before.Wins[1] = before.Wins[1], before.Wins[0]
	}
	return match.Ruling{
		Number: s.Number, Starter: party(leg, s.South), Plies: slices.Clone(s.Game.Plies), Ending: s.Ending,
		Loser: party(leg, s.Loser), Before: before,
	}
}
