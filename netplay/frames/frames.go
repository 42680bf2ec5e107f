// Package frames is shared by the protocols of a game and of a club's lobby: it has messages behind
// their lengths, and the rules of play as a message. PROTOCOL.md describes both.
package frames

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	wire "mancala/proto/mancala/v1"

	"mancala/rules"
)

// The largest number of bytes in a frame, without its length prefix: in general, and if its
// protocol allows a large one.
const (
	Max      = 4096
	MaxLarge = 64 << 10
)

// Errors in the bytes of a frame.
var (
	ErrOversized = errors.New("a frame has too many bytes")
	ErrTruncated = errors.New("the connection ended within a frame")
	ErrNegative  = errors.New("a frame has a negative length")
	ErrOverlong  = errors.New("the length of a frame is written with too many bytes")
	ErrGarbled   = errors.New("a frame cannot be read")
)

// Append appends the wire form of a message: its length, then its bytes. More than limit bytes are
// ErrOversized.
func Append(b []byte, m wire.Message, limit int) ([]byte, error) {
	size := wire.Size(m)
	if size > limit {
		return b, ErrOversized
	}
	start := len(b)
	b = binary.AppendUvarint(b, uint64(size))
	whole, err := wire.AppendSized(b, m)
	if err != nil {
		return b[:start], err
	}
	return whole, nil
}

// Unmarshal parses the bytes of a frame, without the length prefix, into m, which has no content;
// messages in its fields are used. More than limit bytes are ErrOversized; every other error is
// ErrGarbled.
func Unmarshal(payload []byte, m wire.Message, limit int) error {
	if len(payload) > limit {
		return ErrOversized
	}
	if err := wire.Unmarshal(payload, m); err != nil {
		return ErrGarbled
	}
	return nil
}

// Read returns the bytes of the next frame, in buf if it is large enough. At the end of the stream,
// between two frames, it returns io.EOF. It allocates at most limit bytes, for any length that the
// stream claims.
func Read(r *bufio.Reader, buf []byte, limit int) ([]byte, error) {
	size, err := readLength(r)
	if err != nil {
		return nil, err
	}
	if size > uint64(limit) {
		return nil, ErrOversized
	}
	if uint64(cap(buf)) < size {
		buf = make([]byte, size)
	}
	buf = buf[:size]
	if _, err := io.ReadFull(r, buf); err != nil {
		return nil, truncated(err)
	}
	return buf, nil
}

// readLength reads the length of a frame. Only the shortest form of a varint is accepted.
func readLength(r io.ByteReader) (uint64, error) {
	var n uint64
	for i := range binary.MaxVarintLen64 {
		c, err := r.ReadByte()
		if err != nil {
			if i > 0 {
				err = truncated(err)
			}
			return 0, err
		}
		n |= uint64(c&0x7f) << (7 * i)
		if c >= 0x80 {
			continue
		}
		if c == 0 && i > 0 || i == binary.MaxVarintLen64-1 && c > 1 {
			return 0, ErrOverlong
		}
		if n > math.MaxInt64 {
			return 0, ErrNegative
		}
		return n, nil
	}
	return 0, ErrOverlong
}

// truncated turns an end of the stream within a frame into ErrTruncated.
func truncated(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return ErrTruncated
	}
	return err
}

// The first bytes of an end. They identify the protocol, and all have the same length.
const (
	// Preface begins each end of a game.
	Preface = "MNC3"
	// LobbyPreface begins the stream of each end of a club's lobby.
	LobbyPreface = "MCL1"
	// CodePreface begins the stream of a guest who first proves the code of a meeting point.
	CodePreface = "CODE"
)

// The first bytes of a host's answers to a guest who proves a code.
const (
	CodeContinues = 'y'
	CodeWrong     = 'n' // the guest has another code
	CodeOver      = 'x' // the host has no code at this lookup any more
)

// Stranger returns the note about a program that is not mancala, by its first bytes, as many as
// [Preface] has. Host says that this end is a host, which browsers also reach.
func Stranger(first, addr string, host bool) *rules.Note {
	code := "stranger"
	switch {
	case strings.HasPrefix(first, Preface[:3]):
		code = "other-version"
	case first == "HTTP", first == "RTSP", host && isHTTPMethod(first):
		code = "stranger-web"
	case first[1] == 3 && (first[0] == 0x15 || first[0] == 0x16):
		code = "stranger-encrypted"
	case first == "SSH-":
		code = "stranger-ssh"
	}
	return rules.NewNote("netplay."+code, addr).Because(fmt.Errorf("not a mancala program: it began with %x", first))
}

func isHTTPMethod(first string) bool {
	for _, method := range [...]string{"GET ", "HEAD", "POST", "PUT ", "OPTI", "PRI ", "CONN", "DELE"} {
		if first == method {
			return true
		}
	}
	return false
}

// VariantToWire returns the wire form of rules. Enumerations of the first version are one higher on
// the wire: there zero is no rule.
func VariantToWire(v rules.Variant) *wire.Variant {
	return &wire.Variant{
		Houses:           uint32(v.Houses),
		Seeds:            uint32(v.Seeds),
		SowOpponentStore: v.SowOpponentStore,
		ExtraTurn:        v.ExtraTurn,
		Capture:          wire.CaptureRule(v.Capture) + 1,
		CaptureEmpty:     v.CaptureEmpty,
		Take:             wire.TakeRule(v.Take) + 1,
		End:              wire.EndRule(v.End) + 1,
		Majority:         v.Majority,
		Sweep:            wire.SweepRule(v.Sweep) + 1,
		Pie:              v.Pie,
		Family:           wire.Family(v.Family),
		LeaveOne:         v.LeaveOne,
		CaptureEven:      v.CaptureEven,
		MustFeed:         v.MustFeed,
		Slam:             wire.SlamRule(v.Slam),
		Tuzdik:           v.Tuzdik,
		Repeat:           wire.RepeatRule(v.Repeat),
	}
}

// VariantFromWire returns the rules that the other end sent, or an error if they cannot be played.
func VariantFromWire(w *wire.Variant) (rules.Variant, error) {
	if w == nil {
		return rules.Variant{}, errors.New("no rules were sent")
	}
	if wire.Strange(w) {
		return rules.Variant{}, errors.New("the rules have a switch that is unknown here")
	}
	v := rules.Variant{
		SowOpponentStore: w.GetSowOpponentStore(),
		ExtraTurn:        w.GetExtraTurn(),
		Capture:          rules.CaptureRule(enum(w.GetCapture())),
		CaptureEmpty:     w.GetCaptureEmpty(),
		Take:             rules.TakeRule(enum(w.GetTake())),
		End:              rules.EndRule(enum(w.GetEnd())),
		Majority:         w.GetMajority(),
		Sweep:            rules.SweepRule(enum(w.GetSweep())),
		Pie:              w.GetPie(),
		Family:           rules.Family(later(w.GetFamily())),
		LeaveOne:         w.GetLeaveOne(),
		CaptureEven:      w.GetCaptureEven(),
		MustFeed:         w.GetMustFeed(),
		Slam:             rules.SlamRule(later(w.GetSlam())),
		Tuzdik:           w.GetTuzdik(),
		Repeat:           rules.RepeatRule(later(w.GetRepeat())),
	}
	houses, seeds := min(w.GetHouses(), 1000), min(w.GetSeeds(), 1000)
	v, err := v.WithSize(int(houses), int(seeds))
	if err != nil {
		return rules.Variant{}, err
	}
	return v, v.Validate()
}

// later returns the rule of a wire enumeration whose zero is a rule. It returns 255, which is no
// rule, if w is out of range.
func later[T ~int32](w T) uint8 {
	if w < 0 || w > 255 {
		return 255
	}
	return uint8(w)
}

// enum returns the rule of a wire enumeration, or 255, which is no rule, if w is out of range.
func enum[T ~int32](w T) uint8 {
	if w < 1 || w > 255 {
		return 255
	}
	return uint8(w - 1)
}
