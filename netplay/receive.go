package netplay

import (
	"errors"
	"fmt"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// Reasons for the end of a session, for the log.
var (
	errHandshakeTime = errors.New("no greeting in time")
	errOfferTime     = errors.New("the rules were not accepted in time")
	errSilence       = errors.New("nothing was heard for too long")
	errFlood         = errors.New("too many frames at once")
	errRules         = errors.New("the rules are not known here")
	errDesync        = errors.New("the two ends do not agree about the position")
	errReplaced      = errors.New("the guest came back on another connection")
	errNoFirstPly    = errors.New("no first move came in time, and another guest waits")
	errRemoved       = errors.New("the host's person has removed the guest")
)

// Step processes the payload of one frame, without its length prefix. Step neither fails nor panics
// on any payload; a peer that breaks the protocol is told so, and the session ends.
func (s *Session) Step(now time.Time, payload []byte) {
	if s.phase == ended {
		return
	}
	s.hear(now)
	err := unmarshalFrame(payload, s.frameLimit(), &s.frame)
	if err == nil {
		err = s.receive(now, &s.frame)
		s.pay()
	}
	if err != nil {
		s.Fail(err)
	}
}

// receive applies a frame: first its acknowledgement, then its body, if the frame is the next one
// in order.
func (s *Session) receive(now time.Time, f *wire.Frame) error {
	progress, err := s.acknowledged(f.GetAck())
	if err != nil {
		return err
	}
	owed, events := false, s.pendingEvents()
	switch seq := f.GetSeq(); {
	case seq == 0:
		err = s.control(f)
	case seq <= s.got: // a repetition: acknowledge it again
		owed = true
	case seq > s.got+1:
		err = fmt.Errorf("frame %d came after frame %d", seq, s.got)
	default:
		s.got, s.hold.applying = seq, true
		if err = s.apply(now, f); err != nil {
			s.got--
		}
		s.hold.applying = false
		s.release()
	}
	if s.cfg.Self == match.Guest {
		s.series.stopClocks(now)
	}
	progress = progress || s.pendingEvents() > events
	switch {
	case err != nil || s.phase == ended:
		return err
	case !progress && !s.budget.Spend(now):
		return errFlood
	case owed || s.told < s.got && !s.isNews(f):
		s.send(&wire.Frame{})
	}
	return nil
}

// isNews reports whether a frame only tells a player about others. Nothing at the host waits until
// it has arrived, so its acknowledgement goes with the next frame: in a club it would be every
// third frame that a node reads.
func (s *Session) isNews(f *wire.Frame) bool {
	switch f.GetBody().(type) {
	case *wire.Frame_Clock, *wire.Frame_Absence, *wire.Frame_Watchers:
		return s.watcher == nil
	}
	return false
}

// pay takes the last frame from the peer's allowance for wishes, if it is one.
func (s *Session) pay() {
	if isWish(&s.frame) && s.series != nil && !s.series.wishes.Spend(s.heard) {
		s.out.Rest = wishEvery
	}
}

// isWish reports whether a frame changes something, so that it is no flood, but brings no game
// forward, so that a peer may send it without end: a wish, its withdrawal, or the wish to come
// back.
func isWish(f *wire.Frame) bool {
	switch f.GetBody().(type) {
	case *wire.Frame_TakebackRequest, *wire.Frame_Rematch, *wire.Frame_Resume:
		return true
	}
	return false
}

// acknowledged records the frames that the peer has applied, and reports whether there are new
// ones.
func (s *Session) acknowledged(ack uint64) (bool, error) {
	if ack > s.sent || len(s.hold.held) > 0 && ack > s.hold.released {
		return false, fmt.Errorf("frame %d was acknowledged and never sent", ack)
	}
	if ack <= s.acked {
		return false, nil
	}
	s.acked = ack
	s.moved = slices.DeleteFunc(s.moved, func(seq uint64) bool { return seq <= ack })
	for len(s.confirm) > 0 && s.confirm[0].seq <= ack {
		confirmed := s.confirm[0]
		s.confirm = s.confirm[1:]
		if err := confirmed.do(); err != nil {
			return true, err
		}
	}
	return true, nil
}

// control processes a frame without a number.
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

// apply processes the body of a numbered frame. It ignores an unknown body.
func (s *Session) apply(now time.Time, f *wire.Frame) error {
	switch {
	case s.watcher != nil:
		return s.applyWatched(now, f)
	case s.phase == showing:
		return s.applyFromWatcher(f)
	}
	switch body := f.GetBody().(type) {
	case *wire.Frame_Hello:
		return s.onHello(now, body.Hello)
	case *wire.Frame_Resume:
		return s.onResume(now, body.Resume)
	case *wire.Frame_Resumed:
		return s.onResumed(now, body.Resumed)
	case *wire.Frame_Welcome:
		return s.onWelcome(now, body.Welcome)
	case *wire.Frame_Reject:
		return s.onReject(body.Reject)
	case *wire.Frame_Accept:
		return s.onAccept(now, body.Accept)
	case *wire.Frame_Waiting:
		return s.onWaiting(now, body.Waiting)
	case *wire.Frame_Seated:
		return s.onSeated(now, body.Seated)
	case *wire.Frame_Toss:
		return s.onToss(now, body.Toss)
	case *wire.Frame_Move:
		return s.onMove(body.Move)
	case *wire.Frame_Resign:
		return s.onResign(body.Resign)
	case *wire.Frame_Rematch:
		return s.onRematch(body.Rematch)
	case *wire.Frame_WinnerName:
		return s.onWinnerName(body.WinnerName)
	case *wire.Frame_TakebackRequest:
		return s.onTakebackRequest(body.TakebackRequest)
	case *wire.Frame_TakebackAnswer:
		return s.onTakebackAnswer(body.TakebackAnswer)
	case *wire.Frame_Chat:
		return s.onChat(now, body.Chat)
	case *wire.Frame_Watchers:
		return s.onWatchers(now, body.Watchers)
	case *wire.Frame_Clock:
		return s.onClock(now, body.Clock)
	case *wire.Frame_TimeOut:
		return s.onTimeOut(body.TimeOut)
	case *wire.Frame_Absence:
		return s.onAbsence(now, body.Absence)
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
	if s.tooLate(m) {
		return nil
	}
	series := s.series
	peer := series.self.Other()
	ply, err := series.read(m, series.Side(peer))
	if errors.Is(err, errDesync) {
		s.disagree(ply.n, &ply.hash, err)
		return nil
	}
	if err != nil {
		return err
	}
	// The peer knew of the request, so the ply refuses it.
	if series.asks[series.self].open && s.acked >= s.askedAt {
		if err := series.answer(peer, false); err != nil {
			return err
		}
	}
	return series.take(ply)
}

// read returns the ply of a side that a Move brings, if it is legal. The error is errDesync if the
// sender has another game.
func (s *Series) read(m *wire.Move, side rules.Side) (ply, error) {
	n := s.Match().Plies() + 1
	switch {
	case int(m.GetGame()) != s.Number():
		return ply{}, fmt.Errorf("a ply of game %d came in game %d", m.GetGame(), s.Number())
	case int64(m.GetPly()) != int64(n):
		return ply{}, fmt.Errorf("ply %d came instead of ply %d", m.GetPly(), n)
	case m.GetHouse() > uint32(rules.Swap):
		return ply{}, fmt.Errorf("ply %d: there is no house %d", n, m.GetHouse())
	case len(m.GetHash()) != hashSize:
		return ply{}, fmt.Errorf("ply %d came with a hash of %d bytes", n, len(m.GetHash()))
	}
	house := rules.House(m.GetHouse())
	p, err := s.try(side, house)
	if err != nil {
		return p, &rules.PlyError{Ply: n, House: house, Err: err}
	}
	if string(p.hash[:hashSize]) != string(m.GetHash()) {
		return p, fmt.Errorf("%w at ply %d", errDesync, n)
	}
	return p, nil
}

// disagree stops the session because the two ends do not have the same game.
func (s *Session) disagree(n int, hash *chainHash, err error) {
	s.sendLast(&wire.Frame{Body: &wire.Frame_Desync{Desync: &wire.Desync{
		Game: uint32(s.series.Number()),
		Ply:  uint32(n),
		Hash: hash[:hashSize],
	}}})
	s.end(goodbye{ending: match.Desynced, note: note("desync", s.peer), err: err})
}

func (s *Session) onDesync(d *wire.Desync) error {
	if s.phase != resuming {
		if err := s.inGame("Desync", d.GetGame()); err != nil {
			return err
		}
	}
	err := fmt.Errorf("%w at ply %d, says the peer", errDesync, d.GetPly())
	s.end(goodbye{ending: match.Desynced, note: note("desync", s.peer), err: err})
	return nil
}

// onResign ends the game.
func (s *Session) onResign(r *wire.Resign) error {
	if err := s.inGame("Resign", r.GetGame()); err != nil {
		return err
	}
	if int(r.GetGame()) != s.series.Number() || !s.series.running() {
		return nil // it crossed with the end of that game
	}
	s.series.resigned[s.series.self.Other()] = true
	return s.series.resign()
}

// onRematch records that the peer wants the next game, or no longer wants it.
func (s *Session) onRematch(r *wire.Rematch) error {
	if s.phase != playing || int64(r.GetGame()) > int64(s.series.Number())+1 {
		return unexpected("Rematch")
	}
	peer := s.cfg.Self.Other()
	if int(r.GetGame()) != s.series.Number()+1 || s.series.wants[peer] != r.GetWithdraw() {
		return nil // the game has begun, or the Rematch is a repetition
	}
	if s.series.running() {
		return unexpected("Rematch")
	}
	if r.GetWithdraw() {
		s.series.wants[peer] = false
		s.series.tell(match.RematchWithdrawn{By: peer})
		return nil
	}
	return s.series.want(peer)
}

// onWinnerName passes on the name of the peer who won the last game. It ignores a name from a peer
// who did not win it, and a second name.
func (s *Session) onWinnerName(w *wire.WinnerName) error {
	if err := s.inGame("WinnerName", w.GetGame()); err != nil {
		return err
	}
	if s.series.nameWinner(int(w.GetGame()), s.cfg.Self.Other(), w.GetName()) {
		s.emit(match.WinnerNamed{GameID: s.series.lastID(), Name: s.series.last.name})
	}
	return nil
}

// onLeave ends the session. The reason decides whether the series pauses or ends.
func (s *Session) onLeave(l *wire.Leave) {
	reason := reasonFromWire(l.GetReason())
	g := goodbye{
		reason: reason, note: leftFor(s.peer, l.GetReason()),
		err: fmt.Errorf("the peer left: %s %q", l.GetReason(), match.CleanText(l.GetDetail())),
	}
	switch timeout := l.GetReason() == wire.LeaveReason_LEAVE_REASON_TIMEOUT; {
	case l.GetReason() == wire.LeaveReason_LEAVE_REASON_TOSS:
		g.note = note("toss-doubted", s.peer)
	case s.phase == tossing:
		g.note = note("toss-withheld", s.peer)
	case l.GetReason() == wire.LeaveReason_LEAVE_REASON_REMOVED && s.cfg.Self == match.Guest:
		g.keep = s.series != nil && s.series.running()
		g.note = removed(s.peer, g.keep)
	case s.phase == offered && timeout:
		g.note = note("waited-too-long", s.peer)
	case s.series == nil:
	case l.GetReason() == wire.LeaveReason_LEAVE_REASON_REPLACED && s.cfg.Self == match.Guest:
		g.keep, g.note = true, note("replaced")
	case reason == match.ReasonQuit && s.series.running():
		g.note = s.endedThere()
	case timeout:
		g.pause, g.note = true, dropped(s.peer, s.series.running())
	case reason.Keeps() && s.series.running():
		g.pause, g.note = true, away(s.peer, reason)
	}
	s.end(g)
}
