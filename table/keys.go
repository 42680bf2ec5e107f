package table

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"hash"

	"mancala/match"
	"mancala/rules"
)

// SecretSize is the size in bytes of the secrets of an owner and of a player.
const SecretSize = 32

// Chain is the hash over all events of a series up to one, which names the whole history.
type Chain [sha256.Size]byte

// gameHash is the hash over a game up to a ply. Its first 16 bytes are sent.
type gameHash [sha256.Size]byte

// short returns the bytes that a wish has.
func (h *gameHash) short() [16]byte { return [16]byte(h[:16]) }

// Tag is the proof that the owner itself has numbered a chain of events.
type Tag [16]byte

// start returns the chain before the first event.
func (t *Terms) start() Chain {
	b := append([]byte("mancala/3 series"), t.Series[:]...)
	b = t.Variant.AppendBytes(b)
	b = binary.BigEndian.AppendUint32(b, uint32(t.Time.Base.Milliseconds()))
	b = binary.BigEndian.AppendUint32(b, uint32(t.Time.Increment.Milliseconds()))
	return sha256.Sum256(append(b, bit(t.Rated), bit(t.Club)))
}

// next returns the chain after an event.
func (c *Chain) next(e *Event) Chain {
	var space [sha256.Size + eventSize + 128]byte
	return sha256.Sum256(e.Append(append(space[:0], c[:]...)))
}

// startHash returns the hash of a game before its first ply.
func startHash(v rules.Variant, gameID string) gameHash {
	return sha256.Sum256(v.AppendBytes([]byte("mancala/3 " + gameID + "\n")))
}

// next returns the hash after the n-th ply.
func (h *gameHash) next(n int, s rules.Sowing, after rules.Position) gameHash {
	var space [sha256.Size + 4 + 2 + rules.MaxState]byte
	b := binary.BigEndian.AppendUint32(append(space[:0], h[:]...), uint32(n))
	b = append(b, uint8(s.Mover), uint8(s.From))
	return sha256.Sum256(after.AppendState(b))
}

func bit(on bool) uint8 {
	if on {
		return 1
	}
	return 0
}

// mac computes the MACs of one key without allocating.
type mac struct {
	hash hash.Hash
	in   []byte
	out  [sha256.Size]byte
}

func newMAC(key []byte) *mac { return &mac{hash: hmac.New(sha256.New, key)} }

// sum returns the first 16 bytes of the MAC over m.in.
func (m *mac) sum() [16]byte {
	m.hash.Reset()
	m.hash.Write(m.in)
	return [16]byte(m.hash.Sum(m.out[:0])[:16])
}

// ownerMAC makes the tags of an owner.
type ownerMAC struct{ *mac }

// tag returns the tag of the chain after the n-th event.
func (m ownerMAC) tag(series *[16]byte, n uint32, h *Chain) Tag {
	m.in = append(append(m.in[:0], "mancala/3 event"...), series[:]...)
	m.in = append(binary.BigEndian.AppendUint32(m.in, n), h[:]...)
	return m.sum()
}

// wishMAC makes the MACs of a player's wishes.
type wishMAC struct{ *mac }

// of returns the MAC of a wish.
func (m wishMAC) of(series *[16]byte, by Seat, w *Wish) [16]byte {
	m.in = append(append(m.in[:0], "mancala/3 wish"...), series[:]...)
	m.in = w.appendBody(m.in, by)
	return m.sum()
}

// newWishMAC derives the key of a player's wishes from the player's secret.
func newWishMAC(secret [SecretSize]byte) wishMAC {
	return wishMAC{newMAC(derive(secret, "mancala/3 wish"))}
}

// SeatSeed derives the seed of the Ed25519 key that proves the seat of a guest, from the guest's
// secret of this series.
func SeatSeed(secret [SecretSize]byte) [SecretSize]byte {
	return [SecretSize]byte(derive(secret, "mancala/3 seat"))
}

// ClubOwnerKey derives the secret of the owner of a club's series from the club's seed.
func ClubOwnerKey(seed [SecretSize]byte, series [16]byte) [SecretSize]byte {
	return [SecretSize]byte(derive(seed, "mancala/3 owner"+string(series[:])))
}

// FriendsSeries returns the name of a series between two friends.
func FriendsSeries(sessionID, clientID []byte) [16]byte {
	b := append([]byte("mancala/3 series"), sessionID...)
	sum := sha256.Sum256(append(b, clientID...))
	return [16]byte(sum[:16])
}

// derive returns 32 bytes derived from a secret. HKDF fails only for lengths that SHA-256 cannot
// serve.
func derive(secret [SecretSize]byte, info string) []byte {
	key, err := hkdf.Key(sha256.New, secret[:], nil, info, SecretSize)
	if err != nil {
		panic(err)
	}
	return key
}

// gameID returns the name of a game of the series: at a club the table's own name, which is
// letters, and otherwise in hexadecimal.
func (t *Terms) gameID(number int) string { return match.GameID(t.Name(), number) }
