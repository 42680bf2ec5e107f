package netplay

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	wire "mancala/proto/mancala/v1"

	"mancala/rules"
)

// hashSize is how many bytes of a chainHash travel.
const hashSize = 16

// chainHash sums a game up to a ply: its rules, its name, and every ply with the position after it. Two ends that have
// equal hashes have equal games.
type chainHash [sha256.Size]byte

// startHash returns the hash before the first ply.
func startHash(v *wire.Variant, gameID string) chainHash {
	return sha256.Sum256(fmt.Appendf(nil, "mancala/1 %s\n%d %d %d %d %d %d %d %d %d %d %d\n", gameID,
		v.GetHouses(), v.GetSeeds(), bit(v.GetSowOpponentStore()), bit(v.GetExtraTurn()), v.GetCapture(),
		bit(v.GetCaptureEmpty()), v.GetTake(), v.GetEnd(), bit(v.GetMajority()), v.GetSweep(), bit(v.GetPie())))
}

// next returns the hash after the n-th ply.
func (h chainHash) next(n int, s rules.Sowing, after rules.Position) chainHash {
	then := "over"
	if !after.Over() {
		then = after.ToMove().String()
	}
	return sha256.Sum256(fmt.Appendf(nil, "%s %d %s %s %s %s\n",
		hex.EncodeToString(h[:]), n, s.Mover, s.From, after.Notation(), then))
}

// short returns the part that travels.
func (h chainHash) short() []byte { return append([]byte(nil), h[:hashSize]...) }

func bit(on bool) int {
	if on {
		return 1
	}
	return 0
}
