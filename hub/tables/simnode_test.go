package tables

import (
	"slices"
	"time"

	"mancala/hub/claims"
	"mancala/table"
)

// simNode is a node that owns the table, or believes that it does.
type simNode struct {
	s         *sim
	name      int
	core      *Table
	term      int
	paused    time.Time // it does nothing until then
	appending *claims.Record
	landed    bool      // what it appends is stored
	until     time.Time // when the append returns
	emitted   time.Time
}

// die ends the node's program, which starts again at once and owns nothing.
func (n *simNode) die() {
	if n.core == nil {
		return
	}
	if n.appending != nil && !n.landed {
		if n.s.IntN(2) == 0 {
			n.land()
			n.s.seen["died storing"]++
		} else {
			n.s.seen["died unstored"]++
		}
	}
	n.drop()
}

// drop cuts the lines.
func (n *simNode) drop() {
	n.core, n.appending, n.landed = nil, nil, false
	for _, m := range n.s.members {
		if m.line != nil && m.line.node == n {
			m.cut()
		}
	}
}

// claim makes the table this node's.
func (n *simNode) claim() {
	s := n.s
	if s.journal.over || n.core != nil && n.term == s.journal.term {
		return
	}
	if n.core != nil {
		n.drop()
	}
	s.journal.term++
	records := append([]claims.Record(nil), s.journal.records...)
	records = append(records, claims.Record{At: s.journal.heard})
	core, err := Restore(records, s.secret, s.now)
	if err != nil {
		s.failf("taking over: %v", err)
	}
	s.logf("node %d takes over, %d events", n.name, core.State().N)
	s.seen["taken over"]++
	n.core, n.term, n.paused, n.emitted = core, s.journal.term, time.Time{}, time.Time{}
}

func (n *simNode) step() {
	s := n.s
	switch {
	case n.core == nil, s.now.Before(n.paused):
		return
	case s.chance(80):
		s.logf("node %d dies", n.name)
		s.seen["died"]++
		n.die()
		return
	case s.chance(60):
		n.paused = s.now.Add(time.Duration(s.IntN(8)) * time.Second)
		return
	}
	if n.term == s.journal.term {
		s.journal.heard = s.now
	} else if s.IntN(30) == 0 { // it sees the hint of another node
		s.seen["deposed"]++
		n.drop()
		return
	}
	switch {
	case n.appending != nil && s.now.Before(n.until):
		if !n.landed && s.chance(3) {
			n.land()
		}
	case n.appending != nil:
		n.end(n.landed || n.land())
	case s.chance(120):
		n.drain()
	default:
		n.hear()
		n.core.Tick(s.now)
		n.begin()
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
}

// charged handles a message, and checks that a ply costs its player the time from the display of
// the turn to the arrival of the ply.
func (n *simNode) charged(in simInput) {
	st := n.core.State()
	before, by, running, last := st.Clocks.Left, st.Clocks.Side, st.Clocks.Running, st.N
	in.do(n.core)
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
	e := n.core.owner.Since(last)[0]
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
	r, need, err := n.core.Record(s.now)
	if err != nil {
		s.failf("record: %v", err)
	}
	if n.until = s.now; !need {
		n.end(true)
		return
	}
	if n.appending, n.landed = &r, false; s.chance(3) {
		n.until = s.now.Add(time.Duration(s.IntN(300)) * time.Millisecond)
	}
	if s.chance(60) {
		n.until = s.now.Add(8 * time.Second)
		s.seen["slow append"]++
	}
}

// land stores the pending record, unless another node has fenced it off.
func (n *simNode) land() bool {
	j, r := &n.s.journal, *n.appending
	if n.term != j.term || j.over {
		return false
	}
	n.landed = true
	events, err := parseEvents(r.Events, r.N)
	if err != nil {
		n.s.failf("what is stored cannot be read: %v", err)
	}
	for i := range events {
		e := &events[i]
		if _, again := j.events[e.N]; again {
			n.s.failf("event %d is stored twice", e.N)
		}
		j.events[e.N] = string(e.Append(nil))
	}
	j.records = append(j.records, r)
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
	r := n.appending
	if n.appending, n.landed = nil, false; r != nil && len(r.Snapshot) > 0 {
		n.trim()
	}
	if r != nil && len(r.Events) > 0 {
		n.emitted = s.now
	}
	send(n.core.Stored(s.now))
	for len(n.core.Reports()) > 0 && !s.chance(2) {
		s.take(n.core.Reports()[0])
		n.core.Reported()
	}
	if n.core.State().Closed.N != 0 {
		s.seen["closed"]++
	}
	switch {
	case r != nil: // what was decided on storing is stored before anything is heard
		n.begin()
	case n.core.Over(s.now) && n.term == s.journal.term:
		s.journal.over = true
		n.drop()
	}
}

// trim forgets old records as the log does.
func (n *simNode) trim() {
	keep, ok := n.core.Trimmed()
	if !ok {
		return
	}
	j := &n.s.journal
	for i := len(j.records) - 1; i > 0; i-- {
		if r := j.records[i]; len(r.Snapshot) > 0 && r.N <= keep {
			j.records = j.records[i:]
			n.s.seen["trimmed"]++
			return
		}
	}
}

// drain hands the table over.
func (n *simNode) drain() {
	n.core.Drain(n.s.now)
	n.begin()
	if n.appending == nil || n.land() {
		n.appending = nil
		send(n.core.Stored(n.s.now))
		n.s.seen["drained"]++
	}
	n.drop()
}
