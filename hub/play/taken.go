package play

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"time"

	"mancala/hub/bus"
)

// A node that others took for dead may still be alive: it stood still for some seconds, or was out
// of reach. Its tables are at other nodes then. It would find out when it stores something, but a
// player who waits there for the other one would wait for ever. So the node that takes a table over
// says so, and a node that may have missed it compares all of its tables.

// takenSubject is where a node says that it has taken a table over. At returnedSubject and its name
// a node hears that it had counted as dead.
const (
	takenSubject    = "halls.taken"
	returnedSubject = "halls.returned."
)

const (
	// stoodStill is the time between two rounds after which this node may have counted as dead.
	stoodStill = 3 * time.Second
	// doubtRounds is how often it then compares its tables: at first the bus may lag behind.
	doubtRounds = 3
)

// taken is the news that a table has been taken over.
type taken struct {
	Table    string
	Revision uint64 // of the record
}

// tellTaken says that this node has taken a table over.
func (h *Hall) tellTaken(id string, revision uint64) {
	data, err := json.Marshal(taken{id, revision})
	if err == nil {
		err = h.cfg.Bus.Publish(takenSubject, data)
	}
	if err != nil {
		h.cfg.Log.Warn("a node cannot be told that its table has been taken over", "table", id, "error", err)
	}
}

// noteTaken hears that a node has taken a table over.
func (h *Hall) noteTaken(m bus.Message) {
	var n taken
	if err := json.Unmarshal(m.Data, &n); err == nil {
		h.letGo(n.Table, n.Revision)
	}
}

// tellReturned tells a node that it had counted as dead.
func (h *Hall) tellReturned(node string) {
	if err := h.cfg.Bus.Publish(returnedSubject+node, nil); err != nil {
		h.cfg.Log.Warn("a node cannot be told that it had counted as dead", "node", node, "error", err)
	}
}

// noteReturned hears that this node had counted as dead.
func (h *Hall) noteReturned(bus.Message) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.doubts = doubtRounds
}

// letGo ends a table here, without a word, if it knows no record as new as that one, which is
// another node's.
func (h *Hall) letGo(id string, revision uint64) {
	if t := h.find(id); t != nil {
		t.outdate(revision)
	}
}

// letGoMissing ends those tables that are no longer in the bucket.
func (h *Hall) letGoMissing(tables map[string]*seating) error {
	for id, t := range tables {
		ctx, cancel := context.WithTimeout(h.ctx, busWait)
		_, err := h.games.Get(ctx, id)
		cancel()
		switch {
		case errors.Is(err, bus.ErrNotFound):
			t.outdate(math.MaxUint64)
		case err != nil:
			return err
		}
	}
	return nil
}

// doubt reports whether this node has to compare its tables, and sure says that it has done so.
func (h *Hall) doubt() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.doubts > 0
}

func (h *Hall) sure(doubted bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if doubted {
		h.doubts--
	}
}

// outdate tells a table that there is a record of another node with that revision.
func (t *seating) outdate(revision uint64) {
	t.mu.Lock()
	t.newest = max(t.newest, revision)
	t.mu.Unlock()
	t.ring()
}
