package netplay

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
)

// tokenSize is the number of bytes of a token.
const tokenSize = 16

// The tokens that the host accepts besides the newest used one, whose answer may have got lost: the
// one before, because the guest's disk may have lost its successor, and the next eight, because the
// host's disk may have lost that they were used.
const (
	tokensBefore = 1
	tokensAfter  = 8
)

// tokens are the secrets that a guest shows to resume a series: the host derives each from a secret
// and a number, and each resume returns the next one. A token expires when its successor's
// successor has been used.
type tokens struct {
	secret []byte // at the host
	used   uint64 // at the host: the number of the newest token that was used
	token  []byte // at the guest: the newest
}

// make returns the n-th token, counted from 0.
func (t *tokens) make(n uint64) []byte {
	mac := hmac.New(sha256.New, t.secret)
	mac.Write(binary.BigEndian.AppendUint64([]byte("mancala/1 resume"), n))
	return mac.Sum(nil)[:tokenSize]
}

// use accepts a token and returns its successor, or nil if the token is invalid. Its duration does
// not depend on the token.
func (t *tokens) use(shown []byte) []byte {
	good, number := 0, uint64(0)
	for n := t.used - min(t.used, tokensBefore); n <= t.used+tokensAfter; n++ {
		if subtle.ConstantTimeCompare(shown, t.make(n)) == 1 {
			good, number = 1, n
		}
	}
	if good == 0 || len(t.secret) == 0 {
		return nil
	}
	t.used = max(t.used, number)
	return t.make(number + 1)
}
