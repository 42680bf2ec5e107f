package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"mancala/match"
)

// Limits of a [match.Bookmark].
const (
	// MaxAddr is the largest number of bytes in its address.
	MaxAddr = 300
	// MaxState is the largest number of bytes in its state.
	MaxState = 1 << 20
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
	case len(b.State) > MaxState:
		return fmt.Errorf("a series of %d bytes cannot be kept; the most is %d", len(b.State), MaxState)
	}
	if _, err := b.Game.Replay(); err != nil {
		return note("bad-series", err).Because(err)
	}
	return nil
}

// normalBookmark returns the bookmark in the form in which the database returns it; it shares no
// memory with b.
func normalBookmark(b match.Bookmark) match.Bookmark {
	b.Game.Variant = b.Game.Variant.Canonical()
	b.Game.Plies = slices.Clone(b.Game.Plies)
	b.State = bytes.Clone(b.State)
	b.Saved = normalTime(b.Saved)
	return b
}

// newestBookmark compares two bookmarks in the order of a list.
func newestBookmark(a, b match.Bookmark) int {
	return cmp.Or(b.Saved.Compare(a.Saved), cmp.Compare(a.Series, b.Series))
}
