package session

import (
	"errors"
	"fmt"
	"math"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/table"
)

// errGarbled says that a message has a field of the wrong size, or lacks one.
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

func wishToWire(w *table.Wish) *wire.Wish {
	return &wire.Wish{
		Id: w.ID, Kind: wire.EventKind(w.Kind), Game: w.Game, Ply: w.Ply, Arg: w.Arg, Seen: w.Seen,
		Hash: short(&w.Hash), Text: []byte(w.Text), Mac: short(&w.MAC),
	}
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

func eventToWire(e *table.Event, tag *table.Tag) *wire.Event {
	return &wire.Event{
		N: e.N, By: uint32(e.By), Wish: wishToWire(&e.Wish), LeftSouthMs: e.Left[0], LeftNorthMs: e.Left[1], Tag: short((*[16]byte)(tag)),
	}
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

// offerTerms returns the terms of an offer, but for the name of the series.
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

// parseFrame reads the bytes of a frame, without the length prefix.
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
