// Package tables owns the tables of a club: it decides the players' wishes, stores the decisions,
// and then sends them.
//
// A [Table] is pure. It is a [table.Owner] with a club's rules: who may sit there, when the clocks
// run, how long to wait for a player, which games to report. [Tables] are a node's tables, each in
// its log, which package claims guards.
package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"mancala/hub/claims"
	"mancala/match/lobby"
	"mancala/netplay/workers"
	"mancala/table"
)

// ErrDraining says that this node takes no tables any more. Compare with errors.Is.
var ErrDraining = errors.New("this node takes no new tables")

const (
	// roundEvery is the time between two looks for tables without an owner.
	roundEvery = time.Second
	// holdWait is how long a player waits whose table has no owner, and logWait is how long a log
	// may take for a call without retries.
	holdWait = 10 * time.Second
	logWait  = 5 * time.Second
	// takers is how many tables a node takes over at once.
	takers = 8
)

// Config sets [Tables].
type Config struct {
	Claims *claims.Claims         // which node owns a table, and the logs of the tables
	Secret [table.SecretSize]byte // the seed of the club
	// Settle takes a finished game with the ids of its players. Began is zero if they never met,
	// and an abandoned game has no winner. Settle must be idempotent: it is called again with the
	// same id if it fails, and may be if this node dies.
	Settle func(context.Context, lobby.Game) error
	// Closed is called once no more games come at a table and all have been settled. It is called
	// again if it fails, and may be if another node takes the table over.
	Closed func(context.Context, Closing) error
	// Gone is called when a table is removed: all players know how it ended, or a while has passed.
	Gone func(id string)
	// Stored gets the time taken to store a record. It must not block.
	Stored func(took time.Duration)
	Log    *slog.Logger // for operators; nil: none
}

// Closing is a table at which no more games come.
type Closing struct {
	ID string
	// Here are the ids of the players who have a connection to the table. The others may still come
	// to see how it ended.
	Here []string
	// Alone is the id of the player who came to the first game without an opponent, or "".
	Alone string
}

// Tables are the tables of one node. They are safe for concurrent use.
type Tables struct {
	cfg    Config
	ctx    context.Context // ends with the tables
	cancel context.CancelFunc
	wait   sync.WaitGroup
	crew   *workers.Crew
	taking singleflight.Group

	mu       sync.Mutex
	all      map[string]*Seating
	draining bool
}

// Open returns the tables of a node, which take over those that have no owner.
func Open(cfg Config) *Tables {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	t := &Tables{cfg: cfg, all: map[string]*Seating{}}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.crew = workers.New(t.ctx.Done())
	t.wait.Go(t.rounds)
	return t
}

// Start makes a table at this node.
func (t *Tables) Start(ctx context.Context, s lobby.Setup) error {
	core, err := New(s, t.cfg.Secret, time.Now())
	if err != nil {
		return err
	}
	if t.isDraining() {
		return ErrDraining
	}
	log, err := t.cfg.Claims.Create(ctx, s.ID)
	if err != nil {
		return err
	}
	r, _, err := core.Record(time.Now())
	if err == nil {
		err = log.Append(ctx, r)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("table %s: %w", s.ID, err), log.Delete(ctx))
	}
	core.Stored(time.Now())
	t.seat(s.ID, core, log)
	return nil
}

// Find returns a table of this node, and takes it over if no node owns it. The error is
// [claims.ErrNoTable], or a [*claims.Elsewhere] with the table's node. While the owner is not
// known, it waits for at most ten seconds.
func (t *Tables) Find(ctx context.Context, id string) (*Seating, error) {
	ctx, cancel := context.WithTimeout(ctx, holdWait)
	defer cancel()
	for {
		if s := t.here(id); s != nil {
			return s, nil
		}
		s, err := t.once(id)
		at := new(claims.Elsewhere)
		switch {
		case err == nil:
			return s, nil
		case errors.Is(err, claims.ErrNoTable), errors.Is(err, claims.ErrDamaged), errors.Is(err, ErrDraining):
			return nil, err
		case errors.As(err, &at) && at.Node != "":
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-t.ctx.Done():
			return nil, t.ctx.Err()
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// here returns a table that is at this node, or nil.
func (t *Tables) here(id string) *Seating {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id]
}

// once takes a table over, once for all who ask for it meanwhile.
func (t *Tables) once(id string) (*Seating, error) {
	s, err, _ := t.taking.Do(id, func() (any, error) {
		if s := t.here(id); s != nil {
			return s, nil
		}
		ctx, cancel := context.WithTimeout(t.ctx, logWait)
		defer cancel()
		return t.takeOver(ctx, id)
	})
	if err != nil {
		return nil, err
	}
	return s.(*Seating), nil
}

// takeOver makes a table this node's.
func (t *Tables) takeOver(ctx context.Context, id string) (*Seating, error) {
	if t.isDraining() {
		return nil, ErrDraining
	}
	log, err := t.cfg.Claims.Claim(ctx, id)
	if err != nil {
		return nil, err
	}
	records, err := log.Load(ctx)
	if err != nil {
		return nil, err
	}
	if len(records) == 0 { // its node died while it made the table
		return nil, errors.Join(claims.ErrNoTable, log.Delete(ctx))
	}
	core, err := Restore(records, t.cfg.Secret, time.Now())
	if err != nil {
		return nil, errors.Join(fmt.Errorf("table %s: %w", id, err), log.Release(ctx))
	}
	t.cfg.Log.Info("a table is taken over", "table", id, "events", core.State().N)
	return t.seat(id, core, log), nil
}

// seat puts a table to work that this node owns.
func (t *Tables) seat(id string, core *Table, log *claims.Log) *Seating {
	s := newSeating(t, id, core, log)
	t.mu.Lock()
	t.all[id] = s
	s.leaving = t.draining // which may have begun meanwhile
	t.mu.Unlock()
	log.OnLost(func() {
		s.lost.Store(true)
		s.ring()
	})
	s.ring()
	return s
}

// remove takes a table out.
func (t *Tables) remove(s *Seating) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all[s.id] == s {
		delete(t.all, s.id)
	}
}

func (t *Tables) isDraining() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.draining
}

// rounds takes over tables without an owner, so that flags also fall at tables that no one visits.
func (t *Tables) rounds() {
	ticker := time.NewTicker(roundEvery)
	defer ticker.Stop()
	for {
		select {
		case <-t.ctx.Done():
			return
		case <-ticker.C:
		}
		t.takeOverAll(t.cfg.Claims.Round(t.ctx))
	}
}

func (t *Tables) takeOverAll(orphans []string) {
	var all sync.WaitGroup
	places := make(chan struct{}, takers)
	for _, id := range orphans {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			at := new(claims.Elsewhere)
			if _, err := t.once(id); err != nil && t.ctx.Err() == nil &&
				!errors.As(err, &at) && !errors.Is(err, claims.ErrNoTable) && !errors.Is(err, ErrDraining) {
				t.cfg.Log.Warn("a table cannot be taken over now; this is tried again", "table", id, "error", err)
			}
		})
	}
	all.Wait()
}

// Count returns the number of tables at this node.
func (t *Tables) Count() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.all)
}

// Here reports whether a table is at this node.
func (t *Tables) Here(id string) bool { return t.here(id) != nil }

// Lives reports whether a table is not over, at any node.
func (t *Tables) Lives(ctx context.Context, id string) (bool, error) {
	if t.Here(id) {
		return true, nil
	}
	return t.cfg.Claims.Exists(ctx, id)
}

// Stop closes a table if it is at this node; a running game is abandoned.
func (t *Tables) Stop(id string) {
	if s := t.here(id); s != nil {
		s.Do((*Table).Stop)
	}
}

// Leave has a member leave a table, as [Table.Leave] does, and calls f with its answer, or not at
// all if the table is not at this node.
func (t *Tables) Leave(id, member string, f func(over bool)) {
	if s := t.here(id); s != nil {
		s.Do(func(t *Table, now time.Time) { f(t.Leave(member, now)) })
	}
}

// Drain hands all tables over: it stores the decisions and stops the clocks; the players dial
// again, and bring the tables to other nodes. This node takes no more tables.
func (t *Tables) Drain(ctx context.Context) error {
	t.mu.Lock()
	t.draining = true
	t.mu.Unlock()
	list := t.list()
	for _, s := range list {
		s.Do(func(*Table, time.Time) { s.leaving = true })
	}
	for _, s := range list {
		select {
		case <-s.ended:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Close drops all tables without a word, as the end of the process does.
func (t *Tables) Close() {
	t.cancel()
	t.wait.Wait()
	for _, s := range t.list() {
		s.ring()
		<-s.ended
	}
}

// list returns the tables at this node.
func (t *Tables) list() []*Seating {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Collect(maps.Values(t.all))
}

// termsOf returns the terms for the players' programs.
func termsOf(s *lobby.Setup) table.Terms {
	t := table.Terms{Variant: s.Variant.Canonical(), Time: s.Time, Rated: s.Rated, Club: true}
	copy(t.Series[:], s.ID)
	return t
}
