package lobby

import (
	"time"

	"mancala/match"
	"mancala/rules"
)

// Event is something that happened in the lobby: one of the types of this file.
type Event interface{ isEvent() }

type (
	// Connecting says that the club is being dialled.
	Connecting struct {
		event
		Addr string
	}
	// Entered says that the club has let the member in. The list of tables is empty until they are
	// told.
	Entered struct {
		event
		// Club is the name of the club.
		Club string
		Me   Profile
		// New says that the member is new here.
		New bool
		// Device is the fingerprint of the key of this device; "" if there is none.
		Device string
		// Announcement is the text that the people who run the club have announced, or "".
		Announcement string
		// RatedComputers says that computers may sit at rated tables.
		RatedComputers bool
		// RatedRules are the rules with which games are rated.
		RatedRules RatedRules
		// Security is how the connection is protected.
		Security match.Security
	}
	// Told says that a table is new or has changed.
	Told struct {
		event
		Table Table
	}
	// Gone says that a table is no longer in the list.
	Gone struct {
		event
		Table string
	}
	// Listed says that all tables have been told for which the club's list has room; changes
	// follow. It comes again when the number of the others changes.
	Listed struct {
		event
		// More is the number of the other tables.
		More int
	}
	// Seated says that there is a seat for the member, at the member's own table, by a quick match,
	// or in a game that is not over.
	Seated struct {
		event
		Seat Seat
	}
	// Waiting says that the other member has not come to the table of a quick match, so that the
	// club looks for an opponent again.
	Waiting struct {
		event
		Table Table
	}
	// Rated says that a game of this member has been rated.
	Rated struct {
		event
		Game string
		// Discipline is the game whose rating has changed, Before that rating before the game, and
		// Me the profile after it.
		Discipline string
		Before     int
		Me         Profile
	}
	// Announced says that the people who run the club say something.
	Announced struct {
		event
		Text string
	}
	// Lost says that the connection broke or that the node stops. The club is dialled again.
	Lost struct {
		event
		Note *rules.Note
	}
	// Failed says that the link has ended.
	Failed struct {
		event
		Note *rules.Note
	}
	// Answer is the answer to a call. The comment of the call says which fields are set.
	Answer struct {
		event
		// Number is the number of the call.
		Number int
		// Note is the reason if the call is refused; everything else is then zero.
		Note      *rules.Note
		Seat      Seat
		Profile   Profile
		Games     Games
		Game      Game
		Standings Standings
		Code      Code
	}
)

// Games is a part of a list of games.
type Games struct {
	List []GameEntry
	// More says that there are more after them.
	More bool
}

// Game is a game with its plies.
type Game struct {
	Entry GameEntry
	Game  rules.Game
}

// Standings are a part of the standings: members with a place, and after them those whose rating is
// not sure yet.
type Standings struct {
	// Members are members with a sure rating, the highest first.
	Members []Member
	// First is the place of the first one, from 1, and Total the number of members with a place. If
	// the part begins behind them, First is more than Total.
	First, Total int
	// Unsure are members with rated games whose rating is not sure, so that they have no place.
	// Those come first whose rating is highest even if it is wrong by its deviation. UnsureTotal is
	// the number of all of them.
	Unsure      []Member
	UnsureTotal int
}

// Code is a code for another device.
type Code struct {
	Text string
	// For is how long it can be used, once.
	For time.Duration
}

// After is the rating after the game.
func (r Rated) After() int { return r.Me.In(r.Discipline).Rating }

// event makes a type an [Event].
type event struct{}

func (event) isEvent() {}
