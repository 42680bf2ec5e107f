package link

import (
	"bytes"
	"errors"
	"io"
	"net"

	"mancala/netplay/frames"
	"mancala/netplay/keys"
)

// A guest who has come through a meeting point and does not know the host's key proves the code
// before TLS begins. Each answer of the host begins with a byte that says how it continues.

// maxWrongCodes is the number of wrong guesses that burn a code.
const maxWrongCodes = 3

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
		_, _ = nc.Write([]byte{frames.CodeOver})
		return errNoCode
	}
	host, err := keys.NewCodeHost(lookup, secret, opening[:], bytes.NewReader(random))
	if err != nil {
		return err
	}
	if _, err := nc.Write(append([]byte{frames.CodeContinues}, host.Answer()...)); err != nil {
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
		return []byte{frames.CodeOver}, errNoCode // burned in the meantime
	}
	if err := h.inviteSecret(); err != nil {
		return []byte{frames.CodeOver}, err
	}
	grant, err := host.Grant(proof, h.identity.Fingerprint(), h.secret)
	if err != nil {
		if at.wrong++; at.wrong >= maxWrongCodes {
			h.burn(at)
		}
		return []byte{frames.CodeWrong}, errWrongCode
	}
	at.proved()
	return append([]byte{frames.CodeContinues}, grant...), nil
}
