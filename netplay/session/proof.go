package session

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
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

// A coin toss decides who makes the first ply: the host commits itself to a nonce in its Offer and
// the guest in its Accept; then the host reveals its nonce in Seated and the guest in Toss. The
// seat that reveals first cannot know the result, and the one that reveals last can no longer
// change it.

// The sizes of a nonce and a commitment in bytes.
const (
	nonceSize      = 32
	commitmentSize = sha256.Size
)

// Reasons to refuse a coin toss.
var (
	errTossCopied = errors.New("the commitment of the coin toss is a copy")
	errTossForged = errors.New("the nonce of the coin toss is not the one committed to")
	// ErrTossTime says that the other end has not shown its part of the coin toss in time.
	ErrTossTime = errors.New("the nonce of the coin toss did not come in time")
)

// toss is an end's part of a coin toss.
type toss struct {
	on    bool   // a toss decides; otherwise starter does
	nonce []byte // this end's
	bound []byte // the other end's commitment
}

// commitment returns the hash that commits a seat to its nonce in a series.
func commitment(series [16]byte, by table.Seat, nonce []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte("mancala/3 toss"), series[:], []byte{byte(by)}, nonce))
	return sum[:]
}

// opens reports whether a nonce is the one that the other end, at a seat, committed itself to.
func (t *toss) opens(series [16]byte, by table.Seat, nonce []byte) bool {
	return len(nonce) == nonceSize && bytes.Equal(commitment(series, by, nonce), t.bound)
}

// starter returns the seat that makes the first ply, given the other end's nonce.
func (t *toss) starter(nonce []byte) table.Seat {
	return table.A + table.Seat((t.nonce[nonceSize-1]^nonce[nonceSize-1])&1)
}

// begin returns the Arg of the first event.
func (t *toss) begin(starter table.Seat) uint32 {
	if t.on {
		return uint32(starter) + table.Tossed
	}
	return uint32(starter)
}
