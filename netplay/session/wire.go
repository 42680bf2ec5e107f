package session

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"
)

// errGarbled says that a message has a field of the wrong size, or lacks a field.
var errGarbled = errors.New("a message is not well formed")

func garbled(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errGarbled, fmt.Sprintf(format, args...))
}

// maxTextBytes is the largest number of bytes of the text of a wish.
const maxTextBytes = 4 * match.MaxTalk

// short returns the wire form of 16 bytes, which is nothing if all are zero. It shares their
// memory.
func short(b *[16]byte) []byte {
	if *b == [16]byte{} {
		return nil
	}
	return b[:]
}

// shortFrom is the inverse of short.
func shortFrom(what string, b []byte) (s [16]byte, err error) {
	if len(b) != 0 && len(b) != len(s) {
		return s, garbled("%s of %d bytes", what, len(b))
	}
	copy(s[:], b)
	return s, nil
}

// chainFrom returns the chain that a message has.
func chainFrom(b []byte) (table.Chain, error) {
	if len(b) != len(table.Chain{}) {
		return table.Chain{}, garbled("a chain of %d bytes", len(b))
	}
	return table.Chain(b), nil
}

// fillWish makes an empty message that of a wish, and shares its memory.
func fillWish(m *wire.Wish, w *table.Wish) {
	m.Id, m.Kind, m.Game, m.Ply, m.Arg, m.Seen = w.ID, wire.EventKind(w.Kind), w.Game, w.Ply, w.Arg, w.Seen
	m.Hash, m.Text, m.Mac = short(&w.Hash), []byte(w.Text), short(&w.MAC)
}

func wishFromWire(w *wire.Wish) (table.Wish, error) {
	kind := w.GetKind()
	if kind < 1 || kind > math.MaxUint8 {
		return table.Wish{}, garbled("kind %d", kind)
	}
	if n := len(w.GetText()); n > maxTextBytes {
		return table.Wish{}, garbled("a text of %d bytes", n)
	}
	hash, err := shortFrom("a hash", w.GetHash())
	if err != nil {
		return table.Wish{}, err
	}
	mac, err := shortFrom("a MAC", w.GetMac())
	return table.Wish{
		Kind: table.Kind(kind), ID: w.GetId(), Game: w.GetGame(), Ply: w.GetPly(), Arg: w.GetArg(), Text: string(w.GetText()),
		Seen: w.GetSeen(), Hash: hash, MAC: mac,
	}, err
}

// fillEvent makes an empty message with an empty wish that of an event, and shares its memory.
func fillEvent(m *wire.Event, e *table.Event, tag *table.Tag) {
	m.N, m.By, m.LeftSouthMs, m.LeftNorthMs, m.Tag = e.N, uint32(e.By), e.Left[0], e.Left[1], short((*[16]byte)(tag))
	fillWish(m.Wish, &e.Wish)
}

// publicEvent returns the wire form of a ply for watchers.
func publicEvent(e *table.Event) *wire.Event {
	return &wire.Event{
		N: e.N, By: uint32(e.By), LeftSouthMs: e.Left[0], LeftNorthMs: e.Left[1],
		Wish: &wire.Wish{Kind: wire.EventKind(e.Kind), Game: e.Game, Ply: e.Ply, Arg: e.Arg, Hash: short(&e.Hash)},
	}
}

func eventFromWire(w *wire.Event) (table.Event, table.Tag, error) {
	if w.GetBy() > uint32(table.B) {
		return table.Event{}, table.Tag{}, garbled("seat %d", w.GetBy())
	}
	wish, err := wishFromWire(w.GetWish())
	if err != nil {
		return table.Event{}, table.Tag{}, err
	}
	tag, err := shortFrom("a tag", w.GetTag())
	return table.Event{
		N: w.GetN(), By: table.Seat(w.GetBy()), Wish: wish, Left: [2]uint32{w.GetLeftSouthMs(), w.GetLeftNorthMs()},
	}, tag, err
}

// offerTerms returns the terms of an offer, except the name of the series.
func offerTerms(o *wire.Offer) (table.Terms, error) {
	variant, err := frames.VariantFromWire(o.GetVariant())
	if err != nil {
		return table.Terms{}, fmt.Errorf("%w: %w", ErrRules, err)
	}
	t := table.Terms{Variant: variant.Canonical(), Rated: o.GetRated(), Club: o.GetClub()}
	t.Time.Base, t.Time.Increment = duration(o.GetBaseMs()), duration(o.GetIncrementMs())
	if err := t.Check(); err != nil {
		return table.Terms{}, fmt.Errorf("%w: %w", ErrRules, err)
	}
	if !t.Club && (t.Time.Timed() || t.Rated) {
		return table.Terms{}, fmt.Errorf("%w: only a club has clocks and ratings", ErrRules)
	}
	return t, nil
}

// large reports whether a frame may have up to frames.MaxLarge bytes.
func large(f *wire.Frame) bool { return f.GetSnapshot() != nil || f.GetHandBack() != nil }

// appendFrame appends the wire form of a frame: its length, then its bytes.
func appendFrame(b []byte, f *wire.Frame) ([]byte, error) {
	if large(f) {
		return frames.Append(b, f, frames.MaxLarge)
	}
	return frames.Append(b, f, frames.Max)
}

// plyFrame is a frame with the messages that a ply needs, which are made once.
type plyFrame struct {
	frame wire.Frame
	wish  wire.Frame_Wish
	event wire.Frame_Event
	ack   wire.Frame_Ack
}

// The first bytes of these frames: the number of the field and its type.
const (
	wishByte  = 10<<3 | 2
	eventByte = 11<<3 | 2
	ackByte   = 14<<3 | 2
)

// like returns the frame, empty, with the messages in which bytes like these are parsed.
func (p *plyFrame) like(payload []byte) *wire.Frame {
	p.frame.Reset()
	first := byte(0)
	if len(payload) > 0 {
		first = payload[0]
	}
	switch first {
	case wishByte:
		p.ofWish()
	case eventByte:
		p.ofEvent()
	case ackByte:
		p.ofAck()
	}
	return &p.frame
}

// ofWish makes the frame that of a wish, which is empty.
func (p *plyFrame) ofWish() *wire.Wish {
	p.frame.Body, p.wish.Wish = &p.wish, emptied(p.wish.Wish)
	return p.wish.Wish
}

// ofEvent makes the frame that of an event, which is empty, with an empty wish.
func (p *plyFrame) ofEvent() *wire.Event {
	w := p.event.Event.GetWish()
	p.frame.Body, p.event.Event = &p.event, emptied(p.event.Event)
	p.event.Event.Wish = emptied(w)
	return p.event.Event
}

// ofAck makes the frame that of an acknowledgement, which is empty.
func (p *plyFrame) ofAck() *wire.Ack {
	p.frame.Body, p.ack.Ack = &p.ack, emptied(p.ack.Ack)
	return p.ack.Ack
}

// emptied returns a message, or a new one if there is none, without its content.
func emptied[M any, P interface {
	*M
	Reset()
}](m P) P {
	if m == nil {
		return new(M)
	}
	m.Reset()
	return m
}

// sendWish sends a wish, sendEvent an event with its tag, and sendAck the number of the last event
// that is applied.
func (l *line) sendWish(w *table.Wish) {
	fillWish(l.made.ofWish(), w)
	l.send(&l.made.frame)
}

func (l *line) sendEvent(e *table.Event, tag *table.Tag) {
	fillEvent(l.made.ofEvent(), e, tag)
	l.send(&l.made.frame)
}

func (l *line) sendAck(n uint32) {
	l.made.ofAck().N = n
	l.send(&l.made.frame)
}

// parseFrame reads the bytes of a frame, without the length prefix, into f, which is empty; see
// [frames.Unmarshal].
func parseFrame(payload []byte, limit int, f *wire.Frame) error {
	if err := frames.Unmarshal(payload, f, limit); err != nil {
		return err
	}
	if len(payload) > frames.Max && !large(f) {
		return frames.ErrOversized
	}
	return nil
}

func duration(ms uint32) time.Duration { return time.Duration(ms) * time.Millisecond }

// Exporter is the label of the TLS exporter whose 32 bytes, without a context, are a Binding.
const Exporter = "EXPORTER-mancala-3"

// Binding binds a seat's signature to one connection, so no other connection can use it. The zero
// value is a connection without TLS.
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

// opens reports whether a nonce matches the commitment of the other end, at a seat.
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
