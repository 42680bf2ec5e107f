//go:build !js

package record

import (
	"context"
	"database/sql"

	"mancala/match"
)

func (f *file) importGames(ctx context.Context, list []match.Record) (added int, err error) {
	err = f.write(ctx, func(tx *sql.Tx) error {
		added = 0
		for _, g := range list {
			var known bool
			if err := tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM games WHERE game_id = ?)", g.ID).Scan(&known); err != nil {
				return err
			}
			if known {
				continue
			}
			if err := putGame(ctx, tx, normalGame(g)); err != nil {
				return err
			}
			added++
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return added, nil
}
