// Package tables owns the tables of a club: it decides the players' wishes, stores the decisions,
// and then sends them.
//
// A [Table] is pure. It is a [table.Server] with a club's rules: who may sit there, when the clocks
// run, how long to wait for a player, which games to report. [Tables] are a node's tables, each of
// which appends to its records in the club's database. Package store fences off a node that has
// lost a table.
package tables

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/workers"
)

// ErrDraining says that this node takes no tables any more. Compare with errors.Is.
var ErrDraining = errors.New("this node takes no new tables")

const (
	// roundEvery is the time between two looks for tables without an owner.
	roundEvery = time.Second
	// holdWait is how long someone waits at most whose table's owner may have died, and holdLook
	// the time between two looks. The owner lives for sure if it was silent for at most lateWait.
	holdWait = 8 * time.Second
	holdLook = 200 * time.Millisecond
	lateWait = 1500 * time.Millisecond
	// logWait is how long the database may take for a call that is not tried for ever.
	logWait = 5 * time.Second
	// takers is how many tables a node takes over at once, and maxOrphans how many in a round.
	takers, maxOrphans = 200, 10_000
)

// Config sets [Tables].
type Config struct {
	Store  *store.Store
	Secret [table.SecretSize]byte // the seed of the club
	// Finish stores what ends with a record, and the record, in one transaction; nil means that the
	// record is stored already. It tries until ctx ends, and is called again if this node dies:
	// what has ended counts once. An error ends the Tab.
	Finish func(ctx context.Context, tab *store.Tab, record []byte, e store.End) error
	// Stored gets the time taken to store a record, and Taken is called for each table that is
	// taken over. They must not block; nil does nothing.
	Stored func(took time.Duration)
	Taken  func()
	Log    *slog.Logger // for operators; nil: none
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
	if cfg.Stored == nil {
		cfg.Stored = func(time.Duration) {}
	}
	if cfg.Taken == nil {
		cfg.Taken = func() {}
	}
	t := &Tables{cfg: cfg, all: map[string]*Seating{}}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.crew = workers.New(t.ctx.Done())
	t.wait.Go(t.rounds)
	return t
}

// Start makes a table at this node: sit stores it with its first record. An error of sit is
// returned as it is.
func (t *Tables) Start(ctx context.Context, s lobby.Setup, sit func(ctx context.Context, first []byte) (*store.Tab, error)) error {
	now := t.cfg.Store.Now()
	core, err := New(s, t.cfg.Secret, now)
	if err != nil {
		return err
	}
	if t.isDraining() {
		return ErrDraining
	}
	r, _, err := core.Record(now)
	if err != nil {
		return fmt.Errorf("table %s: %w", s.ID, err)
	}
	tab, err := sit(ctx, r.body())
	if err != nil {
		return err
	}
	core.Stored(now)
	t.seat(core, tab, now, []snap{{r.N, tab.Place()}})
	return nil
}

// Find returns a table of this node, and takes it over if no node owns it. The error is
// [store.ErrNotFound], or a [*store.Elsewhere] with the table's node. While it is not sure whether
// that lives, Find waits for some seconds.
func (t *Tables) Find(ctx context.Context, id string) (*Seating, error) {
	ctx, cancel := context.WithTimeout(ctx, holdWait)
	defer cancel()
	for {
		s, err := t.once(id)
		at := new(store.Elsewhere)
		switch {
		case err == nil:
			return s, nil
		case errors.Is(err, store.ErrNotFound), errors.Is(err, ErrDamaged), errors.Is(err, ErrDraining):
			return nil, err
		case errors.As(err, &at) && at.Silent < lateWait:
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), err)
		case <-t.ctx.Done():
			return nil, t.ctx.Err()
		case <-time.After(holdLook):
		}
	}
}

// Where returns the address of the node that serves a table, "" if that has none. This node takes
// the table over if no node serves it. The error is [store.ErrNotFound] without such a table.
func (t *Tables) Where(ctx context.Context, id string) (address string, err error) {
	if !t.Here(id) {
		at, mine, lives, err := t.cfg.Store.Where(ctx, id)
		if err != nil || lives && !mine {
			return at.Address, err
		}
		if _, err := t.Find(ctx, id); err != nil {
			elsewhere := new(store.Elsewhere)
			if errors.As(err, &elsewhere) {
				return elsewhere.Address, nil
			}
			return "", err
		}
	}
	return t.cfg.Store.Address(), nil
}

// here returns a table that is at this node, or nil.
func (t *Tables) here(id string) *Seating {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.all[id]
}

// once takes a table over that is not here, once for all who ask for it meanwhile.
func (t *Tables) once(id string) (*Seating, error) {
	if s := t.here(id); s != nil {
		return s, nil
	}
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
	tab, stored, heard, err := t.cfg.Store.Claim(ctx, id)
	if err != nil {
		return nil, err
	}
	now := t.cfg.Store.Now()
	records, err := parseRecords(stored)
	var core *Table
	if err == nil {
		core, err = Restore(records, t.cfg.Secret, heard, now)
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	var snaps []snap
	for _, r := range records {
		if len(r.Snapshot) > 0 {
			snaps = append(snaps, snap{r.N, r.Place})
		}
	}
	t.cfg.Taken()
	t.cfg.Log.Info("a table is taken over", "table", id, "events", core.State().N)
	return t.seat(core, tab, now, snaps), nil
}

// seat puts a table to work that this node owns. A table that was made just now may be here
// already: the answer came so late that a round has taken it.
func (t *Tables) seat(core *Table, tab *store.Tab, now time.Time, snaps []snap) *Seating {
	s := newSeating(t, core, tab, now)
	s.snaps = snaps
	made := tab.Place() == 1
	t.mu.Lock()
	old := t.all[s.id]
	if old != nil && made {
		t.mu.Unlock()
		return old
	}
	t.all[s.id] = s
	s.leaving = t.draining // which may have begun meanwhile
	t.mu.Unlock()
	if old != nil {
		old.lost.Store(true)
		old.wake()
	}
	s.wake()
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

// rounds takes over tables without an owner, so that flags also fall at tables that no one visits,
// and compares the tables here with those that are this node's.
func (t *Tables) rounds() {
	ticker := time.NewTicker(roundEvery)
	defer ticker.Stop()
	var stray map[string]bool
	for {
		orphans, err := t.cfg.Store.Orphans(t.ctx, maxOrphans)
		var lost []string
		if err == nil {
			lost, stray, err = t.compare(stray)
		}
		if err != nil && t.ctx.Err() == nil {
			t.cfg.Log.Warn("tables without an owner cannot be looked for; this is tried again", "error", err)
		}
		t.takeOverAll(append(orphans, lost...))
		select {
		case <-t.ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// compare ends tables that others have taken over while this node stood still, whose players would
// wait here in vain. It returns tables of this node that were not here in two rounds, since the
// answer to a claim or to their creation was lost, and those that were not in this one.
func (t *Tables) compare(before map[string]bool) (lost []string, stray map[string]bool, err error) {
	here := t.list()
	mine, err := t.cfg.Store.Mine(t.ctx)
	if err != nil {
		return nil, nil, err
	}
	owned := make(map[string]bool, len(mine))
	stray = map[string]bool{}
	for _, id := range mine {
		owned[id] = true
		if t.here(id) != nil {
			continue
		}
		if stray[id] = true; before[id] {
			lost = append(lost, id)
		}
	}
	for _, s := range here {
		if !owned[s.id] {
			s.lost.Store(true)
			s.wake()
		}
	}
	return lost, stray, nil
}

// takeOverAll takes tables over in any order, since other nodes do so at the same time.
func (t *Tables) takeOverAll(orphans []string) {
	rand.Shuffle(len(orphans), func(i, j int) { orphans[i], orphans[j] = orphans[j], orphans[i] })
	var all sync.WaitGroup
	places := make(chan struct{}, takers)
	for _, id := range orphans {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			at := new(store.Elsewhere)
			if _, err := t.once(id); err != nil && t.ctx.Err() == nil &&
				!errors.As(err, &at) && !errors.Is(err, store.ErrNotFound) && !errors.Is(err, ErrDraining) {
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

// Stop closes a table if it is at this node; a running game is abandoned.
func (t *Tables) Stop(id string) {
	if s := t.here(id); s != nil {
		s.Do((*Table).Stop)
	}
}

// Leave has a member leave a table, as [Table.Leave] does. It calls f with the answer once what
// follows is stored, or not at all if the table is not at this node.
func (t *Tables) Leave(id, member string, f func(over bool)) {
	if s := t.here(id); s != nil {
		s.Do(func(t *Table, now time.Time) {
			over := t.Leave(member, now)
			t.server.Then(func() { f(over) })
		})
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
		s.wake()
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
