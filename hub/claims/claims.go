// Package claims knows which node of a club owns a table, and keeps the journals of the tables.
//
// A node claims a table by a fence: a record in the table's journal behind all others. So the
// former owner's next record is refused, no matter how long that node was paused. A bucket of hints
// also has the owners. A wrong hint costs one more request, never a game.
package claims

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"mancala/hub/bus"
	"mancala/netplay/workers"
)

// ErrNoTable means that the table does not exist. Compare with errors.Is.
var ErrNoTable = errors.New("there is no such table")

// Elsewhere is the error of a claim of a table that a node owns which lives.
type Elsewhere struct{ Node string }

// Error returns a sentence for the log.
func (e *Elsewhere) Error() string { return "the table is at the node " + e.Node }

// Config sets [Claims].
type Config struct {
	Bus  bus.Bus
	Name string       // of the journal, and of the bucket of hints with "-hints"; "": "tables"
	Log  *slog.Logger // for operators; nil: none
}

// Claims are the claims of one node. It is safe for concurrent use.
type Claims struct {
	cfg     Config
	run     string // names this run of the node
	journal bus.Journal
	hints   bus.Bucket
	ears    []func() // end the subscriptions
	ctx     context.Context
	cancel  context.CancelFunc
	wait    sync.WaitGroup

	mu     sync.Mutex
	nodes  nodes
	hinted map[string]known
	owned  map[string]*Log
}

// pauseWait is the time between two attempts to read the stored records, and hereWait is how long a
// node may take to answer that it lives.
const (
	pauseWait = 20 * time.Millisecond
	hereWait  = time.Second
)

// New returns the claims of a node, and starts to listen for signs of life of other nodes. The
// caller calls Round each second.
func New(ctx context.Context, cfg Config) (*Claims, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	cfg.Name = cmp.Or(cfg.Name, "tables")
	c := &Claims{
		cfg: cfg, run: strings.ToLower(rand.Text()[:13]), hinted: map[string]known{}, owned: map[string]*Log{},
		nodes: nodes{self: cfg.Bus.Node(), known: map[string]*node{}},
	}
	c.ctx, c.cancel = context.WithCancel(context.Background())
	var err error
	if c.journal, err = cfg.Bus.Journal(ctx, cfg.Name); err == nil {
		c.hints, err = cfg.Bus.Bucket(ctx, cfg.Name+"-hints", 0)
	}
	for pattern, f := range map[string]func(bus.Message){
		c.subject("alive", "*"): c.hear, c.subject("left", "*"): c.hearLeft, c.subject("here", cfg.Bus.Node()): here,
	} {
		var ear func()
		if err == nil {
			if ear, err = cfg.Bus.Subscribe(pattern, f); err == nil {
				c.ears = append(c.ears, ear)
			}
		}
	}
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	ready := make(chan struct{})
	c.wait.Go(func() {
		bus.Follow(c.ctx, c.hints, c.hinting, func() { close(ready) }, func(err error) {
			cfg.Log.Warn("the owners of tables cannot be followed; this is tried again", "error", err)
		})
	})
	select {
	case <-ready:
	case <-ctx.Done():
		return nil, errors.Join(ctx.Err(), c.Close())
	}
	return c, nil
}

// subject returns a subject of these claims about a node.
func (c *Claims) subject(word, node string) string { return c.cfg.Name + "." + word + "." + node }

// here answers that this node lives.
func here(m bus.Message) {
	if m.Respond != nil {
		_ = m.Respond(nil)
	}
}

// hear takes in a sign of life.
func (c *Claims) hear(m bus.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes.hear(strings.TrimPrefix(m.Subject, c.subject("alive", "")), string(m.Data), time.Now())
}

// hearLeft takes in that a node has left.
func (c *Claims) hearLeft(m bus.Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes.leave(strings.TrimPrefix(m.Subject, c.subject("left", "")), string(m.Data))
}

// leaveWait is how long players may take to bring the tables that were released to other nodes.
const leaveWait = 2 * time.Second

// Leave announces that this node owns no tables and will claim none, so that the others need not
// wait for its silence. It waits a while until they own its released tables.
func (c *Claims) Leave(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, leaveWait)
	defer cancel()
	err := c.cfg.Bus.Publish(c.subject("left", c.cfg.Bus.Node()), []byte(c.run))
	for c.free() > 0 && ctx.Err() == nil {
		workers.Pause(ctx, pauseWait)
	}
	return err
}

// release notes that no one owns a table, which the hints will say.
func (c *Claims) release(table string, term uint32) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hinted[table] = known{Hint{Term: term}, time.Now()}
}

// free returns the number of tables that no one owns.
func (c *Claims) free() (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, h := range c.hinted {
		if h.Node == "" {
			n++
		}
	}
	return n
}

// Create makes the journal of a new table, which this node owns. The caller appends the first
// snapshot. The error is bus.ErrExists if the table exists.
func (c *Claims) Create(ctx context.Context, table string) (*Log, error) {
	fence := stored{kind: kindFence, Record: Record{At: time.Now()}, term: 1, node: c.cfg.Bus.Node(), run: c.run}
	// The first claim removes a hint without a journal; a journal without a hint would stay.
	if err := c.hint(ctx, table, Hint{fence.node, fence.run, 1}); err != nil {
		return nil, err
	}
	tail, err := c.appendSurely(ctx, table, 0, fence.append(nil))
	if errors.Is(err, errOther) {
		err = bus.ErrExists
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", table, err)
	}
	return c.own(table, 1, tail, nil, time.Time{}), nil
}

// own notes that this node owns a table.
func (c *Claims) own(table string, term uint32, tail uint64, list []bus.Record, heard time.Time) *Log {
	l := &Log{claims: c, table: table, term: term, tail: tail, list: list, heard: heard}
	l.lost, l.lose = context.WithCancel(c.ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	if before := c.owned[table]; before != nil {
		before.lose()
	}
	c.owned[table] = l
	return l
}

// forget takes out the log of a table that this node has lost.
func (c *Claims) forget(l *Log) {
	c.mu.Lock()
	defer c.mu.Unlock()
	l.lose()
	if c.owned[l.table] == l {
		delete(c.owned, l.table)
	}
}

// Where returns the node that owns a table if it lives, or "".
func (c *Claims) Where(table string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hinted[table]
	if h.Node != "" && c.nodes.lives(h.Node, h.Run, time.Now()) {
		return h.Node
	}
	return ""
}

// Exists reports whether a table exists, with any owner.
func (c *Claims) Exists(ctx context.Context, table string) (bool, error) {
	_, err := c.hints.Get(ctx, table)
	if errors.Is(err, bus.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

// Claim makes this node the owner of a table. The error is [*Elsewhere] if another live node owns
// it, and [ErrNoTable] if the table does not exist. If several nodes claim a table at once, one
// succeeds. It may not hear so; then the next node that reads the journal tells it by a hint.
func (c *Claims) Claim(ctx context.Context, table string) (*Log, error) {
	if at := c.Where(table); at != "" && at != c.cfg.Bus.Node() {
		return nil, &Elsewhere{at}
	}
	list, err := c.journal.Read(ctx, table)
	if err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, errors.Join(ErrNoTable, c.hints.Delete(ctx, table, 0))
	}
	term, by, err := termOf(list)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", table, err)
	}
	if c.claimed(table, by) {
		c.tell(ctx, table, by)
		return nil, &Elsewhere{by.Node}
	}
	fence := stored{kind: kindFence, Record: Record{At: time.Now()}, term: term + 1, node: c.cfg.Bus.Node(), run: c.run}
	tail, err := c.appendSurely(ctx, table, list[len(list)-1].Revision, fence.append(nil))
	if errors.Is(err, errOther) {
		return nil, c.beaten(ctx, table, fence.append(nil))
	}
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", table, err)
	}
	l := c.own(table, fence.term, tail, list, c.lastHeard(table, term))
	c.tell(ctx, table, Hint{fence.node, fence.run, fence.term})
	return l, nil
}

// claimed reports whether another live node made the last claim in a journal and has not released
// the table: otherwise two nodes would take a table from each other in turn. The hints may lack
// that claim, or have got it after the journal was read.
func (c *Claims) claimed(table string, by Hint) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hinted[table]
	return by.Node != "" && by.Node != c.cfg.Bus.Node() && (by.Term > h.Term || by == h.Hint) && c.nodes.lives(by.Node, by.Run, time.Now())
}

// lastHeard returns when a table's owner in a term was last heard.
func (c *Claims) lastHeard(table string, term uint32) time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	h := c.hinted[table]
	if h.Term != term {
		return time.Time{}
	}
	return c.nodes.lastHeard(h.Node, h.Run)
}

// beaten returns the error of a claim that another node has won.
func (c *Claims) beaten(ctx context.Context, table string, own []byte) error {
	list, err := c.journal.Read(ctx, table)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return ErrNoTable
	}
	for _, r := range slices.Backward(list) {
		if s, err := parse(r.Data); err == nil && s.kind == kindFence && !bytes.Equal(r.Data, own) {
			return &Elsewhere{s.node}
		}
	}
	return &Elsewhere{} // its predecessor was faster
}

// termOf returns the last term of a journal, and its owner if the journal names one. Snapshots also
// have the term, since fences are trimmed.
func termOf(list []bus.Record) (term uint32, by Hint, err error) {
	for _, r := range list {
		s, err := parse(r.Data)
		if err != nil {
			return 0, by, fmt.Errorf("revision %d: %w", r.Revision, err)
		}
		if s.kind == kindFence {
			by = Hint{s.node, s.run, s.term}
		}
		term = max(term, s.term)
	}
	return term, by, nil
}

// Close ends the claims without an announcement, like the end of the process: other nodes claim the
// tables once this one is silent.
func (c *Claims) Close() (err error) {
	c.cancel()
	for _, ear := range c.ears {
		ear()
	}
	c.wait.Wait()
	return err
}
