package claims

import (
	"context"
	"errors"
	"slices"
)

// Round says that this node lives, and looks which others do. It returns the tables whose owner
// does not, so that this node may claim them: those of nodes that have died or were restarted, and
// those that were released a while ago. The tables that this node owns and others do not know as
// its own are told again.
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
		if err := c.hint(ctx, table, h); err != nil && !errors.Is(err, context.Canceled) {
			c.cfg.Log.Warn("the owner of a table cannot be told; this is tried again", "table", table, "error", err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.cfg.Now()
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
