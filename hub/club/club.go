// Package club decides who is who in a club and who plays with whom: its members and their names,
// open tables, quick matches, blocks, reports and ratings.
//
// All of it is in buckets of the bus, so any node may serve any member. A change reads the present
// values, decides, and stores the result only if no other node was faster; then it decides again.
// Tables and wishes are watched by every node, so their lists are answered from memory.
package club

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/hub/record"
	"mancala/match/lobby"
)

// Hall plays the games of a club.
type Hall interface {
	// Start begins a table at this node.
	Start(ctx context.Context, t Start) error
	// Here reports at once whether a table is played at this node.
	Here(table string) bool
	// Lives reports whether a table that was started has not been closed, wherever it is played.
	Lives(ctx context.Context, table string) (bool, error)
}

// Start is a table that begins.
type Start struct {
	Table lobby.Table // with both members
	First int         // the member who begins the first game: 0 or 1
	// Meet is how long both members have to come; 0 leaves that to the hall.
	Meet time.Duration
}

// Config sets a club.
type Config struct {
	Bus  bus.Bus
	Hall Hall
	// Rand is a source of secret random bytes.
	Rand io.Reader
	// Now returns the time; nil means time.Now.
	Now func() time.Time
	// Log is told of trouble; nil means slog.Default().
	Log *slog.Logger
	// Addresses are where members reach the nodes of the club, host:port; none means the address
	// that they have dialled.
	Addresses []string
	// RatedComputers lets computers sit at rated tables.
	RatedComputers bool
	// RatedRules are the rules with which games are rated.
	RatedRules lobby.RatedRules
	Gate       Gate
}

// Gate reaches members at whatever nodes they are. Its methods may not wait.
type Gate interface {
	// Changed is called at each node when a table of the list is new, has changed or is gone.
	Changed(table string)
	// Tell tells all devices of a member something, or all members if the id is empty.
	Tell(member string, e lobby.Event)
	// SendAway ends all connections of a member, and RemoveDevice those of a device that is no
	// longer a member's.
	SendAway(member string, why *lobby.Refusal)
	RemoveDevice(device string)
}

// Club is a node's part of a club. Make one with [New]. Its methods may be called from several
// goroutines at once. An error that is a [lobby.Refusal] is the caller's to hear; any other
// means that a part of the club does not answer.
type Club struct {
	cfg Config
	run string // names this run of this node

	members store[Member]
	owners  store[owner]  // of keys, by fingerprint
	names   store[claim]  // by the key of a name
	tables  store[Table]  // by id
	places  store[place]  // by member
	codes   store[offer]  // by the code
	counts  store[count]  // games that are being counted, by id
	reports store[Report] // by member and time
	notices store[notice] // the announcement, under one key
	games   bus.Log

	mu       sync.Mutex
	draining bool
	listed   map[string]listed      // the tables, by id
	open     map[string]lobby.Table // those of them that wait for a second player
	wishes   map[string]waiting
	reported map[string]bool // the names of the reports

	// Of tend.
	missing map[string]time.Time // when a run was first found gone
	asked   string               // the last table that the hall was asked about

	cancel context.CancelFunc
	work   sync.WaitGroup
}

// owner is the member to whom a key belongs.
type owner struct {
	Member string `json:"member"`
}

// notice is an announcement of the people who run the club.
type notice struct {
	Text string `json:"text"`
}

// codeLife is how long a code for another device can be used.
const codeLife = 10 * time.Minute

// New joins a club, and returns once the lists of tables and wishes are known.
func New(ctx context.Context, cfg Config) (*Club, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	c := &Club{
		cfg: cfg, listed: map[string]listed{}, open: map[string]lobby.Table{}, wishes: map[string]waiting{}, reported: map[string]bool{}, missing: map[string]time.Time{},
	}
	name, err := c.newID()
	if err != nil {
		return nil, err
	}
	c.run = cfg.Bus.Node() + "_" + name
	if err := c.openStores(ctx); err != nil {
		return nil, err
	}
	return c, c.begin(ctx)
}

func (c *Club) openStores(ctx context.Context) (err error) {
	b, never := c.cfg.Bus, bus.BucketConfig{}
	open := []func() error{
		func() error { c.members, err = openStore[Member](ctx, b, record.PlayersBucket, never); return err },
		func() error { c.owners, err = openStore[owner](ctx, b, "keys", never); return err },
		func() error { c.names, err = openStore[claim](ctx, b, "names", never); return err },
		func() error { c.tables, err = openStore[Table](ctx, b, "tables", never); return err },
		func() error { c.places, err = openStore[place](ctx, b, "places", never); return err },
		func() error {
			c.codes, err = openStore[offer](ctx, b, "codes", bus.BucketConfig{TTL: codeLife})
			return err
		},
		func() error { c.counts, err = openStore[count](ctx, b, "counts", never); return err },
		func() error { c.reports, err = openStore[Report](ctx, b, "reports", never); return err },
		func() error { c.notices, err = openStore[notice](ctx, b, "notices", never); return err },
		func() error { c.games, err = b.Log(ctx, record.LogName); return err },
	}
	for _, o := range open {
		if err := o(); err != nil {
			return err
		}
	}
	return nil
}

// aliveSubject and a run are a subject of the bus, which answers requests.
const aliveSubject = "club.alive."

// begin starts the club's subscriptions and goroutines, which last until Close.
func (c *Club) begin(ctx context.Context) error {
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	c.cancel = cancel
	alive, err := c.cfg.Bus.Subscribe(aliveSubject+c.run, "", func(m bus.Message) { _ = m.Respond(nil) })
	if err != nil {
		cancel()
		return err
	}
	ready := make(chan error, 3)
	c.work.Go(func() { c.follow(running, c.tables.bucket, c.tableChanged, ready) })
	c.work.Go(func() { c.follow(running, c.places.bucket, c.placeChanged, ready) })
	c.work.Go(func() { c.follow(running, c.reports.bucket, c.reportChanged, ready) })
	for range cap(ready) {
		select {
		case <-ready:
		case <-ctx.Done():
			c.Close()
			return ctx.Err()
		}
	}
	c.work.Go(func() { c.tend(running) })
	c.work.Go(func() {
		<-running.Done()
		_ = alive.Close()
	})
	return nil
}

// Drain has other nodes match those who wait from now on: this one is about to stop.
func (c *Club) Drain() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.draining = true
}

// Close ends the club's work at this node. The bus stays open.
func (c *Club) Close() {
	c.cancel()
	c.work.Wait()
}

// follow hands the entries of a bucket to f, and tells ready once it has handed over those that are
// there. If the bucket has to be watched anew, keys that are gone meanwhile are handed over as
// deleted.
func (c *Club) follow(ctx context.Context, b bus.Bucket, f func(bus.Entry), ready chan<- error) {
	known := map[string]bool{}
	for ctx.Err() == nil {
		before := maps.Clone(known)
		err := b.Watch(ctx, "", func(e bus.Entry) {
			delete(before, e.Key)
			switch {
			case e.Key != "":
				if known[e.Key] = true; e.Deleted {
					delete(known, e.Key)
				}
				f(e)
				return
			case ready != nil:
				ready <- nil
				ready = nil
			}
			for key := range before {
				delete(known, key)
				f(bus.Entry{Key: key, Deleted: true})
			}
			clear(before)
		})
		if errors.Is(err, bus.ErrClosed) {
			return
		}
		if ctx.Err() == nil {
			c.cfg.Log.Error("A bucket can no longer be watched; this is tried again.", "err", err)
			sleep(ctx, time.Second)
		}
	}
}

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// newID returns the id of a new member or table.
func (c *Club) newID() (string, error) {
	var b [lobby.IDLength * 5 / 8]byte
	if _, err := io.ReadFull(c.cfg.Rand, b[:]); err != nil {
		return "", fmt.Errorf("no random bytes for an id: %w", err)
	}
	return letters.EncodeToString(b[:]), nil
}

// Announce tells all members something, and those who come later until something else is
// announced. An empty text takes it back.
func (c *Club) Announce(ctx context.Context, text string) error {
	n := notice{Text: lobby.CleanText(text)}
	_, err := c.notices.create(ctx, "now", n)
	if errors.Is(err, bus.ErrExists) {
		_, err = c.notices.change(ctx, "now", func(old *notice) error { *old = n; return nil })
	}
	if err == nil {
		c.cfg.Gate.Tell("", lobby.Announced{Text: n.Text})
	}
	return err
}

// Announcement returns the last announcement, or "".
func (c *Club) Announcement(ctx context.Context) (string, error) {
	n, _, err := c.notices.get(ctx, "now")
	if errors.Is(err, bus.ErrNotFound) {
		return "", nil
	}
	return n.Text, err
}
