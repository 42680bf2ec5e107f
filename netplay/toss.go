package netplay

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// A coin toss decides who makes the first ply: the host commits itself to a nonce in its Welcome
// and the guest in its Accept; then the host reveals its nonce in Seated and the guest in Toss. The
// party that reveals first cannot know the result, and the one that reveals last can no longer
// change it.

// The sizes of a nonce and a commitment in bytes.
const (
	nonceSize      = 32
	commitmentSize = sha256.Size
)

// Reasons to refuse a coin toss, for the log.
var (
	errTossCopied = errors.New("the commitment of the coin toss is a copy")
	errTossForged = errors.New("the nonce of the coin toss is not the one committed to")
	errTossTime   = errors.New("the nonce of the coin toss did not come in time")
)

// commitment returns the hash that commits a party to its nonce in a series.
func commitment(series []byte, p match.Party, nonce []byte) []byte {
	sum := sha256.Sum256(slices.Concat([]byte("mancala/2 toss"), series, []byte{1 + byte(p)}, nonce))
	return sum[:]
}

// toss is an end's part of a coin toss.
type toss struct {
	nonce []byte // this end's
	bound []byte // the other end's commitment
}

// starter returns who makes the first ply, given the other end's nonce.
func (t *toss) starter(nonce []byte) match.Party {
	return match.Party((t.nonce[nonceSize-1] ^ nonce[nonceSize-1]) & 1)
}

// opens reports whether a nonce is the one that the other end committed itself to. If not, it ends
// the session.
func (s *Session) opens(nonce []byte) bool {
	good := len(nonce) == nonceSize && bytes.Equal(commitment(s.id, s.cfg.Self.Other(), nonce), s.toss.bound)
	if !good {
		s.refuseToss(note("toss-forged", s.peer), errTossForged)
	}
	return good
}

// refuseToss ends the session because the other end has broken the rules of the toss.
func (s *Session) refuseToss(why *rules.Note, err error) {
	s.leave(wire.LeaveReason_LEAVE_REASON_TOSS, err.Error())
	s.end(goodbye{note: why, err: err})
}

// firstFromWire returns the First of the host's offer.
func firstFromWire(w *wire.Welcome) (match.First, error) {
	if w.GetStarter() == wire.Party_PARTY_UNSPECIFIED {
		if n := len(w.GetCommitment()); n != commitmentSize {
			return 0, fmt.Errorf("a commitment came with %d bytes", n)
		}
		return match.FirstToss, nil
	}
	starter, err := partyFromWire(w.GetStarter())
	switch {
	case err != nil:
		return 0, fmt.Errorf("%w: %w", errRules, err)
	case starter == match.Host:
		return match.FirstHost, nil
	}
	return match.FirstGuest, nil
}
