// Package lobby is shared by both ends of a club's lobby. It has the frames of its protocol, its
// limits, and how its messages carry the values of package match/lobby. PROTOCOL.md describes the
// protocol. Every value that comes from the other end is checked and every text cleaned before this
// package returns it.
package lobby

import (
	"bufio"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/frames"
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
