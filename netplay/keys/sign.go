package keys

import (
	"crypto/ed25519"
	"errors"
)

// PublicKeySize and SignatureSize are the numbers of bytes of a public key and of a signature.
const (
	PublicKeySize = ed25519.PublicKeySize
	SignatureSize = ed25519.SignatureSize
)

// Public returns the public key, of [PublicKeySize] bytes.
func (id *Identity) Public() []byte { return id.key.Public().(ed25519.PublicKey) }

// Sign returns the signature of a message, of [SignatureSize] bytes.
func (id *Identity) Sign(message []byte) []byte { return ed25519.Sign(id.key, message) }

// ErrSignature means that a message was not signed by the owner of a key.
var ErrSignature = errors.New("the signature is not by that key")

// Verify returns the fingerprint of a public key if the key's owner has signed the message. Any
// other bytes are ErrSignature.
func Verify(public, message, signature []byte) (Fingerprint, error) {
	if len(public) != PublicKeySize || !ed25519.Verify(public, message, signature) {
		return Fingerprint{}, ErrSignature
	}
	return fingerprint(publicInfo(public)), nil
}
