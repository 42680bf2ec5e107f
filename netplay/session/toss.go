package session

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"slices"

	"mancala/table"
)

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
