package session

import (
	"crypto/ed25519"
	"crypto/subtle"
	"encoding/binary"
	"slices"

	"mancala/table"
)

// Exporter is the label of the TLS exporter whose 32 bytes, without a context, are a Binding.
const Exporter = "EXPORTER-mancala-3"

// Binding is what a signature of a seat is bound to, so that no other connection can use it. The
// zero value is a connection without TLS.
type Binding struct {
	// Exported are the bytes of the TLS exporter, and Host is the fingerprint of the host's key.
	Exported [32]byte
	Host     [16]byte
}

// Signed returns the bytes that a seat signs to continue a series from event n, after chain h. A
// device that takes a seat by a ticket signs event 0 and an empty chain.
func (b *Binding) Signed(series [16]byte, n uint32, h table.Chain) []byte {
	s := slices.Concat([]byte("mancala/3 seat"), b.Exported[:], b.Host[:], series[:])
	return append(binary.BigEndian.AppendUint32(s, n), h[:]...)
}

// privateKey signs for a seat.
type privateKey ed25519.PrivateKey

// seatKey returns the key of a player's seat between friends, which is derived from the secret of
// the series.
func seatKey(secret [table.SecretSize]byte) privateKey {
	seed := table.SeatSeed(secret)
	return privateKey(ed25519.NewKeyFromSeed(seed[:]))
}

// Public returns the public key.
func (k privateKey) Public() []byte { return ed25519.PrivateKey(k).Public().(ed25519.PublicKey) }

// Sign returns a signature of a message.
func (k privateKey) Sign(message []byte) []byte {
	return ed25519.Sign(ed25519.PrivateKey(k), message)
}

// keySize is the size of the public key of a seat.
const keySize = ed25519.PublicKeySize

// proves reports whether a signature of a message is by the key of a seat.
func proves(key, shown, message, signature []byte) bool {
	return len(key) == keySize && subtle.ConstantTimeCompare(key, shown) == 1 && ed25519.Verify(key, message, signature)
}
