// Package club manages a club's members and pairings: its members and their names, open tables,
// quick matches, blocks, reports and ratings.
//
// All of it is in buckets of the bus, so any node may serve any member. A change reads the present
// values, decides, and stores the result only if no other node was faster; then it decides again.
// Tables and wishes are watched by every node, so their lists are answered from memory.
package club

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match/lobby"
)

// Games plays the games of a club.
type Games interface {
	// Start begins a table at this node.
	Start(ctx context.Context, s lobby.Setup) error
	// Here reports at once whether a table is played at this node.
	Here(table string) bool
	// Leave ends the series of a table between two games if a member is away from it, and reports
	// whether the series is over. Without an answer from the table's node it returns an error.
	Leave(ctx context.Context, table, member string) (over bool, err error)
	// Lives reports whether a table that was started has not been closed, wherever it is played.
	Lives(ctx context.Context, table string) (bool, error)
}

// Config sets a club.
type Config struct {
	Bus   bus.Bus
	Games Games
	Rand  io.Reader    // secret random bytes
	Log   *slog.Logger // for operators; nil: slog.Default()
	// Addresses are the public addresses of the club's nodes, as host:port; empty means the address
	// that the member has dialled.
	Addresses      []string
	RatedComputers bool             // computers may sit at rated tables
	RatedRules     lobby.RatedRules // with which games are rated
	Notifier       Notifier
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
// [lobby.Refusal] is an error for the caller; any other error means that a part of the club does
// not answer.
type Club struct {
	*base
	*register
	*seating
	*moderation
	*ratings
	keeper *keeper

	cancel context.CancelFunc
	work   sync.WaitGroup
}

// codeLife is how long a code for another device can be used.
const codeLife = 10 * time.Minute

// New joins a club, and returns once the lists of tables and wishes are known.
func New(ctx context.Context, cfg Config) (*Club, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	b := &base{cfg: cfg}
	id, err := b.newID()
	if err != nil {
		return nil, err
	}
	b.run = cfg.Bus.Node() + "_" + id
	r := &register{base: b}
	t := &seating{base: b, who: r, listed: map[string]Table{}, open: map[string]lobby.Table{}, wishes: map[string]waiting{}}
	c := &Club{
		base: b, register: r, seating: t, moderation: &moderation{base: b, who: r, seating: t, reported: map[string]bool{}},
		ratings: &ratings{base: b, who: r, seating: t}, keeper: &keeper{seating: t, missing: map[string]time.Time{}},
	}
	if err := c.openStores(ctx); err != nil {
		return nil, err
	}
	return c, c.begin(ctx)
}

func (c *Club) openStores(ctx context.Context) (err error) {
	for name, s := range map[string]interface {
		open(ctx context.Context, b bus.Bus, name string, ttl time.Duration) error
	}{
		record.PlayersBucket: &c.members, "keys": &c.owners, "names": &c.names, "codes": &c.codes, "tables": &c.tables,
		"places": &c.places, "counts": &c.counts, "reports": &c.reports, "notices": &c.notices,
	} {
		if err := s.open(ctx, c.cfg.Bus, name, map[string]time.Duration{"codes": codeLife}[name]); err != nil {
			return err
		}
	}
	c.games, err = c.cfg.Bus.Log(ctx, record.LogName)
	return err
}

// aliveSubject and a run are a subject of the bus, which answers requests.
const aliveSubject = "club.alive."

// begin starts the club's subscriptions and goroutines, which last until Close.
func (c *Club) begin(ctx context.Context) error {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	silence, err := c.cfg.Bus.Subscribe(aliveSubject+c.run, func(m bus.Message) { _ = m.Respond(nil) })
	if err != nil {
		cancel()
		return err
	}
	ready := make(chan bool, 3)
	follow := func(b bus.Bucket, f func(bus.Entry)) {
		c.work.Go(func() { bus.Follow(running, b, f, func() { ready <- true }, c.unwatched) })
	}
	follow(c.tables.bucket, c.tableChanged)
	follow(c.places.bucket, c.placeChanged)
	follow(c.reports.bucket, c.reportChanged)
	for range cap(ready) {
		select {
		case <-ready:
		case <-ctx.Done():
			c.Close()
			return ctx.Err()
		}
	}
	c.work.Go(func() { c.keeper.tend(running) })
	c.work.Go(func() {
		<-running.Done()
		silence()
	})
	return nil
}

// Drain leaves the matching of waiting members to other nodes: this one is about to stop.
func (c *Club) Drain() { c.keeper.draining.Store(true) }

// Close ends the club's work at this node. The bus stays open.
func (c *Club) Close() {
	c.cancel()
	c.work.Wait()
}
