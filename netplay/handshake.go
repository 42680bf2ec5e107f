package netplay

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// maxRawName is how many bytes of a name, before it is cleaned, are still taken for one.
const maxRawName = 512

// idSize is the length of a session id and of a client id.
const idSize = 16

// hello sends a guest's first frame.
func (s *Session) hello() error {
	id, err := s.random()
	if err != nil {
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
	}}})
	return nil
}

// seriesID returns the name of a series. Both ends have a part in it, so neither can give two
// series the same name.
func seriesID(sessionID, clientID []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte("mancala/1 series"), sessionID, clientID))
	return sum[:idSize]
}

// onHello answers a guest.
func (s *Session) onHello(now time.Time, h *wire.Hello) error {
	if s.cfg.Self != match.Host || s.phase != greeting {
		return unexpected("Hello")
	}
	if code := s.refusal(h); code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		s.reject(code)
		return nil
	}
	if h.GetRole() == wire.Role_ROLE_WATCHER {
		s.onHelloToWatch(now)
		return nil
	}
	if len(h.GetClientId()) != idSize {
		return errors.New("the guest has no proper id")
	}
	id, err := s.random()
	if err != nil {
		return err
	}
	if s.secret, err = s.random(); err != nil {
		return err
	}
	s.peer = match.TellApart([2]string{s.cfg.Name, nameOr(h.GetName(), match.Guest)}, match.AtGuest)[match.Guest]
	s.id = seriesID(id, h.GetClientId())
	s.phase, s.deadline, s.room.session = offered, now.Add(offerWait), s
	if needsConsent(s.cfg.Variant) {
		s.emit(match.Deciding{Peers: []string{s.peer}})
	}
	keys := tokens{secret: s.secret}
	s.send(&wire.Frame{Body: &wire.Frame_Welcome{Welcome: &wire.Welcome{
		Protocol:    min(maxProtocol, h.GetMaxProtocol()),
		AppVersion:  s.cfg.AppVersion,
		Name:        s.cfg.Name,
		Variant:     variantToWire(s.cfg.Variant),
		Starter:     partyToWire(s.cfg.Starter),
		SessionId:   id,
		ResumeToken: keys.make(0),
	}}})
	return nil
}

// versionRefusal returns why a guest who speaks these versions cannot come in.
func versionRefusal(lowest, highest uint32) wire.RejectCode {
	switch {
	case highest < minProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD
	case lowest > maxProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW
	}
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

// refusal returns why a guest cannot come in; unspecified if the guest can.
func (s *Session) refusal(h *wire.Hello) wire.RejectCode {
	if code := versionRefusal(h.GetMinProtocol(), h.GetMaxProtocol()); code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		return code
	}
	switch {
	case h.GetRole() < 0 || h.GetRole() > wire.Role_ROLE_WATCHER:
		return wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED
	case len(h.GetName()) > maxRawName:
		return wire.RejectCode_REJECT_CODE_NAME_REFUSED
	case h.GetRole() != wire.Role_ROLE_WATCHER && s.room.full():
		return wire.RejectCode_REJECT_CODE_GAME_FULL
	}
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

func (s *Session) reject(code wire.RejectCode) {
	s.send(&wire.Frame{Body: &wire.Frame_Reject{Reject: &wire.Reject{Code: code, Text: rejections[code].text}}})
	s.end(goodbye{err: fmt.Errorf("turned away: %s", code)})
}

// onReject ends the connection. A series that a guest wants to take up again is kept, unless the
// host has ended it.
func (s *Session) onReject(r *wire.Reject) error {
	if s.cfg.Self != match.Guest || s.phase != greeting && s.phase != resuming {
		return unexpected("Reject")
	}
	err := fmt.Errorf("turned away: %s", r.GetCode())
	switch {
	case s.phase == greeting:
		s.end(goodbye{note: turnedAway(r), err: err})
	case r.GetCode() == wire.RejectCode_REJECT_CODE_SERIES_ENDED:
		s.end(goodbye{note: endedBy(s.peer, s.cfg.Self), reason: match.ReasonQuit, err: err})
	case r.GetCode() == wire.RejectCode_REJECT_CODE_SET_ASIDE:
		s.end(goodbye{note: note("host-set-aside", s.peer), reason: match.ReasonLater, keep: true, err: err})
	default:
		s.end(goodbye{note: turnedAway(r), keep: true, err: err})
	}
	return nil
}

// onWelcome begins the games, or asks this end's person first when the rules are not plain Kalah.
func (s *Session) onWelcome(w *wire.Welcome) error {
	if s.cfg.Self != match.Guest || s.phase != greeting {
		return unexpected("Welcome")
	}
	if w.GetProtocol() < minProtocol || w.GetProtocol() > maxProtocol {
		return fmt.Errorf("the host chose version %d of the protocol", w.GetProtocol())
	}
	variant, err := variantFromWire(w.GetVariant())
	if err != nil {
		return fmt.Errorf("%w: %w", errRules, err)
	}
	starter, err := partyFromWire(w.GetStarter())
	if err != nil {
		return fmt.Errorf("%w: %w", errRules, err)
	}
	if len(w.GetSessionId()) != idSize || len(w.GetResumeToken()) != tokenSize {
		return errors.New("the session has no proper name or token")
	}
	s.cfg.Variant, s.cfg.Starter = variant.Canonical(), starter
	s.peer, s.id, s.token = nameOr(w.GetName(), match.Host), seriesID(w.GetSessionId(), s.clientID), w.GetResumeToken()
	s.phase = offered
	if needsConsent(variant) {
		s.emit(match.Offered{Host: s.peer, Variant: variant, Starter: starter})
		return nil
	}
	return s.Accept()
}

// needsConsent reports whether a person is asked before playing by these rules. Plain Kalah of any
// size needs no question.
func needsConsent(v rules.Variant) bool { return v.Name() != rules.Presets()[0].Name || v.Pie }

func (s *Session) onAccept() error {
	if s.cfg.Self != match.Host || s.phase != offered {
		return unexpected("Accept")
	}
	return s.beginSeries()
}

func (s *Session) beginSeries() error {
	series, err := newSeries(s.cfg.Self, s.id, s.peer, s.cfg.Variant, s.cfg.Starter)
	if err != nil {
		return err
	}
	series.keys = tokens{secret: s.secret, token: s.token}
	s.phase, s.series = playing, series
	if s.room != nil {
		s.room.series = series
	}
	s.emit(match.Connected{Peer: s.peer, Addr: s.cfg.PeerAddr, Self: s.cfg.Self, Variant: s.cfg.Variant})
	s.series.begin()
	return nil
}
