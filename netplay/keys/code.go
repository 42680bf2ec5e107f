package keys

import (
	"crypto/subtle"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Fingerprint identifies a public key: the first half of the SHA-256 of its SubjectPublicKeyInfo.
// The zero value means none.
type Fingerprint [16]byte

// Secret is the secret that lets the holder of an invite in. The zero value means none.
type Secret [16]byte

// CodeLength is the number of letters of 16 bytes as text.
const CodeLength = 26

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// ErrCode means that a text is neither a fingerprint nor a secret.
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

// String returns a placeholder, so that no log or message shows the secret.
func (s Secret) String() string { return "(secret)" }

// text returns the secret as 26 lower-case letters and digits.
func (s Secret) text() string { return letters.EncodeToString(s[:]) }
