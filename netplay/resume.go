package netplay

import (
	"errors"
	"time"

	"mancala/netplay/admission"
	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// A resume takes three frames: the guest's Resume shows the token, the host's Resumed brings the
// next token and the host's state, and the guest's Resumed brings the guest's state. Then both ends
// merge the two states, and continue. Neither end changes its series in between: intents are
// refused until then.

// resume sends the first frame of a guest who resumes a series.
func (s *Session) resume() {
	s.send(&wire.Frame{Body: &wire.Frame_Resume{Resume: &wire.Resume{
		MinProtocol: minProtocol,
		MaxProtocol: maxProtocol,
		AppVersion:  s.cfg.AppVersion,
		SeriesId:    s.series.id,
		ResumeToken: s.series.keys.token,
	}}})
}

// onResume lets a guest with a valid token resume. The new connection replaces one that still seems
// to be alive.
func (s *Session) onResume(now time.Time, r *wire.Resume) error {
	if s.cfg.Self != match.Host || s.phase != greeting {
		return unexpected("Resume")
	}
	series, aside, ended := s.room.find(r.GetSeriesId())
	code := versionRefusal(r.GetMinProtocol(), r.GetMaxProtocol())
	var next []byte
	switch {
	case code != wire.RejectCode_REJECT_CODE_UNSPECIFIED:
	case aside != nil:
		if next = aside.series.keys.use(r.GetResumeToken()); next != nil && !s.room.takeBack(aside) {
			next, code = nil, wire.RejectCode_REJECT_CODE_SET_ASIDE
		}
		series = aside.series
	case ended:
		code = wire.RejectCode_REJECT_CODE_SERIES_ENDED
	case series != nil:
		next = series.keys.use(r.GetResumeToken())
	}
	if s.room.desk.Ledger.Barred(s.guest.Addr) {
		next, code = nil, wire.RejectCode_REJECT_CODE_BARRED
	}
	if next == nil {
		if code == wire.RejectCode_REJECT_CODE_UNSPECIFIED {
			code = wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES
		}
		s.reject(admission.Refusal{Code: code})
		return nil
	}
	if old := s.room.session; old != nil {
		old.replaced()
	}
	s.room.session, s.room.seatAddr = s, s.guest.Addr
	s.series, s.peer = series, series.peer
	s.enter(resuming, now, resumeWait)
	series.changed = true
	s.sendResumed(min(maxProtocol, r.GetMaxProtocol()), next)
	return nil
}

// sendResumed sends this end's state to the peer.
func (s *Session) sendResumed(protocol uint32, token []byte) {
	s.send(&wire.Frame{Body: &wire.Frame_Resumed{Resumed: &wire.Resumed{
		Protocol: protocol, ResumeToken: token, State: stateToWire(s.series.Variant(), s.series.account()),
	}}})
}

// replaced ends the session because its guest has come back on another connection. If it was
// another program of the guest that came, the first program is still there and is told.
func (s *Session) replaced() {
	s.leave(wire.LeaveReason_LEAVE_REASON_REPLACED, "")
	s.phase, s.cause, s.out.Done = ended, errReplaced, true
	if !s.series.paused {
		s.series.pause(dropped(s.peer, s.series.running()), match.ReasonUnspecified)
	}
}

// onResumed merges the states of both ends, and continues.
func (s *Session) onResumed(now time.Time, r *wire.Resumed) error {
	if s.phase != resuming {
		return unexpected("Resumed")
	}
	if s.cfg.Self == match.Guest {
		if err := checkChosen(r.GetProtocol()); err != nil {
			return err
		}
		if len(r.GetResumeToken()) != tokenSize {
			return errors.New("the next token is missing")
		}
	}
	theirs, err := stateFromWire(s.series.Variant(), r.GetState())
	if err != nil {
		return err
	}
	var accounts [2]account
	accounts[s.cfg.Self], accounts[s.cfg.Self.Other()] = s.series.account(), theirs
	if s.cfg.Self == match.Guest {
		s.series.keys.token = r.GetResumeToken()
		s.sendResumed(0, nil)
	}
	if s.cfg.Self == match.Host { // the token is of the guest of then
		s.cfg.Host.Verified = s.series.host.Verified
	}
	s.hosted, s.series.host, s.series.byCode, s.series.met = true, s.cfg.Host, s.cfg.byCode, s.cfg.at.metName()
	s.enter(playing, now, 0)
	merged, err := merge(s.series.Variant(), accounts)
	if err == nil {
		err = s.series.settle(merged, accounts[s.cfg.Self], theirs)
	}
	if err != nil {
		s.disagree(s.series.Match().Plies(), s.series.hash(), err)
		return nil
	}
	for _, l := range s.series.talk.unheard {
		s.sendLine(l)
	}
	s.sendTime(now)
	return nil
}
