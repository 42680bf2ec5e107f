package club

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/hubtest"
	"mancala/cmd/hub/store"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/record/sqlitefile"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/tools/need"
)

// fake is the games of a club and a notifier that only remember.
type fake struct {
	mu      sync.Mutex
	started map[string]lobby.Setup
	tabs    map[string]*store.Tab
	fails   error
	told    []string // to members
	ended   []string // games
	// leave answers for a table that a member leaves; nil: a game runs there.
	leave func(table string) (bool, error)
}

func (h *fake) Changed(string)                           {}
func (h *fake) Tell(member string, e lobby.Event)        { h.say("%s %T", member, e) }
func (h *fake) SendAway(member string, _ *lobby.Refusal) { h.say("%s sent away", member) }
func (h *fake) RemoveDevice(device string)               { h.say("removed %s", device) }

func (h *fake) say(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.told = append(h.told, fmt.Sprintf(format, args...))
}

func (h *fake) Start(ctx context.Context, s lobby.Setup, sit func(context.Context, []byte) (*store.Tab, error)) error {
	h.mu.Lock()
	fails := h.fails
	h.mu.Unlock()
	if fails != nil {
		return fails
	}
	tab, err := sit(ctx, []byte("0"))
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.started[s.ID], h.tabs[s.ID] = s, tab
	return nil
}

// Leave reports that games run, unless the test says otherwise.
func (h *fake) Leave(_ context.Context, table, _ string) (bool, error) {
	if h.leave == nil {
		return false, nil
	}
	return h.leave(table)
}

func (h *fake) tab(id string) *store.Tab {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.tabs[id]
}

// node is a node of a club under test.
type node struct {
	*Club
	t    *testing.T
	fake *fake
	stop func()
}

// nodes returns nodes of one club in a file.
func nodes(t *testing.T, n int) []*node {
	t.Helper()
	first := need.Must(store.Open(t.Context(), store.Config{Dir: t.TempDir(), Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = first.Close() })
	return clubs(t, n, func(cfg store.Config) (*store.Store, error) { return first.Join(t.Context(), cfg) })
}

// clubs returns nodes over one database.
func clubs(t *testing.T, n int, open func(store.Config) (*store.Store, error)) []*node {
	t.Helper()
	var list []*node
	h := &fake{started: map[string]lobby.Setup{}, tabs: map[string]*store.Tab{}}
	for i := range n {
		list = append(list, start(t, h, need.Must(open(store.Config{Node: fmt.Sprintf("n%d", i), Rand: rand.Reader}))(t)))
	}
	return list
}

// start starts a node that hears of changes until the end of the test.
func start(t *testing.T, h *fake, s *store.Store) *node {
	t.Helper()
	n := &node{t: t, fake: h}
	after := need.Must(s.Last(t.Context()))(t)
	n.Club = need.Must(New(t.Context(), Config{
		Store: s, Games: h, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler), Notifier: h,
		Ended: func(g lobby.Game) { h.mu.Lock(); defer h.mu.Unlock(); h.ended = append(h.ended, g.Entry.ID) },
	}))(t)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	go func() {
		defer close(done)
		_ = s.Follow(ctx, after, n.Hear)
	}()
	n.stop = sync.OnceFunc(func() {
		n.Close()
		cancel()
		<-done
		_ = s.Close()
	})
	t.Cleanup(n.stop)
	return n
}

// settle has a game end at a table of its own.
func (n *node) settle(g lobby.Game) {
	n.t.Helper()
	id := need.Must(n.newID())(n.t)
	tab := need.Must(n.cfg.Store.Create(n.t.Context(), id, nil, []byte("0")))(n.t)
	need.NoError(n.t, n.Finish(n.t.Context(), tab, []byte("end"), store.End{Game: &g}))
}

// ends has the series of a table end; those are there.
func (n *node) ends(table string, here ...Member) {
	n.t.Helper()
	e := store.End{Over: true}
	for _, m := range here {
		e.Here = append(e.Here, m.ID)
	}
	need.NoError(n.t, n.Finish(n.t.Context(), n.fake.tab(table), []byte("over"), e))
}

// heard waits for news of a kind to a member.
func (n *node) heard(member Member, kind string) {
	n.t.Helper()
	n.hears(member.ID + " lobby." + kind)
}

func (n *node) hears(want string) {
	n.t.Helper()
	need.Until(n.t, want, func() bool {
		n.fake.mu.Lock()
		defer n.fake.mu.Unlock()
		return slices.Contains(n.fake.told, want)
	})
}

// key returns the fingerprint of a device with that name.
func key(name string) keys.Fingerprint {
	var f keys.Fingerprint
	copy(f[:], name)
	return f
}

func (n *node) enter(name string) Member {
	n.t.Helper()
	return n.enterAs(name, false)
}

func (n *node) enterAs(name string, computer bool) Member {
	n.t.Helper()
	m, _ := need.Must2(n.Enter(n.t.Context(), key(name), name, computer))(n.t)
	return m
}

// again returns a member as the club has it now.
func (n *node) again(m Member) Member {
	n.t.Helper()
	return need.Must(n.Member(n.t.Context(), m.ID))(n.t)
}

// shared are the tests that both engines pass, with two nodes.
var shared = map[string]func(t *testing.T, ns []*node){
	"members": testMembersComeAndGo, "one key": testOneKeyOneMember,
	"one seat": testOneSeatOneMember, "devices": testDevices, "missed changes": testMissedChanges, "reports": testReportsNameTheGame, "leaves between games": testLeavesBetweenGames, "tables": testTables, "settle": testSettle, "ratings are exact": testRatingsExact,
}

func TestSQLite(t *testing.T) {
	for name, f := range shared {
		t.Run(name, func(t *testing.T) { f(t, nodes(t, 2)) })
	}
}

func TestPostgreSQL(t *testing.T) {
	server := hubtest.StartPostgres(t, "fsync=off")
	for name, f := range shared {
		t.Run(name, func(t *testing.T) {
			url := server.Database()
			f(t, clubs(t, 2, func(cfg store.Config) (*store.Store, error) {
				cfg.URL = url
				return store.Open(t.Context(), cfg)
			}))
		})
	}
}

// refused checks that an error is a refusal for that reason.
func refused(t *testing.T, what string, err error, want lobby.Reason) {
	t.Helper()
	no := (*lobby.Refusal)(nil)
	if !errors.As(err, &no) || no.Reason != want {
		t.Errorf("%s: %v, want %q", what, err, lobby.Refuse(want).Text)
	}
}

// refuses returns a function that checks that the call with these results was refused. See
// [need.Must].
func refuses[V any](_ V, err error) func(t *testing.T, what string, want lobby.Reason) {
	return func(t *testing.T, what string, want lobby.Reason) { t.Helper(); refused(t, what, err, want) }
}

// refuses2 is refuses for two values.
func refuses2[V, W any](v V, _ W, err error) func(t *testing.T, what string, want lobby.Reason) {
	return refuses(v, err)
}

func testTables(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob, eve := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[1].enter("Eve")
	id := need.Must(ns[0].Open(ctx, ada, blitz))(t)
	refuses(ns[0].Open(ctx, ada, blitz))(t, "a second table", lobby.ReasonBusy)
	refuses2(ns[0].Quick(ctx, ada, slow))(t, "a wish beside a table", lobby.ReasonBusy)
	refuses(ns[0].Sit(ctx, ada, id))(t, "one's own table", lobby.ReasonBusy)
	need.Until(t, "the table is listed", func() bool { _, ok := ns[1].Table(id); return ok })
	refuses(ns[1].Watch(ctx, id))(t, "watching an open table", lobby.ReasonNoTable)

	need.NoError(t, ns[1].Block(ctx, eve.ID, ada.ID, false))
	eve = ns[1].again(eve)
	refuses(ns[1].Sit(ctx, eve, id))(t, "one who has blocked", lobby.ReasonBlocked)
	if p, err := ns[1].Profile(ctx, eve, ada.ID); err != nil || !p.IsBlocked {
		t.Errorf("the profile of one who is blocked: %+v, %v", p, err)
	}
	if p, err := ns[1].Own(ctx, eve.ID); err != nil || len(p.Blocked) != 1 || p.Blocked[0].Name != "Ada" || len(p.Devices) != 1 {
		t.Errorf("one's own profile: %+v, %v", p, err)
	}
	picky := blitz
	picky.MinRating = 1600
	cyd := ns[0].enter("Cyd")
	other := need.Must(ns[0].Open(ctx, cyd, picky))(t)
	refuses(ns[1].Sit(ctx, bob, other))(t, "a low rating", lobby.ReasonRating)
	need.NoError(t, ns[1].Cancel(ctx, cyd.ID))
	refuses(ns[1].Sit(ctx, bob, other))(t, "a closed table", lobby.ReasonNoTable)

	seat := need.Must(ns[1].Sit(ctx, bob, id))(t)
	started := ns[0].fake.started[id]
	if seat.Ticket != unsigned(2, id) || started.ID != id {
		t.Errorf("%+v, and %+v was started", seat, started)
	}
	if !seat.Table.Playing() || len(seat.Table.Members) != 2 || seat.Table.Members[0].Name != "Ada" || seat.Table.Members[1].Name != "Bob" {
		t.Errorf("%+v", seat.Table)
	}
	ns[0].heard(ada, "Seated")
	mine, err := ns[1].Mine(ctx, ada.ID)
	if err != nil || len(mine) != 1 || mine[0].Ticket != unsigned(1, id) {
		t.Errorf("Ada's seats are %+v, %v", mine, err)
	}
	place, err := ns[0].Watch(ctx, id)
	if err != nil || place.Ticket != unsigned(lobby.WatcherSeat, id) || !place.Watch {
		t.Errorf("a place to watch from: %+v, %v", place, err)
	}
	refuses(ns[0].Sit(ctx, cyd, id))(t, "a table at which two play", lobby.ReasonNoTable)
	need.NoError(t, ns[0].Cancel(ctx, ada.ID)) // does nothing
	refuses(ns[1].Open(ctx, bob, slow))(t, "one who plays", lobby.ReasonBusy)
	refused(t, "forgetting one who plays", ns[1].Forget(ctx, bob.ID, "Bob"), lobby.ReasonBusy)
	ns[1].ends(id, ada) // and Bob is away
	need.Until(t, "the table leaves the list", func() bool { _, there := ns[1].Table(id); return !there })
	refuses(ns[1].Watch(ctx, id))(t, "watching a table that is over", lobby.ReasonNoTable)
	if mine, err := ns[1].Mine(ctx, ada.ID); err != nil || len(mine) != 0 {
		t.Errorf("one who has seen the end has the seats %+v, %v", mine, err)
	}
	if mine, err := ns[0].Mine(ctx, bob.ID); err != nil || len(mine) != 1 || mine[0].Ticket != unsigned(2, id) {
		t.Errorf("one who has not seen the end has the seats %+v, %v", mine, err)
	}
	for _, m := range []Member{ada, bob} { // nothing keeps them from other tables
		need.Must(ns[0].Open(ctx, m, slow))(t)
	}
	need.NoError(t, ns[1].fake.tab(id).Delete(ctx))
	need.Until(t, "only open tables", func() bool { return ns[1].TableCount() == 3 || ns[1].TableCount() == 2 })
}

// testLeavesBetweenGames: a member who is away from a table between two games sits down elsewhere,
// once that table has stored its end.
func testLeavesBetweenGames(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[1].enter("Bob")
	id := need.Must(ns[0].Open(ctx, ada, blitz))(t)
	need.Must(ns[1].Sit(ctx, bob, id))(t)
	refuses(ns[0].Open(ctx, ada, slow))(t, "while a game runs", lobby.ReasonBusy)
	var asked atomic.Int32
	ns[0].fake.leave = func(table string) (bool, error) {
		if asked.Add(1); table != id {
			t.Errorf("she leaves %s", table)
		}
		go ns[1].ends(id, bob) // by another node
		return true, nil
	}
	need.Must(ns[0].Open(ctx, ada, slow))(t)
	if n := asked.Load(); n != 1 {
		t.Errorf("the table was asked %d times", n)
	}
}

func TestWhoMayPlay(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	bot, _ := need.Must2(n.Enter(ctx, key("bot"), "Robert", true))(t)
	refuses(n.Open(ctx, bot, blitz))(t, "a computer at a rated table", lobby.ReasonComputer)
	friendly := blitz
	friendly.Rated = false
	need.Must(n.Open(ctx, bot, friendly))(t)
	refuses(n.Open(ctx, n.enter("Ada"), lobby.Settings{Variant: kalah, Rated: true}))(t, "rated without a clock", lobby.ReasonUntimed)
	n.cfg.RatedRules = lobby.RatedRules{kalah}
	tiny := blitz
	tiny.Variant = need.Must(kalah.WithSize(1, 1))(t)
	eva := n.enter("Eva")
	refuses(n.Open(ctx, eva, tiny))(t, "rated with one house", lobby.ReasonRatedRules)
	refuses2(n.Quick(ctx, eva, tiny))(t, "a rated match with one house", lobby.ReasonRatedRules)
	tiny.Rated = false
	need.Must(n.Open(ctx, eva, tiny))(t)
	n.cfg.RatedComputers = true
	need.NoError(t, n.Cancel(ctx, bot.ID))
	need.Must(n.Open(ctx, bot, blitz))(t)
}

// testOneSeatOneMember has many members sit down at one table at once, at two nodes.
func testOneSeatOneMember(t *testing.T, ns []*node) {
	ada := ns[0].enter("Ada")
	id := need.Must(ns[0].Open(t.Context(), ada, blitz))(t)
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := 0
	for i := range 10 {
		m := ns[i%2].enter(fmt.Sprintf("Guest %c", 'a'+i))
		wg.Go(func() {
			_, err := ns[i%2].Sit(t.Context(), m, id)
			if err == nil {
				mu.Lock()
				got++
				mu.Unlock()
				return
			}
			refused(t, m.Name, err, lobby.ReasonNoTable)
			if _, err := ns[i%2].Open(t.Context(), m, blitz); err != nil {
				t.Errorf("%s, who was late, cannot open a table: %v", m.Name, err)
			}
		})
	}
	wg.Wait()
	if got != 1 {
		t.Errorf("%d sat down", got)
	}
}

func TestStartFails(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	id := need.Must(n.Open(ctx, ada, blitz))(t)
	n.fake.fails = errors.New("the node is on fire")
	if _, err := n.Sit(ctx, bob, id); !errors.Is(err, n.fake.fails) {
		t.Errorf("%v", err)
	}
	n.fake.fails = nil
	refuses(n.Open(ctx, ada, blitz))(t, "one who waits further", lobby.ReasonBusy)
	need.Must(n.Sit(ctx, bob, id))(t)
}

// TestQuickStartFails: members who wait do so further if their table cannot begin.
func TestQuickStartFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ns := nodes(t, 2)
		ctx := t.Context()
		ada, bob := ns[0].enter("Ada"), ns[1].enter("Bob")
		ns[0].fake.fails = errors.New("the node is on fire")
		need.Must2(ns[0].Quick(ctx, ada, blitz))(t)
		need.Must2(ns[1].Quick(ctx, bob, blitz))(t)
		time.Sleep(3 * matchEvery)
		synctest.Wait()
		if n := ns[0].Waiting(); n != 2 {
			t.Errorf("%d wait", n)
		}
		for _, n := range ns { // nor does a node match anyone that is about to stop
			n.Drain()
		}
		ns[0].fake.mu.Lock()
		ns[0].fake.fails = nil
		ns[0].fake.mu.Unlock()
		time.Sleep(3 * matchEvery)
		synctest.Wait()
		if n := ns[1].Waiting(); n != 2 {
			t.Errorf("%d wait", n)
		}
	})
}

func TestQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ns := nodes(t, 2)
		ctx := t.Context()
		ada, bob, cyd := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[1].enter("Cyd")
		_, found, err := ns[0].Quick(ctx, ada, blitz)
		if err != nil || found {
			t.Fatalf("%v, %v", found, err)
		}
		refuses(ns[0].Open(ctx, ada, blitz))(t, "a table beside a wish", lobby.ReasonBusy)
		need.Must2(ns[1].Quick(ctx, bob, blitz))(t)
		time.Sleep(2 * matchEvery)
		ns[0].heard(ada, "Seated")
		ns[0].heard(bob, "Seated")
		mine, err := ns[1].Mine(ctx, bob.ID)
		if err != nil || len(mine) != 1 || !mine[0].Table.Settings.Rated || mine[0].Table.Settings.Time != blitz.Time {
			t.Errorf("%+v, %v", mine, err)
		}

		dan := ns[0].enter("Dan")
		need.Must(ns[0].Open(ctx, dan, slow))(t)
		synctest.Wait()
		seat, found, err := ns[1].Quick(ctx, cyd, slow)
		if err != nil || !found || seat.Table.Members[0].Name != "Dan" {
			t.Errorf("an open table: %+v, %v, %v", seat, found, err)
		}

		eve, flo := ns[0].enter("Eve"), ns[1].enter("Flo")
		need.Must2(ns[0].Quick(ctx, eve, slow))(t)
		need.Must(ns[1].Open(ctx, flo, slow))(t)
		time.Sleep(2 * matchEvery)
		ns[0].heard(eve, "Seated")
		ns[1].heard(flo, "Seated")

		gus := ns[0].enter("Gus")
		_, _, err = ns[0].Quick(ctx, gus, slow)
		need.NoError(t, err, ns[1].Cancel(ctx, gus.ID))
		need.Must(ns[1].Open(ctx, gus, slow))(t)
	})
}

// TestBlockedWaits blocks members before they wait and while they do: the two are not matched, and
// both still find others.
func TestBlockedWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ns := nodes(t, 2)
		ctx := t.Context()
		ada, bob, cyd, dan := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[0].enter("Cyd"), ns[1].enter("Dan")
		need.NoError(t, ns[1].Block(ctx, bob.ID, ada.ID, false))
		_, err := ns[1].Open(ctx, ns[1].again(bob), blitz) // the nearest table, which is not for Ada
		need.NoError(t, err)
		time.Sleep(time.Millisecond)
		_, found, err := ns[0].Quick(ctx, ada, blitz)
		if err != nil || found {
			t.Fatalf("%v, %v", found, err)
		}
		time.Sleep(3 * matchEvery)
		need.Must(ns[1].Open(ctx, dan, blitz))(t)
		time.Sleep(3 * matchEvery)
		ns[0].heard(ada, "Seated")
		ns[1].heard(dan, "Seated")

		eve := ns[0].enter("Eve")
		_, _, err = ns[0].Quick(ctx, cyd, slow)
		need.NoError(t, err, ns[1].Block(ctx, cyd.ID, eve.ID, false)) // while she waits
		time.Sleep(time.Millisecond)
		need.Must2(ns[0].Quick(ctx, eve, slow))(t)
		time.Sleep(3 * matchEvery)
		if n := ns[1].Waiting(); n != 2 {
			t.Errorf("%d wait", n)
		}
		flo := ns[1].enter("Flo")
		need.Must2(ns[1].Quick(ctx, flo, slow))(t)
		time.Sleep(3 * matchEvery)
		ns[0].heard(cyd, "Seated")
		ns[0].heard(flo, "Seated")
	})
}

// TestNodeDies kills a node with an open table, a wish and a running table.
func TestNodeDies(t *testing.T) {
	dir := t.TempDir()
	first := need.Must(store.Open(t.Context(), store.Config{Dir: dir, Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = first.Close() })
	ns := clubs(t, 2, func(cfg store.Config) (*store.Store, error) { return first.Join(t.Context(), cfg) })
	ctx := t.Context()
	ada, bob, cyd, dan, flo := ns[0].enter("Ada"), ns[0].enter("Bob"), ns[0].enter("Cyd"), ns[0].enter("Dan"), ns[0].enter("Flo")
	need.Must(ns[0].Open(ctx, ada, blitz))(t)
	need.Must2(ns[0].Quick(ctx, bob, slow))(t)
	friendly := lobby.Settings{Variant: kalah}
	id := need.Must(ns[0].Open(ctx, cyd, friendly))(t)
	need.Must(ns[1].Sit(ctx, dan, id))(t)
	need.Must(ns[0].Open(ctx, flo, friendly))(t)
	need.Until(t, "all is listed", func() bool { return ns[1].TableCount() == 3 && ns[1].Waiting() == 1 })
	ns[0].stop()
	need.NoError(t, ns[1].Return(ctx, flo.ID), ns[1].Return(ctx, dan.ID))
	// All this was a while ago.
	db := need.Must(sqlitefile.Connect(filepath.Join(dir, store.FileName), "rw", "busy_timeout(60000)"))(t)
	_, err := db.Exec("UPDATE place SET since = since - 20000; UPDATE node SET seen = seen - 20000 WHERE run = ?", ns[0].cfg.Store.Run())
	need.NoError(t, err, db.Close())
	need.Until(t, "what is left of the node is gone", func() bool { return ns[1].TableCount() == 2 && ns[1].Waiting() == 0 })
	if _, err := ns[1].Open(ctx, flo, friendly); err == nil {
		t.Error("the table of one who came back is gone")
	}
	if tables, err := ns[1].Listed(ctx); err != nil || len(tables) != 2 || !slices.ContainsFunc(tables, func(t Table) bool { return t.ID == id && t.Node == "n1" }) {
		t.Errorf("after the death of a node: %+v, %v", tables, err)
	}
	for _, m := range []Member{ada, bob} {
		if _, err := ns[1].Open(ctx, m, blitz); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
}

// testMissedChanges: a node that was away for too long reads everything again.
func testMissedChanges(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[0].enter("Bob")
	id := need.Must(ns[0].Open(ctx, ada, blitz))(t)
	need.Must2(ns[0].Quick(ctx, bob, slow))(t)
	late := &Club{cfg: ns[1].cfg, tables: map[string]Table{"gone": {}}, waits: map[string]Wish{ada.ID: {table: "gone"}, "cyd": {}}}
	need.NoError(t, late.update(ctx, nil, nil))
	if len(late.tables) != 1 || !late.tables[id].Has(ada.ID) || len(late.waits) != 2 || late.waits[bob.ID].Settings != slow || late.waits[ada.ID].table != id {
		t.Errorf("%+v", late)
	}
}

// game returns a rated game that its first player has won.
func game(id string, south, north Member) lobby.Game {
	now := time.Now()
	return lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{2, 1}}, Entry: lobby.GameEntry{
		ID: id, Members: [2]lobby.Member{{ID: south.ID}, {ID: north.ID}}, Time: blitz.Time, Rated: true,
		Result: match.ResultOf(match.Resigned, 1, [2]int{}), Began: now.Add(-time.Minute), Ended: now,
	}}
}

// A member who takes another name at a table has it in the list at once.
func TestRenameAtATable(t *testing.T) {
	n := nodes(t, 1)[0]
	ada := n.enter("Ada")
	id := need.Must(n.Open(t.Context(), ada, blitz))(t)
	need.NoError(t, n.Rename(t.Context(), ada.ID, "Countess"))
	need.Until(t, "the new name is in the list", func() bool {
		l, _ := n.Table(id)
		return len(l.Members) == 1 && l.Members[0].Name == "Countess"
	})
}

func TestAnnouncement(t *testing.T) {
	ns := nodes(t, 2)
	ctx := t.Context()
	need.NoError(t, ns[0].Announce(ctx, "We close\nat ten.\x1b"), ns[1].Announce(ctx, "We close\nat nine.\x1b"))
	ns[0].heard(Member{}, "Announced")
	if text, err := ns[0].Announcement(ctx); err != nil || text != "We close at nine." {
		t.Errorf("%q, %v", text, err)
	}
}

// testReportsNameTheGame: a report about the other player at one's table has the game, also if the
// program does not say which; and every node counts the reports.
func testReportsNameTheGame(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob, eve := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[1].enter("Eve")
	id := need.Must(ns[0].Open(ctx, ada, slow))(t)
	need.Must(ns[0].Sit(ctx, bob, id))(t)
	need.Until(t, "the table", func() bool { l, there := ns[1].Table(id); return there && l.Playing() })
	need.NoError(t, ns[1].Report(ctx, Report{By: bob.ID, About: ada.ID, Text: "at the table"}))
	need.NoError(t, ns[1].Report(ctx, Report{By: bob.ID, About: ada.ID, Game: "tabletabletable2-7", Text: "another game"}))
	need.NoError(t, ns[1].Report(ctx, Report{By: eve.ID, About: ada.ID, Text: "from elsewhere"}))
	reports := need.Must(ns[0].cfg.Store.Reports(ctx))(t)
	games := map[string]string{}
	for _, r := range reports {
		games[r.Text] = r.Game
		if r.By == eve.ID {
			need.NoError(t, ns[0].cfg.Store.DropReport(ctx, r.ID))
		}
	}
	want := map[string]string{"at the table": id + "-1", "another game": "tabletabletable2-7", "from elsewhere": ""}
	if !maps.Equal(games, want) {
		t.Errorf("the games are %q, want %q", games, want)
	}
	for _, n := range ns {
		need.Until(t, "two reports", func() bool { return n.ReportCount() == 2 })
	}
}

// unsigned returns the ticket of a seat before a device has got its own.
func unsigned(by byte, table string) (t lobby.Ticket) {
	t[0] = by
	copy(t[1:], table)
	return t
}
