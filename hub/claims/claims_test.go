package claims

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/hub/bus/local"
	"mancala/tools/need"
)

var seeds = flag.Uint64("claims.seeds", 300, "how many seeds TestTwoOwners plays")

var errBus = errors.New("the bus does not answer")

// faulty is a journal whose calls fail at any point: in spite of an error, a record may be stored
// at once, later or never.
type faulty struct {
	bus.Journal
	random    *rand.Rand
	calm      bool
	late      []func()
	meanwhile func() // what other nodes do while a call is under way
}

// chance reports something that happens once in n times.
func (f *faulty) chance(n int) bool { return !f.calm && f.random.IntN(n) == 0 }

// middle is where other nodes and late records come in between.
func (f *faulty) middle() {
	if f.meanwhile != nil && f.chance(6) {
		do := f.meanwhile
		f.meanwhile = nil
		do()
		f.meanwhile = do
	}
	for len(f.late) > 0 && (f.calm || f.chance(2)) {
		f.late[0]()
		f.late = f.late[1:]
	}
}

func (f *faulty) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	store := func() (uint64, error) { return f.Journal.Append(context.WithoutCancel(ctx), key, after, data) }
	f.middle()
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case f.chance(6):
		return 0, errBus
	case f.chance(6):
		f.late = append(f.late, func() { _, _ = store() })
		return 0, errBus
	}
	revision, err := store()
	f.middle()
	if f.chance(6) {
		return 0, errBus
	}
	return revision, err
}

func (f *faulty) Read(ctx context.Context, key string) ([]bus.Record, error) {
	f.middle()
	if f.chance(8) {
		return nil, errBus
	}
	return f.Journal.Read(ctx, key)
}

// faultyBus is a bus whose journal is faulty.
type faultyBus struct {
	bus.Bus
	journal *faulty
}

func (b faultyBus) Journal(context.Context, string) (bus.Journal, error) { return b.journal, nil }

// memory is a journal of one key. The tests of package bus check the real ones.
type memory struct{ list []bus.Record }

func (m *memory) Append(_ context.Context, _ string, after uint64, data []byte) (uint64, error) {
	last := uint64(0)
	if len(m.list) > 0 {
		last = m.list[len(m.list)-1].Revision
	}
	if last != after {
		return 0, bus.ErrConflict
	}
	m.list = append(m.list, bus.Record{Revision: last + 1, Data: data})
	return last + 1, nil
}

func (m *memory) Read(context.Context, string) ([]bus.Record, error) {
	return slices.Clone(m.list), nil
}
func (m *memory) Trim(context.Context, string, uint64) error { return nil }
func (m *memory) Delete(context.Context, string) error       { return nil }

// owner is a node that owns a table, or believes that it does.
type owner struct {
	name    string
	claims  *Claims
	log     *Log
	count   uint32
	emitted *[]string
}

// claim claims the table as a node does that takes the one before it for dead.
func (o *owner) claim(ctx context.Context) {
	o.log = nil
	synctest.Wait() // for hints on their way, which would say that the other one lives
	o.claims.mu.Lock()
	delete(o.claims.hinted, "t")
	for _, name := range []string{"a", "b"} {
		o.claims.nodes.known[name] = &node{dead: true}
	}
	o.claims.mu.Unlock()
	l, err := o.claims.Claim(ctx, "t")
	if err != nil {
		return
	}
	records, err := l.Load(ctx)
	if err != nil {
		panic(err)
	}
	stored := strings.Join(contents(records), " ")
	for _, e := range *o.emitted {
		if !strings.Contains(stored, e) {
			panic(fmt.Sprintf("%s was emitted, and %s loads %s", e, o.name, stored))
		}
	}
	o.log = l
	for _, r := range records {
		o.count = max(o.count, r.N)
	}
}

// play appends a record, and emits it.
func (o *owner) play(ctx context.Context) {
	if o.log == nil {
		return
	}
	l := o.log
	r := Record{At: time.Now(), N: o.count + 1, Events: fmt.Appendf(nil, "%s-%d-%d", o.name, l.term, o.count+1)}
	err := l.Append(ctx, r)
	switch {
	case o.log != l: // it was restarted meanwhile
	case err != nil:
		o.log = nil
	default:
		o.count++
		*o.emitted = append(*o.emitted, string(r.Events))
	}
}

func contents(records []Record) (list []string) {
	for _, r := range records {
		if !r.empty() {
			list = append(list, string(r.Snapshot)+string(r.Events))
		}
	}
	return list
}

// TestTwoOwners: two nodes consider each other dead at any moment, even during a call, and the bus
// loses records and answers. A later owner loads everything that was emitted, and no owner's record
// is behind a later owner's.
func TestTwoOwners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broker, seed := bustest.New(t), uint64(1)
		defer func() {
			if p := recover(); p != nil {
				t.Fatalf("seed %d: %v", seed, p)
			}
		}()
		for ; seed <= *seeds; seed++ {
			twoOwners(t, broker, rand.New(rand.NewPCG(seed, 3)))
		}
	})
}

func twoOwners(t *testing.T, broker *local.Broker, random *rand.Rand) {
	f := &faulty{Journal: &memory{}, random: random, calm: true}
	var emitted []string
	var owners []*owner
	for _, name := range []string{"a", "b"} {
		c, end := openClaims(t, broker, name, f)
		defer end()
		owners = append(owners, &owner{name: name, claims: c, emitted: &emitted})
	}
	ctx := t.Context()
	l := need.Must(owners[0].claims.Create(ctx, "t"))(t)
	need.NoError(t, l.Append(ctx, Record{At: time.Now(), Snapshot: []byte("begin")}))
	owners[0].log, f.calm = l, false
	act := func() {
		o := owners[random.IntN(2)]
		if o.log == nil || random.IntN(10) == 0 {
			o.claim(ctx)
		} else {
			o.play(ctx)
		}
	}
	f.meanwhile = act
	for range 60 {
		act()
	}
	f.calm = true
	owners[1].claim(ctx)
	if owners[1].log == nil {
		t.Fatal("no one owns the table at the end")
	}
	list := need.Must(f.Read(ctx, "t"))(t)
	checkJournal(t, list)
}

// inClub has a test in a bubble, with nodes of these names and a log of the first for the table
// "t".
func inClub(t *testing.T, names []string, test func(t *testing.T, nodes []*Claims, l *Log)) {
	synctest.Test(t, func(t *testing.T) {
		broker := bustest.New(t)
		var nodes []*Claims
		for _, name := range names {
			nodes = append(nodes, newClaims(t, broker, name))
		}
		l := need.Must(nodes[0].Create(t.Context(), "t"))(t)
		synctest.Wait()
		test(t, nodes, l)
	})
}

// claim has a node claim the table "t".
func claim(t *testing.T, c *Claims) *Log {
	t.Helper()
	l := need.Must(c.Claim(t.Context(), "t"))(t)
	synctest.Wait()
	return l
}

// release has a node release the table "t", and returns the hint of another one.
func release(t *testing.T, l *Log, other *Claims) known {
	t.Helper()
	need.NoError(t, l.Release(t.Context()))
	synctest.Wait()
	return other.hinted["t"]
}

// wantElsewhere fails unless a claim returns that another node has the table.
func wantElsewhere(t *testing.T, c *Claims, node string) {
	t.Helper()
	at := new(Elsewhere)
	if _, err := c.Claim(t.Context(), "t"); !errors.As(err, &at) || at.Node != node {
		t.Errorf("the claim: %v", err)
	}
}

// die has a node take another one for dead.
func die(c, other *Claims) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nodes.known[other.cfg.Bus.Node()] = &node{run: other.run, dead: true}
}

// TestClaimedJustNow: two nodes find a third one dead. The second does not take the table from the
// first, although the hints lag behind.
func TestClaimedJustNow(t *testing.T) {
	inClub(t, []string{"a", "b", "c"}, func(t *testing.T, nodes []*Claims, _ *Log) {
		a, b, c := nodes[0], nodes[1], nodes[2]
		die(b, a)
		die(c, a)
		old := c.hinted["t"]
		claim(t, b)
		c.hinted["t"] = old
		wantElsewhere(t, c, "b")
	})
}

// slow is a journal whose Read takes a while, and others act meanwhile.
type slow struct {
	bus.Journal
	meanwhile func()
}

func (j slow) Read(ctx context.Context, key string) ([]bus.Record, error) {
	list, err := j.Journal.Read(ctx, key)
	j.meanwhile()
	return list, err
}

// TestClaimedMeanwhile: a node does not take a table that another one has claimed and announced
// after the first look at the hints and before the end of the journal.
func TestClaimedMeanwhile(t *testing.T) {
	inClub(t, []string{"a", "b", "c"}, func(t *testing.T, nodes []*Claims, l *Log) {
		b, c := nodes[1], nodes[2]
		released := release(t, l, c)
		claim(t, b)
		claimed := c.hinted["t"]
		c.hinted["t"] = released
		c.journal = slow{c.journal, func() { c.hinted["t"] = claimed }}
		wantElsewhere(t, c, "b")
	})
}

// deaf is a journal that stores a record, and then neither answers nor can be read.
type deaf struct {
	bus.Journal
	gone bool
}

func (j *deaf) Append(ctx context.Context, key string, after uint64, data []byte) (uint64, error) {
	_, err := j.Journal.Append(ctx, key, after, data)
	j.gone = true
	return 0, errors.Join(errBus, err)
}

func (j *deaf) Read(ctx context.Context, key string) ([]bus.Record, error) {
	if j.gone {
		return nil, errBus
	}
	return j.Journal.Read(ctx, key)
}

// TestClaimedUnawares: a claim was stored, but its node gave up before it heard so. The owner
// before, which lives after all, has that node take the table over, even if no player comes.
func TestClaimedUnawares(t *testing.T) {
	inClub(t, []string{"a", "b"}, func(t *testing.T, nodes []*Claims, l *Log) {
		a, b := nodes[0], nodes[1]
		die(b, a)
		hears := b.journal
		b.journal = &deaf{Journal: hears}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Claim(ctx, "t"); !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("the claim: %v", err)
		}
		b.journal = hears
		a.Round(t.Context())
		synctest.Wait()
		wantElsewhere(t, b, "a") // as the hints say
		if err := l.Append(t.Context(), Record{}); !errors.Is(err, ErrLost) {
			t.Fatalf("the owner before: %v", err)
		}
		for range 3 * deadRounds {
			time.Sleep(roundEvery)
			for _, c := range nodes {
				for _, table := range c.Round(t.Context()) {
					_, _ = c.Claim(t.Context(), table)
				}
				synctest.Wait()
			}
		}
		if a.Where("t") != "b" || b.owned["t"] == nil {
			t.Errorf("it is at %q, which owns %v", a.Where("t"), b.owned)
		}
	})
}

// TestReleaseIsLast: a release is not undone by a node that hears late of the claim before it.
func TestReleaseIsLast(t *testing.T) {
	inClub(t, []string{"a", "b", "c"}, func(t *testing.T, nodes []*Claims, l *Log) {
		b, c := nodes[1], nodes[2]
		old := release(t, l, c)
		release(t, claim(t, b), c)
		c.hinted["t"] = old
		wantElsewhere(t, c, "b")
		if synctest.Wait(); b.Where("t") != "" {
			t.Errorf("a released table is at %q", b.Where("t"))
		}
	})
}

// TestDeposed: a node that stood still hears, without any player's action, that another node owns
// its table.
func TestDeposed(t *testing.T) {
	inClub(t, []string{"a", "b"}, func(t *testing.T, nodes []*Claims, l *Log) {
		die(nodes[1], nodes[0])
		lost := false
		l.OnLost(func() { lost = true })
		if claim(t, nodes[1]); !lost {
			t.Error("the node does not know that its table is another one's")
		}
	})
}

// TestLeave: a leaving node waits, for a while at most, until others own its tables. They do not
// wait for its silence, even if their hints lag behind.
func TestLeave(t *testing.T) {
	inClub(t, []string{"a", "b"}, func(t *testing.T, nodes []*Claims, l *Log) {
		a, b, ctx := nodes[0], nodes[1], t.Context()
		old := b.hinted["t"]
		need.NoError(t, l.Release(ctx))
		began, left := time.Now(), make(chan time.Duration)
		go func() {
			if err := a.Leave(ctx); err != nil {
				t.Error(err)
			}
			left <- time.Since(began)
		}()
		synctest.Wait()
		b.hinted["t"] = old
		a.Round(ctx) // a sign of life on its way
		synctest.Wait()
		if at := b.Where("t"); at != "" {
			t.Fatalf("a table of a node that has left is at %q", at)
		}
		time.Sleep(leaveWait / 2)
		claim(t, b)
		if took := <-left; took < leaveWait/2 || took >= leaveWait {
			t.Errorf("the node has left after %v", took)
		}
	})
}

// checkJournal checks that each record is of the owner of the fence before it, and that terms grow.
func checkJournal(t *testing.T, list []bus.Record) {
	t.Helper()
	var term uint32
	var node string
	for _, r := range list {
		s, err := parse(r.Data)
		switch {
		case err != nil:
			t.Fatal(err)
		case s.kind == kindFence && s.term != term+1:
			t.Fatalf("term %d after %d", s.term, term)
		case s.kind == kindFence:
			term, node = s.term, s.node
		case s.kind == kindEvents && !strings.HasPrefix(string(s.Events), fmt.Sprintf("%s-%d-", node, term)):
			t.Fatalf("%s in the term %d of %s", s.Events, term, node)
		}
	}
}

// newClaims returns the claims of a node of a broker, until the test ends.
func newClaims(t *testing.T, broker *local.Broker, name string) *Claims {
	t.Helper()
	c, end := openClaims(t, broker, name, nil)
	t.Cleanup(end)
	return c
}

// openClaims returns the claims of a node, with a journal of the test if there is one, and their
// end.
func openClaims(t *testing.T, broker *local.Broker, name string, f *faulty) (*Claims, func()) {
	t.Helper()
	b := need.Must(broker.Join(name))(t)
	cfg := Config{Bus: b}
	if f != nil {
		cfg.Bus = faultyBus{b, f}
	}
	c := need.Must(New(t.Context(), cfg))(t)
	return c, func() {
		c.Close()
		b.Close()
	}
}

// TestLife: a table is made, claimed after its node has died, released, trimmed and deleted.
func TestLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broker, ctx := bustest.New(t), t.Context()
		a, b := newClaims(t, broker, "a"), newClaims(t, broker, "b")
		round := func(n int, list ...*Claims) (orphans []string) {
			for range n {
				time.Sleep(roundEvery)
				for _, c := range list {
					orphans = c.Round(ctx)
				}
				synctest.Wait()
			}
			return orphans
		}
		l := need.Must(a.Create(ctx, "t"))(t)
		if _, err := b.Create(ctx, "t"); !errors.Is(err, bus.ErrExists) {
			t.Errorf("made twice: %v", err)
		}
		for n := range uint32(4) {
			r := Record{At: time.Now(), N: n, Events: fmt.Appendf(nil, "e%d ", n)}
			if n != 1 {
				r.Snapshot = fmt.Appendf(nil, "s%d ", n)
			}
			need.NoError(t, l.Append(ctx, r))
		}
		last := time.Now()
		if orphans := round(10, a, b); len(orphans) > 0 || a.Where("t") != "a" || b.Where("t") != "a" {
			t.Errorf("%v; it is at %s and %s", orphans, a.Where("t"), b.Where("t"))
		}
		wantElsewhere(t, b, "a") // its owner lives
		need.NoError(t, l.Trim(ctx, 1), l.Trim(ctx, 2))
		need.NoError(t, l.Append(ctx, Record{}))

		if orphans := round(3, b); len(orphans) > 0 {
			t.Errorf("after three seconds: %v", orphans)
		}
		b.cfg.Bus.Close() // "a" answers; it is only slow
		bb := newClaims(t, broker, "b")
		if orphans := round(3, a, bb); len(orphans) > 0 {
			t.Errorf("a node that answers: %v", orphans)
		}
		heard := time.Now()
		a.Close()
		if orphans := round(6, bb); fmt.Sprint(orphans) != "[t]" {
			t.Errorf("orphans after the death: %v", orphans)
		}
		l2 := claim(t, bb)
		records, err := l2.Load(ctx)
		if err != nil || fmt.Sprint(contents(records)) != "[s2 e2  s3 e3 ]" {
			t.Errorf("%q, %v", contents(records), err)
		}
		if at := records[len(records)-1].At; at.Before(last) || at.Sub(heard).Abs() > roundEvery {
			t.Errorf("last heard at %v, not %v", at, heard)
		}
		if err := l.Append(ctx, Record{N: 9, Events: []byte("late")}); !errors.Is(err, ErrLost) {
			t.Errorf("the old owner: %v", err)
		}
		release(t, l2, bb)
		if err := l2.Append(ctx, Record{}); !errors.Is(err, ErrLost) || bb.Where("t") != "" {
			t.Errorf("after the release: %v, at %q", err, bb.Where("t"))
		}
		if orphans := round(5, bb); fmt.Sprint(orphans) != "[t]" {
			t.Errorf("orphans after the release: %v", orphans)
		}
		need.NoError(t, claim(t, bb).Delete(ctx))
		synctest.Wait()
		if _, err := bb.Claim(ctx, "t"); !errors.Is(err, ErrNoTable) {
			t.Errorf("after the end: %v", err)
		}
		if orphans := round(10, bb); len(orphans) > 0 {
			t.Errorf("orphans after the end: %v", orphans)
		}
	})
}

func TestParse(t *testing.T) {
	for _, s := range []stored{
		{kind: kindFence, Record: Record{At: time.UnixMilli(5)}, term: 7, node: "a", run: "b"},
		{kind: kindTouch, Record: Record{At: time.UnixMilli(1 << 40)}},
		{kind: kindEvents, Record: Record{At: time.UnixMilli(5), N: 3, Events: []byte("e")}},
		{kind: kindSnap, Record: Record{At: time.UnixMilli(5), N: 3, Snapshot: []byte("s"), Events: []byte{}}, term: 1 << 31},
	} {
		b := s.append(nil)
		if got, err := parse(b); err != nil || fmt.Sprint(got) != fmt.Sprint(s) {
			t.Errorf("%v, %v, not %v", got, err, s)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add((&stored{kind: kindSnap, Record: Record{Snapshot: []byte("s")}}).append(nil))
	f.Add((&stored{kind: kindFence, node: "n"}).append(nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := parse(b); err == nil {
			if again, err := parse(s.append(nil)); err != nil || fmt.Sprint(again) != fmt.Sprint(s) {
				t.Errorf("%v became %v, %v", s, again, err)
			}
		} else if !errors.Is(err, ErrDamaged) {
			t.Error(err)
		}
	})
}
