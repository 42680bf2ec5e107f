// Package store keeps a club in one database: SQLite in the data folder, or PostgreSQL, which any
// number of nodes share. Package club and the others decide; this package has the transactions.
//
// A table belongs to the node that moved its row last: each record moves the place in that row from
// one number to the next. So a node that slept, and another one has taken its table over meanwhile,
// moves nothing and knows that it has lost the table. No change is applied twice, since a change
// whose answer was lost is recognised by its place, or by a primary key.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/workers"
)

// Errors that callers tell apart with errors.Is. Any other error means that the database does not
// answer, or refuses for a reason of its own.
var (
	// ErrNotFound means that there is no such table, member and so on. A member who asks may see
	// it.
	ErrNotFound error = lobby.Refuse(lobby.ReasonUnknown)
	// ErrQuery means that a query asks for something that does not exist, such as a negative number
	// of games.
	ErrQuery = errors.New("that cannot be asked for")
	// ErrExists means that the key has been taken by another one.
	ErrExists = errors.New("it exists already")
	// ErrBusy means that a member has a place already.
	ErrBusy = errors.New("the member has a place already")
	// ErrLost means that another node owns the table now.
	ErrLost = errors.New("the table is at another node now")
	// ErrNewer means that a newer hub has made the database.
	ErrNewer = errors.New("the database is of a newer hub; upgrade this one")
	// ErrReadOnly means that nothing can be written, as to a replica.
	ErrReadOnly = errors.New("the database can only be read, as a replica can; name the primary")
	// ErrClosed means that the store is closed.
	ErrClosed = errors.New("the store is closed")
)

// Config says where a store is, and who uses it.
type Config struct {
	// URL is a PostgreSQL database, postgres://user:password@host/name. If it is empty, the store
	// is a file of SQLite in Dir.
	URL string
	Dir string
	// Node is the name of this node, which no other one has, and Address the address at which
	// members reach it. Tables of an earlier run of the node are free at once.
	Node, Address string
	Rand          io.Reader        // secret random bytes, for the name of this run
	Now           func() time.Time // this machine's clock; nil: the real one
	Log           *slog.Logger     // for operators; nil: none
}

// Store is a node's way to the database of its club. It is safe for concurrent use.
type Store struct {
	engine
	cfg    Config
	run    string
	writer *writer
	log    *slog.Logger
	ctx    context.Context // ends with the store
	cancel context.CancelFunc
	work   sync.WaitGroup

	pause time.Duration // between two attempts of a transaction
	calls atomic.Uint64 // gives calls their names
	ahead atomic.Int64  // by how many nanoseconds the clock of the database is ahead of this machine's
	heard chan struct{} // gets something when there may be new changes
	bell  *bell         // wakes this node, and others of this process
	pulse pulse

	joint joint
}

// Open opens the database, and makes or upgrades its tables. The errors say what to do.
func Open(ctx context.Context, cfg Config) (*Store, error) {
	e, err := openEngine(ctx, cfg)
	if err != nil {
		return nil, err
	}
	s, err := newStore(ctx, e, cfg)
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	if s.listen != nil {
		s.work.Go(func() { s.listen(s.ctx, s.bell.ring) })
	}
	if s.tend != nil {
		s.work.Go(func() { s.tend(s.ctx) })
	}
	return s, nil
}

// newStore returns the store of a node over an engine whose tables are there.
func newStore(ctx context.Context, e engine, cfg Config) (*Store, error) {
	s := &Store{engine: e, cfg: cfg, log: cmp.Or(cfg.Log, slog.New(slog.DiscardHandler)), heard: make(chan struct{}, 1), pause: pause}
	if s.cfg.Now == nil {
		s.cfg.Now = time.Now
	}
	name := make([]byte, 12)
	if _, err := io.ReadFull(cfg.Rand, name); err != nil {
		return nil, fmt.Errorf("no random bytes for the name of this run: %w", err)
	}
	s.run = fmt.Sprintf("%x", name)
	s.bell = &bell{nodes: []*Store{s}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.writer = newWriter(s)
	err := s.Beat(ctx)
	if err == nil {
		err = s.change(ctx, func(t *tx) error { // an earlier run of this node has ended
			_, err := t.exec("UPDATE node SET gone = 1 WHERE name = $1 AND run <> $2", cfg.Node, s.run)
			return err
		})
	}
	if err != nil {
		s.cancel()
		return nil, err
	}
	s.work.Go(s.writer.work)
	return s, nil
}

// Close says goodbye, so that other nodes may take its tables at once, and closes the database.
func (s *Store) Close() error {
	if s.writer == nil { // of [View]
		return s.engine.close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), tryWait)
	defer cancel()
	s.writer.close()
	err := s.change(ctx, func(t *tx) error {
		_, err := t.exec("UPDATE node SET gone = 1 WHERE run = $1", s.run)
		return err
	})
	s.cancel()
	s.work.Wait()
	return errors.Join(err, s.engine.close())
}

// Run names this run of the node.
func (s *Store) Run() string { return s.run }

// Address returns where members reach this node, or "" if it has no address of its own.
func (s *Store) Address() string { return s.cfg.Address }

// Now returns the time by the clock of the database, as far as this node knows it. All times that
// are stored or compared with stored ones come from it: a machine whose clock is wrong does no
// harm.
func (s *Store) Now() time.Time { return s.cfg.Now().Add(time.Duration(s.ahead.Load())) }

const (
	// tryWait is how long one attempt of a transaction may take.
	tryWait = 10 * time.Second
	// pause is the time between two attempts.
	pause = 50 * time.Millisecond
)

// change does f in a transaction, again if the database has aborted it or its outcome is not known,
// until ctx ends. So f must recognise its own earlier work.
func (s *Store) change(ctx context.Context, f func(*tx) error) error {
	for {
		err := s.try(ctx, f)
		if err == nil || !s.passing(err) || s.ctx.Err() != nil {
			return err
		}
		if !workers.Pause(ctx, s.pause) {
			return errors.Join(ctx.Err(), err)
		}
	}
}

func (s *Store) try(ctx context.Context, f func(*tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, tryWait)
	defer cancel()
	t, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer t.keep()
	if err = f(t); err == nil {
		err = t.tellAll()
	}
	if err != nil {
		_ = t.tx.Rollback()
		if errors.Is(err, errDone) {
			err = nil
		}
		return err
	}
	if err = t.commit(); err != nil {
		return err
	}
	if len(t.news) > 0 {
		s.bell.ring()
	}
	return nil
}

// errDone says that an earlier attempt of a transaction has been stored, whose answer was lost.
var errDone = errors.New("it is done")

// unknownError is the error of a commit, which may have happened all the same.
type unknownError struct{ err error }

func (e *unknownError) Error() string { return "the outcome is not known: " + e.err.Error() }
func (e *unknownError) Unwrap() error { return e.err }

// tx is a transaction that writes.
type tx struct {
	ctx    context.Context
	tx     *sql.Tx
	engine *engine
	news   []Change
	fresh  []string // statements that are to be kept
	wrote  int      // how many statements have changed rows, each about a page
}

// commit ends the transaction. Its errors are [*unknownError].
func (t *tx) commit() error {
	if err := t.engine.commit(t.tx); err != nil {
		return &unknownError{err}
	}
	t.engine.journal.add(t.wrote)
	return nil
}

// exec runs a statement, and returns how many rows it has changed.
func (t *tx) exec(query string, args ...any) (n int64, err error) {
	t.wrote++
	var r sql.Result
	if text, s := t.kept(query); s != nil {
		r, err = s.ExecContext(t.ctx, args...)
	} else {
		r, err = t.tx.ExecContext(t.ctx, text, args...)
	}
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// row reads the only row of a query, or returns ErrNotFound.
func (t *tx) row(query string, args []any, to ...any) error {
	there := false
	err := t.rows(func(rows *sql.Rows) error {
		there = true
		return rows.Scan(to...)
	}, query, args...)
	if err == nil && !there {
		err = ErrNotFound
	}
	return err
}

// rows calls f for the rows of a query.
func (t *tx) rows(f func(*sql.Rows) error, query string, args ...any) (err error) {
	var rows *sql.Rows
	if text, s := t.kept(query); s != nil {
		rows, err = s.QueryContext(t.ctx, args...)
	} else {
		rows, err = t.tx.QueryContext(t.ctx, text, args...)
	}
	return each(rows, err, f)
}

// kept returns the engine's text of a statement, and the prepared statement if there is one.
func (t *tx) kept(query string) (text string, s *sql.Stmt) {
	text = t.engine.text(query)
	if t.engine.kept == nil {
		return text, nil
	}
	if s, ok := t.engine.kept.writing.Load(text); ok {
		return text, t.tx.StmtContext(t.ctx, s.(*sql.Stmt))
	}
	t.fresh = append(t.fresh, text)
	return text, nil
}

// keep prepares the statements of a transaction that has ended for the next ones.
func (t *tx) keep() {
	for _, text := range t.fresh {
		_, _ = prepared(t.ctx, t.engine.writing, &t.engine.kept.writing, text) // otherwise the next one tries
	}
}

// blob returns a copy that is not nil, which the database would take for no value.
func blob(b []byte) []byte { return append([]byte{}, b...) }

func each(rows *sql.Rows, err error, f func(*sql.Rows) error) error {
	if err != nil {
		return err
	}
	for rows.Next() && err == nil {
		err = f(rows)
	}
	return errors.Join(err, rows.Err(), rows.Close())
}

// view does the same outside of a transaction, on a connection that only reads.
func (s *Store) view(ctx context.Context, f func(*sql.Rows) error, query string, args ...any) error {
	text := s.text(query)
	if s.kept == nil {
		rows, err := s.reading.QueryContext(ctx, text, args...)
		return each(rows, err, f)
	}
	kept, err := prepared(ctx, s.reading, &s.kept.reading, text)
	if err != nil {
		return err
	}
	rows, err := kept.QueryContext(ctx, args...)
	return each(rows, err, f)
}

// column returns the only column of a query, as view reads it.
func column[T any](ctx context.Context, s *Store, query string, args ...any) (list []T, err error) {
	err = s.view(ctx, func(rows *sql.Rows) error {
		var v T
		err := rows.Scan(&v)
		list = append(list, v)
		return err
	}, query, args...)
	return list, err
}

// one returns the only row of a query, or ErrNotFound.
func one[T any](ctx context.Context, s *Store, scan func(to func(...any) error) (T, error), query string, args ...any) (v T, err error) {
	err = ErrNotFound
	failed := s.view(ctx, func(rows *sql.Rows) error {
		v, err = scan(rows.Scan)
		return err
	}, query, args...)
	return v, cmp.Or(failed, err)
}
