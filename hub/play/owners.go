package play

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"mancala/hub/bus"
)

// drainedSubject is where a node says that it has handed its tables over. At hereSubject and its
// name a node that lives answers.
const (
	drainedSubject = "halls.drained"
	hereSubject    = "halls.here."
)

// The hall looks for dead nodes every roundEvery; a node counts as dead after deadRounds in which
// it was not heard, if it does not answer within hereWait either. Rounds are counted, and not the
// time, since a machine that stood still has not heard the others either.
const (
	roundEvery = time.Second
	deadRounds = 4
	// After apartRounds without its own signs of life a node is apart from the bus, and judges no
	// one.
	apartRounds = 2
	hereWait    = time.Second
	deadAfter   = deadRounds * roundEvery
)

// heard notes that a node is alive. If it counted as dead, either node may have lost tables without
// knowing it; so may this one if it was apart.
func (h *Hall) heard(m bus.Message) {
	node := strings.TrimPrefix(m.Subject, "alive.")
	h.mu.Lock()
	_, again := h.died[node]
	if again || node == h.cfg.Bus.Node() && h.isApart() {
		h.doubts = doubtRounds
	}
	delete(h.died, node)
	h.hearRun(node, string(m.Data))
	h.alive[node], h.silent[node] = h.cfg.Now(), 0
	h.mu.Unlock()
	if again {
		h.tellReturned(node)
	}
}

// isApart reports whether this node has not heard itself for some rounds, so that it hears no one.
// The caller holds mu.
func (h *Hall) isApart() bool { return h.silent[h.cfg.Bus.Node()] >= apartRounds }

// answerHere says that this node lives.
func answerHere(m bus.Message) {
	if m.Respond != nil {
		_ = m.Respond(nil)
	}
}

// outage returns the moment at which a table stood still because its node died: that of the node's
// last sign of life. An earlier run of this node has left none, so its tables stand still since
// they were stored.
func (h *Hall) outage(r *record, now time.Time) time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	last := r.At
	if r.Owner != h.cfg.Bus.Node() {
		last = later(last, later(h.alive[r.Owner], h.died[r.Owner]))
	}
	if last.After(now) {
		return now
	}
	return last
}

// watchOver takes over the tables of nodes that have died, and of this one from before it was
// restarted. Tables whose players come back first are taken over then. It tries again as long as
// the bus does not answer.
func (h *Hall) watchOver() {
	ticker := time.NewTicker(roundEvery)
	defer ticker.Stop()
	dead, left := map[string]bool{}, true // and whether tables may be there that were left
	for last := h.cfg.Now(); ; {
		from := func(r *record) bool {
			return dead[r.Owner] || left && (r.Owner == "" || r.Owner == h.cfg.Bus.Node() && (r.Run != h.run || h.isAstray(r)))
		}
		if doubt := h.doubt(); doubt || left || len(dead) > 0 {
			if err := h.inherit(from); err == nil {
				dead, left = map[string]bool{}, false
				h.sure(doubt)
			} else if h.ctx.Err() == nil {
				h.complain("the tables of others cannot be taken over; this is tried again", "error", err)
			}
		}
		select {
		case <-h.ctx.Done():
			return
		case <-ticker.C:
		}
		now := h.cfg.Now()
		silent, drained := h.round(now.Sub(last))
		h.bury(silent, dead)
		last, left = now, left || drained || h.due(&h.astray, astrayAfter)
		if h.due(&h.loose, astrayAfter) {
			h.removeLoose()
		}
	}
}

// round returns the nodes that have not been heard for long, and whether one has handed over its
// tables a while ago, so that those are left to which no player has come back. The last round was
// that long ago.
func (h *Hall) round(since time.Duration) (silent []string, drained bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if since >= stoodStill {
		h.doubts = doubtRounds
	}
	drained = h.drained.due(h.cfg.Now(), deadAfter)
	for node := range h.alive {
		h.silent[node]++
	}
	for node := range h.alive {
		switch {
		case node == h.cfg.Bus.Node():
		case h.isApart():
			h.silent[node] = 0 // it gets all its rounds once this node hears anyone
		case h.silent[node] >= deadRounds:
			silent = append(silent, node)
		}
	}
	return silent, drained
}

// bury adds those of the silent nodes to the dead that do not answer, and takes those out that are
// heard again.
func (h *Hall) bury(silent []string, dead map[string]bool) {
	for _, node := range silent {
		ctx, cancel := context.WithTimeout(h.ctx, hereWait)
		_, err := h.cfg.Bus.Request(ctx, hereSubject+node, nil)
		cancel()
		if h.buryOne(node, err) {
			dead[node] = true
		}
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for node := range dead {
		if _, lives := h.alive[node]; lives {
			delete(dead, node)
		}
	}
}

// buryOne takes a silent node out of those that live, unless it has answered without an error or
// was heard meanwhile, and reports whether it has done so.
func (h *Hall) buryOne(node string, err error) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err == nil {
		h.silent[node] = 0
	}
	if h.silent[node] < deadRounds {
		return false
	}
	if _, left := h.left[node]; left {
		delete(h.left, node)
	} else if h.died[node] = h.alive[node]; h.ctx.Err() == nil {
		h.cfg.Log.Warn("a node is silent; its tables go on here or at others", "node", node, "error", err)
	}
	delete(h.alive, node)
	delete(h.runs, node)
	delete(h.silent, node)
	return true
}

// stray is a table that may be taken over.
type stray struct {
	record   record
	revision uint64
}

// inherit takes over all tables with certain owners, unless another node is faster, and lets go of
// those here that others have taken over. It returns an error if it cannot do all of it now.
func (h *Hall) inherit(from func(r *record) bool) error {
	strays, err := h.strays(from)
	if err != nil {
		return err
	}
	rand.Shuffle(len(strays), func(i, j int) { strays[i], strays[j] = strays[j], strays[i] }) // so that nodes share them
	for _, s := range strays {
		ctx, cancel := context.WithTimeout(h.ctx, busWait)
		err := h.takeOver(ctx, s.record, s.revision)
		cancel()
		switch {
		case err == nil, errors.Is(err, bus.ErrConflict), errors.Is(err, ErrDraining):
		case errors.Is(err, errDamaged):
			h.cfg.Log.Error("a table cannot be taken over", "table", s.record.Setup.ID, "error", err)
		default:
			return err
		}
	}
	return nil
}

// strays returns all tables with certain owners, and tells those at this node that are at another
// one now.
func (h *Hall) strays(from func(r *record) bool) ([]stray, error) {
	h.mu.Lock()
	missing := maps.Clone(h.tables)
	h.mu.Unlock()
	found := map[string]stray{}
	err := h.present(h.games, func(e bus.Entry) {
		delete(found, e.Key)
		r, err := decodeRecord(e.Data)
		if e.Deleted || err != nil {
			return
		}
		delete(missing, e.Key)
		if r.Run != h.run {
			h.letGo(e.Key, e.Revision)
		}
		if from(&r) {
			found[e.Key] = stray{r, e.Revision}
		}
	})
	if err != nil {
		return nil, err
	}
	return slices.Collect(maps.Values(found)), h.letGoMissing(missing)
}

// errDamaged says that no node can go on with a table.
var errDamaged = errors.New("the state of the table is damaged")

// takeOver makes a table of another node, or of none, this node's. If someone is faster it returns
// bus.ErrConflict.
func (h *Hall) takeOver(ctx context.Context, r record, revision uint64) error {
	if h.ctx.Err() != nil {
		return h.ctx.Err()
	}
	if h.isDraining() {
		return ErrDraining
	}
	now := h.cfg.Now()
	outage := h.outage(&r, now)
	table, err := takeOver(r.Setup, r.State, outage, now)
	if err != nil {
		return errors.Join(errDamaged, err)
	}
	h.cfg.Log.Info("a table is taken over", "table", r.Setup.ID, "from", r.Owner, "outage", now.Sub(outage).String())
	owner := r.Owner
	r.Owner, r.Run, r.State, r.At = h.cfg.Bus.Node(), h.run, table.state, now
	data, err := r.encode()
	if err != nil {
		return err
	}
	if revision, err = h.games.Update(ctx, r.Setup.ID, data, revision); err != nil {
		return err
	}
	h.seat(table, r, revision)
	if owner != "" {
		h.tellTaken(r.Setup.ID, revision)
	}
	return nil
}
