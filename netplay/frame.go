package netplay

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"

	wire "mancala/proto/mancala/v1"
)

// preface is the first thing that each end sends, before its first frame.
const preface = "MNC1"

// The largest number of bytes in a frame, its length prefix not counted: in general, and if it is a
// large one.
const (
	maxFrame = 4096
	maxLarge = 64 << 10
)

// large reports whether a frame may have up to maxLarge bytes: one with a whole game.
func large(f *wire.Frame) bool { return f.GetResumed() != nil || f.GetWatched() != nil }

// Errors in the bytes of a frame.
var (
	errOversized = errors.New("a frame has too many bytes")
	errTruncated = errors.New("the connection ended within a frame")
	errNegative  = errors.New("a frame has a negative length")
	errOverlong  = errors.New("the length of a frame is written with too many bytes")
	errGarbled   = errors.New("a frame cannot be read")
)

// appendFrame appends the wire form of a frame: its length, then its bytes.
func appendFrame(b []byte, f *wire.Frame) ([]byte, error) {
	size, limit := wire.Size(f), maxFrame
	if large(f) {
		limit = maxLarge
	}
	if size > limit {
		return b, errOversized
	}
	start := len(b)
	b = binary.AppendUvarint(b, uint64(size))
	whole, err := wire.AppendSized(b, f)
	if err != nil {
		return b[:start], err
	}
	return whole, nil
}

// unmarshalFrame parses the bytes of a frame, without the length prefix, into f. Only a large one
// may have more than maxFrame bytes.
func unmarshalFrame(payload []byte, limit int, f *wire.Frame) error {
	if len(payload) > limit {
		return errOversized
	}
	if err := wire.Unmarshal(payload, f); err != nil {
		return errGarbled
	}
	if len(payload) > maxFrame && !large(f) {
		return errOversized
	}
	return nil
}

// readFrame returns the bytes of the next frame, in buf if it is large enough. At the end of the
// stream, between two frames, it returns io.EOF. It allocates at most limit bytes, whatever length
// the stream claims.
func readFrame(r *bufio.Reader, buf []byte, limit int) ([]byte, error) {
	size, err := readLength(r)
	if err != nil {
		return nil, err
	}
	if size > uint64(limit) {
		return nil, errOversized
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
			return 0, errOverlong
		}
		if n > math.MaxInt64 {
			return 0, errNegative
		}
		return n, nil
	}
	return 0, errOverlong
}

// truncated turns an end of the stream within a frame into errTruncated.
func truncated(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errTruncated
	}
	return err
}
