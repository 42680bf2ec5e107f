package keys

import (
	"crypto/ecdh"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/edwards25519/field"
)

// Fingerprint identifies a public key: the first half of the SHA-256 of its SubjectPublicKeyInfo.
// The zero value means none.
type Fingerprint [16]byte

// Secret is the secret that admits the holder of an invite. The zero value means none.
type Secret [16]byte

// CodeLength is the number of letters of 16 bytes as text.
const CodeLength = 26

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ErrCode means that a text is no fingerprint and no secret.
var ErrCode = errors.New("it is not 26 of the letters a to z and 2 to 7")

// parseCode parses 16 bytes written as text. Each value has one text, except for capital letters.
func parseCode(text string) (code [16]byte, err error) {
	text = lower(text)
	if len(text) != CodeLength {
		return code, ErrCode
	}
	n, err := letters.Decode(code[:], []byte(text))
	if err != nil || n != len(code) || letters.EncodeToString(code[:]) != text {
		return [16]byte{}, ErrCode
	}
	return code, nil
}

// lower returns a text with the ASCII letters in lower case.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// String returns the fingerprint as 26 lower-case letters and digits.
func (f Fingerprint) String() string { return letters.EncodeToString(f[:]) }

// IsZero reports whether f is the zero value.
func (f Fingerprint) IsZero() bool { return f == Fingerprint{} }

// ParseFingerprint parses the text that String returns; capital letters are allowed. Its error is
// [ErrCode], also for the text of the zero value.
func ParseFingerprint(text string) (Fingerprint, error) {
	code, err := parseCode(text)
	if err == nil && code == [16]byte{} {
		err = ErrCode
	}
	return code, err
}

// NewSecret makes a secret from 16 bytes of random. It fails only if random does.
func NewSecret(random io.Reader) (s Secret, err error) {
	if _, err := io.ReadFull(random, s[:]); err != nil {
		return Secret{}, fmt.Errorf("no random bytes for a secret: %w", err)
	}
	return s, nil
}

// IsZero reports whether s is the zero value.
func (s Secret) IsZero() bool { return s == Secret{} }

// Opens reports whether the bytes that a guest has shown are this secret. Nothing opens the zero
// secret. Its duration does not depend on the secret.
func (s Secret) Opens(shown []byte) bool {
	return subtle.ConstantTimeCompare(s[:], shown) == 1 && !s.IsZero()
}

// Bytes returns the secret in the form shown to a host; nil if there is none.
func (s Secret) Bytes() []byte {
	if s.IsZero() {
		return nil
	}
	return s[:]
}

// String returns a placeholder, to keep the secret out of logs and messages.
func (s Secret) String() string { return "(secret)" }

// text returns the secret as 26 lower-case letters and digits.
func (s Secret) text() string { return letters.EncodeToString(s[:]) }

// CPace, the suite CPACE-X25519-SHA512 of draft-irtf-cfrg-cpace with an initiator and a responder:
// two ends that know the same weak secret agree on a strong key. An end that guesses the secret
// learns only whether this one guess was right. X25519 is from crypto/ecdh, which refuses points of
// low order.

// Parts of CPace's encoding.
const (
	paceDomain = "CPace255"
	paceShare  = 32 // bytes of a scalar and of a share
)

var errShare = errors.New("the share is no proper point")

// paceParty is an end of an exchange that has made its share.
type paceParty struct {
	key   *ecdh.PrivateKey
	share []byte
}

// newPace makes the share of an end. Secret is known to both ends, channel describes the exchange,
// and scalar is 32 random bytes.
func newPace(secret, channel, sid, scalar []byte) (*paceParty, error) {
	generator, err := ecdh.X25519().NewPublicKey(paceGenerator(secret, channel, sid))
	if err != nil {
		return nil, fmt.Errorf("no generator: %w", err)
	}
	key, err := ecdh.X25519().NewPrivateKey(scalar)
	if err != nil {
		return nil, fmt.Errorf("no scalar: %w", err)
	}
	share, err := key.ECDH(generator)
	if err != nil {
		return nil, fmt.Errorf("no share: %w", err)
	}
	return &paceParty{key, share}, nil
}

// shared returns the shared secret with the other end, before it is hashed.
func (p *paceParty) shared(theirs []byte) ([]byte, error) {
	point, err := ecdh.X25519().NewPublicKey(theirs)
	if err != nil {
		return nil, errShare
	}
	k, err := p.key.ECDH(point)
	if err != nil { // it is of low order
		return nil, errShare
	}
	return k, nil
}

// paceKey returns the key of an exchange. The initiator has sent a with the data adA, and the
// responder b with adB.
func paceKey(sid, shared, a, adA, b, adB []byte) []byte {
	text := catenate([]byte(paceDomain+"_ISK"), sid, shared)
	text = append(text, catenate(a, adA, b, adB)...)
	sum := sha512.Sum512(text)
	return sum[:]
}

// paceGenerator returns the generator for the secret, as its u coordinate.
func paceGenerator(secret, channel, sid []byte) []byte {
	sum := sha512.Sum512(generatorText(secret, channel, sid))
	u, err := new(field.Element).SetBytes(sum[:paceShare]) // the highest bit is ignored
	if err != nil {
		panic(err) // there are always 32 bytes
	}
	return elligator(u).Bytes()
}

// generatorText returns the input of the generator's hash. The zeros fill a block of the hash, so
// its duration does not depend on the secret.
func generatorText(secret, channel, sid []byte) []byte {
	const block = sha512.BlockSize
	zeros := max(0, block-1-len(catenate(secret))-len(catenate([]byte(paceDomain))))
	return catenate([]byte(paceDomain), secret, make([]byte, zeros), channel, sid)
}

// catenate returns the concatenation of its parts, each after its length in LEB128.
func catenate(parts ...[]byte) []byte {
	var text []byte
	for _, part := range parts {
		n := uint(len(part))
		for ; n >= 0x80; n >>= 7 {
			text = append(text, byte(n)|0x80)
		}
		text = append(append(text, byte(n)), part...)
	}
	return text
}

// elligator maps a field element to the u coordinate of a point of curve25519, in constant time:
// map_to_curve_elligator2 of RFC 9380, with Z = 2.
func elligator(u *field.Element) *field.Element {
	one := new(field.Element).One()
	j := new(field.Element).Mult32(one, 486662)
	x1 := new(field.Element).Square(u)
	x1.Add(x1, x1)
	x1.Invert(x1.Add(x1, one)) // 1 + 2u^2 is never 0, since -1/2 is no square
	x1.Multiply(x1, j)
	x1.Negate(x1)
	y := new(field.Element).Add(x1, j) // x1^3 + J x1^2 + x1
	y.Multiply(y, x1)
	y.Add(y, one)
	y.Multiply(y, x1)
	_, square := new(field.Element).SqrtRatio(y, one)
	x2 := new(field.Element).Negate(x1)
	x2.Subtract(x2, j)
	return new(field.Element).Select(x1, x2, square)
}
