package store

import (
	"context"
	"database/sql"
)

// Mine returns the tables that this run of the node owns. It may own one that it does not know of,
// if an answer was lost, and may believe that it owns one that others have taken over while it
// stood still.
func (s *Store) Mine(ctx context.Context) (ids []string, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		var id string
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT id FROM tab WHERE run = $1", s.run)
	return ids, err
}
