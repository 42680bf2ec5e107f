//go:build !js

package record

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"mancala/record/sqlitefile"
)

func (f *file) lease(ctx context.Context, id string, w lease, take bool) (held bool, err error) {
	err = sqlitefile.InTx(ctx, f.db, func(tx *sql.Tx) (err error) {
		held, err = putLease(ctx, tx, id, w, take)
		return err
	})
	return held, f.sentence(err)
}

// putLease writes the lease of a game, unless another lease excludes it and may not be taken. It
// also removes leases that no one has renewed for long.
func putLease(ctx context.Context, tx *sql.Tx, id string, w lease, take bool) (held bool, err error) {
	var holder string
	var until int64
	err = tx.QueryRowContext(ctx, "SELECT holder, until_ms FROM leases WHERE game_id = ?", id).Scan(&holder, &until)
	switch {
	case errors.Is(err, sql.ErrNoRows):
	case err != nil:
		return false, err
	case !take && w.excludes(holder, time.UnixMilli(until)):
		return false, nil
	}
	if _, err := tx.ExecContext(ctx, "DELETE FROM leases WHERE until_ms < ?", w.now.Add(-time.Hour).UnixMilli()); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, "INSERT OR REPLACE INTO leases (game_id, holder, until_ms) VALUES (?, ?, ?)", id, w.holder, w.until.UnixMilli())
	return err == nil, err
}

func (f *file) release(ctx context.Context, id, holder string) error {
	return f.delete(ctx, "DELETE FROM leases WHERE game_id = ? AND holder = ?", id, holder)
}
