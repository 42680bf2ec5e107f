package netplay

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// Why a session ends, for the log.
var (
	errHandshakeTime = errors.New("no greeting in time")
	errOfferTime     = errors.New("the rules were not accepted in time")
	errSilence       = errors.New("nothing was heard for too long")
	errFlood         = errors.New("too many frames at once")
	errRules         = errors.New("the rules are not known here")
	errDesync        = errors.New("the two ends do not agree about the position")
)

// Step takes in the payload of one frame, its length prefix left off. Whatever the payload holds, Step neither fails nor
// panics; a peer that breaks the protocol is told so, and the session ends.
func (s *Session) Step(now time.Time, payload []byte) {
	if s.phase == ended {
		return
	}
	s.hear(now)
	f, err := unmarshalFrame(payload)
	if err == nil {
		err = s.receive(now, f)
	}
	if err != nil {
		s.Fail(err)
	}
}

// receive applies a frame: first its acknowledgement, then, if it is the next one in order, its body.
func (s *Session) receive(now time.Time, f *wire.Frame) error {
	progress, err := s.acknowledged(f.GetAck())
	if err != nil {
		return err
	}
	owed, events := false, s.pendingEvents()
	switch seq := f.GetSeq(); {
	case seq == 0:
		err = s.control(f)
	case seq <= s.got: // again: say once more that it was received
		owed = true
	case seq > s.got+1:
		err = fmt.Errorf("frame %d came after frame %d", seq, s.got)
	default:
		s.got = seq
		if err = s.apply(now, f); err != nil {
			s.got--
		}
	}
	progress = progress || s.pendingEvents() > events
	switch {
	case err != nil || s.phase == ended:
		return err
	case !progress && !s.spend(now):
		return errFlood
	case owed || s.told < s.got:
		s.send(&wire.Frame{})
	}
	return nil
}

// acknowledged notes what the peer has applied, and reports whether that is news.
func (s *Session) acknowledged(ack uint64) (bool, error) {
	if ack > s.sent {
		return false, fmt.Errorf("frame %d was acknowledged and never sent", ack)
	}
	if ack <= s.acked {
		return false, nil
	}
	s.acked = ack
	if s.resigned != 0 && ack >= s.resigned {
		s.resigned = 0
		if s.series.resigning { // and not over by a ply of the peer's
			return true, s.series.resign(s.cfg.Self)
		}
	}
	return true, nil
}

// spend takes one frame from the peer's allowance, which grows with time, and reports whether there was one.
func (s *Session) spend(now time.Time) bool {
	s.budget = min(floodBurst, s.budget+floodRate*max(0, now.Sub(s.budgetAt).Seconds()))
	s.budgetAt = now
	s.budget--
	return s.budget >= 0
}

// control takes in a frame without a number.
func (s *Session) control(f *wire.Frame) error {
	switch f.GetBody().(type) {
	case nil, *wire.Frame_Pong:
	case *wire.Frame_Ping:
		s.pong()
	default:
		return errors.New("a frame has no number")
	}
	return nil
}

func (s *Session) pong() { s.send(&wire.Frame{Body: &wire.Frame_Pong{Pong: &wire.Pong{}}}) }

// apply takes in the body of a numbered frame. A body that is unknown, or reserved for later, is ignored.
func (s *Session) apply(now time.Time, f *wire.Frame) error {
	switch body := f.GetBody().(type) {
	case *wire.Frame_Hello:
		return s.onHello(now, body.Hello)
	case *wire.Frame_Resume:
		return s.onResume()
	case *wire.Frame_Welcome:
		return s.onWelcome(now, body.Welcome)
	case *wire.Frame_Reject:
		return s.onReject(body.Reject)
	case *wire.Frame_Accept:
		return s.onAccept()
	case *wire.Frame_Move:
		return s.onMove(body.Move)
	case *wire.Frame_Resign:
		return s.onResign(body.Resign)
	case *wire.Frame_Rematch:
		return s.onRematch(body.Rematch)
	case *wire.Frame_WinnerName:
		return s.onWinnerName(body.WinnerName)
	case *wire.Frame_Leave:
		s.onLeave(body.Leave)
	case *wire.Frame_Desync:
		return s.onDesync(body.Desync)
	case *wire.Frame_Ping:
		s.pong()
	}
	return nil
}

// unexpected returns the error for a message at a time when it may not be sent.
func unexpected(message string) error {
	return fmt.Errorf("the message %s came at the wrong time", message)
}

// inGame checks that a message about a game may come now.
func (s *Session) inGame(message string, game uint32) error {
	if s.phase != playing {
		return unexpected(message)
	}
	if int64(game) > int64(s.series.Number()) {
		return fmt.Errorf("the message %s is about game %d, but this is game %d", message, game, s.series.Number())
	}
	return nil
}

func (s *Session) onMove(m *wire.Move) error {
	if err := s.inGame("Move", m.GetGame()); err != nil {
		return err
	}
	game, side := s.series.Match(), s.series.Side(s.cfg.Self.Other())
	n := game.Plies() + 1
	switch {
	case int(m.GetGame()) != s.series.Number():
		return fmt.Errorf("a ply of game %d came in game %d", m.GetGame(), s.series.Number())
	case int64(m.GetPly()) != int64(n):
		return fmt.Errorf("ply %d came instead of ply %d", m.GetPly(), n)
	case m.GetHouse() > uint32(rules.Swap):
		return fmt.Errorf("ply %d: there is no house %d", n, m.GetHouse())
	case len(m.GetHash()) != hashSize:
		return fmt.Errorf("ply %d came with a hash of %d bytes", n, len(m.GetHash()))
	}
	house := rules.House(m.GetHouse())
	after, sowing, err := game.Position().Sow(house)
	switch {
	case game.Result().Ending != match.Running:
		err = match.ErrEnded
	case game.Position().ToMove() != side:
		err = match.ErrOutOfTurn
	}
	if err != nil {
		return &rules.PlyError{Ply: n, House: house, Err: err}
	}
	if hash := s.series.hash.next(n, sowing, after); string(hash.short()) != string(m.GetHash()) {
		s.disagree(n, hash)
		return nil
	}
	if err := s.series.play(side, house); err != nil {
		return err
	}
	s.series.settle()
	return nil
}

// disagree stops the session because the peer's hash of a ply is another one.
func (s *Session) disagree(n int, hash chainHash) {
	s.send(&wire.Frame{Body: &wire.Frame_Desync{Desync: &wire.Desync{
		Game: uint32(s.series.Number()),
		Ply:  uint32(n),
		Hash: hash.short(),
	}}})
	s.end(goodbye{ending: match.Desynced, text: desyncText(s.peer), err: fmt.Errorf("%w at ply %d", errDesync, n)})
}

func (s *Session) onDesync(d *wire.Desync) error {
	if err := s.inGame("Desync", d.GetGame()); err != nil {
		return err
	}
	err := fmt.Errorf("%w at ply %d, says the peer", errDesync, d.GetPly())
	s.end(goodbye{ending: match.Desynced, text: desyncText(s.peer), err: err})
	return nil
}

// onResign ends the game. When both have resigned at once, the resignation of the side to move counts: both ends have
// received the same plies by then, so both come to the same result.
func (s *Session) onResign(r *wire.Resign) error {
	if err := s.inGame("Resign", r.GetGame()); err != nil {
		return err
	}
	game := s.series.Match()
	if int(r.GetGame()) != s.series.Number() || game.Result().Ending != match.Running {
		return nil // it crossed with the end of that game
	}
	loser := s.cfg.Self.Other()
	if s.series.resigning {
		loser = s.series.Party(game.Position().ToMove())
	}
	return s.series.resign(loser)
}

func (s *Session) onRematch(r *wire.Rematch) error {
	if s.phase != playing || int64(r.GetGame()) > int64(s.series.Number())+1 {
		return unexpected("Rematch")
	}
	peer := s.cfg.Self.Other()
	if int(r.GetGame()) != s.series.Number()+1 || s.series.wants[peer] {
		return nil // it was asked for before
	}
	if s.series.Match().Result().Ending == match.Running {
		return unexpected("Rematch")
	}
	return s.series.want(peer)
}

// onWinnerName passes on the name of the peer who won the last game. From anybody else, or a second time, it is ignored.
func (s *Session) onWinnerName(w *wire.WinnerName) error {
	if err := s.inGame("WinnerName", w.GetGame()); err != nil {
		return err
	}
	peer := s.cfg.Self.Other()
	if int(w.GetGame()) != s.series.last.number || !s.series.last.won || s.series.last.winner != peer || s.series.last.named {
		return nil
	}
	s.series.last.named = true
	s.emit(match.WinnerNamed{GameID: s.series.last.id, Name: nameOr(w.GetName(), peer)})
	return nil
}

func (s *Session) onLeave(l *wire.Leave) {
	reason := reasonFromWire(l.GetReason())
	err := fmt.Errorf("the peer left: %s %q", l.GetReason(), cleanText(l.GetDetail()))
	text := leaveText(s.peer, l.GetReason())
	if s.phase == offered && l.GetReason() == wire.LeaveReason_LEAVE_REASON_TIMEOUT {
		text = s.peer + " waited too long for your answer about the rules. Join again to play."
	}
	s.end(goodbye{reason: reason, text: text, err: err})
}
