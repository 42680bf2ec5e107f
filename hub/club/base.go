package club

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"time"

	"mancala/hub/store"
	"mancala/match/lobby"
)

// base is common to the parts of a club at a node.
type base struct{ cfg Config }

// Config returns the configuration of the club.
func (n *base) Config() Config { return n.cfg }

// now returns the time by the clock of the database.
func (n *base) now() time.Time { return n.cfg.Store.Now().UTC() }

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID returns the id of a new member or table.
func (n *base) newID() (string, error) {
	var b [lobby.IDLength * 5 / 8]byte
	if _, err := io.ReadFull(n.cfg.Rand, b[:]); err != nil {
		return "", fmt.Errorf("no random bytes for an id: %w", err)
	}
	return letters.EncodeToString(b[:]), nil
}

// logTrouble logs an error that is no race between nodes and no refusal.
func (n *base) logTrouble(what string, err error) {
	if no := (*lobby.Refusal)(nil); err == nil || isRace(err) || errors.As(err, &no) || errors.Is(err, context.Canceled) || errors.Is(err, store.ErrClosed) {
		return
	}
	n.cfg.Log.Warn(what, "err", err)
}

// isRace reports whether an error means that another member or node was faster.
func isRace(err error) bool {
	return errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrNotFound)
}

// instead returns the error by, if err is the error that it stands for, or else err.
func instead(err, of, by error) error {
	if errors.Is(err, of) {
		return by
	}
	return err
}
