package netplay

import (
	"crypto/sha256"
	"encoding/binary"

	"mancala/rules"
)

// hashSize is the number of bytes of a chainHash that are sent.
const hashSize = 16

// chainHash covers a game up to a ply: its rules, its name, and every ply with the position after
// it.
type chainHash [sha256.Size]byte

// startHash returns the hash before the first ply.
func startHash(v rules.Variant, gameID string) chainHash {
	return sha256.Sum256(v.AppendBytes([]byte("mancala/1 " + gameID + "\n")))
}

// maxLink is the size of the longest input of a hash after a ply.
const maxLink = sha256.Size + 4 + 2 + rules.MaxState

// next returns the hash after the n-th ply.
func (h *chainHash) next(n int, mover rules.Side, house rules.House, after rules.Position) chainHash {
	var space [maxLink]byte
	b := append(space[:0], h[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(n))
	b = append(b, uint8(mover), uint8(house))
	return sha256.Sum256(after.AppendState(b))
}
