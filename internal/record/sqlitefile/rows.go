//go:build !js

package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
)

// InTx runs f in an immediate transaction: it holds the write lock from the start, so the data that
// f reads stays valid.
func InTx(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// Querier is a database or a transaction.
type Querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// Column returns the texts of a query's only column.
func Column(ctx context.Context, q Querier, query string, args ...any) ([]string, error) {
	var list []string
	err := EachRow(ctx, q, func(rows *sql.Rows) error {
		var text string
		err := rows.Scan(&text)
		list = append(list, text)
		return err
	}, query, args...)
	return list, err
}

// EachRow calls f for the rows of a query until f returns an error. If that is [ErrEnough], EachRow
// returns nil.
func EachRow(ctx context.Context, q Querier, f func(*sql.Rows) error, query string, args ...any) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		if err := f(rows); errors.Is(err, ErrEnough) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return rows.Err()
}

// ErrEnough is the error that ends the rows of [EachRow].
var ErrEnough = errors.New("enough rows")
