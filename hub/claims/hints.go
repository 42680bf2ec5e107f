package claims

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"mancala/hub/bus"
)

// Hint says who owns a table. Node is "" if no one does.
type Hint struct {
	Node, Run string
	Term      uint32
}

// known is a hint, and since when this node knows that no one owns the table.
type known struct {
	Hint
	freed time.Time
}

// hinting takes in a hint. One of a later term than a claim of this node's ends that claim.
func (c *Claims) hinting(e bus.Entry) {
	var h Hint
	if !e.Deleted && json.Unmarshal(e.Data, &h) != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	k := known{Hint: h}
	if h.Node == "" {
		k.freed = c.cfg.Now()
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
		case err == nil && json.Unmarshal(e.Data, &old) == nil && old.Term > h.Term:
			return nil // someone was faster
		case err == nil:
			_, err = c.hints.Update(ctx, table, data, e.Revision)
		}
		if !errors.Is(err, bus.ErrConflict) && !errors.Is(err, bus.ErrExists) {
			return err
		}
	}
}
