// Package frames is shared by the protocols of a game and of a club's lobby: it has messages behind
// their lengths, and the rules of play as a message. PROTOCOL.md describes both.
package frames

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"math"

	wire "mancala/proto/mancala/v1"
)

// The largest number of bytes in a frame, its length prefix not counted: in general, and if its
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

// Unmarshal parses the bytes of a frame, without the length prefix, into m. More than limit bytes
// are ErrOversized; every other error is ErrGarbled.
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
// between two frames, it returns io.EOF. It allocates at most limit bytes, whatever length the
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
