package local

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"time"

	"mancala/hub/bus"
)

const (
	// maxBatch is the largest number of jobs of a transaction.
	maxBatch = 2000
	// gather is the least time between the starts of two transactions under load: a transaction
	// costs as much as several jobs.
	gather = 3 * time.Millisecond
)

// writer makes all changes to the database on one goroutine, with all waiting jobs in one
// transaction.
type writer struct {
	db   *sql.DB
	conn *sql.Conn
	made map[string]*sql.Stmt // by query

	lasts map[int64]uint64 // of the transaction: the last revision of each bucket that changes

	mu     sync.Mutex
	queue  []*job
	closed bool
	more   *sync.Cond
	ended  chan struct{}

	running bool // run has been called
}

// job is a part of a transaction.
type job struct {
	ctx    context.Context
	run    func(*writer) error // an error that is a refusal concerns only this job
	stored func()              // is called after the transaction
	done   chan error
}

func newWriter(db *sql.DB) *writer {
	w := &writer{db: db, made: map[string]*sql.Stmt{}, ended: make(chan struct{})}
	w.more = sync.NewCond(&w.mu)
	return w
}

// statement returns the statement of a query, which is prepared once.
func (w *writer) statement(query string) (*sql.Stmt, error) {
	if s := w.made[query]; s != nil {
		return s, nil
	}
	s, err := w.conn.PrepareContext(context.Background(), query)
	if err == nil {
		w.made[query] = s
	}
	return s, err
}

// exec carries out a query, and returns how many rows it has changed.
func (w *writer) exec(query string, args ...any) (int64, error) {
	s, err := w.statement(query)
	if err != nil {
		return 0, err
	}
	r, err := s.ExecContext(context.Background(), args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// number returns the only column of the only row of a query, or 0 without a row.
func (w *writer) number(query string, args ...any) (n uint64, err error) {
	s, err := w.statement(query)
	if err == nil {
		err = s.QueryRowContext(context.Background(), args...).Scan(&n)
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return n, err
}

// do runs a job and returns its error. If the context ends first, the job may be done or not.
func (w *writer) do(ctx context.Context, run func(*writer) error, stored func()) error {
	j := &job{ctx, run, stored, make(chan error, 1)}
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return bus.ErrClosed
	}
	w.queue = append(w.queue, j)
	w.more.Signal()
	w.mu.Unlock()
	select {
	case err := <-j.done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// write writes a change, and returns its number, which stored gets as well.
func write(ctx context.Context, b *Broker, run func(*writer) (uint64, error), stored func(n uint64)) (uint64, error) {
	var n uint64
	err := b.writer.do(ctx, func(w *writer) (err error) {
		n, err = run(w)
		return err
	}, func() { stored(n) })
	if err != nil {
		return 0, err // n may be written just now
	}
	return n, nil
}

// run does the jobs until the writer is closed.
func (w *writer) run() {
	defer close(w.ended)
	var began time.Time
	for many := false; ; {
		w.mu.Lock()
		for len(w.queue) == 0 && !w.closed {
			w.more.Wait()
		}
		if many { // one who waits for each of their jobs does not wait for this
			w.mu.Unlock()
			time.Sleep(gather - time.Since(began))
			w.mu.Lock()
		}
		batch := w.queue[:min(len(w.queue), maxBatch)]
		w.queue = w.queue[len(batch):]
		w.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		many, began = len(batch) > 1, time.Now()
		w.transaction(batch)
	}
}

// transaction does some jobs, and answers them.
func (w *writer) transaction(batch []*job) {
	refusals := make([]error, len(batch))
	err := w.try(batch, refusals)
	if err != nil {
		w.conn.ExecContext(context.Background(), "ROLLBACK") // fails if SQLite did so itself
	}
	for i, j := range batch {
		switch {
		case err != nil:
			j.done <- err
		case refusals[i] != nil:
			j.done <- refusals[i]
		default:
			if j.stored != nil {
				j.stored()
			}
			j.done <- nil
		}
	}
}

func (w *writer) try(batch []*job, refusals []error) error {
	if _, err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.lasts = map[int64]uint64{}
	for i, j := range batch {
		if refusals[i] = j.ctx.Err(); refusals[i] != nil {
			continue
		}
		if err := j.run(w); isRefusal(err) {
			refusals[i] = err
		} else if err != nil {
			return err
		}
	}
	for id, last := range w.lasts {
		if _, err := w.exec("UPDATE buckets SET last = ?2 WHERE id = ?1", id, int64(last)); err != nil {
			return err
		}
	}
	_, err := w.exec("COMMIT")
	return err
}

// isRefusal reports whether an error refuses a job, as opposed to a database failure.
func isRefusal(err error) bool {
	return errors.Is(err, bus.ErrExists) || errors.Is(err, bus.ErrConflict) || errors.Is(err, errNothing)
}

// finish does the jobs that wait. There can be no more afterwards.
func (w *writer) finish() {
	if !w.running {
		return
	}
	w.mu.Lock()
	w.closed = true
	w.more.Signal()
	w.mu.Unlock()
	<-w.ended
}

// close closes the connection for writing, after finish.
func (w *writer) close() error {
	if w.conn == nil {
		return w.db.Close()
	}
	for _, s := range w.made {
		_ = s.Close() // one that is left keeps the database open
	}
	return errors.Join(w.conn.Close(), w.db.Close())
}
