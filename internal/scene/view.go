package scene

import (
	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/rules"
)

// view is a table as seen from this end: names, events and sentences about them.
type view struct {
	*table.Table
	kinds [2]string // by party, the kind of player at this end
	lines plyLines
}

// Kind returns the kind of player of a party, as in a [match.Record].
func (v *view) Kind(party match.Party) string { return v.kinds[party] }

// Kinds returns the kinds of players by party.
func (v *view) Kinds() [2]string { return v.kinds }

// Local reports whether both parties are at this end.
func (v *view) Local() bool { return v.Here(match.Host) && v.Here(match.Guest) }

// Me returns the only person at this end. It returns false if there are two or none.
func (v *view) Me() (match.Party, bool) {
	if v.Persons() != 1 {
		return match.Host, false
	}
	if v.Person(match.Guest) {
		return match.Guest, true
	}
	return match.Host, true
}

// IsMe reports whether a party is the only person at this end.
func (v *view) IsMe(party match.Party) bool {
	me, one := v.Me()
	return one && me == party
}

// Name returns the display name of a party.
func (v *view) Name(p match.Party) string { return words.Name(v.Table.Name(p)) }

// SideName returns the display name of the player of a side.
func (v *view) SideName(s rules.Side) string { return words.Name(v.Table.SideName(s)) }

// Peer returns the name of the opponent of the person at this end; for a watcher, of the host.
func (v *view) Peer() string {
	if v.Watching() {
		return v.Name(match.Host)
	}
	if me, one := v.Me(); one {
		return v.Name(me.Other())
	}
	return v.Name(v.Self().Other())
}

// IsPaused reports whether the connection is down.
func (v *view) IsPaused() bool {
	_, paused := v.Paused()
	return paused
}

// Unfinished reports whether a game with a player here is running with at least one ply.
func (v *view) Unfinished() bool {
	return !v.Watching() && v.Stage() == table.StageGame && v.Match().Plies() > 0
}

// KeptAway reports whether the link has ended but the game has not, so that its players can resume
// it.
func (v *view) KeptAway() bool {
	m := v.Match()
	return !v.Watching() && m != nil && m.Running() && v.Stage() > table.StageOver
}

// setAside reports whether the players have set the watched game aside without ending it.
func (v *view) setAside() bool {
	m := v.Match()
	return v.Watching() && m != nil && m.Running() && v.Stage() != table.StageGame
}

// CanReview reports whether there is a game to review: one with plies that has ended or is local.
func (v *view) CanReview() bool {
	m := v.Match()
	if m == nil || m.Plies() == 0 {
		return false
	}
	if v.Watching() { // other people may continue a game that has not ended
		return !m.Running()
	}
	return v.Local() || v.Stage() > table.StageGame
}

// Fragment returns the game as the part of a link that replays it; see [notation.Fragment]. There
// must be a game.
func (v *view) Fragment() (string, error) {
	return notation.Fragment(v.Match(), [2]string{v.Table.SideName(rules.South), v.Table.SideName(rules.North)})
}

// GameText returns the text form of the game, which users can open again.
func (v *view) GameText() string {
	m := v.Match()
	if m == nil {
		return ""
	}
	return match.GameText(m, v.Table.SideName(rules.South), v.Table.SideName(rules.North))
}
