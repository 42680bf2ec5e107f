package netplay

import (
	"mancala/netplay/frames"
	wire "mancala/proto/mancala/v1"
)

// large reports whether a frame may have up to frames.MaxLarge bytes: one with a whole game.
func large(f *wire.Frame) bool { return f.GetResumed() != nil || f.GetWatched() != nil }

// appendFrame appends the wire form of a frame: its length, then its bytes.
func appendFrame(b []byte, f *wire.Frame) ([]byte, error) {
	if large(f) {
		return frames.Append(b, f, frames.MaxLarge)
	}
	return frames.Append(b, f, frames.Max)
}

// unmarshalFrame parses the bytes of a frame, without the length prefix, into f. Only a large one
// may have more than frames.Max bytes.
func unmarshalFrame(payload []byte, limit int, f *wire.Frame) error {
	if err := frames.Unmarshal(payload, f, limit); err != nil {
		return err
	}
	if len(payload) > frames.Max && !large(f) {
		return frames.ErrOversized
	}
	return nil
}
