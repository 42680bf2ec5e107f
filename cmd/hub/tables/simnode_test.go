package tables

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
)

// simNode is a node that owns the table, or believes that it does.
type simNode struct {
	s         *sim
	name      int
	store     *store.Store
	watcher   *simWatcher
	seating   *Seating // nil without the table; the simulation works in place of its goroutine
	term      int
	paused    time.Time // it does nothing until then
	silent    time.Time // it gives no sign of life until then
	beat      time.Time // the last one
	appending *Record
	landed    bool      // what it appends is stored
	until     time.Time // when the append returns
	emitted   time.Time
	late      []simInput // of lines that their programs have given up
}

// start starts the node's program. Its clock may be wrong.
func (n *simNode) start() {
	s, lie := n.s, time.Duration(n.s.IntN(3)-1)*10*time.Minute
	cfg := store.Config{Node: fmt.Sprint("n", n.name), Rand: randomly{s.Rand}, Now: func() time.Time { return time.Now().Add(lie) }}
	run, err := s.first.Join(s.t.Context(), cfg)
	if err != nil {
		s.failf("a node cannot start: %v", err)
	}
	s.stores = append(s.stores, run)
	n.store, n.beat = run, s.now()
}

// seat gives the node the table.
func (n *simNode) seat(core *Table, tab *store.Tab, now time.Time, snaps []snap) {
	n.seating = newSeating(&Tables{
		cfg: Config{Store: n.store, Finish: n.finish, Stored: func(time.Duration) {}, Log: slog.New(slog.DiscardHandler)},
		ctx: n.s.t.Context(), all: map[string]*Seating{},
	}, core, tab, now)
	n.seating.snaps = snaps
	n.watcher = &simWatcher{s: n.s}
	core.Watch(n.watcher)
	n.term, n.paused, n.emitted, n.late = n.s.journal.term, time.Time{}, time.Time{}, nil
}

// finish stores an end as a club does.
func (n *simNode) finish(ctx context.Context, tab *store.Tab, record []byte, e store.End) error {
	if e.Game == nil && !e.Over && record != nil {
		return tab.Append(ctx, record)
	}
	err := tab.Finish(ctx, store.Finish{Record: record, Game: e.Game, Over: e.Over, Rate: func(*lobby.Game, [2]*store.Standing) {}})
	if err == nil && e.Game != nil {
		n.s.take(*e.Game)
	}
	return err
}

// die ends the node's program, which starts again at once and owns nothing.
func (n *simNode) die() {
	if n.seating != nil && n.appending != nil && !n.landed {
		if n.s.IntN(2) == 0 && n.land() {
			n.s.seen["died storing"]++
		} else {
			n.s.seen["died unstored"]++
		}
	}
	n.drop()
	n.start()
}

// drop cuts the lines.
func (n *simNode) drop() {
	if n.seating != nil {
		n.seating.timer.Stop()
	}
	n.seating, n.appending, n.landed, n.late = nil, nil, false, nil
	for _, m := range n.s.members {
		if m.line != nil && m.line.node == n {
			m.cut()
		}
	}
}

// claim takes the table over, if its owner is silent.
func (n *simNode) claim() {
	s := n.s
	if n.seating != nil {
		return
	}
	s.fails(nothing, noAnswer)
	tab, stored, heard, err := n.store.Claim(s.t.Context(), s.setup.ID)
	s.fault = noFault
	at := new(store.Elsewhere)
	switch {
	case errors.As(err, &at), errors.Is(err, store.ErrNotFound) && s.journal.over:
		return
	case err != nil:
		s.failf("taking over: %v", err)
	case s.journal.over:
		s.failf("a table that is over is taken over")
	}
	records, err := parseRecords(stored)
	if err != nil {
		s.failf("taking over: %v", err)
	}
	now := n.store.Now()
	core, err := Restore(records, s.secret, heard, now)
	if err != nil {
		s.failf("taking over: %v", err)
	}
	s.logf("node %d takes over, %d events", n.name, core.State().N)
	s.seen["taken over"]++
	var snaps []snap
	for _, r := range records {
		if len(r.Snapshot) > 0 {
			snaps = append(snaps, snap{r.N, r.Place})
		}
	}
	if o := s.owner(); o != nil {
		s.seen["taken from a slow node"]++
	}
	s.journal.term++
	n.seat(core, tab, now, snaps)
}

// fails has the next commit fail now and then.
func (s *sim) fails(how ...fault) {
	if s.chance(15) {
		s.fault = how[s.IntN(len(how))]
	}
}

func (n *simNode) step() {
	s := n.s
	switch {
	case s.now().Before(n.paused):
		return
	case s.chance(80):
		s.logf("node %d dies", n.name)
		s.seen["died"]++
		n.die()
		return
	case s.chance(60):
		n.paused = s.now().Add(time.Duration(s.IntN(8)) * time.Second)
		return
	case s.chance(80):
		s.seen["silent"]++
		n.silent = s.now().Add(time.Duration(s.IntN(12)) * time.Second)
	}
	if s.calm {
		n.silent = time.Time{}
	}
	if !s.now().Before(n.silent) && s.now().Sub(n.beat) >= time.Second {
		n.live()
	}
	switch {
	case n.seating == nil:
	case n.appending != nil && s.now().Before(n.until):
		if !n.landed && s.chance(3) && !n.land() {
			n.end(false)
		}
	case n.appending != nil:
		n.end(n.landed || n.land())
	case s.chance(120):
		n.drain()
	default:
		n.hear()
		n.seating.table.Tick(s.now())
		n.begin()
	}
}

// live gives a sign of life, looks if the table is still the node's, and takes it over if it is no
// one's.
func (n *simNode) live() {
	s := n.s
	if err := n.store.Beat(s.t.Context()); err != nil {
		s.failf("a sign of life: %v", err)
	}
	n.beat = s.now()
	mine, err := n.store.Mine(s.t.Context())
	if err != nil {
		s.failf("looking for the own tables: %v", err)
	}
	if n.seating != nil && len(mine) == 0 {
		s.seen["deposed"]++
		n.drop()
	}
	orphans, err := n.store.Orphans(s.t.Context(), maxOrphans)
	if err != nil {
		s.failf("looking for orphans: %v", err)
	}
	if len(orphans) > 0 && s.IntN(3) > 0 {
		n.claim()
	}
}

// hear handles the messages on the lines, in their order.
func (n *simNode) hear() {
	var inputs []simInput
	for _, m := range n.s.members {
		if l := m.line; l != nil && l.node == n {
			inputs = append(inputs, l.in...)
			l.in = nil
		}
	}
	slices.SortStableFunc(inputs, func(a, b simInput) int { return a.at.Compare(b.at) })
	for _, in := range inputs {
		n.charged(in)
	}
	for len(n.late) > 0 && !n.s.chance(20) {
		in := n.late[0]
		if n.late = n.late[1:]; n.s.now().Sub(in.at) >= 30*time.Second {
			continue
		}
		in.at = n.s.now()
		n.s.seen["late attempt"]++
		n.charged(in)
	}
}

// charged handles a message, and checks that a ply costs its player the time from the display of
// the turn to the arrival of the ply.
func (n *simNode) charged(in simInput) {
	st := n.seating.table.State()
	before, by, running, last := st.Clocks.Left, st.Clocks.Side, st.Clocks.Running, st.N
	in.do(n.seating.table, in.at)
	if st.N == last {
		return
	}
	if in.at.Before(n.emitted) {
		in.at = n.emitted
	}
	shown := n.emitted
	if n.emitted = in.at; shown.IsZero() { // what was decided with it is charged from here
		n.emitted = shown
	}
	e := n.seating.table.server.Since(last)[0]
	if !running || st.N != last+1 || shown.IsZero() || e.Kind != table.KindPly {
		return
	}
	charged := before[by] + n.s.setup.Time.Increment - time.Duration(e.Left[by])*time.Millisecond
	if off := charged - in.at.Sub(shown); off.Abs() > 2*time.Millisecond {
		n.s.failf("a ply cost %v, and the turn was shown for %v", charged, in.at.Sub(shown))
	}
}

// begin begins to store the decisions.
func (n *simNode) begin() {
	s := n.s
	r, need, err := n.seating.table.Record(s.now())
	if err != nil {
		s.failf("record: %v", err)
	}
	if n.until = s.now(); !need {
		n.end(n.seating.save(s.t.Context(), &r, false) == nil)
		return
	}
	if n.appending, n.landed = &r, false; s.chance(3) {
		n.until = s.now().Add(time.Duration(s.IntN(300)) * time.Millisecond)
	}
	if s.chance(60) {
		n.until = s.now().Add(8 * time.Second)
		s.seen["slow append"]++
	}
}

// land stores the pending record, unless another node has fenced it off.
func (n *simNode) land() bool {
	s, r := n.s, n.appending
	owns := n.term == s.journal.term && !s.journal.over
	s.fails(nothing, noAnswer, diesBefore, diesAfter)
	what := s.fault
	err := n.seating.save(s.t.Context(), r, true)
	switch met := what != s.fault; {
	case met && (what == diesBefore || what == diesAfter):
		s.seen["died committing"]++
		if what == diesAfter && owns {
			s.stored(r)
		}
	case met:
		s.seen["answer lost"]++
		fallthrough
	default:
		if (err == nil) != owns {
			s.failf("the owner is here: %v; storing: %v", owns, err)
		}
	}
	if s.fault = noFault; err != nil {
		return false
	}
	s.stored(r)
	n.landed = true
	return true
}

// end does the remaining work after the append has returned.
func (n *simNode) end(stored bool) {
	s := n.s
	if !stored {
		s.seen["lost"]++
		n.drop()
		return
	}
	r, before := n.appending, len(n.seating.snaps)
	if n.appending, n.landed = nil, false; r != nil && len(r.Snapshot) > 0 {
		if n.seating.trim(snap{r.N, n.seating.tab.Place()}); len(n.seating.snaps) <= before {
			s.seen["trimmed"]++
		}
	}
	if r != nil && len(r.Events) > 0 {
		n.emitted = s.now()
	}
	core := n.seating.table
	send(core.Stored(s.now()))
	if core.State().Closed.N != 0 {
		s.seen["closed"]++
	}
	switch {
	case r != nil: // what was decided on storing is stored before anything is heard
		n.begin()
	case core.Over(s.now()) && n.term == s.journal.term:
		if err := n.seating.tab.Delete(s.t.Context()); err != nil {
			s.failf("removing the table: %v", err)
		}
		s.journal.over = true
		n.drop()
	}
}

// drain hands the table over.
func (n *simNode) drain() {
	s := n.s
	n.seating.table.Drain(s.now())
	if n.begin(); n.appending == nil || n.land() {
		n.appending = nil
		send(n.seating.table.Stored(s.now()))
		if err := n.seating.tab.Release(s.t.Context()); err != nil {
			s.failf("handing over: %v", err)
		}
		s.seen["drained"]++
	}
	n.drop()
}
