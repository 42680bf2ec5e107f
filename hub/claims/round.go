package claims

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"mancala/hub/bus"
)

// Round announces that this node lives, and checks which others do. It returns the tables that this
// node may claim: their owner has died or restarted, or has released them a while ago. It announces
// this node's tables again if others do not know their owner.
func (c *Claims) Round(ctx context.Context) (orphans []string) {
	if err := c.cfg.Bus.Publish(c.subject("alive", c.cfg.Bus.Node()), []byte(c.run)); err != nil {
		c.cfg.Log.Warn("this node cannot say that it lives", "error", err)
	}
	c.mu.Lock()
	silent := c.nodes.round()
	c.mu.Unlock()
	for _, name := range silent {
		c.judge(ctx, name)
	}
	for table, h := range c.untold() {
		c.tell(ctx, table, h)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := time.Now()
	for table, h := range c.hinted {
		switch {
		case c.owned[table] != nil:
		case h.Node == "" && now.Sub(h.freed) < deadRounds*roundEvery: // a player may come first
		case h.Node == c.cfg.Bus.Node() && h.Run == c.run: // it is being made, or was dropped just now
			if h.freed.IsZero() {
				h.freed = now
				c.hinted[table] = h
			} else if now.Sub(h.freed) >= deadRounds*roundEvery {
				orphans = append(orphans, table)
			}
		case h.Node == "" || !c.nodes.lives(h.Node, h.Run, now):
			orphans = append(orphans, table)
		}
	}
	slices.Sort(orphans)
	return orphans
}

// judge asks a silent node whether it lives.
func (c *Claims) judge(ctx context.Context, name string) {
	ctx, cancel := context.WithTimeout(ctx, hereWait)
	defer cancel()
	_, err := c.cfg.Bus.Request(ctx, c.subject("here", name), nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		c.nodes.spare(name)
	} else if c.nodes.bury(name) {
		c.cfg.Log.Warn("a node is silent; its tables go on here or at others", "node", name, "error", err)
	}
}

// untold returns the hints that are missing of tables that this node owns.
func (c *Claims) untold() map[string]Hint {
	c.mu.Lock()
	defer c.mu.Unlock()
	missing := map[string]Hint{}
	for table, l := range c.owned {
		want := Hint{c.cfg.Bus.Node(), c.run, l.term}
		if h := c.hinted[table]; h.Hint != want && h.Term <= l.term {
			missing[table] = want
		}
	}
	return missing
}

// Hint says who owns a table. Node is "" if no one does.
type Hint struct {
	Node, Run string
	Term      uint32
}

// replaces reports whether a hint is newer than another one. The last one of a term is its release.
func (h Hint) replaces(old Hint) bool {
	return h.Term > old.Term || h.Term == old.Term && old.Node != ""
}

// known is a hint, and since when this node knows that no one owns the table.
type known struct {
	Hint
	freed time.Time
}

// hinting handles a hint. A hint with a later term than this node's claim ends that claim.
func (c *Claims) hinting(e bus.Entry) {
	var h Hint
	if !e.Deleted && json.Unmarshal(e.Data, &h) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	k := known{Hint: h}
	if h.Node == "" {
		k.freed = time.Now()
	}
	if c.hinted[e.Key] = k; e.Deleted {
		delete(c.hinted, e.Key)
	}
	if l := c.owned[e.Key]; l != nil && h.Term > l.term {
		c.cfg.Log.Info("a table is at another node now", "table", e.Key, "node", h.Node)
		delete(c.owned, e.Key)
		l.lose()
	}
}

// hint tells the nodes who owns a table.
func (c *Claims) hint(ctx context.Context, table string, h Hint) error {
	data, err := json.Marshal(h)
	if err != nil {
		return err
	}
	for {
		e, err := c.hints.Get(ctx, table)
		var old Hint
		switch {
		case errors.Is(err, bus.ErrNotFound):
			_, err = c.hints.Create(ctx, table, data)
		case err == nil && json.Unmarshal(e.Data, &old) == nil && !h.replaces(old):
			return nil // someone was faster
		case err == nil:
			_, err = c.hints.Update(ctx, table, data, e.Revision)
		}
		if !errors.Is(err, bus.ErrConflict) && !errors.Is(err, bus.ErrExists) {
			return err
		}
	}
}

// tell is hint, whose failure is only logged: the next round or claim tries it again.
func (c *Claims) tell(ctx context.Context, table string, h Hint) {
	if err := c.hint(ctx, table, h); err != nil && !errors.Is(err, context.Canceled) {
		c.cfg.Log.Warn("the owner of a table cannot be told; this is tried again", "table", table, "error", err)
	}
}

const (
	// roundEvery is the time between two rounds. A node counts as silent after deadRounds without a
	// sign of life: rounds, not time, since a machine that stood still has not heard the others
	// either.
	roundEvery = time.Second
	deadRounds = 4
	// After apartRounds without hearing its own signs of life, a node is cut off from the bus, and
	// judges no one.
	apartRounds = 2
)

// nodes knows which nodes live, by the signs of life that each of them gives every second. It has
// no clock; its caller counts rounds.
type nodes struct {
	self  string
	known map[string]*node
}

// node is a node that was heard.
type node struct {
	run    string
	heard  time.Time
	silent int // rounds since then
	dead   bool
	left   bool // it has said so, and may yet be heard
}

// hear takes in a sign of life of a run of a node.
func (n *nodes) hear(name, run string, now time.Time) {
	if other := n.known[name]; other != nil && other.left && other.run == run {
		return
	}
	n.known[name] = &node{run: run, heard: now}
}

// leave takes in that a run of a node has left.
func (n *nodes) leave(name, run string) {
	n.known[name] = &node{run: run, dead: true, left: true}
}

// round counts a round, and returns the nodes that are silent.
func (n *nodes) round() (silent []string) {
	own := n.known[n.self]
	if own != nil {
		own.silent++
	}
	apart := own != nil && own.silent >= apartRounds
	for name, other := range n.known {
		switch {
		case name == n.self || other.dead:
		case apart:
			other.silent = 0 // it gets all its rounds once this node hears anyone
		default:
			if other.silent++; other.silent >= deadRounds {
				silent = append(silent, name)
			}
		}
	}
	return silent
}

// bury notes that a silent node does not answer either. One that was heard meanwhile lives.
func (n *nodes) bury(name string) bool {
	other := n.known[name]
	if other == nil || other.silent < deadRounds {
		return false
	}
	other.dead = true
	return true
}

// spare gives a silent node that answers all its rounds again.
func (n *nodes) spare(name string) {
	if other := n.known[name]; other != nil {
		other.silent = 0
	}
}

// lives reports whether a run of a node counts as live. A run that was never heard gets time to be
// heard: its silence begins now.
func (n *nodes) lives(name, run string, now time.Time) bool {
	other := n.known[name]
	if other == nil {
		n.hear(name, run, now)
		return true
	}
	return !other.dead && other.run == run
}

// lastHeard returns when a run of a node was last heard; the zero time if it was not.
func (n *nodes) lastHeard(name, run string) time.Time {
	if other := n.known[name]; other != nil && other.run == run {
		return other.heard
	}
	return time.Time{}
}
