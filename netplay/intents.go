package netplay

import (
	"errors"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// Reasons why a session refuses an intent of this end's person. Compare with errors.Is.
var (
	// ErrNoOffer says that there are no rules to agree to.
	ErrNoOffer = errors.New("no rules are waiting to be accepted")
	// ErrNoGame says that there is no peer to play with.
	ErrNoGame = errors.New("there is no game")
	// ErrNotWinner says that this end has not won the last game, or has named its winner before.
	ErrNotWinner = errors.New("this side has not won a game that still needs a name")
)

// absent returns the reason why there is no peer to play with.
func (s *Session) absent() error {
	if s.phase == resuming {
		return match.ErrPaused
	}
	return ErrNoGame
}

// Play plays a house for this end and tells the peer. An open request of the peer to take plies
// back counts as refused. If the ply is illegal, Play returns a [*match.PlyError] and changes
// nothing.
func (s *Session) Play(h rules.House) error {
	if s.phase != playing {
		err := match.ErrEnded
		if s.phase == resuming {
			err = match.ErrPaused
		}
		return &match.PlyError{House: h, Err: err}
	}
	series := s.series
	self := series.self
	side := series.Side(self)
	ply, err := series.try(side, h)
	switch {
	case series.resigning():
		err = match.ErrEnded
	case err == nil && series.asks[self].open:
		err = match.ErrAsked
	}
	if err != nil {
		return &match.PlyError{Side: side, House: h, Err: err}
	}
	if series.asks[self.Other()].open {
		if err := series.answer(self, false); err != nil {
			return err
		}
	}
	s.send(&wire.Frame{Body: &wire.Frame_Move{Move: &wire.Move{
		Game: uint32(series.Number()), Ply: uint32(ply.n), House: uint32(h), Hash: ply.hash[:hashSize],
	}}})
	s.moved = append(s.moved, s.sent)
	return series.take(ply)
}

// Resign resigns the current game. The game is over, also at this end, once the peer has
// acknowledged it: a ply that the peer has already sent still counts, and may end the game. Resign
// returns [match.ErrEnded] in a game that has ended, and [ErrNoGame] without a game.
func (s *Session) Resign() error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	if !series.running() || series.resigning() {
		return match.ErrEnded
	}
	number := series.Number()
	s.send(&wire.Frame{Body: &wire.Frame_Resign{Resign: &wire.Resign{Game: uint32(number)}}})
	series.resigned[series.self], series.changed = true, true
	s.whenAcked(func() error {
		if series.Number() == number && series.resigning() { // and not over by a ply of the peer
			return series.resign()
		}
		return nil
	})
	return nil
}

// Rematch asks for the next game, or agrees to it. Asking twice does no harm. It returns
// [match.ErrRunning] while a game runs, and [ErrNoGame] without a peer to play with.
func (s *Session) Rematch() error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	self := series.self
	switch {
	case series.running():
		return match.ErrRunning
	case series.wants[self] && !series.withdraws:
		return nil
	}
	s.sendRematch(false)
	if series.wants[self] { // and the peer may not have received its withdrawal yet
		series.withdraws, series.changed = false, true
		return nil
	}
	return series.want(self)
}

// WithdrawRematch withdraws this end's wish for the next game. RematchWithdrawn comes when the peer
// has confirmed it; if the peer has agreed in the meantime, the game begins. Without a wish it
// returns [match.ErrNothingAsked].
func (s *Session) WithdrawRematch() error {
	if s.phase != playing {
		return s.absent()
	}
	series := s.series
	self := series.self
	switch {
	case !series.wants[self]:
		return match.ErrNothingAsked
	case series.withdraws:
		return nil
	}
	s.sendRematch(true)
	series.withdraws, series.changed = true, true
	number, seq := series.Number(), s.sent
	s.withdrawnAt = seq
	s.whenAcked(func() error {
		if series.Number() == number && series.withdraws && s.withdrawnAt == seq {
			series.wants[self], series.withdraws = false, false
			series.tell(match.RematchWithdrawn{By: self})
		}
		return nil
	})
	return nil
}

func (s *Session) sendRematch(withdraw bool) {
	s.send(&wire.Frame{Body: &wire.Frame_Rematch{Rematch: &wire.Rematch{
		Game: uint32(s.series.Number()) + 1, Withdraw: withdraw,
	}}})
}

// NameWinner tells the peer the name under which this end's win of the last game stands in the top
// scores. It can be called once a game, also while the connection is down: the peer receives it on
// the resume. Otherwise, or if this end has not won, it returns [ErrNotWinner].
func (s *Session) NameWinner(name string) error {
	if s.series == nil || s.phase == ended || !s.series.nameWinner(s.series.last.number, s.cfg.Self, name) {
		return ErrNotWinner
	}
	if s.phase == playing {
		s.send(&wire.Frame{Body: &wire.Frame_WinnerName{WinnerName: &wire.WinnerName{
			Game: uint32(s.series.last.number),
			Name: s.series.last.name,
		}}})
	}
	return nil
}

// Leave says goodbye and ends the session. A running game is kept if the reason says so; otherwise
// the series ends. After the end of the session it does nothing.
func (s *Session) Leave(reason match.Reason) {
	if s.phase == ended {
		return
	}
	keep := reason.Keeps() && s.keepable()
	s.leave(reasonToWire(reason), "")
	s.end(goodbye{
		reason: reason, local: true, keep: keep, note: leftHere(reason, keep),
		err: fmt.Errorf("left: %s", reasonToWire(reason)),
	})
}

// keepable reports whether there is a game that can be resumed if this end leaves now.
func (s *Session) keepable() bool {
	return s.series != nil && (s.series.running() || s.phase == resuming)
}

// remove says goodbye to the guest because the host's person does not want to play with them now.
func (s *Session) remove() {
	if s.phase == ended {
		return
	}
	keep := s.keepable()
	s.leave(wire.LeaveReason_LEAVE_REASON_REMOVED, "")
	s.end(goodbye{
		reason: match.ReasonLater, local: true, keep: keep, note: youRemoved(s.peer, keep), err: errRemoved,
	})
}

// giveWay ends the series of a guest who has made no ply while another one waits.
func (s *Session) giveWay() {
	s.leave(wire.LeaveReason_LEAVE_REASON_QUIT, errNoFirstPly.Error())
	s.end(goodbye{note: note("gave-way-idle", s.peer), err: errNoFirstPly})
}

// leave queues the goodbye.
func (s *Session) leave(reason wire.LeaveReason, detail string) {
	s.sendLast(&wire.Frame{Body: &wire.Frame_Leave{Leave: &wire.Leave{Reason: reason, Detail: match.CleanText(detail)}}})
}

// Fail ends the session because the peer broke the protocol, and tells the peer how.
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
	s.end(goodbye{note: s.failure(err), err: err, pause: s.phase == resuming})
}

// Lost ends the session because the connection is gone. A series that has begun is paused.
func (s *Session) Lost(err error) {
	if s.phase == ended {
		return
	}
	s.end(goodbye{note: s.lost(err), err: err, pause: true})
}

// lost returns the note that the connection is gone.
func (s *Session) lost(err error) *rules.Note {
	said := (*rules.Note)(nil)
	told := errors.As(err, &said)
	switch {
	case told && s.series == nil:
		return said
	case told && s.series.running():
		return note("goes-on", said)
	case told:
		return note("goes-on-after", said)
	case s.phase == greeting:
		return note("hung-up", s.cfg.PeerAddr)
	case s.phase == tossing:
		return note("toss-broken", s.peer)
	case s.series == nil:
		return note("broke-early", s.peer)
	}
	return dropped(s.peer, s.series.running())
}

// goodbye describes the end of a session. Unless pause or keep is set, the series ends with it.
type goodbye struct {
	pause  bool         // the connection is gone, and may come back
	keep   bool         // this end leaves the series, and may come back
	local  bool         // this end left
	ending match.Ending // of a running game; zero means Abandoned
	reason match.Reason
	note   *rules.Note // for the person at this end
	err    error       // for the log
}

// end ends the session.
func (s *Session) end(g goodbye) {
	if s.phase == ended {
		return
	}
	before := s.phase
	s.phase, s.cause, s.out.Done = ended, g.err, true
	if g.pause && s.acked < s.seatedAt && s.series != nil { // the guest may not have the token that it needs to come back
		g.pause, g.note = false, note("broke-at-start", s.peer)
	}
	switch {
	case s.watcher != nil:
		s.stopWatching(g)
	case s.series != nil:
		s.part(g)
	case s.cfg.Self == match.Host && before != tossing: // no guest had the seat
	case before == greeting && !g.local:
		s.emit(match.Failed{Note: g.note.Because(g.err)})
	default:
		s.emit(match.PeerLeft{Reason: g.reason, Local: g.local, Note: g.note})
	}
	if s.room != nil {
		s.room.left(s, g.local)
	}
}

// part pauses or ends the series.
func (s *Session) part(g goodbye) {
	switch {
	case g.keep && g.local:
		s.series.leave(g)
	case g.keep:
		s.series.turnedAway(g.reason, g.note)
	case g.pause:
		s.series.pause(g.note, g.reason)
	default:
		s.series.finish(g)
	}
}
