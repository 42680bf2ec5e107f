package session

import (
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/frames"
)

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
