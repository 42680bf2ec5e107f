package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

const (
	// deadAfter is how long a node may be silent until others take its tables over.
	deadAfter = 3 * time.Second
	// beatsWithin is the longest time between two beats of a node that judges others. After an
	// outage of the database all have been silent, and one beats first.
	beatsWithin = 2 * time.Second
)

// pulse is since when a node has beaten without a gap, and why the last beat failed.
type pulse struct {
	mu          sync.Mutex
	since, last time.Time
	err         error
}

func (p *pulse) beat(now time.Time, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err = err; err != nil {
		return
	}
	if now.Sub(p.last) > beatsWithin {
		p.since = now
	}
	p.last = now
}

// patience is how long another node may be silent until this one says that it is dead.
func (s *Store) patience() time.Duration {
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	if now := s.cfg.Now(); now.Sub(s.pulse.last) <= beatsWithin && now.Sub(s.pulse.since) >= deadAfter {
		return deadAfter
	}
	return forgetNode
}

// Tab is a table that this node owns. Its calls are made one after the other.
type Tab struct {
	store *Store
	id    string

	mu    sync.Mutex
	place uint64 // of the last record
	lost  bool
}

// Record is a record of a table.
type Record struct {
	Place uint64
	Body  []byte
}

// Owner is a node that owns a table and lives.
type Owner struct{ Name, Address string }

// Elsewhere is the error of a claim of a table that belongs to a node which lives. It has been
// silent for a while.
type Elsewhere struct {
	Owner
	Silent time.Duration
}

// Error returns a sentence for the log.
func (e *Elsewhere) Error() string { return "the table is at the node " + e.Name }

// Create makes a table of this node with its first record, or returns ErrExists.
func (s *Store) Create(ctx context.Context, id string, setup, first []byte) (*Tab, error) {
	return s.Sit(ctx, id, setup, first)
}

// create makes a table. The call names itself, so that it returns errDone after an earlier attempt
// that has done the whole transaction.
func (t *tx) create(run, call, id string, setup, first []byte) error {
	n, err := t.exec("INSERT INTO tab (id, run, place, made, number, setup) VALUES ($1, $2, 1, $3, 1, $4) ON CONFLICT DO NOTHING", id, run, call, blob(setup))
	if err == nil && n == 1 {
		_, err = t.exec(putRecord, id, 1, first)
		return err
	}
	if err != nil {
		return err
	}
	var made string
	if err = t.row("SELECT made FROM tab WHERE id = $1", []any{id}, &made); err == nil {
		err = ErrExists
	}
	if made == call {
		err = errDone
	}
	return err
}

// Claim makes this node the owner of a table, and returns its records, and when its owner before
// was last heard, by the database's clock; the zero time if that is long ago. The error
// is [*Elsewhere] if another node owns it that lives, and ErrNotFound without such a table. Call it
// only for a table that this node does not serve, once at a time, and do not give it up: after
// another error the table may be this node's.
func (s *Store) Claim(ctx context.Context, id string) (tab *Tab, records []Record, heard time.Time, err error) {
	tab = &Tab{store: s, id: id}
	err = s.together(ctx, id, func(t *tx) (err error) {
		tab.place, heard, records, err = t.claim(s, id)
		return err
	})
	if err != nil {
		return nil, nil, time.Time{}, err
	}
	return tab, records, heard, nil
}

// claim makes a node the owner of a table.
func (t *tx) claim(s *Store, id string) (place uint64, heard time.Time, records []Record, err error) {
	o, err := t.owner(id)
	if err != nil {
		return 0, heard, nil, err
	}
	if o.run != s.run && s.lives(o) {
		return 0, heard, nil, &Elsewhere{o.Owner, o.now.Sub(o.seen)}
	}
	n, err := t.exec(takeTab, id, s.run, o.place, o.run)
	if err == nil && n == 0 { // another node was faster, or someone holds the row
		if o, err = t.owner(id); err == nil {
			err = &Elsewhere{o.Owner, o.now.Sub(o.seen)}
		}
	}
	if err != nil {
		return 0, heard, nil, err
	}
	err = t.rows(func(rows *sql.Rows) error {
		var r Record
		err := rows.Scan(&r.Place, &r.Body)
		records = append(records, r)
		return err
	}, "SELECT place, body FROM record WHERE tab = $1 ORDER BY place", id)
	return o.place + 1, o.seen, records, err
}

// takeTab takes a table over from its owner before. The place that it moves is the former owner's
// next one, whose record will come too late. It waits for no lock: others are taken over in the
// same transaction.
const takeTab = `UPDATE tab SET run = $2, place = place + 1
	WHERE id = (SELECT id FROM tab WHERE id = $1 AND place = $3 AND run = $4 {free}) AND place = $3 AND run = $4`

// owner is a row of a table, and its owner's.
type owner struct {
	Owner
	run   string
	place uint64
	seen  time.Time // zero if it is not known any more
	gone  bool      // it has said goodbye
	now   time.Time
}

// lives reports whether the owner has been seen lately.
func (s *Store) lives(o owner) bool {
	return !o.gone && !o.seen.IsZero() && o.now.Sub(o.seen) < s.patience()
}

const findOwner = `SELECT tab.run, tab.place, coalesce(node.name, ''), coalesce(node.address, ''), coalesce(node.seen, 0), coalesce(node.gone, 1), {now}
	FROM tab LEFT JOIN node ON node.run = tab.run WHERE tab.id = $1`

func (t *tx) owner(id string) (owner, error) {
	return scanOwner(func(to ...any) error { return t.row(findOwner, []any{id}, to...) })
}

func scanOwner(scan func(...any) error) (o owner, err error) {
	var seen, now int64
	err = scan(&o.run, &o.place, &o.Name, &o.Address, &seen, &o.gone, &now)
	if o.now = time.UnixMilli(now); seen != 0 {
		o.seen = time.UnixMilli(seen)
	}
	return o, err
}

// Where returns the node that owns a table, and whether it lives.
func (s *Store) Where(ctx context.Context, id string) (at Owner, mine, lives bool, err error) {
	o, err := one(ctx, s, scanOwner, findOwner, id)
	return o.Owner, err == nil && o.run == s.run, err == nil && s.lives(o), err
}

// Listed is a table as the list of the club has it.
type Listed struct {
	ID     string
	Node   string // that owns it
	Number int    // of the present game, or of the next one between two games
	Over   bool   // no more games come
	Setup  []byte
}

// Tabs returns all tables, or those with some ids.
func (s *Store) Tabs(ctx context.Context, ids ...string) (tabs []Listed, err error) {
	query, args := "", []any(nil)
	if ids != nil {
		list, err := json.Marshal(ids)
		if err != nil {
			return nil, err
		}
		query, args = " WHERE tab.id IN {values}", []any{string(list)}
	}
	err = s.view(ctx, func(rows *sql.Rows) error {
		var t Listed
		err := rows.Scan(&t.ID, &t.Node, &t.Number, &t.Over, &t.Setup)
		tabs = append(tabs, t)
		return err
	}, "SELECT tab.id, coalesce(node.name, ''), tab.number, tab.over, tab.setup FROM tab LEFT JOIN node ON node.run = tab.run"+query+" ORDER BY tab.id", args...)
	return tabs, err
}

// ID returns the id of the table.
func (t *Tab) ID() string { return t.id }

// Append stores a record, and returns once it is certainly stored. Without a body it only proves
// that this node owned the table at some moment during the call. The error is ErrLost if another
// node owns the table; any other error also ends this Tab, since the record may be stored or not.
func (t *Tab) Append(ctx context.Context, body []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost {
		return ErrLost
	}
	var err error
	select {
	case err = <-t.store.writer.add(t.id, t.place+1, body):
	case <-ctx.Done():
		err = ctx.Err()
	}
	return t.settle(err)
}

// settle takes in the outcome of an append.
func (t *Tab) settle(err error) error {
	if t.lost = err != nil; t.lost {
		return errors.Join(ErrLost, err)
	}
	t.place++
	return nil
}

// Place returns the place of the last record.
func (t *Tab) Place() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.place
}

// Trim removes the records before a place, unless this node has lost the table. It may be left out
// or repeated.
func (t *Tab) Trim(ctx context.Context, before uint64) error {
	return t.store.change(ctx, func(x *tx) error {
		_, err := x.exec("DELETE FROM record WHERE tab = $1 AND place < $2 AND EXISTS (SELECT 1 FROM tab WHERE id = $1 AND run = $3)",
			t.id, before, t.store.run)
		return err
	})
}

// Release gives the table up, so that any node may take it at once.
func (t *Tab) Release(ctx context.Context) error {
	return t.end(ctx, "UPDATE tab SET run = '', place = place + 1 WHERE id = $1 AND place = $2 AND run = $3")
}

// Delete removes the table with all its records, and ends the places there.
func (t *Tab) Delete(ctx context.Context) error {
	return t.end(ctx, "DELETE FROM tab WHERE id = $1 AND place = $2 AND run = $3")
}

// end ends this node's ownership by a statement. If the table is lost, that is no error.
func (t *Tab) end(ctx context.Context, query string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.lost {
		return nil
	}
	t.lost = true
	return t.store.together(ctx, t.id, func(x *tx) error {
		n, err := x.exec(query, t.id, t.place, t.store.run)
		if err != nil || n == 0 {
			return err
		}
		x.tell("table", t.id, nil)
		for _, leftovers := range []string{"record", "place"} {
			if _, err := x.exec("DELETE FROM "+leftovers+" WHERE tab = $1 AND NOT EXISTS (SELECT 1 FROM tab WHERE id = $1)", t.id); err != nil {
				return err
			}
		}
		return nil
	})
}

// Orphans returns at most that many tables whose owner is silent, has said goodbye or has released
// them, so that flags also fall at tables that no one visits. For a while after its first beat, or
// one that was late, a node does not know who is silent.
func (s *Store) Orphans(ctx context.Context, most int) (ids []string, err error) {
	return column[string](ctx, s, "SELECT id FROM tab WHERE run NOT IN (SELECT run FROM node WHERE gone = 0 AND seen >= {now} - $1) LIMIT $2",
		s.patience().Milliseconds(), most)
}

// Mine returns the tables that this run of the node owns. It may own one that it does not know of,
// if an answer was lost, and may believe that it owns one that others have taken over while it
// stood still.
func (s *Store) Mine(ctx context.Context) (ids []string, err error) {
	return column[string](ctx, s, "SELECT id FROM tab WHERE run = $1", s.run)
}

// Beat says that this node lives, and learns the database's time. Call it each second. A node that
// was given up lives again.
func (s *Store) Beat(ctx context.Context) error {
	var now int64
	var asked, answered time.Time
	err := s.change(ctx, func(t *tx) error {
		if _, err := t.exec(`INSERT INTO node (run, name, address, seen) VALUES ($1, $2, $3, {now})
			ON CONFLICT (run) DO UPDATE SET seen = excluded.seen, gone = 0`, s.run, s.cfg.Node, s.cfg.Address); err != nil {
			return err
		}
		for query, after := range map[string]time.Duration{
			"DELETE FROM node WHERE seen < {now} - $1": forgetNode, "DELETE FROM change WHERE at < {now} - $1": forgetChange,
			"DELETE FROM code WHERE lapses < {now} - $1": forgetChange,
		} {
			if _, err := t.exec(query, after.Milliseconds()); err != nil {
				return err
			}
		}
		asked = s.cfg.Now()
		err := t.row("SELECT {now}", nil, &now)
		answered = s.cfg.Now()
		return err
	})
	if err == nil {
		s.ahead.Store(int64(time.UnixMilli(now).Sub(asked.Add(answered.Sub(asked) / 2))))
	}
	s.pulse.beat(answered, err)
	return err
}

// How long changes, and nodes that are silent, are kept. The latter's last sign of life says how
// long clocks ran.
const (
	forgetChange = time.Minute
	forgetNode   = 24 * time.Hour
)
