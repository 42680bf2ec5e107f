package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// Why a session refuses what this end's person wants. Compare with errors.Is.
var (
	// ErrNoOffer says that there are no rules to agree to.
	ErrNoOffer = errors.New("no rules are waiting to be accepted")
	// ErrNoGame says that nobody is there to play with.
	ErrNoGame = errors.New("there is no game")
	// ErrNotWinner says that this end has not won the last game, or has named its winner before.
	ErrNotWinner = errors.New("this side has not won a game that still needs a name")
)

// Accept agrees to the rules of an Offered event; the first game begins. At any other time it returns [ErrNoOffer].
func (s *Session) Accept() error {
	if s.cfg.Self != match.Guest || s.phase != offered {
		return ErrNoOffer
	}
	s.send(&wire.Frame{Body: &wire.Frame_Accept{Accept: &wire.Accept{}}})
	return s.beginSeries()
}

// Play plays a house for this end and tells the peer. What is refused is a [*match.PlyError] and changes nothing.
func (s *Session) Play(h rules.House) error {
	if s.phase != playing {
		return &match.PlyError{House: h, Err: match.ErrEnded}
	}
	side := s.series.Side(s.cfg.Self)
	if s.series.resigning {
		return &match.PlyError{Side: side, House: h, Err: match.ErrEnded}
	}
	move := &wire.Move{Game: uint32(s.series.Number()), House: uint32(h)}
	err := s.series.play(side, h)
	if err != nil {
		return err
	}
	move.Ply, move.Hash = uint32(s.series.Match().Plies()), s.series.hash.short()
	s.send(&wire.Frame{Body: &wire.Frame_Move{Move: move}})
	s.series.settle()
	return nil
}

// Resign gives the current game up. The game is over, here too, when the peer has acknowledged it: a ply of the peer's
// that is on its way still counts, and may be the end of the game. In a game that has ended it returns
// [match.ErrEnded], and without a game [ErrNoGame].
func (s *Session) Resign() error {
	switch {
	case s.phase != playing:
		return ErrNoGame
	case s.series.Match().Result().Ending != match.Running || s.series.resigning:
		return match.ErrEnded
	}
	s.send(&wire.Frame{Body: &wire.Frame_Resign{Resign: &wire.Resign{Game: uint32(s.series.Number())}}})
	s.series.resigning, s.resigned = true, s.sent
	return nil
}

// Rematch asks for the next game, or agrees to it. Asking twice does no harm. While a game runs it returns
// [match.ErrRunning], and without anybody to play with [ErrNoGame].
func (s *Session) Rematch() error {
	switch {
	case s.phase != playing:
		return ErrNoGame
	case s.series.Match().Result().Ending == match.Running:
		return match.ErrRunning
	case s.series.wants[s.cfg.Self]:
		return nil
	}
	s.send(&wire.Frame{Body: &wire.Frame_Rematch{Rematch: &wire.Rematch{Game: uint32(s.series.Number()) + 1}}})
	return s.series.want(s.cfg.Self)
}

// NameWinner tells the peer under which name this end's win of the last game stands in the top scores. It can be said
// once a game; otherwise, and when this end has not won, it returns [ErrNotWinner].
func (s *Session) NameWinner(name string) error {
	if s.phase != playing || !s.series.last.won || s.series.last.winner != s.cfg.Self || s.series.last.named {
		return ErrNotWinner
	}
	s.series.last.named = true
	s.send(&wire.Frame{Body: &wire.Frame_WinnerName{WinnerName: &wire.WinnerName{
		Game: uint32(s.series.last.number),
		Name: nameOr(name, s.cfg.Self),
	}}})
	return nil
}

// Leave says goodbye and ends the session. In a session that has ended it does nothing.
func (s *Session) Leave(reason match.Reason) {
	if s.phase == ended {
		return
	}
	s.leave(reasonToWire(reason), "")
	s.end(goodbye{reason: reason, local: true, text: localText(reason), err: fmt.Errorf("left: %s", reasonToWire(reason))})
}

// leave queues the goodbye.
func (s *Session) leave(reason wire.LeaveReason, detail string) {
	s.send(&wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: reason, Detail: cleanText(detail)}}})
}

// Fail ends the session because of something that the protocol does not allow, and tells the peer what it was.
func (s *Session) Fail(err error) {
	if s.phase == ended {
		return
	}
	reason := wire.LeaveReason_LEAVE_REASON_PROTOCOL_ERROR
	switch {
	case errors.Is(err, errFlood):
		reason = wire.LeaveReason_LEAVE_REASON_FLOOD
	case errors.Is(err, errRules):
		reason = wire.LeaveReason_LEAVE_REASON_RULES_UNSUPPORTED
	}
	s.leave(reason, err.Error())
	s.end(goodbye{text: s.failText(err), err: err})
}

// Lost ends the session because the connection is gone.
func (s *Session) Lost(err error) {
	if s.phase == ended {
		return
	}
	text := brokenText(s.peer)
	if said := (*sentence)(nil); errors.As(err, &said) {
		text = said.text
	} else if s.phase == greeting {
		text = hungUpText(s.cfg.PeerAddr)
	}
	s.end(goodbye{text: text, err: err})
}

// goodbye is how a session ends.
type goodbye struct {
	ending match.Ending // of a running game; zero means Abandoned
	reason match.Reason
	local  bool   // this end left
	text   string // for a person
	err    error  // for the log
}

// end ends the session, and the game if one runs.
func (s *Session) end(g goodbye) {
	if s.phase == ended {
		return
	}
	before := s.phase
	s.phase, s.cause, s.out.Done = ended, g.err, true
	switch {
	case before == greeting && s.cfg.Self == match.Host:
		return // nobody was there yet
	case before == greeting && !g.local:
		s.emit(match.Failed{Text: g.text, Err: g.err})
		return
	case before == playing:
		by := s.cfg.Self.Other()
		if g.local {
			by = s.cfg.Self
		}
		s.series.abandon(g.ending, by)
	}
	s.emit(match.PeerLeft{Reason: g.reason, Local: g.local, Text: g.text})
}
