package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/cmd/hub/hubtest"
	"mancala/tools/need"
)

// club is a database for some nodes.
type club struct {
	t    *testing.T
	url  string // of PostgreSQL, or "" for the engine
	file *Store
	// other is another database of PostgreSQL, or "".
	other string
	nodes []*Store
}

// suite are the tests that both engines pass.
var suite = map[string]func(c *club){
	"append": testAppend, "fence": testFence, "lost answers": testLostAnswers, "order of changes": testOrderOfChanges,
	"missed changes": testMissedChanges, "clock ahead": testClockAhead, "who is silent": testWhoIsSilent, "finish": testFinish, "over": testOver, "members": testMembers, "reports": testReports, "places": testPlaces,
	"secrets": testSecrets, "backup": testBackup, "together": testTogether,
	"games": testGames, "named ways": testNamedWays, "spellings": testSpellings, "standings": testStandings, "rename and forget": testRenameAndForget,
	"export as text": testExportText, "export as JSON": testExportJSON,
}

func TestSQLite(t *testing.T) {
	for name, f := range suite {
		t.Run(name, func(t *testing.T) { f(newFile(t)) })
	}
	t.Run("newer", func(t *testing.T) { testNewer(t, Config{Dir: t.TempDir(), Rand: rand.Reader}) })
}

func TestPostgreSQL(t *testing.T) {
	server := hubtest.StartPostgres(t, "fsync=off")
	for name, f := range suite {
		t.Run(name, func(t *testing.T) { f(&club{t: t, url: server.Database(), other: server.Database()}) })
	}
	for name, f := range map[string]func(*testing.T, Config){
		"newer": testNewer, "start at once": testStartAtOnce, "read only": testReadOnly, "stands still": testStandsStill, "locked row": testLockedRow, "wakes": testWakes,
	} {
		t.Run(name, func(t *testing.T) { f(t, Config{URL: server.Database(), Rand: rand.Reader}) })
	}
	t.Run("server killed", func(t *testing.T) { testServerKilled(t, server) })
}

// newFile returns a club in a file that all its nodes share in this process.
func newFile(t *testing.T) *club {
	s := need.Must(Open(t.Context(), Config{Dir: t.TempDir(), Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = s.Close() })
	c := &club{t: t, file: s}
	c.silence(s)
	return c
}

// node starts a node, which ends with the test.
func (c *club) node(name string, set ...func(*Config)) *Store {
	c.t.Helper()
	cfg := Config{URL: c.url, Node: name, Address: name + ".example.org:7000", Rand: rand.Reader}
	for _, f := range set {
		f(&cfg)
	}
	var s *Store
	if c.file != nil {
		s = need.Must(c.file.Join(c.t.Context(), cfg))(c.t)
	} else {
		s = need.Must(Open(c.t.Context(), cfg))(c.t)
	}
	c.t.Cleanup(func() { _ = s.Close() })
	c.nodes = append(c.nodes, s)
	return s
}

// do changes the database behind the back of all nodes.
func (c *club) do(s *Store, query string, args ...any) {
	c.t.Helper()
	need.NoError(c.t, s.change(context.Background(), func(x *tx) error {
		_, err := x.exec(query, args...)
		return err
	}))
}

// silence makes a node look as if it had been silent for a while, and others know it.
func (c *club) silence(s *Store) {
	for _, n := range c.nodes {
		n.pulse.mu.Lock()
		n.pulse.since, n.pulse.last = time.Now().Add(-time.Hour), time.Now()
		n.pulse.mu.Unlock()
	}
	c.do(s, "UPDATE node SET seen = seen - 10000 WHERE run = $1", s.run)
}

func (c *club) records(s *Store, id string) (bodies []string) {
	c.t.Helper()
	need.NoError(c.t, s.view(context.Background(), func(rows *sql.Rows) error {
		var body []byte
		err := rows.Scan(&body)
		bodies = append(bodies, string(body))
		return err
	}, "SELECT body FROM record WHERE tab = $1 ORDER BY place", id))
	return bodies
}

// testWhoIsSilent: a node says that others are silent only once it has beaten for a while without a
// gap. After an outage of the database all have been silent.
func testWhoIsSilent(c *club) {
	ctx := c.t.Context()
	now := time.Now()
	a, b := c.node("a"), c.node("b", func(cfg *Config) { cfg.Now = func() time.Time { return now } })
	need.Must(a.Create(ctx, "t", nil, []byte("0")))(c.t)
	c.do(a, "UPDATE node SET seen = seen - 10000 WHERE run = $1", a.run)
	at := (*Elsewhere)(nil)
	for wait := range 5 {
		orphans := need.Must(b.Orphans(ctx, 9))(c.t)
		if _, _, _, err := b.Claim(ctx, "t"); wait < 3 && (!errors.As(err, &at) || at.Silent < 10*time.Second || len(orphans) > 0) || wait == 3 && (err != nil || len(orphans) != 1) {
			c.t.Errorf("after %d s: %v, %v", wait, err, orphans)
		}
		if wait == 3 {
			return
		}
		now = now.Add(time.Second)
		need.NoError(c.t, b.Beat(ctx))
	}
}

// testAppend: records of many tables are appended at once, and read by another node in their order.
func testAppend(c *club) {
	a, b := c.node("a"), c.node("b")
	var all sync.WaitGroup
	const tables, records = 20, 10
	for i := range tables {
		all.Go(func() {
			tab, err := a.Create(c.t.Context(), fmt.Sprint("t", i), []byte("setup"), []byte("0"))
			for n := 1; n < records && err == nil; n++ {
				if err = tab.Append(c.t.Context(), []byte(fmt.Sprint(n))); err == nil && n == 5 {
					err = tab.Append(c.t.Context(), nil)
				}
			}
			if err != nil {
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	if s := a.Stats(); s.Stored.IsZero() || s.Trouble != nil || s.Queue != 0 || s.Beat != nil || s.Silent > need.Patience {
		c.t.Errorf("%+v", s)
	}
	_, _, _, err := b.Claim(c.t.Context(), "t1")
	if at := new(Elsewhere); !errors.As(err, &at) || at.Name != "a" || at.Address != "a.example.org:7000" {
		c.t.Errorf("a table of a node that lives: %v", err)
	}
	if _, _, _, err := b.Claim(c.t.Context(), "missing"); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("a missing table: %v", err)
	}
	if _, err := b.Create(c.t.Context(), "t1", nil, []byte("0")); !errors.Is(err, ErrExists) {
		c.t.Errorf("a table that exists: %v", err)
	}
	need.NoError(c.t, a.Close()) // says goodbye
	orphans := need.Must(b.Orphans(c.t.Context(), 100))(c.t)
	if len(orphans) != tables {
		c.t.Errorf("%d orphans", len(orphans))
	}
	for _, id := range orphans {
		_, list, heard, err := b.Claim(c.t.Context(), id)
		if err != nil || len(list) != records || heard.IsZero() {
			c.t.Fatalf("%s: %d records, %v, %v", id, len(list), heard, err)
		}
		for n, r := range list {
			if string(r.Body) != fmt.Sprint(n) {
				c.t.Errorf("%s: record %d is %q", id, n, r.Body)
			}
		}
	}
	// A node that was killed and starts again need not wait until it has been silent.
	need.NoError(c.t, b.Beat(c.t.Context()))
	again := c.node("b")
	if orphans := need.Must(again.Orphans(c.t.Context(), 100))(c.t); len(orphans) != tables {
		c.t.Errorf("%d orphans after a restart", len(orphans))
	}
	if _, _, _, err := again.Claim(c.t.Context(), "t1"); err != nil {
		c.t.Errorf("a table of the run before: %v", err)
	}
}

// testFence: a node that slept through a take-over stores nothing any more, whatever has become of
// the records and the table meanwhile.
func testFence(c *club) {
	ctx := c.t.Context()
	a, b := c.node("a"), c.node("b")
	for what, then := range map[string]func(*Tab){
		"goes on":           func(*Tab) {},
		"trims all records": func(tab *Tab) { need.NoError(c.t, tab.Append(ctx, []byte("snapshot")), tab.Trim(ctx, tab.Place())) },
		"removes the table": func(tab *Tab) { need.NoError(c.t, tab.Delete(ctx)) },
		"releases it":       func(tab *Tab) { need.NoError(c.t, tab.Release(ctx)) },
	} {
		need.NoError(c.t, a.Beat(ctx))
		old := need.Must(a.Create(ctx, what, nil, []byte("first")))(c.t)
		need.NoError(c.t, old.Append(ctx, []byte("second")))
		c.silence(a)
		tab, list, heard, err := b.Claim(ctx, what)
		if err != nil || len(list) != 2 || heard.IsZero() {
			c.t.Fatalf("%s: %d records, %v, %v", what, len(list), heard, err)
		}
		then(tab)
		before := c.records(b, what)
		if err := old.Append(ctx, []byte("late")); !errors.Is(err, ErrLost) {
			c.t.Errorf("the new owner %s: the former one appends: %v", what, err)
		}
		if err := old.Append(ctx, nil); !errors.Is(err, ErrLost) {
			c.t.Errorf("the new owner %s: the former one looks: %v", what, err)
		}
		need.NoError(c.t, old.Delete(ctx), old.Release(ctx))
		if now := c.records(b, what); !slices.Equal(now, before) {
			c.t.Errorf("the new owner %s: %q, before %q", what, now, before)
		}
	}
}

// testLostAnswers: a change whose answer is lost is done once, and reported as done.
func testLostAnswers(c *club) {
	ctx := c.t.Context()
	s := c.node("a")
	var mu sync.Mutex
	lost := 0
	lose := func(err error) error { // every other answer
		mu.Lock()
		defer mu.Unlock()
		if lost++; err == nil && lost%2 == 1 {
			return &unknownError{errors.New("the connection broke")}
		}
		return err
	}
	whole, commit := s.appendAll, s.commit
	s.appendAll = func(ctx context.Context, run string, batch []*job) (map[string]bool, error) {
		moved, err := whole(ctx, run, batch)
		return moved, lose(err)
	}
	s.commit = func(t *sql.Tx) error { return lose(commit(t)) }
	tab := need.Must(s.Create(ctx, "tab", nil, []byte("0")))(c.t)
	for n := 1; n < 8; n++ {
		need.NoError(c.t, tab.Append(ctx, []byte(fmt.Sprint(n))))
		need.NoError(c.t, tab.Append(ctx, nil))
	}
	if got := c.records(s, "tab"); fmt.Sprint(got) != "[0 1 2 3 4 5 6 7]" {
		c.t.Errorf("%v", got)
	}
	ada := need.Must(s.Enter(ctx, Member{ID: "ada", Name: "Ada"}, []string{"ada"}, "key1"))(c.t)
	need.Must(s.Enter(ctx, Member{ID: "bob", Name: "Bob"}, []string{"bob"}, "key2"))(c.t)
	need.NoError(c.t, s.Take(ctx, Place{Member: "ada", Kind: KindOpen, Table: "t2"}), s.PutCode(ctx, "ada", "code", time.Minute))
	need.Must(s.Sit(ctx, "t2", nil, []byte("0"), Place{Member: "ada", Kind: KindOpen, Table: "t2"}, Place{Member: "bob"}))(c.t)
	free := func(Member, Member, int) error { return nil }
	if to, err := s.UseCode(ctx, "code", "key3", free); err != nil || to.ID != "ada" || ada.ID != "ada" {
		c.t.Errorf("%+v, %v", to, err)
	}
	if _, err := s.UseCode(ctx, "code", "key4", free); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("a code that was used: %v", err)
	}
	if lost < 20 {
		c.t.Errorf("only %d answers", lost)
	}
}

// testOrderOfChanges: many transactions tell at the same time, and a node hears of each once, in
// the order of the numbers, although transactions end in another order than they begin.
func testOrderOfChanges(c *club) {
	nodes := []*Store{c.node("a"), c.node("b"), c.node("c")}
	ctx, cancel := context.WithTimeout(c.t.Context(), need.Patience)
	defer cancel()
	from := need.Must(nodes[2].Last(ctx))(c.t)
	const writers, each = 8, 25
	got := map[string]int{}
	done := make(chan error, 1)
	go func() {
		done <- nodes[2].Follow(ctx, from, func(list []Change, missed bool) {
			for _, ch := range list {
				if from++; ch.N != from || missed {
					c.t.Errorf("number %d after %d, missed %v", ch.N, from-1, missed)
					cancel()
				}
				if got[ch.ID]++; len(got) == writers*each {
					cancel()
				}
			}
		})
	}()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i := range each {
				if err := nodes[w%2].Tell(c.t.Context(), Change{Kind: "kind", ID: fmt.Sprint(w, i)}); err != nil {
					c.t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if err := <-done; !errors.Is(err, context.Canceled) || len(got) != writers*each {
		c.t.Errorf("%d changes, %v", len(got), err)
	}
}

// testMissedChanges: a node that was away until its changes were deleted learns that some are
// missing, whether there are newer ones or not.
func testMissedChanges(c *club) {
	s := c.node("a")
	for _, deleted := range []string{"DELETE FROM change", "DELETE FROM change WHERE n < (SELECT max(n) FROM change)"} {
		from := need.Must(s.Last(c.t.Context()))(c.t)
		for range 3 {
			need.NoError(c.t, s.Tell(c.t.Context(), Change{Kind: "kind", ID: "id"}))
		}
		c.do(s, deleted)
		ctx, cancel := context.WithTimeout(c.t.Context(), need.Patience)
		missed := false
		_ = s.Follow(ctx, from, func(_ []Change, m bool) { missed = missed || m; cancel() })
		if cancel(); !missed {
			c.t.Errorf("after %s nothing is missed", deleted)
		}
	}
}

// testClockAhead: a machine whose clock is ten minutes ahead knows the database's time, loses no
// table, takes none, and its codes last as long as others.
func testClockAhead(c *club) {
	ctx := c.t.Context()
	ahead := func(cfg *Config) { cfg.Now = func() time.Time { return time.Now().Add(10 * time.Minute) } }
	right, wrong := c.node("right"), c.node("wrong", ahead)
	if d := wrong.Now().Sub(right.Now()); d.Abs() > time.Minute {
		c.t.Errorf("the clocks are %v apart", d)
	}
	need.Must(right.Create(ctx, "t1", nil, []byte("0")))(c.t)
	need.Must(wrong.Create(ctx, "t2", nil, []byte("0")))(c.t)
	need.NoError(c.t, right.Beat(ctx), wrong.Beat(ctx))
	at := new(Elsewhere)
	if _, _, _, err := wrong.Claim(ctx, "t1"); !errors.As(err, &at) {
		c.t.Errorf("the node that is ahead takes a table: %v", err)
	}
	if _, _, _, err := right.Claim(ctx, "t2"); !errors.As(err, &at) {
		c.t.Errorf("the node that is ahead loses a table: %v", err)
	}
	need.Must(wrong.Enter(ctx, Member{ID: "ada", Name: "Ada"}, []string{"ada"}, "key1"))(c.t)
	need.NoError(c.t, wrong.PutCode(ctx, "ada", "code", time.Minute))
	free := func(Member, Member, int) error { return nil }
	need.Must(right.UseCode(ctx, "code", "key2", free))(c.t)
	need.NoError(c.t, wrong.PutCode(ctx, "ada", "lapsed", time.Minute))
	c.do(right, "UPDATE code SET lapses = lapses - 60001 WHERE code = 'lapsed'")
	if _, err := right.UseCode(ctx, "lapsed", "key3", free); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("a code that has lapsed: %v", err)
	}
}

// testNewer: a database of a newer hub is refused.
func testNewer(t *testing.T, cfg Config) {
	s := need.Must(Open(t.Context(), cfg))(t)
	(&club{t: t}).do(s, "UPDATE version SET version = version + 1")
	need.NoError(t, s.Close())
	if s, err := Open(t.Context(), cfg); !errors.Is(err, ErrNewer) {
		t.Errorf("%+v, %v", s, err)
	}
}
