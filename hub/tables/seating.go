package tables

import (
	"context"
	"errors"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"mancala/hub/claims"
	"mancala/match/lobby"
)

// retryAfter is the time until something is reported again that the club did not take.
const retryAfter = time.Second

// Seating is a table at this node, and stores its decisions before sending them. A goroutine does
// that, and ends when it has no work: thousands of waiting goroutines would need much memory.
// Fields without another guard are the goroutine's.
type Seating struct {
	tables  *Tables
	id      string
	table   *Table
	log     *claims.Log
	leaving bool // to be handed over
	retry   bool // the club has not taken a report
	told    bool // the club knows that the series is over

	lost  atomic.Bool  // another node has the table
	work  atomic.Int32 // one of resting, working and so on
	timer *time.Timer  // rings when the table wakes by itself
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
	rung                 // something has happened since that goroutine looked
	over                 // the table is over or at another node
)

func newSeating(t *Tables, id string, core *Table, log *claims.Log) *Seating {
	s := &Seating{tables: t, id: id, table: core, log: log, ended: make(chan struct{})}
	s.timer = time.AfterFunc(math.MaxInt64, s.ring)
	return s
}

// Ended returns a channel that is closed once the table is over, or not at this node any more.
func (s *Seating) Ended() <-chan struct{} { return s.ended }

// Setup returns the agreement.
func (s *Seating) Setup() lobby.Setup { return s.table.Setup() }

// Feed returns the feed for watchers.
func (s *Seating) Feed() *Feed { return s.table.Feed() }

// Do queues a call to the table with the current time. It reports whether the table is still here;
// if not, its players dial again.
func (s *Seating) Do(f func(*Table, time.Time)) bool {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return false
	}
	s.inputs = append(s.inputs, input{f, time.Now()})
	s.mu.Unlock()
	s.ring()
	return true
}

// ring has the table look for something to do.
func (s *Seating) ring() {
	for {
		switch now := s.work.Load(); {
		case now == rung || now == over:
			return
		case now == working && s.work.CompareAndSwap(working, rung):
			return
		case now == resting && s.work.CompareAndSwap(resting, working):
			s.tables.crew.Run(s)
			return
		}
	}
}

// Run works until there is nothing to do.
func (s *Seating) Run() {
	for s.workOff() {
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
	now, wakes := time.Now(), s.table.Wakes()
	if s.retry {
		wakes = sooner(wakes, now.Add(retryAfter))
	}
	if s.retry = false; wakes.IsZero() {
		s.timer.Stop()
	} else {
		s.timer.Reset(max(wakes.Sub(now), time.Millisecond))
	}
}

// workOff does all that is to be done now, and reports whether the table stays here.
func (s *Seating) workOff() bool {
	s.hear()
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
	s.report()
	s.reportEnd()
	if s.table.Over(time.Now()) {
		s.finish()
		return false
	}
	return true
}

// hear tells the table all that has come, and the time.
func (s *Seating) hear() {
	s.mu.Lock()
	inputs := s.inputs
	s.inputs = nil
	s.mu.Unlock()
	for _, in := range inputs {
		in.do(s.table, in.at)
	}
	s.table.Tick(time.Now())
}

// store stores the table's decisions, and then sends them. It waits for the log without a limit,
// since no one may hear of them before. An error means that the table is lost.
func (s *Seating) store() error {
	for {
		if err := s.tables.ctx.Err(); err != nil {
			return err
		}
		if s.lost.Load() {
			return claims.ErrLost
		}
		began := time.Now()
		r, need, err := s.table.Record(began)
		if err != nil {
			return err
		}
		if need {
			if err := s.log.Append(s.tables.ctx, r); err != nil {
				return err
			}
			s.tables.cfg.Stored(time.Since(began))
		}
		send(s.table.Stored(time.Now()))
		if !need {
			return nil
		}
		if len(r.Snapshot) > 0 {
			s.trim()
		}
	}
}

// trim removes records that no follower can ask for. If that fails, the next snapshot tries again.
func (s *Seating) trim() {
	keep, ok := s.table.Trimmed()
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	if err := s.log.Trim(ctx, keep); err != nil {
		s.tables.cfg.Log.Warn("a journal cannot be trimmed now", "table", s.id, "error", err)
	}
}

// report reports the games that have ended.
func (s *Seating) report() {
	for len(s.table.Reports()) > 0 {
		ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
		err := s.tables.cfg.Settle(ctx, s.table.Reports()[0])
		cancel()
		if err != nil {
			s.tables.cfg.Log.Warn("the result of a game cannot be reported now; this is tried again", "table", s.id, "error", err)
			s.retry = true
			return
		}
		s.table.Reported()
	}
}

// reportEnd reports the end of the series, once. The table may stay long after that.
func (s *Seating) reportEnd() {
	closing, closed := s.table.Closing()
	if !closed || s.told {
		return
	}
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	if err := s.tables.cfg.Closed(ctx, closing); err != nil {
		s.tables.cfg.Log.Warn("the end of a table cannot be reported now; this is tried again", "table", s.id, "error", err)
		s.retry = true
		return
	}
	s.told = true
}

// handOver releases the table for another node.
func (s *Seating) handOver() {
	s.table.Drain(time.Now())
	effects, err := s.farewell()
	if err == nil {
		ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
		err = s.log.Release(ctx)
		cancel()
	}
	if err != nil {
		s.tables.cfg.Log.Warn("a table cannot be handed over; others take it over later", "table", s.id, "error", err)
	}
	s.close()
	send(effects) // who dials again finds the table free
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
	r, need, err := s.table.Record(time.Now())
	if err == nil && need {
		err = s.log.Append(ctx, r)
	}
	if err != nil {
		return nil, err
	}
	return s.table.Stored(time.Now()), nil
}

// close takes the table out; it hears nothing more.
func (s *Seating) close() {
	s.tables.remove(s)
	s.mu.Lock()
	s.closed, s.inputs = true, nil
	s.mu.Unlock()
}

// finish removes a table that is over.
func (s *Seating) finish() {
	s.close()
	send(s.table.abandoned())
	ctx, cancel := context.WithTimeout(s.tables.ctx, logWait)
	defer cancel()
	if err := s.log.Delete(ctx); err != nil && !errors.Is(err, claims.ErrLost) {
		s.tables.cfg.Log.Warn("a table that is over cannot be removed now; it is taken over and removed later", "table", s.id, "error", err)
	}
	s.tables.cfg.Gone(s.id)
}
