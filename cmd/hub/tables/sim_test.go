package tables

import (
	"cmp"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

var (
	simSeeds = flag.Uint64("tables.seeds", 0, "how many seeds TestSimulatedTables plays; 0 means the usual number")
	simSeed  = flag.Uint64("tables.seed", 0, "play this one seed, and write what happens")
)

// TestSimulatedTables plays tables on three nodes over one database, by its real statements. The
// nodes die, freeze, fall silent, lie about the time, hand over, and lose the answers of commits;
// some databases lose their end. The members' lines break, their programs crash with or without
// their last writes, give attempts up that arrive late, and come with new devices. Every step
// checks the invariants. Once all faults are over, both members and the club have the same games.
func TestSimulatedTables(t *testing.T) {
	first, last := uint64(1), cmp.Or(*simSeeds, need.Short[uint64](40, 200))
	if *simSeed != 0 {
		first, last = *simSeed, *simSeed
	}
	seen := map[string]int{}
	for seed := first; seed <= last; seed++ {
		synctest.Test(t, func(t *testing.T) {
			s := newSim(t, seed)
			defer s.close()
			s.run()
			for what, n := range s.seen {
				seen[what] += n
			}
		})
	}
	if *simSeed != 0 || last < 200 {
		return
	}
	for _, what := range []string{
		"died", "died storing", "died unstored", "lost", "drained", "taken over", "put back", "cut", "replaced", "crashed", "forgot", "remembered",
		"new device", "refused", "timed out", "finished", "resigned", "abandoned", "rematch", "granted", "reported twice", "trimmed", "slow append", "closed", "deposed",
		"shown ply", "shown all", "answer lost", "died committing", "late attempt", "silent", "taken from a slow node",
	} {
		if seen[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, seen)
		}
	}
}

// sim is a table with its nodes, their database and its members.
type sim struct {
	*rand.Rand
	t       *testing.T
	seed    uint64
	began   time.Time
	setup   lobby.Setup
	secret  [table.SecretSize]byte
	first   *store.Store
	db      *sql.DB
	stores  []*store.Store // of all runs of all nodes
	fault   fault          // of the next commit
	journal simJournal
	nodes   [3]*simNode
	members [2]*simMember
	results map[int]lobby.Game // by number, as the club has taken them
	chains  map[uint32]table.Chain
	undone  bool // the database was put back once, so that games may have another end now
	calm    bool
	seen    map[string]int
}

// fault is what happens to a commit.
type fault int

const (
	noFault    fault = iota
	nothing          // it is not stored, and there is no answer
	noAnswer         // it is stored, and there is no answer
	diesBefore       // the node dies before it
	diesAfter
)

// simJournal is what the simulation knows of the table.
type simJournal struct {
	term   int // counts the owners
	over   bool
	events map[uint32]string
}

func newSim(t *testing.T, seed uint64) *sim {
	r := rand.New(rand.NewPCG(seed, 8))
	variant := need.Must(rules.ParseVariant("kalah(2,2)"))(t)
	s := &sim{
		Rand: r, t: t, seed: seed, began: time.Now(), results: map[int]lobby.Game{}, chains: map[uint32]table.Chain{}, seen: map[string]int{},
		setup: lobby.Setup{ID: "abcdefghijklmnop", Players: [2]lobby.Member{{ID: "p0"}, {ID: "p1"}}, Variant: variant, First: r.IntN(2)},
	}
	s.secret[0] = byte(seed)
	if r.IntN(2) == 0 {
		s.setup.Time, s.setup.Rated = match.TimeControl{Base: 20 * time.Second, Increment: time.Second}, r.IntN(2) == 0
	}
	var err error
	s.first, s.db, err = store.Simulated(t.Context(), store.Config{Node: "club", Rand: randomly{r}}, store.Simulation{Now: time.Now, Commit: s.commit})
	need.NoError(t, err)
	for i := range s.nodes {
		s.nodes[i] = &simNode{s: s, name: i}
		s.nodes[i].start()
	}
	for i := range s.members {
		s.members[i] = newSimMember(s, table.A+table.Seat(i))
	}
	s.journal.term, s.journal.events = 1, map[uint32]string{}
	n, now := s.nodes[0], s.now()
	core := need.Must(New(s.setup, s.secret, now))(t)
	first, _ := need.Must2(core.Record(now))(t)
	tab := need.Must(n.store.Create(t.Context(), s.setup.ID, nil, first.body()))(t)
	core.Stored(now)
	s.stored(&first)
	n.seat(core, tab, now, []snap{{first.N, tab.Place()}})
	return s
}

// randomly reads the random bytes of a simulation.
type randomly struct{ *rand.Rand }

func (r randomly) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.IntN(256))
	}
	return len(b), nil
}

// commit does a commit, or lets it fail.
func (s *sim) commit(commit func() error) error {
	what := s.fault
	s.fault = noFault
	switch what {
	case nothing:
		return errors.New("the connection broke")
	case noAnswer:
		return errors.Join(commit(), errors.New("the connection broke"))
	case diesBefore:
		return store.ErrClosed
	case diesAfter:
		return errors.Join(commit(), store.ErrClosed)
	}
	return commit()
}

// close ends all runs of all nodes.
func (s *sim) close() {
	for _, n := range s.stores {
		_ = n.Close()
	}
	_ = s.first.Close()
}

func (s *sim) now() time.Time { return time.Now() }

// stored takes in a record that is stored. No number gets two events.
func (s *sim) stored(r *Record) {
	events, err := parseEvents(r.Events, r.N)
	if err != nil {
		s.failf("what is stored cannot be read: %v", err)
	}
	for i := range events {
		e := &events[i]
		if _, again := s.journal.events[e.N]; again {
			s.failf("event %d is stored twice", e.N)
		}
		s.journal.events[e.N] = string(e.Append(nil))
	}
}

func (s *sim) logf(format string, args ...any) {
	if *simSeed != 0 {
		s.t.Logf("%v "+format, append([]any{time.Since(s.began)}, args...)...)
	}
}

func (s *sim) failf(format string, args ...any) {
	s.t.Helper()
	s.t.Fatalf("seed %d; go test ./cmd/hub/tables -run '^TestSimulatedTables$' -tables.seed %d -v plays it again: %s", s.seed, s.seed, fmt.Sprintf(format, args...))
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
	time.Sleep(time.Duration(s.IntN(40)) * time.Millisecond)
	for range s.IntN(30) * bit(s.chance(150)) { // they think, and the nodes live
		time.Sleep(time.Second)
		for _, n := range s.nodes {
			if !s.now().Before(n.paused) && !s.now().Before(n.silent) {
				n.live()
			}
		}
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
		if n.seating != nil && n.term == s.journal.term {
			return n
		}
	}
	return nil
}

// putBack puts the database back as it was. All nodes were stopped for that. The players' programs
// may be ahead now, and begin again from the club's table.
func (s *sim) putBack() {
	j := &s.journal
	if j.over {
		return
	}
	list := s.records()
	if len(list) < 3 {
		return
	}
	for _, n := range s.nodes {
		n.die()
	}
	list = s.records()
	last := list[s.IntN(len(list)-1)]
	s.logf("put back to %d of %d", last.N, len(j.events))
	for _, query := range []string{"DELETE FROM record WHERE place > ?1", "UPDATE tab SET place = ?1, run = ''", "DELETE FROM game WHERE ?1 > 0"} {
		need.Must(s.db.Exec(query, last.Place))(s.t)
	}
	for k := range j.events {
		if k > last.N {
			delete(j.events, k)
		}
	}
	for k := range s.chains { // numbers that are given again
		if k > last.N {
			delete(s.chains, k)
		}
	}
	clear(s.results)
	s.undone = true
	s.seen["put back"]++
}

// records returns the stored records.
func (s *sim) records() (list []Record) {
	rows := need.Must(s.db.Query("SELECT place, body FROM record ORDER BY place"))(s.t)
	defer rows.Close()
	for rows.Next() {
		var r store.Record
		need.NoError(s.t, rows.Scan(&r.Place, &r.Body))
		list = append(list, need.Must(parseRecord(r))(s.t))
	}
	need.NoError(s.t, rows.Err())
	return list
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
	return n != nil && n.appending == nil && len(n.seating.table.Reports()) == 0
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
	own := s.owner().seating.table.State().Snapshot()
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

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}
