//go:build !js

package record

import (
	"context"
	"database/sql"
	"time"

	"mancala/netplay/keys"
	"mancala/record/sqlitefile"
)

const hostColumns = "SELECT addr, fingerprint, verified, met_ms FROM hosts "

func (f *file) host(ctx context.Context, addr string) (h Host, found bool, err error) {
	err = sqlitefile.EachRow(ctx, f.db, func(rows *sql.Rows) (err error) {
		h, found, err = scanHost(rows)
		return err
	}, hostColumns+"WHERE addr = ?", addr)
	if !found {
		h = Host{}
	}
	return h, found, f.sentence(err)
}

// scanHost reads a row and reports whether it is valid.
func scanHost(rows *sql.Rows) (h Host, ok bool, err error) {
	var text string
	var met int64
	if err := rows.Scan(&h.Addr, &text, &h.Verified, &met); err != nil {
		return Host{}, false, err
	}
	h.Met = time.UnixMilli(met).UTC()
	h.Fingerprint, err = keys.ParseFingerprint(text)
	return h, err == nil && checkHost(h) == nil, nil
}

func (f *file) saveHost(ctx context.Context, h Host) error {
	return f.write(ctx, func(tx *sql.Tx) error { return putHost(ctx, tx, h) })
}

// putHost writes a row, and replaces the one with that address.
func putHost(ctx context.Context, tx *sql.Tx, h Host) error {
	_, err := tx.ExecContext(ctx, "INSERT OR REPLACE INTO hosts (addr, fingerprint, verified, met_ms) VALUES (?, ?, ?, ?)",
		h.Addr, h.Fingerprint.String(), h.Verified, h.Met.UnixMilli())
	return err
}
