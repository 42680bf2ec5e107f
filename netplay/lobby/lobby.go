// Package lobby is shared by both ends of a club's lobby. It has the protocol's frames and limits,
// and converts its messages to values of package match/lobby. PROTOCOL.md describes the protocol.
// The package checks every value and cleans every text of the other end before it returns them.
package lobby

import (
	"bufio"
	"time"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	wire "mancala/proto/mancala/v1"
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
// error is io.EOF; others come from package frames and the stream.
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

// NewsToWire returns a club's message with a value of package match/lobby: an event, an answer to a
// call, or a [*lobby.Refusal]. Nil becomes a ClubDone, and any other value nil. Its number is the
// call's, or 0.
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

// CallToWire returns the message of a call, without its number.
func CallToWire(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.Open:
		return &wire.ClubCall{Body: &wire.ClubCall_Open{Open: openToWire(c.Settings)}}
	case lobby.Sit:
		return &wire.ClubCall{Body: &wire.ClubCall_Sit{Sit: &wire.ClubSit{Table: c.Table}}}
	case lobby.Quick:
		return &wire.ClubCall{Body: &wire.ClubCall_Quick{Quick: quickToWire(c.Settings)}}
	case lobby.Cancel:
		return &wire.ClubCall{Body: &wire.ClubCall_Cancel{Cancel: &wire.ClubCancel{}}}
	case lobby.Watch:
		return &wire.ClubCall{Body: &wire.ClubCall_Watch{Watch: &wire.ClubWatch{Table: c.Table}}}
	case lobby.Mine:
		return &wire.ClubCall{Body: &wire.ClubCall_Mine{Mine: &wire.ClubMine{}}}
	}
	return askToWire(c)
}

// askToWire is CallToWire for a call that is not about tables.
func askToWire(c lobby.Call) *wire.ClubCall {
	switch c := c.(type) {
	case lobby.ProfileOf:
		return &wire.ClubCall{Body: &wire.ClubCall_ProfileOf{ProfileOf: &wire.ClubProfileOf{Member: c.Member}}}
	case lobby.GamesOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GamesOf{GamesOf: &wire.ClubGamesOf{Member: c.Member, Name: c.Name, Before: c.Before, Limit: uint32(c.Limit)}}}
	case lobby.GameOf:
		return &wire.ClubCall{Body: &wire.ClubCall_GameOf{GameOf: &wire.ClubGameOf{Game: c.Game}}}
	case lobby.StandingsOf:
		return &wire.ClubCall{Body: &wire.ClubCall_StandingsOf{StandingsOf: &wire.ClubStandingsOf{Skip: uint32(c.Skip), Limit: uint32(c.Limit), Discipline: c.Discipline}}}
	case lobby.Rename:
		return &wire.ClubCall{Body: &wire.ClubCall_Rename{Rename: &wire.ClubRename{Name: c.Name}}}
	case lobby.Device:
		return &wire.ClubCall{Body: &wire.ClubCall_Device{Device: &wire.ClubDevice{}}}
	case lobby.UseCode:
		return &wire.ClubCall{Body: &wire.ClubCall_UseCode{UseCode: &wire.ClubUseCode{Code: c.Code}}}
	case lobby.RemoveDevice:
		return &wire.ClubCall{Body: &wire.ClubCall_RemoveDevice{RemoveDevice: &wire.ClubRemoveDevice{Fingerprint: c.Key}}}
	case lobby.Report:
		return &wire.ClubCall{Body: &wire.ClubCall_Report{Report: &wire.ClubReport{Member: c.Member, Game: c.Game, Text: c.Text}}}
	case lobby.Block:
		return &wire.ClubCall{Body: &wire.ClubCall_Block{Block: &wire.ClubBlock{Member: c.Member, Off: c.Off}}}
	case lobby.Forget:
		return &wire.ClubCall{Body: &wire.ClubCall_Forget{Forget: &wire.ClubForget{Name: c.Name}}}
	}
	return nil
}

// maxSkip is the last place of the standings that can be asked for.
const maxSkip = 10_000_000

// CallFromWire returns a member's call. Its error is a [lobby.Refusal] of an impossible call. It
// returns nil for a message that is no [lobby.Call], such as a later version's.
func CallFromWire(w *wire.ClubCall) (lobby.Call, error) {
	switch b := w.GetBody().(type) {
	case *wire.ClubCall_Open:
		s, err := openFromWire(b.Open)
		return lobby.Open{Settings: s}, err
	case *wire.ClubCall_Sit:
		return lobby.Sit{Table: b.Sit.GetTable()}, nil
	case *wire.ClubCall_Quick:
		s, err := quickFromWire(b.Quick)
		return lobby.Quick{Settings: s}, err
	case *wire.ClubCall_Cancel:
		return lobby.Cancel{}, nil
	case *wire.ClubCall_Watch:
		return lobby.Watch{Table: b.Watch.GetTable()}, nil
	case *wire.ClubCall_Mine:
		return lobby.Mine{}, nil
	case *wire.ClubCall_GamesOf:
		return gamesOfFromWire(b.GamesOf)
	case *wire.ClubCall_GameOf:
		if !lobby.IsGameID(b.GameOf.GetGame()) {
			return nil, lobby.Refuse(lobby.ReasonUnknown)
		}
		return lobby.GameOf{Game: b.GameOf.GetGame()}, nil
	case *wire.ClubCall_StandingsOf:
		return standingsOfFromWire(b.StandingsOf)
	}
	return ownFromWire(w), nil
}

// inOneAnswer returns how many games or members a call wants.
func inOneAnswer(limit uint32) int { return int(min(max(limit, 1), lobby.MostGames)) }

func gamesOfFromWire(w *wire.ClubGamesOf) (lobby.Call, error) {
	q := lobby.GamesOf{
		Member: w.GetMember(), Name: match.CleanName(w.GetName()), Before: w.GetBefore(), Limit: inOneAnswer(w.GetLimit()),
	}
	if q.Member != "" && !lobby.IsID(q.Member) || q.Before != "" && !lobby.IsGameID(q.Before) {
		return nil, lobby.Refuse(lobby.ReasonUnknown)
	}
	return q, nil
}

func standingsOfFromWire(w *wire.ClubStandingsOf) (lobby.Call, error) {
	c := lobby.StandingsOf{
		Skip: int(min(w.GetSkip(), maxSkip)), Limit: inOneAnswer(w.GetLimit()), Discipline: disciplineFromWire(w.GetDiscipline()),
	}
	if c.Discipline == "" {
		return nil, lobby.Refuse(lobby.ReasonUnknown)
	}
	return c, nil
}

// ownFromWire is CallFromWire for a call about members.
func ownFromWire(w *wire.ClubCall) lobby.Call {
	switch b := w.GetBody().(type) {
	case *wire.ClubCall_ProfileOf:
		return lobby.ProfileOf{Member: b.ProfileOf.GetMember()}
	case *wire.ClubCall_Rename:
		return lobby.Rename{Name: b.Rename.GetName()}
	case *wire.ClubCall_Device:
		return lobby.Device{}
	case *wire.ClubCall_UseCode:
		return lobby.UseCode{Code: b.UseCode.GetCode()}
	case *wire.ClubCall_RemoveDevice:
		return lobby.RemoveDevice{Key: b.RemoveDevice.GetFingerprint()}
	case *wire.ClubCall_Report:
		return lobby.Report{Member: b.Report.GetMember(), Game: b.Report.GetGame(), Text: b.Report.GetText()}
	case *wire.ClubCall_Block:
		return lobby.Block{Member: b.Block.GetMember(), Off: b.Block.GetOff()}
	case *wire.ClubCall_Forget:
		return lobby.Forget{Name: b.Forget.GetName()}
	}
	return nil
}
