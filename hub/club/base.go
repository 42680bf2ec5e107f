package club

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"

	"mancala/hub/bus"
	"mancala/match/lobby"
)

// base is common to the parts of a club at a node.
type base struct {
	cfg Config
	run string // names this run of this node
}

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID returns the id of a new member or table.
func (n *base) newID() (string, error) {
	var b [lobby.IDLength * 5 / 8]byte
	if _, err := io.ReadFull(n.cfg.Rand, b[:]); err != nil {
		return "", fmt.Errorf("no random bytes for an id: %w", err)
	}
	return letters.EncodeToString(b[:]), nil
}

// logTrouble logs an error that is no race between nodes.
func (n *base) logTrouble(what string, err error) {
	if err != nil && !errors.Is(err, bus.ErrConflict) && !errors.Is(err, bus.ErrClosed) && !errors.Is(err, context.Canceled) {
		n.cfg.Log.Warn(what, "err", err)
	}
}

// lives reports whether a run of a node lasts, as far as this node can tell.
func (n *base) lives(ctx context.Context, run string) bool {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	_, err := n.cfg.Bus.Request(ctx, aliveSubject+run, nil)
	return !errors.Is(err, bus.ErrNoResponders)
}

// unwatched logs that a bucket cannot be watched at the moment.
func (n *base) unwatched(err error) {
	n.cfg.Log.Error("A bucket can no longer be watched; this is tried again.", "err", err)
}
