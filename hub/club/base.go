package club

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

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

// follow hands the entries of a bucket to f, and tells ready once it has handed over those that are
// there. If the bucket has to be watched anew, keys that are gone meanwhile are handed over as
// deleted.
func (n *base) follow(ctx context.Context, b bus.Bucket, f func(bus.Entry), ready chan<- error) {
	known := map[string]bool{}
	for ctx.Err() == nil {
		before := maps.Clone(known)
		err := b.Watch(ctx, func(e bus.Entry) {
			delete(before, e.Key)
			switch {
			case e.Key != "":
				if known[e.Key] = true; e.Deleted {
					delete(known, e.Key)
				}
				f(e)
				return
			case ready != nil:
				ready <- nil
				ready = nil
			}
			for key := range before {
				delete(known, key)
				f(bus.Entry{Key: key, Deleted: true})
			}
			clear(before)
		})
		if errors.Is(err, bus.ErrClosed) {
			return
		}
		if ctx.Err() == nil {
			n.cfg.Log.Error("A bucket can no longer be watched; this is tried again.", "err", err)
			sleep(ctx, time.Second)
		}
	}
}
