// Package club manages a club's members and pairings: its members and their names, open tables,
// quick matches, blocks, reports and ratings.
//
// All of it is in the store, so any node may serve any member. A change is one transaction there.
// Every node hears which rows have changed, so lists of tables and wishes are answered from memory.
package club

import (
	"cmp"
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/netplay/workers"
)

// Games plays the games of a club.
type Games interface {
	// Start begins a table at this node. It calls sit once, with the first record of the table; sit
	// stores the table with the places of its players. Start returns the error of sit as it is.
	Start(ctx context.Context, s lobby.Setup, sit func(ctx context.Context, first []byte) (*store.Tab, error)) error
	// Leave ends the series of a table between two games if a member is away from it. It returns
	// true if the series is over, or may be over soon, since another node has the table.
	Leave(ctx context.Context, table, member string) (over bool, err error)
}

// Config sets a club.
type Config struct {
	Store          *store.Store
	Games          Games
	Rand           io.Reader        // secret random bytes
	Log            *slog.Logger     // for operators; nil: slog.Default()
	RatedComputers bool             // computers may sit at rated tables
	RatedRules     lobby.RatedRules // with which games are rated
	Notifier       Notifier
	Ended          func(lobby.Game) // is called for each game that this node has counted; may be nil
}

// Notifier reaches members at any node. Its methods may not wait.
type Notifier interface {
	// Changed is called at each node when a table is added to the list, changes or is removed.
	Changed(table string)
	// Tell tells all devices of a member something, or all members if the id is empty.
	Tell(member string, e lobby.Event)
	// SendAway ends all connections of a member, and RemoveDevice ends those of a device that a
	// member has removed.
	SendAway(member string, why *lobby.Refusal)
	RemoveDevice(device string)
}

// Club is a node's part of a club; [New] makes one. It is safe for concurrent use. A
// [lobby.Refusal] is an error for the caller; any other error means that the store does not answer.
type Club struct {
	cfg      Config
	reports  atomic.Int64 // how many there are
	draining atomic.Bool

	// Copies of rows of the store, which are read again when they change.
	mu     sync.Mutex
	tables map[string]Table // all tables, by id, also those that are over
	waits  map[string]Wish  // who waits at a table of their own or for any opponent, by member

	running context.Context
	cancel  context.CancelFunc
	work    sync.WaitGroup
}

// codeLife is how long a code for another device can be used.
const codeLife = 10 * time.Minute

// New joins a club, and returns once the lists of tables and wishes are known. Changes after
// [store.Store.Last], read before New, are to be given to [Club.Hear].
func New(ctx context.Context, cfg Config) (*Club, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	c := &Club{cfg: cfg, tables: map[string]Table{}, waits: map[string]Wish{}}
	c.running, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := c.hear(ctx, nil, true); err != nil {
		c.cancel()
		return nil, err
	}
	c.work.Go(func() { c.tend(c.running) })
	return c, nil
}

// hearAgain is how long Hear waits until it reads again what it could not read.
const hearAgain = time.Second

// Hear takes over what has changed, or everything if the node has missed changes. It returns once
// that is read, or the club is drained or closed. Only one call may run at a time.
func (c *Club) Hear(list []store.Change, missed bool) {
	ids := map[string][]string{}
	for _, change := range list {
		if !slices.Contains(ids[change.Kind], change.ID) {
			ids[change.Kind] = append(ids[change.Kind], change.ID)
		}
	}
	for {
		err := c.hear(c.running, ids, missed)
		if err == nil || c.running.Err() != nil || c.draining.Load() {
			return
		}
		c.cfg.Log.Error("The changes of the club cannot be read; this is tried again.", "err", err)
		workers.Pause(c.running, hearAgain)
	}
}

// hear reads what has changed, or everything.
func (c *Club) hear(ctx context.Context, ids map[string][]string, everything bool) error {
	members := slices.Concat(ids["place"], ids["member"])
	tables := slices.Concat(ids["table"], c.of(ids["member"]))
	if everything || len(members)+len(tables) > 0 {
		if err := c.update(ctx, tables, members); err != nil {
			return err
		}
	}
	if everything || len(ids["report"]) > 0 {
		return c.countReports(ctx)
	}
	return nil
}

// Drain leaves the matching of waiting members to other nodes: this one is about to stop.
func (c *Club) Drain() { c.draining.Store(true) }

// Close ends the club's work at this node. The store stays open.
func (c *Club) Close() {
	c.cancel()
	c.work.Wait()
}

// Config returns the configuration of the club.
func (c *Club) Config() Config { return c.cfg }

// now returns the time by the clock of the database.
func (c *Club) now() time.Time { return c.cfg.Store.Now().UTC() }

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID returns the id of a new member or table.
func (c *Club) newID() (string, error) {
	var b [lobby.IDLength * 5 / 8]byte
	if _, err := io.ReadFull(c.cfg.Rand, b[:]); err != nil {
		return "", fmt.Errorf("no random bytes for an id: %w", err)
	}
	return letters.EncodeToString(b[:]), nil
}

// logTrouble logs an error that is no race between nodes and no refusal.
func (c *Club) logTrouble(what string, err error) {
	if no := (*lobby.Refusal)(nil); err == nil || isRace(err) || errors.As(err, &no) || errors.Is(err, context.Canceled) || errors.Is(err, store.ErrClosed) {
		return
	}
	c.cfg.Log.Warn(what, "err", err)
}

// isRace reports whether an error means that another member or node was faster.
func isRace(err error) bool {
	return errors.Is(err, store.ErrBusy) || errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrNotFound)
}

// instead returns the error by, if err is the error that it stands for, or else err.
func instead(err, of, by error) error {
	if errors.Is(err, of) {
		return by
	}
	return err
}
