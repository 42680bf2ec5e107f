package netplay

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/rules"
)

// maxRawName is the number of bytes that a name may have before it is cleaned.
const maxRawName = 512

// idSize is the length of a session id and of a client id.
const idSize = 16

// hello sends a guest's first frame.
func (s *Session) hello() error {
	id, err := s.random(idSize)
	if err != nil {
		return err
	}
	if s.toss.nonce, err = s.random(nonceSize); err != nil {
		return err
	}
	s.clientID = id
	s.send(&wire.Frame{Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: minProtocol,
		MaxProtocol: maxProtocol,
		AppVersion:  s.cfg.AppVersion,
		Name:        s.cfg.Name,
		ClientId:    id,
		Role:        wire.Role_ROLE_PLAYER,
		Invite:      s.cfg.Invite,
		Wait:        s.cfg.Wait,
		Key:         s.cfg.proof.Key,
		Signature:   s.cfg.proof.Signature,
	}}})
	return nil
}

// seriesID returns the name of a series. Both ends contribute to it, so neither can give two series
// the same name.
func seriesID(sessionID, clientID []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte("mancala/1 series"), sessionID, clientID))
	return sum[:idSize]
}

// onHello answers a guest.
func (s *Session) onHello(now time.Time, h *wire.Hello) error {
	if s.cfg.Self != match.Host || s.phase != greeting {
		return unexpected("Hello")
	}
	s.guest.Invited, s.guest.Patient = s.room.secret.Opens(h.GetInvite()), h.GetWait()
	if no := s.refusal(h, now); no.Code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		s.reject(no)
		return nil
	}
	if h.GetRole() == wire.Role_ROLE_WATCHER {
		s.enter(showing, now, 0)
		s.room = nil // from now on the gallery's lock is held, not the host's
		return nil
	}
	if len(h.GetClientId()) != idSize {
		return errors.New("the guest has no proper id")
	}
	id, err := s.random(idSize)
	if err != nil {
		return err
	}
	if s.secret, err = s.random(tokenSize); err != nil {
		return err
	}
	s.peer = match.TellApart([2]string{s.cfg.Name, match.NameOr(h.GetName(), match.Guest)}, match.AtGuest)[match.Guest]
	s.guest.Name = s.peer
	s.id = seriesID(id, h.GetClientId())
	welcome := &wire.Welcome{
		Protocol:   min(maxProtocol, h.GetMaxProtocol()),
		AppVersion: s.cfg.AppVersion,
		Name:       s.cfg.Name,
		Variant:    frames.VariantToWire(s.cfg.Variant),
		SessionId:  id,
	}
	if s.cfg.First == match.FirstToss {
		if s.toss.nonce, err = s.random(nonceSize); err != nil {
			return err
		}
		welcome.Commitment = commitment(s.id, match.Host, s.toss.nonce)
	} else {
		welcome.Starter = partyToWire(s.cfg.First.Party())
	}
	wait := acceptWait
	if needsConsent(s.cfg.Variant) {
		wait = readWait
	}
	s.enter(offered, now, wait)
	s.send(&wire.Frame{Body: &wire.Frame_Welcome{Welcome: welcome}})
	s.room.desk.Read(&s.guest, now)
	return nil
}

// versionRefusal returns the reason why a guest who speaks these versions cannot come in.
func versionRefusal(lowest, highest uint32) wire.RejectCode {
	switch {
	case highest < minProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD
	case lowest > maxProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW
	}
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

// checkChosen checks the version of the protocol that the host has chosen.
func checkChosen(protocol uint32) error {
	if protocol < minProtocol || protocol > maxProtocol {
		return fmt.Errorf("the host chose version %d of the protocol", protocol)
	}
	return nil
}

// refusal returns the reason why a guest may not read the rules.
func (s *Session) refusal(h *wire.Hello, now time.Time) admission.Refusal {
	if code := versionRefusal(h.GetMinProtocol(), h.GetMaxProtocol()); code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		return admission.Refusal{Code: code}
	}
	switch h.GetRole() {
	case wire.Role_ROLE_PLAYER, wire.Role_ROLE_UNSPECIFIED, wire.Role_ROLE_WATCHER:
	default:
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED}
	}
	if len(h.GetName()) > maxRawName {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_NAME_REFUSED}
	}
	if h.GetRole() == wire.Role_ROLE_WATCHER {
		return s.room.refusesToShow(s, now)
	}
	return s.room.desk.Refuses(&s.guest, now)
}

func (s *Session) reject(no admission.Refusal) {
	s.send(&wire.Frame{Body: &wire.Frame_Reject{Reject: no.Reject()}})
	s.end(goodbye{err: fmt.Errorf("turned away: %s", no.Code)})
}

// onReject ends the connection. A series that the guest wants to resume is kept, unless the host
// has ended it.
func (s *Session) onReject(r *wire.Reject) error {
	if s.cfg.Self != match.Guest || s.phase != greeting && s.phase != accepted && s.phase != resuming {
		return unexpected("Reject")
	}
	err := fmt.Errorf("turned away: %s", r.GetCode())
	switch {
	case s.series == nil:
		s.end(goodbye{note: s.turnedAway(r), err: err})
	case r.GetCode() == wire.RejectCode_REJECT_CODE_SERIES_ENDED:
		s.end(goodbye{note: s.endedThere(), reason: match.ReasonQuit, err: err})
	case r.GetCode() == wire.RejectCode_REJECT_CODE_SET_ASIDE:
		s.end(goodbye{note: note("host-set-aside", s.peer), reason: match.ReasonLater, keep: true, err: err})
	default:
		s.end(goodbye{note: s.turnedAway(r), keep: true, err: err})
	}
	return nil
}

// onWelcome begins the games, or first asks this end's person if the rules are not plain Kalah.
func (s *Session) onWelcome(now time.Time, w *wire.Welcome) error {
	if s.cfg.Self != match.Guest || s.phase != greeting {
		return unexpected("Welcome")
	}
	if err := checkChosen(w.GetProtocol()); err != nil {
		return err
	}
	variant, err := frames.VariantFromWire(w.GetVariant())
	if err != nil {
		return fmt.Errorf("%w: %w", errRules, err)
	}
	first, err := firstFromWire(w)
	if err != nil {
		return err
	}
	if len(w.GetSessionId()) != idSize {
		return errors.New("the session has no proper name")
	}
	s.cfg.Variant, s.cfg.First, s.toss.bound = variant.Canonical(), first, w.GetCommitment()
	s.peer, s.id, s.hosted = match.NameOr(w.GetName(), match.Host), seriesID(w.GetSessionId(), s.clientID), true
	s.enter(offered, now, 0)
	if needsConsent(variant) {
		s.emit(match.Offered{Host: s.peer, Variant: variant, First: first, Security: securityOf(s.cfg.Host, s.cfg.byCode)})
		return nil
	}
	return s.Accept()
}

// needsConsent reports whether a person is asked before playing by these rules. Plain Kalah of any
// size needs no question.
func needsConsent(v rules.Variant) bool { return v.Name() != rules.Presets()[0].Name || v.Pie }
