package store

import (
	"context"
	"sync"
	"time"
)

// The statements that every record needs: see [engine.appendAll].
const (
	moveTab   = "UPDATE tab SET place = $2 WHERE id = $1 AND place = $2 - 1 AND run = $3"
	putRecord = "INSERT INTO record (tab, place, body) VALUES ($1, $2, $3)"
)

const (
	// maxBatch is the largest number of records of a commit.
	maxBatch = 2000
	// gather is the least time between the starts of two commits under load: a commit costs as much
	// as several records.
	gather = 5 * time.Millisecond
)

// writer appends the records of all tables of a node on one goroutine, all that wait in one commit.
type writer struct {
	store *Store

	mu     sync.Mutex
	queue  []*job
	closed bool
	more   *sync.Cond
	ended  chan struct{}

	stats Stats // guarded by mu
}

// Stats say how this node stores.
type Stats struct {
	Silent  time.Duration // since its last sign of life
	Beat    error         // of the last attempt of one; nil if it succeeded
	Queue   int           // records that wait
	Batch   int           // records of the last commit
	Took    time.Duration // by the last commit
	Stored  time.Time     // when the last one succeeded; zero if none has
	Trouble error         // of the last commit; nil if it succeeded
}

// job is a record to append.
type job struct {
	tab   string
	place uint64
	body  []byte // nil: only the place moves
	done  chan error
}

func newWriter(s *Store) *writer {
	w := &writer{store: s, ended: make(chan struct{})}
	w.more = sync.NewCond(&w.mu)
	return w
}

// add queues a record, and returns where its outcome comes.
func (w *writer) add(tab string, place uint64, body []byte) <-chan error {
	j := &job{tab, place, body, make(chan error, 1)}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		j.done <- ErrClosed
		return j.done
	}
	w.queue = append(w.queue, j)
	w.more.Signal()
	return j.done
}

// work appends what waits until the writer is closed and nothing waits.
func (w *writer) work() {
	defer close(w.ended)
	var began time.Time
	for many := false; ; {
		w.mu.Lock()
		for len(w.queue) == 0 && !w.closed {
			w.more.Wait()
		}
		if many && !w.closed { // one who waits for each of their records does not wait for this
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
		w.write(batch)
	}
}

// write appends a batch, and answers. It tries until the outcome is known, or the store is closed.
func (w *writer) write(batch []*job) {
	for {
		began := time.Now()
		outcome, err := w.store.appendBatch(w.store.ctx, batch)
		w.note(len(batch), time.Since(began), err)
		if err == nil || !w.store.passing(err) || w.isClosed() {
			for i, j := range batch {
				if err != nil {
					j.done <- err
				} else {
					j.done <- outcome[i]
				}
			}
			return
		}
		time.Sleep(pause)
	}
}

func (w *writer) note(n int, took time.Duration, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stats.Batch, w.stats.Took, w.stats.Trouble = n, took, err
	if err == nil {
		w.stats.Stored = time.Now()
	}
}

func (w *writer) isClosed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.closed
}

// close ends the writer, once it has tried all that waits.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.more.Signal()
	w.mu.Unlock()
	<-w.ended
}

// Stats returns how this node stores.
func (s *Store) Stats() Stats {
	s.writer.mu.Lock()
	stats := s.writer.stats
	stats.Queue = len(s.writer.queue)
	s.writer.mu.Unlock()
	s.pulse.mu.Lock()
	defer s.pulse.mu.Unlock()
	stats.Silent, stats.Beat = s.cfg.Now().Sub(s.pulse.last), s.pulse.err
	return stats
}

// appendBatch appends records of different tables, and returns the outcome of each. A table that
// has not moved is lost, unless its record is there: then an earlier attempt has stored it, whose
// answer was lost.
func (s *Store) appendBatch(ctx context.Context, batch []*job) ([]error, error) {
	ctx, cancel := context.WithTimeout(ctx, tryWait)
	defer cancel()
	moved, err := s.appendAll(ctx, s.run, batch)
	if err != nil {
		return nil, err
	}
	outcome := make([]error, len(batch))
	for i, j := range batch {
		if moved[j.tab] {
			continue
		}
		there, err := s.appended(ctx, j)
		if err != nil {
			return nil, err
		}
		if !there {
			outcome[i] = ErrLost
		}
	}
	return outcome, nil
}

// The statements that find a record of an earlier attempt. One that only moves the place has done
// so if the table is there.
const (
	findRecord = "SELECT count(*) FROM record WHERE tab = $1 AND place = $2 AND body = $3"
	findPlace  = "SELECT count(*) FROM tab WHERE id = $1 AND place = $2 AND run = $3"
)

// appended reports whether an earlier attempt has appended a record.
func (s *Store) appended(ctx context.Context, j *job) (there bool, err error) {
	query, args := findRecord, []any{j.tab, j.place, j.body}
	if j.body == nil {
		query, args = findPlace, []any{j.tab, j.place, s.run}
	}
	n := 0
	err = s.writing.QueryRowContext(ctx, s.text(query), args...).Scan(&n)
	return n > 0, err
}
