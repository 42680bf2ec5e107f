// Package table holds a series of games between two seats that one owner decides.
//
// A wish is the will of a player; an event is a decided wish, or a decision of the owner, with a
// number. An [Owner] orders wishes and numbers them, but not while someone is missing who may know
// a later number. A [Follower] checks each event and applies it to a [State]. It refuses events of
// its seat that its player did not wish. Both keep a [Log], and continue from it after a restart.
//
// A [Link] is one end of a series as a front end sees it; the other end is at the same machine or
// across a connection. A [Table] seats persons and computer players at a link.
//
// The package is pure: it has no clock, connection or file, and no goroutine but that of a computer
// player whom a Table asks. The caller passes moments in, and sends and stores the results.
package table

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"unicode"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/rules"
)

// Seat is a place at the table. The zero value is the owner, who has no seat.
type Seat uint8

// The seats. Between friends A is the host's person; at a club, the player who is drawn first.
const (
	Nobody Seat = iota
	A
	B
)

// Other returns the other of the two seats.
func (s Seat) Other() Seat { return A + B - s }

// Party returns the party of a series that has the seat A or B.
func (s Seat) Party() match.Party { return match.Party(s - A) }

// SeatOf returns the seat of a party.
func SeatOf(p match.Party) Seat { return A + Seat(p) }

// Kind is the kind of a wish and of the event that it becomes.
type Kind uint8

// The kinds, with the meanings of Arg and Text; otherwise both are zero.
const (
	KindBegin   Kind = iota + 1 // the first game begins; Arg is the seat that starts, plus Tossed
	KindPly                     // Arg is the house
	KindResign                  // gives the game up
	KindAsk                     // asks to take plies back; Arg is how many would be left
	KindUnask                   // withdraws the request with the event number Arg
	KindGrant                   // grants the request with the event number Arg
	KindDeny                    // denies it
	KindWant                    // wants the next game, number Arg
	KindUnwant                  // no longer wants it
	KindName                    // Text is the name for the win of the last game
	KindSay                     // Text is a line of talk
	KindEnd                     // ends the series; Arg is the reason, or, by the owner, who was absent
	KindTimeOut                 // Arg is the seat whose time is over
	KindClock                   // Arg is the seat whose clock starts, or 0 if none
	KindDevice                  // Arg is a seat, Text the fingerprint of the device that has it now
)

// Tossed is added to the starter in KindBegin if a coin was tossed.
const Tossed = 16

const (
	maxTextBytes = 4 * match.MaxTalk // the longest Text
	fingerprint  = 16                // the length of the Text of KindDevice
	maxIDJump    = 64                // the largest step of a wish's ID from the last one
	maxRefusals  = 3                 // after so many, requests for one decision are ignored
)

// Wish is the will of a player. Wishes are compared with ==: the owner copies a wish into an event
// or refuses it, and never edits it.
type Wish struct {
	Kind Kind
	// ID numbers the wishes of a seat, in strictly ascending order in the log. The first sending of
	// a wish sets it.
	ID uint32
	// Game is the number of the game, and Ply the number of plies that the wisher saw; in KindPly
	// it is the number of this ply, and in KindGrant the number of plies that are left.
	Game, Ply uint32
	Arg       uint32
	Text      string
	// Seen is the number of the last event that the wisher had applied.
	Seen uint32
	// Hash is the hash of the game after Ply plies. It binds the wish to its position.
	Hash [16]byte
	// MAC is made with the key of the seat. It is zero for seats in the owner's program.
	MAC [16]byte
}

// Event is a decided wish, or a decision of the owner.
type Event struct {
	// N is the number, from 1.
	N uint32
	// By is the wisher's seat, or Nobody.
	By Seat
	Wish
	// Left is the time that South and North have left, in milliseconds; 0 in games without clocks.
	Left [2]uint32
}

// Final reports that the event must be on disk, with all before it, before the owner sends it and
// before a follower acknowledges it.
func (e *Event) Final() bool { return e.Kind == KindEnd }

// bodySize is the size of the body of a wish without Text, and eventSize the size of an event.
const (
	bodySize  = 1 + 1 + 5*4 + 16 + 2
	eventSize = 4 + bodySize + 16 + 8
)

// appendBody appends the body of a wish: KIND BY ID GAME PLY ARG SEEN HASH LEN TEXT.
func (w *Wish) appendBody(b []byte, by Seat) []byte {
	b = append(b, byte(w.Kind), byte(by))
	for _, n := range [...]uint32{w.ID, w.Game, w.Ply, w.Arg, w.Seen} {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	b = append(b, w.Hash[:]...)
	b = binary.BigEndian.AppendUint16(b, uint16(len(w.Text)))
	return append(b, w.Text...)
}

// Append appends the canonical bytes of the event, for hashes and storage: N, the body, MAC, and
// the times left.
func (e *Event) Append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, e.N)
	b = e.appendBody(b, e.By)
	b = append(b, e.MAC[:]...)
	b = binary.BigEndian.AppendUint32(b, e.Left[rules.South])
	return binary.BigEndian.AppendUint32(b, e.Left[rules.North])
}

// ErrDamaged says that stored bytes are no event, snapshot or log. Compare with errors.Is.
var ErrDamaged = errors.New("the stored series is damaged")

// ParseEvent reads the event at the beginning of b, and returns the bytes behind it. It does not
// check whether the event makes sense; [State.Apply] does. The error is [ErrDamaged].
func ParseEvent(b []byte) (e Event, rest []byte, err error) {
	d := decoder{b: b}
	e.N = d.uint32()
	e.Kind, e.By = Kind(d.byte()), Seat(d.byte())
	for _, n := range [...]*uint32{&e.ID, &e.Game, &e.Ply, &e.Arg, &e.Seen} {
		*n = d.uint32()
	}
	d.copy(e.Hash[:])
	e.Text = string(d.bytes(int(d.uint16()), maxTextBytes))
	d.copy(e.MAC[:])
	e.Left = [2]uint32{d.uint32(), d.uint32()}
	return e, d.b, d.err
}

// decoder reads bytes from the front of b; after the first failure everything is zero.
type decoder struct {
	b   []byte
	err error
}

// bytes returns the next n bytes; more than most are a failure.
func (d *decoder) bytes(n, most int) []byte {
	if d.err == nil && (n > most || n > len(d.b)) {
		d.err, d.b = fmt.Errorf("%w: %d bytes, of %d", ErrDamaged, n, len(d.b)), nil
	}
	if d.err != nil {
		return nil
	}
	part := d.b[:n]
	d.b = d.b[n:]
	return part
}

func (d *decoder) copy(to []byte) { copy(to, d.bytes(len(to), len(to))) }

func (d *decoder) byte() (v byte) {
	var b [1]byte
	d.copy(b[:])
	return b[0]
}

func (d *decoder) bool() bool { return d.byte() == 1 }

func (d *decoder) uint16() uint16 {
	var b [2]byte
	d.copy(b[:])
	return binary.BigEndian.Uint16(b[:])
}

func (d *decoder) uint32() uint32 {
	var b [4]byte
	d.copy(b[:])
	return binary.BigEndian.Uint32(b[:])
}

// fits reports whether the Text of a wish has a form that its kind may have. Both ends must agree
// about that, so it does not ask which characters are visible: a newer program knows more of them.
// Callers clean a text before they show it.
func (w *Wish) fits() bool {
	most := 0
	switch w.Kind {
	case KindName:
		most = match.MaxNameBytes
	case KindSay:
		most = maxTextBytes
	case KindDevice:
		return len(w.Text) == fingerprint
	default:
		return w.Text == ""
	}
	if w.Text == "" || len(w.Text) > most || utf8.RuneCountInString(w.Text) > match.MaxTalk || !utf8.ValidString(w.Text) {
		return false
	}
	for _, r := range w.Text {
		if unicode.IsControl(r) {
			return false
		}
	}
	return true
}

// clean reports whether a text is as [match.CleanName] or [match.CleanTalk] would leave it.
func (w *Wish) clean() bool {
	switch w.Kind {
	case KindName:
		return match.CleanName(w.Text) == w.Text
	case KindSay:
		return match.CleanTalk(w.Text) == w.Text
	}
	return true
}

// SecretSize is the size in bytes of the secrets of an owner and of a player.
const SecretSize = 32

// Chain is the hash over all events of a series up to one event; it names the whole history.
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

// gameID returns the name of a game of the series: at a club from the table's name, in letters, and
// otherwise in hexadecimal.
func (t *Terms) gameID(number int) string { return match.GameID(t.Name(), number) }
