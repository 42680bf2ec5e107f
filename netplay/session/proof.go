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

// signed returns the bytes that a seat signs to continue a series from event n, after chain h.
func (b *Binding) signed(series [16]byte, n uint32, h table.Chain) []byte {
	s := slices.Concat([]byte("mancala/3 seat"), b.Exported[:], b.Host[:], series[:])
	return append(binary.BigEndian.AppendUint32(s, n), h[:]...)
}

// seatKey returns the key of a player's seat, which is derived from the secret of the series.
func seatKey(secret [table.SecretSize]byte) ed25519.PrivateKey {
	seed := table.SeatSeed(secret)
	return ed25519.NewKeyFromSeed(seed[:])
}

func publicKey(key ed25519.PrivateKey) ed25519.PublicKey {
	return key.Public().(ed25519.PublicKey)
}

// keySize is the size of the public key of a seat.
const keySize = ed25519.PublicKeySize

func sign(key ed25519.PrivateKey, message []byte) []byte { return ed25519.Sign(key, message) }

// proves reports whether a signature of a message is by the key of a seat.
func proves(key, shown, message, signature []byte) bool {
	return len(key) == keySize && subtle.ConstantTimeCompare(key, shown) == 1 && ed25519.Verify(key, message, signature)
}
