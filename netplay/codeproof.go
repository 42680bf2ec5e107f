package netplay

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"time"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/netplay/transport"
	"mancala/rules"
)

// A guest who has come through a meeting point and does not know the host's key proves the code
// before TLS begins. Each answer of the host begins with a byte that says how to go on.

// The first bytes of the host's answers.
const (
	codeGoesOn = 'y'
	codeWrong  = 'n' // the guest has another code
	codeOver   = 'x' // the host has no code at this lookup any more
)

// maxWrongCodes is the number of wrong guesses that burn a code.
const maxWrongCodes = 3

// proveCode proves the code of a host at the guest, and returns what the host has told: its key,
// and the secret of its invites. An error is a [rules.Note] or ctx's.
func proveCode(ctx context.Context, nc net.Conn, lookup, secret string, random io.Reader) (keys.Fingerprint, keys.Secret, error) {
	_ = nc.SetDeadline(time.Now().Add(handshakeWait))
	defer context.AfterFunc(ctx, func() { _ = nc.Close() })()
	f, s, err := talkCode(nc, lookup, secret, random)
	told := (*rules.Note)(nil)
	switch {
	case err == nil:
		_ = nc.SetDeadline(time.Time{})
	case ctx.Err() != nil:
		err = ctx.Err()
	case errors.As(err, &told):
	case errors.Is(err, keys.ErrWrongCode):
		err = note("other-code").Because(err)
	default:
		err = note("code-cut").Because(err)
	}
	return f, s, err
}

// talkCode is the guest's side of the proof.
func talkCode(nc net.Conn, lookup, secret string, random io.Reader) (f keys.Fingerprint, s keys.Secret, err error) {
	guest, err := keys.NewCodeGuest(lookup, secret, random)
	if err != nil {
		return f, s, err
	}
	answer, err := askCode(nc, append([]byte(frames.CodePreface), guest.Opening()...), keys.AnswerSize)
	if err != nil {
		return f, s, err
	}
	proof, err := guest.Prove(answer)
	if err != nil {
		return f, s, err
	}
	grant, err := askCode(nc, proof, keys.GrantSize)
	if err != nil {
		return f, s, err
	}
	return guest.Open(grant)
}

// askCode sends a message of the proof, and returns the answer, of size bytes after the first.
func askCode(nc net.Conn, message []byte, size int) ([]byte, error) {
	if _, err := nc.Write(message); err != nil {
		return nil, err
	}
	answer := make([]byte, 1+size)
	if _, err := io.ReadFull(nc, answer[:1]); err != nil {
		return nil, err
	}
	switch answer[0] {
	case codeGoesOn:
		_, err := io.ReadFull(nc, answer[1:])
		return answer[1:], err
	case codeWrong:
		return nil, note("wrong-code")
	case codeOver:
		return nil, note("code-over")
	}
	return nil, keys.ErrExchange
}

var (
	errNoCode    = errors.New("a guest without a code of this host")
	errWrongCode = errors.New("the guest guessed the code wrong")
)

// checkCode is the host's side of the proof, for a guest who has come through a name of the host at
// a meeting point.
func (h *hostLink) checkCode(nc net.Conn, at *station) error {
	var opening [keys.OpeningSize]byte
	if _, err := io.ReadFull(nc, opening[:]); err != nil {
		return err
	}
	lookup, secret, random := h.codeAt(at)
	if secret == "" {
		_, _ = nc.Write([]byte{codeOver})
		return errNoCode
	}
	host, err := keys.NewCodeHost(lookup, secret, opening[:], bytes.NewReader(random))
	if err != nil {
		return err
	}
	if _, err := nc.Write(append([]byte{codeGoesOn}, host.Answer()...)); err != nil {
		return err
	}
	var proof [keys.ProofSize]byte
	if _, err := io.ReadFull(nc, proof[:]); err != nil {
		return err
	}
	answer, err := h.grantCode(at, secret, host, proof[:])
	_, failed := nc.Write(answer)
	return errors.Join(err, failed)
}

// codeAt returns the code of a name, and random bytes for a proof. The secret half is "" if the
// name no longer has a code.
func (h *hostLink) codeAt(at *station) (lookup, secret string, random []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	random = make([]byte, 32)
	if _, err := io.ReadFull(h.rand, random); err != nil {
		return "", "", nil
	}
	return at.name.Lookup, at.name.Secret, random
}

// grantCode returns the answer to a guest's proof, and notes whether it was a right guess.
func (h *hostLink) grantCode(at *station, secret string, host *keys.CodeHost, proof []byte) ([]byte, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if at.name.Secret != secret || h.closed {
		return []byte{codeOver}, errNoCode // burned in the meantime
	}
	if err := h.inviteSecret(); err != nil {
		return []byte{codeOver}, err
	}
	grant, err := host.Grant(proof, h.identity.Fingerprint(), h.room.secret)
	if err != nil {
		if at.wrong++; at.wrong >= maxWrongCodes {
			h.burn(at)
		}
		return []byte{codeWrong}, errWrongCode
	}
	at.proved()
	return append([]byte{codeGoesOn}, grant...), nil
}

// pointError returns the note for a meeting point that could not be called.
func pointError(point string, err error) error {
	told := transport.DialError(point, err)
	switch told.Code {
	case "netplay.no-such-computer", "netplay.no-lookup", "netplay.loopback-alone":
		return told
	}
	if errors.Is(err, context.Canceled) {
		return err
	}
	return note("no-point", point).Because(err)
}

// notMet returns the note for a meeting point that does not lead to the host.
func notMet(lookup, point string, err error) error {
	no := (*meet.Refusal)(nil)
	if !errors.As(err, &no) {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return note("not-a-point", point).Because(err)
	}
	code := "point-refuses"
	switch no.Reason {
	case meet.NoneSuch:
		return note("no-such-code", lookup, point).Because(err)
	case meet.Away:
		code = "host-away"
	case meet.Busy:
		code = "host-busy"
	case meet.Late:
		code = "host-late"
	case meet.Often:
		code = "asked-often"
	case meet.Full:
		code = "point-full"
	case meet.BadVersion:
		code = "point-version"
	}
	return note(code, point).Because(err)
}
