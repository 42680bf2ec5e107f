package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"mancala/internal/match"
)

// Limits of a [match.Bookmark].
const (
	// MaxAddr is the largest number of bytes in its address.
	MaxAddr = 300
	// MaxState is the largest number of bytes in its state and its log.
	MaxState = 1 << 20
	// MaxLine is the largest number of bytes in a line of its log, and MaxLines of lines.
	MaxLine  = 2048
	MaxLines = 8192
)

// checkBookmark returns nil for a bookmark that can be kept. It does not parse its state.
func checkBookmark(b match.Bookmark) error {
	if err := checkASCII(b.Series, "series", MaxGameID); err != nil {
		return err
	}
	if b.Over() {
		return nil
	}
	if err := CheckName(b.Peer); err != nil {
		return err
	}
	switch {
	case b.Self > match.Guest || b.Starter > match.Guest:
		return errors.New("a series is between a host and a guest")
	case len(b.Addr) > MaxAddr || !utf8.ValidString(b.Addr):
		return fmt.Errorf("an address is text of at most %d bytes", MaxAddr)
	case b.Number < 1 || b.Number > MaxGames:
		return fmt.Errorf("a series cannot have a game %d", b.Number)
	}
	if err := checkLog(b); err != nil {
		return err
	}
	if _, err := b.Game.Replay(); err != nil {
		return note("bad-series", err).Because(err)
	}
	return nil
}

// checkLog returns nil if the state of a bookmark and its log are not too large.
func checkLog(b match.Bookmark) error {
	size := len(b.State)
	for _, line := range b.Log {
		if len(line) < 1 || len(line) > MaxLine {
			return fmt.Errorf("a line of %d bytes cannot be kept; the most is %d", len(line), MaxLine)
		}
		size += len(line)
	}
	if size > MaxState || len(b.Log) > MaxLines {
		return fmt.Errorf("a series of %d bytes in %d lines cannot be kept; the most are %d in %d", size, len(b.Log), MaxState, MaxLines)
	}
	return nil
}

// sharedLines returns how many lines of b are the last ones of old; the others are new. Lines never
// change, so it compares their addresses in memory.
func sharedLines(old, b match.Bookmark) int {
	last := len(old.Log) - 1
	n := last + 1 - int(int64(b.First)-int64(old.First))
	if last < 0 || b.First < old.First || n < 1 || n > len(b.Log) || &old.Log[last][0] != &b.Log[n-1][0] {
		return 0
	}
	return n
}

// normalBookmark returns the bookmark as the database returns it. It shares only the log with b,
// and the log never changes.
func normalBookmark(b match.Bookmark) match.Bookmark {
	b.Game.Variant = b.Game.Variant.Canonical()
	b.Game.Plies = slices.Clone(b.Game.Plies)
	b.State = bytes.Clone(b.State)
	if b.Over() || len(b.Log) == 0 {
		b.Log, b.First = nil, 0
	}
	b.Saved = normalTime(b.Saved)
	return b
}

// newestBookmark compares two bookmarks in the order of a list.
func newestBookmark(a, b match.Bookmark) int {
	return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.Series, b.Series))
}
