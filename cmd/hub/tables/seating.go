package tables

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
)

// Seating is a table at this node, and stores its decisions before sending them. A goroutine does
// that, and ends when it has no work: thousands of waiting goroutines would need much memory.
// Fields without another guard are the goroutine's.
type Seating struct {
	tables  *Tables
	id      string
	table   *Table
	tab     *store.Tab
	snaps   []snap
	leaving bool      // to be handed over
	told    bool      // the club knows that the series is over
	origin  time.Time // when it came here, by the clock of the database
	came    time.Time // the same by this machine's

	lost  atomic.Bool  // another node has the table
	work  atomic.Int32 // one of resting, working and so on
	timer *time.Timer  // wakes the table by itself
	ended chan struct{}

	mu     sync.Mutex
	closed bool
	inputs []input
}

// input is a call to a table, and its time.
type input struct {
	do func(*Table, time.Time)
	at time.Time
}

// The states of the work.
const (
	resting int32 = iota // nothing is to be done
	working              // a goroutine does it
	pending              // something has happened since that goroutine looked
	over                 // the table is over or at another node
)

func newSeating(t *Tables, core *Table, tab *store.Tab, origin time.Time) *Seating {
	s := &Seating{tables: t, id: tab.ID(), table: core, tab: tab, origin: origin, came: time.Now(), ended: make(chan struct{})}
	s.timer = time.AfterFunc(math.MaxInt64, s.wake)
	return s
}

// Now returns the time at the table. It began as the database's, so that another node can go on
// with it, and runs by this machine's clock, so that it never jumps.
func (s *Seating) Now() time.Time { return s.origin.Add(time.Since(s.came)) }

// Setup returns the agreement.
func (s *Seating) Setup() lobby.Setup { return s.table.Setup() }

// Do queues a call to the table with the current time. It reports whether the table is still here;
// if not, its players dial again.
func (s *Seating) Do(f func(*Table, time.Time)) bool {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return false
	}
	s.inputs = append(s.inputs, input{f, s.Now()})
	s.mu.Unlock()
	s.wake()
	return true
}

// wake has the table look for something to do.
func (s *Seating) wake() {
	for {
		switch now := s.work.Load(); {
		case now == pending || now == over:
			return
		case now == working && s.work.CompareAndSwap(working, pending):
			return
		case now == resting && s.work.CompareAndSwap(resting, working):
			s.tables.crew.Run(s)
			return
		}
	}
}

// Run works until there is nothing to do.
func (s *Seating) Run() {
	for s.drain() {
		s.setTimer()
		if s.work.CompareAndSwap(working, resting) {
			return
		}
		s.work.Store(working)
	}
	s.work.Store(over)
	s.timer.Stop()
	close(s.ended)
}

// setTimer sets the timer to the table's next [Table.Wakes].
func (s *Seating) setTimer() {
	if wakes := s.table.Wakes(); wakes.IsZero() {
		s.timer.Stop()
	} else {
		s.timer.Reset(max(wakes.Sub(s.Now()), time.Millisecond))
	}
}

// drain does all that is to be done now, and reports whether the table stays here.
func (s *Seating) drain() bool {
	s.applyInputs()
	if err := s.store(); err != nil {
		if s.close(); s.tables.ctx.Err() == nil { // otherwise it ends without a word, as the process does
			s.tables.cfg.Log.Info("a table is no longer at this node", "table", s.id, "error", err)
			send(s.table.abandoned())
		}
		return false
	}
	if s.leaving {
		s.handOver()
		return false
	}
	if s.table.Over(s.Now()) {
		s.finish()
		return false
	}
	return true
}

// applyInputs tells the table all that has come, and the time.
func (s *Seating) applyInputs() {
	s.mu.Lock()
	inputs := s.inputs
	s.inputs = nil
	s.mu.Unlock()
	for _, in := range inputs {
		in.do(s.table, in.at)
	}
	s.table.Tick(s.Now())
}

// store stores the table's decisions, and then sends them. It waits for the database without a
// limit, since no one may hear of them before. An error means that the table is lost.
func (s *Seating) store() error {
	for {
		if err := s.tables.ctx.Err(); err != nil {
			return err
		}
		if s.lost.Load() {
			return store.ErrLost
		}
		began := s.Now()
		r, need, err := s.table.Record(began)
		if err != nil {
			return err
		}
		if err := s.save(s.tables.ctx, &r, need); err != nil {
			return err
		}
		if need {
			s.tables.cfg.Stored(s.Now().Sub(began))
		}
		send(s.table.Stored(s.Now()))
		if !need {
			return nil
		}
		if len(r.Snapshot) > 0 {
			s.trim(snap{r.N, s.tab.Place()})
		}
	}
}

// save stores a record, if it is needed, in one transaction with all that follows from it: the
// result of a game that has ended, and that no more games come.
func (s *Seating) save(ctx context.Context, r *Record, need bool) error {
	body, ends := r.body(), []store.End{}
	for len(s.table.Reports()) > 0 {
		ends = append(ends, store.End{Game: &s.table.Reports()[0]})
		s.table.Reported()
	}
	if closed := s.table.Closing(); closed.Over && !s.told {
		if len(ends) == 0 {
			ends = append(ends, store.End{})
		}
		closed.Game = ends[len(ends)-1].Game
		ends[len(ends)-1], s.told = closed, true
	}
	for _, e := range ends {
		if err := s.tables.cfg.Finish(ctx, s.tab, body, e); err != nil {
			return err
		}
		body, need = nil, false
	}
	if need {
		return s.tab.Append(ctx, body)
	}
	return nil
}

// snap is where a snapshot is stored that has the events up to the n-th.
type snap struct {
	n     uint32
	place uint64
}

// trim removes records that no follower can ask for, after a new snapshot. If that fails, the next
// snapshot tries again.
func (s *Seating) trim(last snap) {
	s.snaps = append(s.snaps, last)
	keep, from := s.table.Trimmed(), 0
	for i, at := range s.snaps {
		if at.n <= keep {
			from = i
		}
	}
	if from == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	if err := s.tab.Trim(ctx, s.snaps[from].place); err != nil {
		s.tables.cfg.Log.Warn("the records of a table cannot be trimmed now", "table", s.id, "error", err)
		return
	}
	s.snaps = slices.Clone(s.snaps[from:])
}

// handOver releases the table for another node.
func (s *Seating) handOver() {
	s.table.Drain(s.Now())
	effects, err := s.farewell()
	if err == nil {
		ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
		err = s.tab.Release(ctx)
		cancel()
	}
	if err != nil {
		s.tables.cfg.Log.Warn("a table cannot be handed over; others take it over later", "table", s.id, "error", err)
	}
	s.close()
	send(append(effects, s.table.abandoned()...)) // who dials again finds the table free
}

func send(effects []func()) {
	for _, do := range effects {
		do()
	}
}

// farewell stores the table's last decisions, and returns the messages to send.
func (s *Seating) farewell() (effects []func(), err error) {
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	r, need, err := s.table.Record(s.Now())
	if err == nil {
		err = s.save(ctx, &r, need)
	}
	if err != nil {
		return nil, err
	}
	return s.table.Stored(s.Now()), nil
}

// close takes the table out; it hears nothing more. Those who have come too late take their places,
// to be told with the others that it is gone; nothing is stored or decided for anyone any more.
func (s *Seating) close() {
	s.tables.remove(s)
	s.mu.Lock()
	late := s.inputs
	s.closed, s.inputs = true, nil
	s.mu.Unlock()
	for _, in := range late {
		in.do(s.table, in.at)
	}
}

// finish removes a table that is over.
func (s *Seating) finish() {
	s.close()
	send(s.table.abandoned())
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	if err := s.tab.Delete(ctx); err != nil {
		s.tables.cfg.Log.Warn("a table that is over cannot be removed now; this is tried again", "table", s.id, "error", err)
	}
}
