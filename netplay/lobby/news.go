package lobby

import (
	wire "mancala/proto/mancala/v1"

	"mancala/match/lobby"
)

// NewsToWire returns the message of a club with a value of package match/lobby: an event, one of
// the values that answer a call, or a [*lobby.Refusal]. Nil becomes a ClubDone, and any other value
// nil. Its number is that of the call, or 0.
func NewsToWire(call uint32, value any) *wire.ClubNews {
	n := &wire.ClubNews{Id: call}
	switch v := value.(type) {
	case nil:
		n.Body = &wire.ClubNews_Done{Done: &wire.ClubDone{}}
	case *lobby.Refusal:
		n.Body = &wire.ClubNews_Refusal{Refusal: refusalToWire(v)}
	case lobby.Told:
		n.Body = &wire.ClubNews_Table{Table: tableToWire(v.Table)}
	case lobby.Gone:
		n.Body = &wire.ClubNews_TableGone{TableGone: &wire.ClubTableGone{Table: v.Table}}
	case lobby.Listed:
		n.Body = &wire.ClubNews_Listed{Listed: &wire.ClubListed{More: uint32(v.More)}}
	case lobby.Seated:
		n.Body = &wire.ClubNews_Seat{Seat: seatToWire(v.Seat)}
	case lobby.Waiting:
		n.Body = &wire.ClubNews_Waiting{Waiting: &wire.ClubWaiting{Table: tableToWire(v.Table)}}
	case lobby.Rated:
		n.Body = &wire.ClubNews_Rated{Rated: ratedToWire(v)}
	case lobby.Announced:
		n.Body = &wire.ClubNews_Announcement{Announcement: &wire.ClubAnnouncement{Text: v.Text}}
	default:
		return answerToWire(n, value)
	}
	return n
}

// answerToWire is NewsToWire for a value that answers a call and is no event.
func answerToWire(n *wire.ClubNews, value any) *wire.ClubNews {
	switch v := value.(type) {
	case lobby.Seat:
		n.Body = &wire.ClubNews_Seat{Seat: seatToWire(v)}
	case lobby.Profile:
		n.Body = &wire.ClubNews_Profile{Profile: profileToWire(v)}
	case lobby.Games:
		n.Body = &wire.ClubNews_Games{Games: gamesToWire(v)}
	case lobby.Game:
		n.Body = &wire.ClubNews_Game{Game: gameToWire(v)}
	case lobby.Standings:
		n.Body = &wire.ClubNews_Standings{Standings: standingsToWire(v)}
	case lobby.Code:
		n.Body = &wire.ClubNews_Code{Code: codeToWire(v)}
	default:
		return nil
	}
	return n
}
