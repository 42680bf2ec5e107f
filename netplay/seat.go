package netplay

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// Accept agrees to the rules of an Offered event and asks for the seat; the first game begins when
// the host gives it. At any other time Accept returns [ErrNoOffer].
func (s *Session) Accept() error {
	if s.cfg.Self != match.Guest || s.phase != offered {
		return ErrNoOffer
	}
	accept := new(wire.Accept)
	if s.cfg.First == match.FirstToss {
		accept.Commitment = commitment(s.id, match.Guest, s.toss.nonce)
	}
	s.phase = accepted
	s.send(&wire.Frame{Body: &wire.Frame_Accept{Accept: accept}})
	return nil
}

// onAccept records that a guest wants the seat.
func (s *Session) onAccept(now time.Time, a *wire.Accept) error {
	if s.cfg.Self != match.Host || s.phase != offered {
		return unexpected("Accept")
	}
	if s.cfg.First == match.FirstToss {
		if n := len(a.GetCommitment()); n != commitmentSize {
			return fmt.Errorf("a commitment came with %d bytes", n)
		}
		s.toss.bound = a.GetCommitment()
	}
	s.enter(accepted, now, 0)
	s.room.desk.Ask(&s.guest, now)
	return nil
}

// seat gives the guest the seat, unless the guest's commitment was copied from the host's.
func (s *Session) seat(now time.Time) {
	s.enter(tossing, now, tossWait)
	if s.cfg.First == match.FirstToss && bytes.Equal(s.toss.bound, commitment(s.id, match.Host, s.toss.nonce)) {
		s.refuseToss(note("toss-forged", s.peer), errTossCopied)
		return
	}
	keys := tokens{secret: s.secret}
	s.hold.seated = s.cfg.First != match.FirstToss // then the series begins with it
	s.send(&wire.Frame{Body: &wire.Frame_Seated{Seated: &wire.Seated{ResumeToken: keys.make(0), Nonce: s.toss.nonce}}})
	s.seatedAt = s.sent
	if s.cfg.First != match.FirstToss {
		s.begin(now, s.cfg.First.Party())
	}
}

// onWaiting tells this end's person why they do not have the seat yet. A repetition changes
// nothing.
func (s *Session) onWaiting(now time.Time, w *wire.Waiting) error {
	if s.cfg.Self != match.Guest || s.phase != accepted {
		return unexpected("Waiting")
	}
	reason := cmp.Or(w.GetReason(), wire.WaitReason_WAIT_REASON_FULL)
	if reason == s.guest.Waits || !s.news.Spend(now) {
		return nil
	}
	if s.guest.Waits = reason; reason == wire.WaitReason_WAIT_REASON_ASKED {
		s.emit(match.HeldUp{By: match.HeldUpByPerson})
	} else {
		s.emit(match.HeldUp{By: match.HeldUpByGame})
	}
	return nil
}

// onSeated begins the first game, and shows this end's part of a coin toss.
func (s *Session) onSeated(now time.Time, seated *wire.Seated) error {
	if s.cfg.Self != match.Guest || s.phase != accepted {
		return unexpected("Seated")
	}
	if len(seated.GetResumeToken()) != tokenSize {
		return errors.New("the seat has no proper token")
	}
	s.token = seated.GetResumeToken()
	if s.cfg.First != match.FirstToss {
		s.begin(now, s.cfg.First.Party())
		return nil
	}
	if !s.opens(seated.GetNonce()) {
		return nil
	}
	s.send(&wire.Frame{Body: &wire.Frame_Toss{Toss: &wire.Toss{Nonce: s.toss.nonce}}})
	s.begin(now, s.toss.starter(seated.GetNonce()))
	return nil
}

// onToss checks the guest's part of the coin toss and begins the first game.
func (s *Session) onToss(now time.Time, t *wire.Toss) error {
	if s.phase != tossing {
		return unexpected("Toss")
	}
	if s.opens(t.GetNonce()) {
		s.begin(now, s.toss.starter(t.GetNonce()))
	}
	return nil
}

// begin begins the first game.
func (s *Session) begin(now time.Time, starter match.Party) {
	series, err := newSeries(s.cfg.Self, s.id, s.peer, s.cfg.Variant, starter)
	if err != nil { // the rules have been checked
		s.Fail(err)
		return
	}
	if s.guest.Invited { // the guest has proved that the host's person knows them
		s.cfg.Host.Verified = true
	}
	series.keys, series.host = tokens{secret: s.secret, token: s.token}, s.cfg.Host
	series.byCode, series.met, series.also = s.cfg.byCode, s.cfg.at.metName(), s.cfg.also
	series.tossed = s.cfg.First == match.FirstToss
	s.enter(playing, now, 0)
	s.series, series.referee = series, s.cfg.Refereed
	if s.room != nil {
		s.room.series, series.referee = series, s.room.referee
	}
	s.emit(match.Connected{
		Peer: s.peer, Addr: s.cfg.PeerAddr, Self: s.cfg.Self, Variant: s.cfg.Variant, Security: securityOf(s.cfg.Host, s.cfg.byCode),
		Club: series.atClub(),
	})
	s.series.begin()
}
