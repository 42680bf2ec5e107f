package tables

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/hub/claims"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/table"
	"mancala/tools/need"
)

var (
	simSeeds = flag.Uint64("tables.seeds", 200, "how many seeds TestSimulatedTables plays")
	simSeed  = flag.Uint64("tables.seed", 0, "play this one seed, and write what happens")
)

// TestSimulatedTables plays tables on three nodes that die, freeze, consider each other dead, hand
// over, and lose acknowledgements of stored records; some logs lose their end. The members'
// lines break, their programs crash with or without their last writes, and they come with new
// devices. Every step checks the invariants. Once all faults are over, both members and the club
// have the same games.
func TestSimulatedTables(t *testing.T) {
	first, last := uint64(1), *simSeeds
	if *simSeed != 0 {
		first, last = *simSeed, *simSeed
	}
	seen := map[string]int{}
	for seed := first; seed <= last; seed++ {
		s := newSim(t, seed)
		s.run()
		for what, n := range s.seen {
			seen[what] += n
		}
	}
	if *simSeed != 0 || *simSeeds < 200 {
		return
	}
	for _, what := range []string{
		"died", "died storing", "died unstored", "lost", "drained", "taken over", "put back", "cut", "replaced", "crashed", "forgot", "remembered",
		"new device", "refused", "timed out", "finished", "resigned", "abandoned", "rematch", "granted", "reported twice", "trimmed", "slow append", "closed", "deposed",
	} {
		if seen[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, seen)
		}
	}
}

// sim is a table with its nodes, its journal and its members.
type sim struct {
	*rand.Rand
	t       *testing.T
	seed    uint64
	now     time.Time
	setup   lobby.Setup
	secret  [table.SecretSize]byte
	journal simJournal
	nodes   [3]*simNode
	members [2]*simMember
	results map[int]lobby.Game // by number, as the club has taken them
	chains  map[uint32]table.Chain
	undone  bool // the log was put back once, so that games may have another end now
	calm    bool
	seen    map[string]int
}

// simJournal is the journal of the table: an append of an owner of an earlier term is refused.
type simJournal struct {
	records []claims.Record
	term    int
	heard   time.Time // when the last owner was alive
	over    bool      // the table is over and removed
	events  map[uint32]string
}

func newSim(t *testing.T, seed uint64) *sim {
	r := rand.New(rand.NewPCG(seed, 8))
	variant := need.Must(rules.ParseVariant("kalah(2,2)"))(t)
	s := &sim{
		Rand: r, t: t, seed: seed, now: time.Unix(1e9, 0), results: map[int]lobby.Game{}, chains: map[uint32]table.Chain{}, seen: map[string]int{},
		setup: lobby.Setup{ID: "abcdefghijklmnop", Players: [2]lobby.Member{{ID: "p0"}, {ID: "p1"}}, Variant: variant, First: r.IntN(2)},
	}
	s.secret[0] = byte(seed)
	if r.IntN(2) == 0 {
		s.setup.Time, s.setup.Rated = match.TimeControl{Base: 20 * time.Second, Increment: time.Second}, r.IntN(2) == 0
	}
	for i := range s.nodes {
		s.nodes[i] = &simNode{s: s, name: i}
	}
	for i := range s.members {
		s.members[i] = newSimMember(s, table.A+table.Seat(i))
	}
	core := need.Must(New(s.setup, s.secret, s.now))(t)
	n := s.nodes[0]
	s.journal.term, s.journal.events = 1, map[uint32]string{}
	n.core, n.term = core, 1
	n.begin()
	n.end(n.land())
	return s
}

func (s *sim) logf(format string, args ...any) {
	if *simSeed != 0 {
		s.t.Logf("%v "+format, append([]any{s.now.Sub(time.Unix(1e9, 0))}, args...)...)
	}
}

func (s *sim) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d; go test ./tables -run '^TestSimulatedTables$' -tables.seed %d -v plays it again: %s", s.seed, s.seed, fmt.Sprintf(format, args...))
}

// chance reports something that happens once in n times, while there are faults.
func (s *sim) chance(n int) bool { return !s.calm && s.IntN(n) == 0 }

func (s *sim) run() {
	steps := 400
	if s.seed%20 == 0 { // long enough for logs to be trimmed
		steps = 8000
	}
	for range steps {
		s.step()
	}
	s.calm = true
	for range 60 {
		for range 30 {
			s.step()
		}
		if s.quiet() {
			break
		}
	}
	s.healed()
}

func (s *sim) step() {
	s.now = s.now.Add(time.Duration(s.IntN(40)) * time.Millisecond)
	if s.chance(60) {
		s.now = s.now.Add(time.Duration(s.IntN(30)) * time.Second)
	}
	if s.seed%20 != 0 && s.chance(150) {
		s.putBack()
	}
	for _, n := range s.nodes {
		n.step()
	}
	for _, m := range s.members {
		m.step()
	}
}

// owner returns the node that owns the table, or nil.
func (s *sim) owner() *simNode {
	for _, n := range s.nodes {
		if n.core != nil && n.term == s.journal.term {
			return n
		}
	}
	return nil
}

// putBack puts the log back as it was, which no disk of a club should do. All nodes were stopped
// for that. The players' programs may be ahead now, and begin again from the club's table.
func (s *sim) putBack() {
	j := &s.journal
	if len(j.records) < 3 || j.over {
		return
	}
	for _, n := range s.nodes {
		n.die()
	}
	cut := 1 + s.IntN(len(j.records)-1)
	j.records = j.records[:cut]
	n := j.records[cut-1].N
	s.logf("put back to %d of %d", n, len(j.events))
	for k := range j.events {
		if k > n {
			delete(j.events, k)
		}
	}
	for k := range s.chains { // numbers that are given again
		if k > n {
			delete(s.chains, k)
		}
	}
	clear(s.results)
	s.undone = true
	s.seen["put back"]++
}

// take takes a result as the club does.
func (s *sim) take(r lobby.Game) {
	number := int(numberOf(r))
	if old, ok := s.results[number]; ok {
		s.seen["reported twice"]++
		old.Entry.Began, old.Entry.Ended, r.Entry.Began, r.Entry.Ended = time.Time{}, time.Time{}, time.Time{}, time.Time{}
		if fmt.Sprint(old) != fmt.Sprint(r) {
			s.failf("game %d was reported as %v, then as %v", number, old, r)
		}
		return
	}
	s.results[number] = r
	s.seen[r.Entry.Result.Ending.String()]++
}

// sameChain checks that no number means two events.
func (s *sim) sameChain(n uint32, h table.Chain) {
	if old, ok := s.chains[n]; ok && old != h {
		s.failf("event %d is another one now", n)
	}
	s.chains[n] = h
}

// quiet reports whether nothing is on its way, and no one has anything undecided.
func (s *sim) quiet() bool {
	for _, m := range s.members {
		if m.line == nil || len(m.line.in)+len(m.line.out) > 0 || m.f.Pending() > 0 || !m.live || m.line.node != s.owner() {
			return s.journal.over
		}
	}
	n := s.owner()
	return n != nil && n.appending == nil && len(n.core.Reports()) == 0
}

// healed checks that all have the same at the end.
func (s *sim) healed() {
	if !s.quiet() {
		for _, m := range s.members {
			s.logf("member %d: line %v, pending %d, live %v", m.by, m.line != nil, m.f.Pending(), m.live)
		}
		s.failf("there is no rest")
	}
	if s.journal.over {
		return
	}
	own := s.owner().core.State().Snapshot()
	own.Left, own.Runs = [2]uint32{}, 0
	for _, m := range s.members {
		got := m.f.State().Snapshot()
		got.Left, got.Runs = [2]uint32{}, 0
		if string(got.Append(nil)) != string(own.Append(nil)) {
			s.failf("member %d has %+v, the club %+v", m.by, got, own)
		}
		for number, r := range m.archive {
			if s.undone {
				break
			}
			club, ok := s.results[number]
			if !ok || club.Entry.Result != r.Entry.Result || fmt.Sprint(club.Game.Plies) != fmt.Sprint(r.Game.Plies) {
				s.failf("game %d is %v for member %d, and %v for the club", number, r, m.by, club)
			}
		}
	}
}
