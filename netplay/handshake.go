package netplay

import (
	"errors"
	"fmt"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// maxRawName is how many bytes of a name, before it is cleaned, are still taken for one.
const maxRawName = 512

// idSize is the length of a session id and of a client id.
const idSize = 16

// onHello answers a guest.
func (s *Session) onHello(now time.Time, h *wire.Hello) error {
	if s.cfg.Self != match.Host || s.phase != greeting {
		return unexpected("Hello")
	}
	if code := s.refusal(h); code != wire.RejectCode_REJECT_CODE_UNSPECIFIED {
		s.reject(code)
		return nil
	}
	id, err := s.random()
	if err != nil {
		return err
	}
	token, err := s.random()
	if err != nil {
		return err
	}
	s.peer, s.sessionID = nameOr(h.GetName(), match.Guest), id
	s.phase, s.offeredAt = offered, now
	s.send(&wire.Frame{Body: &wire.Frame_Welcome{Welcome: &wire.Welcome{
		Protocol:    min(maxProtocol, h.GetMaxProtocol()),
		AppVersion:  s.cfg.AppVersion,
		Name:        s.cfg.Name,
		Variant:     variantToWire(s.cfg.Variant),
		Starter:     partyToWire(s.cfg.Starter),
		SessionId:   id,
		ResumeToken: token,
	}}})
	return nil
}

// refusal returns why a guest cannot come in; unspecified when he can.
func (s *Session) refusal(h *wire.Hello) wire.RejectCode {
	switch {
	case h.GetMaxProtocol() < minProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD
	case h.GetMinProtocol() > maxProtocol:
		return wire.RejectCode_REJECT_CODE_GUEST_TOO_NEW
	case h.GetRole() != wire.Role_ROLE_PLAYER && h.GetRole() != wire.Role_ROLE_UNSPECIFIED:
		return wire.RejectCode_REJECT_CODE_ROLE_UNSUPPORTED
	case len(h.GetName()) > maxRawName:
		return wire.RejectCode_REJECT_CODE_NAME_REFUSED
	case s.full:
		return wire.RejectCode_REJECT_CODE_GAME_FULL
	}
	return wire.RejectCode_REJECT_CODE_UNSPECIFIED
}

// onResume turns away somebody who wants to take up an earlier session: this program does not announce that it can.
func (s *Session) onResume() error {
	if s.cfg.Self != match.Host || s.phase != greeting {
		return unexpected("Resume")
	}
	s.reject(wire.RejectCode_REJECT_CODE_NO_SUCH_SESSION)
	return nil
}

func (s *Session) reject(code wire.RejectCode) {
	s.send(&wire.Frame{Body: &wire.Frame_Reject{Reject: &wire.Reject{Code: code, Text: rejectText(code)}}})
	s.end(goodbye{err: fmt.Errorf("turned away: %s", code)})
}

func (s *Session) onReject(r *wire.Reject) error {
	if s.cfg.Self != match.Guest || s.phase != greeting {
		return unexpected("Reject")
	}
	text := rejectText(r.GetCode())
	if said := cleanText(r.GetText()); text == "" && said != "" {
		text = "The host turned you away and says: " + said
	} else if text == "" {
		text = "The host turned you away without saying why. Ask the host, or try again later."
	}
	s.end(goodbye{text: text, err: fmt.Errorf("turned away: %s", r.GetCode())})
	return nil
}

// onWelcome begins the games, or asks this end's person first when the rules are not plain Kalah.
func (s *Session) onWelcome(now time.Time, w *wire.Welcome) error {
	if s.cfg.Self != match.Guest || s.phase != greeting {
		return unexpected("Welcome")
	}
	if w.GetProtocol() < minProtocol || w.GetProtocol() > maxProtocol {
		return fmt.Errorf("the host chose version %d of the protocol", w.GetProtocol())
	}
	if len(w.GetSessionId()) != idSize {
		return errors.New("the session has no proper name")
	}
	variant, err := variantFromWire(w.GetVariant())
	if err != nil {
		return fmt.Errorf("%w: %w", errRules, err)
	}
	starter, err := partyFromWire(w.GetStarter())
	if err != nil {
		return fmt.Errorf("%w: %w", errRules, err)
	}
	s.cfg.Variant, s.cfg.Starter = variant, starter
	s.peer, s.sessionID = nameOr(w.GetName(), match.Host), w.GetSessionId()
	s.phase, s.offeredAt = offered, now
	if needsConsent(variant) {
		s.emit(match.Offered{Host: s.peer, Variant: variant, Starter: starter})
		return nil
	}
	return s.Accept()
}

// needsConsent reports whether a person is asked before playing by these rules. Plain Kalah of any size needs no
// question.
func needsConsent(v rules.Variant) bool { return v.Name() != rules.Presets()[0].Name || v.Pie }

func (s *Session) onAccept() error {
	if s.cfg.Self != match.Host || s.phase != offered {
		return unexpected("Accept")
	}
	return s.beginSeries()
}

func (s *Session) beginSeries() error {
	series, err := newSeries(s.cfg.Self, s.sessionID, s.peer, s.cfg.Variant, s.cfg.Starter)
	if err != nil {
		return err
	}
	s.phase, s.series = playing, series
	s.emit(match.Connected{Peer: s.peer, Addr: s.cfg.PeerAddr, Self: s.cfg.Self, Variant: s.cfg.Variant})
	s.series.begin()
	return nil
}
