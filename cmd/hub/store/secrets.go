package store

import (
	"context"
	"database/sql"
	"errors"
)

// Secrets are what all nodes share and members never see.
type Secrets struct{ store *Store }

// SecretsOf returns the secrets of a club.
func SecretsOf(s *Store) Secrets { return Secrets{s} }

// Secret returns the secret of a name, which all nodes share: made, unless one is kept already.
func (a Secrets) Secret(ctx context.Context, name string, made []byte) (kept []byte, err error) {
	err = a.store.change(ctx, func(x *tx) error {
		if _, err := x.exec("INSERT INTO secret (name, body) VALUES ($1, $2) ON CONFLICT DO NOTHING", name, blob(made)); err != nil {
			return err
		}
		return x.row("SELECT body FROM secret WHERE name = $1", []any{name}, &kept)
	})
	return kept, err
}

// Keep keeps a secret in the place of an earlier one.
func (a Secrets) Keep(ctx context.Context, name string, body []byte) error {
	return a.store.change(ctx, func(x *tx) error {
		_, err := x.exec("INSERT INTO secret (name, body) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET body = excluded.body", name, blob(body))
		return err
	})
}

// Kept returns a secret, or ErrNotFound.
func (a Secrets) Kept(ctx context.Context, name string) (body []byte, err error) {
	err = a.store.view(ctx, func(rows *sql.Rows) error { return rows.Scan(&body) }, "SELECT body FROM secret WHERE name = $1", name)
	if err == nil && body == nil {
		err = ErrNotFound
	}
	return body, err
}

// Drop deletes a secret, if there is one.
func (a Secrets) Drop(ctx context.Context, name string) error {
	return a.store.change(ctx, func(x *tx) error {
		_, err := x.exec("DELETE FROM secret WHERE name = $1", name)
		return err
	})
}

// Engine names the kind of the database.
func (s *Store) Engine() string { return s.name }

// Passing reports whether an error of [Open] may pass by itself: the server is away or starts, or
// is a replica that will be the primary.
func Passing(err error) bool { return passing(err) || errors.Is(err, ErrReadOnly) }

// Nodes returns the nodes that live, by name.
func (s *Store) Nodes(ctx context.Context) (list []Owner, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		var o Owner
		err := rows.Scan(&o.Name, &o.Address)
		list = append(list, o)
		return err
	}, "SELECT name, address FROM node WHERE gone = 0 AND seen >= {now} - $1 ORDER BY name, run", deadAfter.Milliseconds())
	return list, err
}

// Abandon ends the store without a goodbye, as the death of its process does, for tests.
func (s *Store) Abandon() error {
	s.cancel()
	return nil
}
