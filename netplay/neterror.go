package netplay

import (
	"bufio"
	"errors"
	"io"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// isFrameError reports whether the bytes of a frame broke the protocol, so that the peer is told.
func isFrameError(err error) bool {
	return errors.Is(err, frames.ErrOversized) || errors.Is(err, frames.ErrNegative) || errors.Is(err, frames.ErrOverlong)
}

// frameError adds a note to an error in the middle of a frame that came too slowly.
func frameError(err error) error {
	if transport.IsTimeout(err) {
		return note("slow").Because(err)
	}
	return err
}

// readPreface reads the bytes before the first frame. If they are wrong, it returns a note that
// says which program seems to be at the other end.
func readPreface(r *bufio.Reader, cfg SessionConfig) error {
	first, err := r.Peek(len(frames.Preface))
	if err != nil {
		if len(first) > 0 && err == io.EOF {
			return note("hung-up", cfg.PeerAddr).Because(frames.ErrTruncated)
		}
		return err
	}
	if string(first) != frames.Preface {
		return frames.Stranger(string(first), cfg.PeerAddr, cfg.Self == match.Host)
	}
	_, err = r.Discard(len(frames.Preface))
	return err
}
