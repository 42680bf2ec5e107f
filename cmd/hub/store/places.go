package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"
)

// Kind is how a member is engaged.
type Kind string

// The kinds of places.
const (
	KindSeek Kind = "seek" // waits for any opponent
	KindOpen Kind = "open" // waits at an open table
	KindPlay Kind = "play" // plays at a table
	// KindOver leads to a table that is over, whose end the member has not seen. It counts as no
	// place.
	KindOver Kind = "over"
)

// Place is the one place that a member may have.
type Place struct {
	Member string
	Kind   Kind
	Table  string // "" with KindSeek
	Run    string // of the node that keeps the member's line
	Node   string // its name, "" if it is long gone
	// Since is when the member began to wait; it stays when they get a table.
	Since time.Time
	Body  []byte // the settings, for package club
}

// putPlace gives a member a place if they have none.
const putPlace = `INSERT INTO place (member, kind, tab, run, since, body) VALUES ($1, $2, $3, $4, {now}, $5) ON CONFLICT (member) DO UPDATE
	SET kind = excluded.kind, tab = excluded.tab, run = excluded.run, since = excluded.since, body = excluded.body WHERE place.kind = 'over'`

// Take gives a member a place if they have none, and otherwise returns ErrBusy. Only KindSeek and
// KindOpen are taken like that. It tells all nodes.
func (s *Store) Take(ctx context.Context, p Place) error {
	return s.change(ctx, func(x *tx) error {
		n, err := x.exec(putPlace, p.Member, p.Kind, p.Table, s.run, blob(p.Body))
		if err != nil || n == 1 {
			x.tell("place", p.Member, nil)
			return err
		}
		old, err := x.place(p.Member)
		if err == nil && (old.Kind != p.Kind || old.Table != p.Table || old.Run != s.run || string(old.Body) != string(p.Body)) {
			err = ErrBusy
		}
		return err // nil: an earlier attempt has taken it
	})
}

// Leave ends the place of a member who waits, with a run only if it is that run's. A place at a
// table at which two play stays.
func (s *Store) Leave(ctx context.Context, member, run string) error {
	return s.change(ctx, func(x *tx) error {
		n, err := x.exec("DELETE FROM place WHERE member = $1 AND kind IN ('seek', 'open') AND (run = $2 OR $2 = '')", member, run)
		if n > 0 {
			x.tell("place", member, nil)
		}
		return err
	})
}

// Return makes this node the one that keeps a member's line.
func (s *Store) Return(ctx context.Context, member string) error {
	return s.change(ctx, func(x *tx) error {
		n, err := x.exec("UPDATE place SET run = $2 WHERE member = $1 AND run <> $2", member, s.run)
		if n > 0 {
			x.tell("place", member, nil)
		}
		return err
	})
}

// Sit begins a table for some members, in one transaction: each has the place that they are said to
// have, or none if it has no kind. The table is this node's, with its first record. The error is
// ErrBusy, or ErrNotFound if a place is not there any more, as when someone else has sat down.
func (s *Store) Sit(ctx context.Context, id string, setup, first []byte, players ...Place) (*Tab, error) {
	call := fmt.Sprint(s.run, "-", s.calls.Add(1))
	err := s.change(ctx, func(x *tx) error {
		if err := x.create(s.run, call, id, setup, first); err != nil {
			return err
		}
		for _, p := range players {
			if err := x.seat(s.run, id, p); err != nil {
				return err
			}
		}
		x.tell("table", id, nil)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &Tab{store: s, id: id, place: 1}, nil
}

// seat gives a member the place at a table, in exchange for the one that they have.
func (x *tx) seat(run, table string, p Place) (err error) {
	var n int64
	missing := ErrNotFound
	if p.Kind == "" {
		missing = ErrBusy
		n, err = x.exec(putPlace, p.Member, KindPlay, table, run, blob(p.Body))
	} else {
		n, err = x.exec("UPDATE place SET kind = 'play', tab = $2 WHERE member = $1 AND kind = $3 AND tab = $4", p.Member, table, p.Kind, p.Table)
	}
	if err != nil {
		return err
	}
	x.tell("place", p.Member, nil)
	if n == 0 {
		return missing
	}
	return nil
}

const placeColumns = "SELECT member, kind, tab, run, coalesce((SELECT name FROM node WHERE node.run = place.run), ''), since, body FROM place "

// place returns the place of a member.
func (x *tx) place(member string) (p Place, err error) {
	return scanPlace(func(to ...any) error { return x.row(placeColumns+"WHERE member = $1 {lock}", []any{member}, to...) })
}

func scanPlace(scan func(...any) error) (p Place, err error) {
	var since int64
	err = scan(&p.Member, &p.Kind, &p.Table, &p.Run, &p.Node, &since, &p.Body)
	p.Since = time.UnixMilli(since).UTC()
	return p, err
}

// Places returns the places of those members.
func (s *Store) Places(ctx context.Context, members ...string) ([]Place, error) {
	list, err := json.Marshal(members)
	if err != nil || len(members) == 0 {
		return nil, err
	}
	return s.somePlaces(ctx, "WHERE member IN {values}", string(list))
}

// AllPlaces returns the places of all members who wait.
func (s *Store) AllPlaces(ctx context.Context) ([]Place, error) {
	return s.somePlaces(ctx, "WHERE kind IN ('seek', 'open')")
}

// PlacesAt returns the places at a table.
func (s *Store) PlacesAt(ctx context.Context, table string) ([]Place, error) {
	return s.somePlaces(ctx, "WHERE tab = $1", table)
}

// somePlaces returns places, the oldest first.
func (s *Store) somePlaces(ctx context.Context, which string, args ...any) (list []Place, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		p, err := scanPlace(rows.Scan)
		list = append(list, p)
		return err
	}, placeColumns+which+" ORDER BY since, member", args...)
	return list, err
}

// Sweep ends the places of members who wait whose node has been silent for that long or has said
// goodbye that long ago, and returns their members.
func (s *Store) Sweep(ctx context.Context, silent time.Duration) (members []string, err error) {
	err = s.change(ctx, func(x *tx) error {
		members = nil
		err := x.rows(func(rows *sql.Rows) error {
			var m string
			err := rows.Scan(&m)
			members = append(members, m)
			return err
		}, `DELETE FROM place WHERE kind IN ('seek', 'open') AND since < {now} - $1
			AND NOT EXISTS (SELECT 1 FROM node WHERE node.run = place.run AND node.seen >= {now} - $1) RETURNING member`, silent.Milliseconds())
		for _, m := range members {
			x.tell("place", m, nil)
		}
		return err
	})
	return members, err
}
