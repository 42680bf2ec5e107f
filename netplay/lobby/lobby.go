// Package lobby is shared by both ends of a club's lobby. It has the frames of its protocol, its
// limits, and how its messages carry the values of package match/lobby. PROTOCOL.md describes the
// protocol. Every value that comes from the other end is checked and every text cleaned before this
// package returns it.
package lobby

import (
	"bufio"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
)

// Preface is the first thing that each end sends, before its first frame.
const Preface = frames.LobbyPreface

// Version is the version of the protocol of the lobby that this package speaks.
const Version = 1

// The largest number of bytes in a frame, its length prefix not counted.
const (
	MaxCall = frames.Max      // from a member to the club
	MaxNews = frames.MaxLarge // from the club to a member
)

// Deadlines of a connection.
const (
	// HelloWait is how long a member has to its ClubHello, and to its ClubProof.
	HelloWait = 5 * time.Second
	// PingAfter is the silence after which a member sends a ClubPing.
	PingAfter = 20 * time.Second
	// LostAfter is the silence after which either end considers the connection lost.
	LostAfter = 60 * time.Second
)

// ReadCall returns the next call of a member. At the end of the stream, between two frames, the
// error is io.EOF; others are those of package frames and of the stream.
func ReadCall(r *bufio.Reader) (*wire.ClubCall, error) {
	c := new(wire.ClubCall)
	return c, read(r, c, MaxCall)
}

// ReadNews returns the next message of the club, with the same errors as [ReadCall].
func ReadNews(r *bufio.Reader) (*wire.ClubNews, error) {
	n := new(wire.ClubNews)
	return n, read(r, n, MaxNews)
}

func read(r *bufio.Reader, m wire.Message, limit int) error {
	payload, err := frames.Read(r, nil, limit)
	if err != nil {
		return err
	}
	return frames.Unmarshal(payload, m, limit)
}

// AppendCall appends the frame of a call.
func AppendCall(b []byte, c *wire.ClubCall) ([]byte, error) { return frames.Append(b, c, MaxCall) }

// AppendNews appends the frame of a message of the club.
func AppendNews(b []byte, n *wire.ClubNews) ([]byte, error) { return frames.Append(b, n, MaxNews) }

// NonceSize is the number of bytes of a challenge.
const NonceSize = 32

// Signed returns the bytes that a member signs with the key of its installation to answer a
// challenge: the nonce, and the key that the club has shown on this connection, zero without
// encryption. So a club cannot pass on the challenge of another one.
func Signed(nonce []byte, club keys.Fingerprint) []byte {
	shown := "plain"
	if !club.IsZero() {
		shown = club.String()
	}
	return append(append([]byte("mancala/1 club"), nonce...), shown...)
}

// maxWait is the longest wait that a refusal names.
const maxWait = time.Hour

func refusalToWire(r *lobby.Refusal) *wire.ClubRefusal {
	seconds := min(max(r.Wait, 0)+time.Second-1, maxWait) / time.Second
	return &wire.ClubRefusal{Code: wire.ClubRefusalCode(r.Reason), Text: r.Text, Seconds: uint32(seconds)}
}

// RefusalFromWire returns the refusal that the club has sent.
func RefusalFromWire(w *wire.ClubRefusal) *lobby.Refusal {
	seconds := min(w.GetSeconds(), uint32(maxWait/time.Second))
	return &lobby.Refusal{
		Reason: lobby.Reason(w.GetCode()), Text: match.CleanTalk(w.GetText()), Wait: time.Duration(seconds) * time.Second,
	}
}

// NewsToWire returns the message of a club with a value of package match/lobby: an event, one of
// the values that answer a call, or a [*lobby.Refusal]. Nil becomes a ClubDone, and any other value
// nil. Its number is the call's, or 0.
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
