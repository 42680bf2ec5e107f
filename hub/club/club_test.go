package club

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/rules"
	"mancala/tools/need"
)

// fake is the games of a club and a notifier that only remember.
type fake struct {
	mu      sync.Mutex
	started map[string]lobby.Setup
	fails   error
	asked   int      // how often about whether a table lives
	told    []string // to members
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

func (h *fake) Start(_ context.Context, s lobby.Setup) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.fails == nil {
		h.started[s.ID] = s
	}
	return h.fails
}

// Here reports the tables as being at other nodes.
func (h *fake) Here(string) bool { return false }

// Leave reports that games run, unless the test says otherwise.
func (h *fake) Leave(context.Context, string, string) (bool, error) { return false, nil }

func (h *fake) Lives(_ context.Context, table string) (bool, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	_, lives := h.started[table]
	return lives, nil
}

// node is a node of a club under test.
type node struct {
	*Club
	t    *testing.T
	bus  bus.Bus
	fake *fake
}

// nodes returns nodes of one club.
func nodes(t *testing.T, n int) []*node {
	t.Helper()
	broker := bustest.New(t)
	var list []*node
	h := &fake{started: map[string]lobby.Setup{}}
	for i := range n {
		b := need.Must(broker.Join(fmt.Sprintf("n%d", i)))(t)
		list = append(list, start(t, b, h))
	}
	return list
}

func start(t *testing.T, b bus.Bus, h *fake) *node {
	t.Helper()
	n := &node{t: t, bus: b, fake: h}
	club, err := New(t.Context(), Config{
		Bus: b, Games: h, Rand: rand.Reader, Log: slog.New(slog.DiscardHandler), Notifier: h,
	})
	need.NoError(t, err)
	n.Club = club
	t.Cleanup(func() { club.Close(); _ = b.Close() })
	return n
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

func TestMembersComeAndGo(t *testing.T) {
	ns := nodes(t, 2)
	ctx := t.Context()
	ada := ns[0].enter("Ada")
	again, isNew, err := ns[1].Enter(ctx, key("Ada"), "Somebody else", false)
	if err != nil || isNew || again.ID != ada.ID || again.Name != "Ada" {
		t.Errorf("Ada comes back as %+v, %v, %v", again, isNew, err)
	}
	refuses2(ns[1].Enter(ctx, key("eve"), "АDА", false))(t, "a look-alike", lobby.ReasonNameTaken)
	refuses2(ns[1].Enter(ctx, key("eve"), "\x1b", false))(t, "no name", lobby.ReasonName)

	ada, err = ns[1].Rename(ctx, ada.ID, "Countess")
	if err != nil || ada.Name != "Countess" {
		t.Errorf("%+v, %v", ada, err)
	}
	eve := ns[0].enter("Ada ") // the name is free again
	refuses(ns[0].Rename(ctx, eve.ID, "c0untess"))(t, "a name that is taken", lobby.ReasonNameTaken)
	if _, err = ns[0].Rename(ctx, ada.ID, "countess"); err != nil {
		t.Errorf("other capitals of one's own name: %v", err)
	}

	refused(t, "a wrong name", ns[0].Forget(ctx, ada.ID, "ada"), lobby.ReasonName)
	need.NoError(t, ns[0].Report(ctx, Report{By: eve.ID, About: ada.ID, Text: "x\x00y"}))
	need.NoError(t, ns[0].Forget(ctx, ada.ID, "countess"))
	refuses(ns[1].Member(ctx, ada.ID))(t, "a member who is forgotten", lobby.ReasonUnknown)
	if reports, err := ns[1].Reports(ctx); err != nil || len(reports) != 0 {
		t.Errorf("reports about a member who is forgotten: %v, %v", reports, err)
	}
	late := ns[0].enter("Late")
	for range maxReports {
		need.NoError(t, ns[0].Report(ctx, Report{By: eve.ID, About: late.ID, Text: "again"}))
	}
	refused(t, "one report too many", ns[1].Report(ctx, Report{By: eve.ID, About: late.ID}), lobby.ReasonFull)
	refused(t, "a report about oneself", ns[1].Report(ctx, Report{By: eve.ID, About: eve.ID}), lobby.ReasonSelf)
	back, isNew, err := ns[1].Enter(ctx, key("Ada"), "Countess", false)
	if err != nil || !isNew || back.ID == ada.ID {
		t.Errorf("after that: %+v, %v, %v", back, isNew, err)
	}

	need.Must(ns[0].Bar(ctx, eve.ID, false))(t)
	refuses2(ns[1].Enter(ctx, key("Ada "), "x", false))(t, "one who is barred", lobby.ReasonBarred)
	ns[1].hears(eve.ID + " sent away")
}

// stuck is a bucket in which nothing can be deleted.
type stuck struct{ bus.Bucket }

var errStuck = errors.New("the bucket is stuck")

func (stuck) Delete(context.Context, string, uint64) error { return errStuck }

// TestForgetFails: a member who could not be deleted is still theirs, and can be deleted later; one
// who has been deleted leaves nothing that is in the way.
func TestForgetFails(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada := n.enter("Ada")
	members := n.members
	n.members.bucket = stuck{members.bucket}
	if err := n.Forget(ctx, ada.ID, "Ada"); !errors.Is(err, errStuck) {
		t.Errorf("%v", err)
	}
	if again := n.enter("Ada"); again.ID != ada.ID {
		t.Errorf("Ada comes back as %+v", again)
	}
	n.members = members
	n.owners.bucket = stuck{n.owners.bucket}
	if err := n.Forget(ctx, ada.ID, "Ada"); !errors.Is(err, errStuck) {
		t.Errorf("%v", err)
	}
	n.owners.bucket = n.owners.bucket.(stuck).Bucket
	if again := n.enter("Ada"); again.ID == ada.ID {
		t.Errorf("Ada comes back as %+v", again)
	}
}

// TestOneNameOneMember has many devices want look-alike names at once at two nodes.
func TestOneNameOneMember(t *testing.T) {
	ns := nodes(t, 2)
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := []string{}
	for i, name := range []string{"Iris", "iris", "lris", "1ris", "IRIS", "Irіs", "I.r.i.s", "Ìris"} {
		wg.Go(func() {
			m, _, err := ns[i%2].Enter(t.Context(), keys.Fingerprint{byte(i + 1)}, name, false)
			if err == nil {
				mu.Lock()
				got = append(got, m.Name)
				mu.Unlock()
				return
			}
			refused(t, name, err, lobby.ReasonNameTaken)
		})
	}
	wg.Wait()
	for i, a := range got {
		for _, b := range got[:i] {
			if resemble(name(t, a), name(t, b)) {
				t.Errorf("%q and %q are members", a, b)
			}
		}
	}
}

// TestOneProgramTwice has one device enter many times at once under one name: it is never the name
// of another member.
func TestOneProgramTwice(t *testing.T) {
	ns := nodes(t, 2)
	var wg sync.WaitGroup
	var got [8]Member
	for i := range got {
		wg.Go(func() {
			var err error
			if got[i], _, err = ns[i%2].Enter(t.Context(), key("Ada"), "Ada", false); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, m := range got {
		if m.ID != got[0].ID {
			t.Errorf("%+v and %+v are members", m, got[0])
		}
	}
	need.NoError(t, ns[0].owners.remove(t.Context(), key("Ada").String(), 0)) // another key would be the same
	refuses2(ns[0].Enter(t.Context(), key("Ada"), "Ada", false))(t, "the name of one's former member", lobby.ReasonNameTaken)
}

// TestOneKeyOneMember has one device enter many times at once.
func TestOneKeyOneMember(t *testing.T) {
	ns := nodes(t, 2)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, _, err := ns[i%2].Enter(t.Context(), key("x"), fmt.Sprintf("Name %c", 'a'+i), false); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	m := ns[0].enter("x")
	for i := range 8 {
		other := fmt.Sprintf("Name %c", 'a'+i)
		_, _, err := ns[0].Enter(t.Context(), keys.Fingerprint{byte(i + 1)}, other, false)
		if (err == nil) == (other == m.Name) {
			t.Errorf("%s is a member, and the name %s: %v", m.Name, other, err)
		}
	}
}

func TestTables(t *testing.T) {
	ns := nodes(t, 2)
	ctx := t.Context()
	ada, bob, eve := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[1].enter("Eve")
	id := need.Must(ns[0].Open(ctx, ada, blitz))(t)
	refuses(ns[0].Open(ctx, ada, blitz))(t, "a second table", lobby.ReasonBusy)
	refuses2(ns[0].Quick(ctx, ada, slow))(t, "a wish beside a table", lobby.ReasonBusy)
	refuses(ns[0].Sit(ctx, ada, id))(t, "one's own table", lobby.ReasonBusy)
	need.Until(t, "the table is listed", func() bool { _, ok := ns[1].Table(id); return ok })
	refuses(ns[1].Watch(ctx, id))(t, "watching an open table", lobby.ReasonNoTable)

	eve = need.Must(ns[1].Block(ctx, eve.ID, ada.ID, false))(t)
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
	gone := opensWhenGone(ns[0], bob)
	ns[1].CloseTable(ctx, id)
	need.NoError(t, <-gone)
}

// opensWhenGone has a member open a table at the moment when one leaves the list.
func opensWhenGone(n *node, m Member) <-chan error {
	watching, gone := make(chan bool), make(chan error, 1)
	go func() {
		_ = n.tables.bucket.Watch(n.t.Context(), func(e bus.Entry) {
			if e.Key == "" {
				close(watching)
			} else if e.Deleted {
				_, err := n.Open(n.t.Context(), m, slow)
				gone <- err
			}
		})
	}()
	<-watching
	return gone
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

// TestOneSeatOneMember has many members sit down at one table at once, at two nodes.
func TestOneSeatOneMember(t *testing.T) {
	ns := nodes(t, 2)
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
	for _, m := range []Member{ada, bob} {
		if _, err := n.Open(ctx, m, blitz); err != nil {
			t.Errorf("%s: %v", m.Name, err)
		}
	}
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
		need.NoError(t, blocked(ctx, ns[1], bob, ada))
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
		need.NoError(t, err, blocked(ctx, ns[1], cyd, eve)) // while she waits
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

// blocked has a member block another one.
func blocked(ctx context.Context, n *node, m, whom Member) error {
	_, err := n.Block(ctx, m.ID, whom.ID, false)
	return err
}

// TestNodeDies kills a node with an open table, a wish and a running table.
func TestNodeDies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ns := nodes(t, 2)
		ctx := t.Context()
		ada, bob, cyd, dan := ns[0].enter("Ada"), ns[0].enter("Bob"), ns[0].enter("Cyd"), ns[0].enter("Dan")
		need.Must(ns[0].Open(ctx, ada, blitz))(t)
		need.Must2(ns[0].Quick(ctx, bob, slow))(t)
		friendly := blitz
		friendly.Rated = false
		id := need.Must(ns[0].Open(ctx, cyd, friendly))(t)
		need.Must(ns[1].Sit(ctx, dan, id))(t)
		time.Sleep(unfinishedTable + 2*lookEvery)
		if len(ns[1].Tables()) != 2 {
			t.Errorf("%+v", ns[1].Tables())
		}
		flo := ns[0].enter("Flo")
		need.Must(ns[0].Open(ctx, flo, lobby.Settings{Variant: kalah}))(t)
		time.Sleep(unfinishedTable)
		_ = ns[0].bus.Close()
		time.Sleep(lookEvery)
		need.NoError(t, ns[1].Return(ctx, flo.ID), ns[1].Return(ctx, dan.ID))
		time.Sleep(returnWait + lookEvery)
		synctest.Wait()
		if _, err := ns[1].Open(ctx, flo, lobby.Settings{Variant: kalah}); err == nil {
			t.Error("the table of one who came back is gone")
		}
		need.NoError(t, ns[1].Cancel(ctx, flo.ID))
		synctest.Wait()
		if tables := ns[1].Tables(); len(tables) != 1 || tables[0].ID != id {
			t.Errorf("after the death of a node: %+v", tables)
		}
		for _, m := range []Member{ada, bob} {
			if _, err := ns[1].Open(ctx, m, blitz); err != nil {
				t.Errorf("%s: %v", m.Name, err)
			}
		}
		ns[0].fake.mu.Lock()
		delete(ns[0].fake.started, id) // a node has closed it, and its node died before it could say so
		ns[0].fake.mu.Unlock()
		time.Sleep(2 * lookEvery)
		synctest.Wait()
		if _, there := ns[1].Table(id); there {
			t.Error("a table that no node knows is listed")
		}
	})
}

// TestManyTables has tables at other nodes. The club asks their nodes about a few at a time, and in
// the end about all.
func TestManyTables(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := nodes(t, 1)[0]
		ada, bob := n.enter("Ada"), n.enter("Bob")
		const many = 2*maxAsked + 1
		for i := range many {
			id := fmt.Sprintf("t%d", i)
			members := []lobby.Member{ada.Public(usual, time.Now()), bob.Public(usual, time.Now())}
			need.Must(n.tables.create(t.Context(), id, Table{Table: lobby.Table{ID: id, Members: members, Settings: blitz}, Run: "elsewhere"}))(t)
			if i%2 == 0 {
				n.fake.started[id] = lobby.Setup{}
			}
		}
		asked := func() int {
			n.fake.mu.Lock()
			defer n.fake.mu.Unlock()
			return n.fake.asked
		}
		synctest.Wait()
		for n.TableCount() > many/2+1 {
			before := asked()
			time.Sleep(lookEvery)
			synctest.Wait()
			if now := asked() - before; now == 0 || now > maxAsked {
				t.Fatalf("asked about %d tables at a time", now)
			}
		}
		if asked() > 3*maxAsked {
			t.Errorf("asked %d times about %d tables", asked(), many)
		}
		for _, l := range n.Tables() {
			if _, lives := n.fake.started[l.ID]; !lives {
				t.Errorf("%s is still listed", l.ID)
			}
		}
	})
}

// TestCodeThatNoLongerHelps uses codes of a member who cannot add a device: the user loses nothing.
func TestCodeThatNoLongerHelps(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	full, barred, gone, bob := n.enter("Ada"), n.enter("Cyd"), n.enter("Dan"), n.enter("Bob")
	codes := map[string]string{}
	for what, m := range map[string]Member{"too many devices": full, "barred": barred, "gone": gone} {
		code := need.Must(n.Device(ctx, m.ID))(t)
		codes[what] = code.Text
	}
	_, err := n.members.change(ctx, full.ID, func(m *Member) error {
		for i := len(m.Keys); i < maxDevices; i++ {
			m.Keys = append(m.Keys, keys.Fingerprint{200, byte(i)}.String())
		}
		return nil
	})
	need.NoError(t, err)
	_, err = n.Bar(ctx, barred.ID, false)
	need.NoError(t, err, n.Forget(ctx, gone.ID, "Dan"))
	for what, code := range codes {
		refuses(n.UseCode(ctx, key("Bob"), code))(t, what, map[bool]lobby.Reason{false: lobby.ReasonCode, true: lobby.ReasonFull}[what == "too many devices"])
		if m, _, err := n.Enter(ctx, key("Bob"), "x", false); err != nil || m.ID != bob.ID {
			t.Errorf("%s: Bob comes back as %+v, %v", what, m, err)
		}
	}
}

func TestDevices(t *testing.T) {
	ns := nodes(t, 2)
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[0].enter("Bob")
	code := need.Must(ns[0].Device(ctx, ada.ID))(t)
	for _, wrong := range []string{"", "amber", "amber-fox-31", code.Text + "1", "\x00"} {
		refuses(ns[1].UseCode(ctx, key("Bob"), wrong))(t, wrong, lobby.ReasonCode)
	}
	refuses(ns[1].UseCode(ctx, key("Ada"), code.Text))(t, "one's own code", lobby.ReasonCode)
	got, err := ns[1].UseCode(ctx, key("Bob"), strings.ToUpper(strings.ReplaceAll(code.Text, "-", " ")))
	if err != nil || got.ID != ada.ID || len(got.Keys) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	refuses(ns[1].Member(ctx, bob.ID))(t, "the member without a device", lobby.ReasonUnknown)
	if m, isNew, err := ns[0].Enter(ctx, key("Bob"), "x", false); err != nil || isNew || m.ID != ada.ID {
		t.Errorf("the second device enters as %+v, %v, %v", m, isNew, err)
	}
	refuses(ns[1].UseCode(ctx, key("Cyd"), code.Text))(t, "a used code", lobby.ReasonCode)
	ns[1].enter("Bob B") // the name is free

	// A stolen device is removed, and is a stranger's from then on.
	stolen := key("Bob").String()
	if err := ns[1].RemoveDevice(ctx, ada.ID, key("Zoe").String(), ""); !errors.Is(err, ErrNoDevice) {
		t.Errorf("a device of another member: %v", err)
	}
	refused(t, "a device that removes itself", ns[1].RemoveDevice(ctx, ada.ID, stolen, stolen), lobby.ReasonSelf)
	need.NoError(t, ns[1].RemoveDevice(ctx, ada.ID, stolen, key("Ada").String()))
	ns[0].hears("removed " + stolen)
	refused(t, "a device that was removed", ns[1].RemoveDevice(ctx, ada.ID, key("Ada").String(), stolen), lobby.ReasonRemoved)
	if p, err := ns[1].Own(ctx, ada.ID); err != nil || len(p.Devices) != 1 || p.Devices[0].Added.IsZero() || p.Devices[0].Seen.IsZero() {
		t.Errorf("the devices are %+v, %v", p.Devices, err)
	}
	if err := ns[1].RemoveDevice(ctx, ada.ID, key("Ada").String(), ""); !errors.Is(err, ErrLastDevice) {
		t.Errorf("the last device: %v", err)
	}
	thief, isNew, err := ns[0].Enter(ctx, key("Bob"), "Bob", false)
	if err != nil || !isNew || thief.ID == ada.ID {
		t.Errorf("the stolen device enters as %+v, %v, %v", thief, isNew, err)
	}
	code = need.Must(ns[1].Device(ctx, ada.ID))(t)
	need.Must(ns[1].UseCode(ctx, key("Bob"), code.Text))(t)

	// A device of a member with two moves on, and the member stays.
	eve := ns[0].enter("Eve")
	code = need.Must(ns[0].Device(ctx, eve.ID))(t)
	need.Must(ns[0].UseCode(ctx, key("Bob"), code.Text))(t)
	if m := ns[0].again(ada); len(m.Keys) != 1 {
		t.Errorf("%+v", m)
	}
}

// game returns a rated game that its first player has won.
func game(id string, south, north Member) lobby.Game {
	now := time.Now()
	return lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{3}}, Entry: lobby.GameEntry{
		ID: id, Members: [2]lobby.Member{{ID: south.ID}, {ID: north.ID}}, Time: blitz.Time, Rated: true,
		Result: match.ResultOf(match.Resigned, 1, [2]int{}), Began: now.Add(-time.Minute), Ended: now,
	}}
}

func TestSettle(t *testing.T) {
	ns := nodes(t, 2)
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[1].enter("Bob")
	g := game("tabletabletable2-1", ada, bob)
	var wg sync.WaitGroup
	for i := range 6 { // as often as it is settled, it counts once
		wg.Go(func() {
			if err := ns[i%2].Settle(ctx, g); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	need.NoError(t, ns[0].Settle(ctx, g))
	a, b := ns[0].again(ada), ns[0].again(bob)
	if a.Won != 1 || a.RatedGames != 1 || b.Lost != 1 || a.Public(usual, g.Entry.Ended).Rating != 1662 || b.Public(usual, g.Entry.Ended).Rating != 1338 {
		t.Errorf("%+v\n%+v", a, b)
	}
	ns[0].heard(ada, "Rated")
	ns[0].heard(bob, "Rated")
	if list := ns[0].Untold(ns[0].again(ada)); len(list) != 1 || list[0].Game != g.Entry.ID || list[0].Before != 1500 {
		t.Errorf("she is told %+v", list)
	}
	need.NoError(t, ns[1].Told(ctx, ada.ID, "another"), ns[1].Told(ctx, ada.ID, g.Entry.ID))
	if n := ns[0].Untold(ns[0].again(ada)); len(n) > 0 {
		t.Errorf("she is told again: %+v", n)
	}
	draw := game("tabletabletable2-2", bob, ada)
	draw.Entry.Rated, draw.Entry.Result = false, match.ResultOf(match.Abandoned, 0, [2]int{})
	need.NoError(t, ns[1].Settle(ctx, draw))
	if a := ns[0].again(ada); a.Won != 1 || a.Lost+a.Drawn != 0 || a.Rating != ns[0].again(ada).Rating || a.RatedGames != 1 {
		t.Errorf("after an abandoned game: %+v", a)
	}
	need.NoError(t, ns[0].Forget(ctx, bob.ID, "Bob"))
	need.NoError(t, ns[0].Settle(ctx, game("tabletabletable2-3", ada, bob)))
	if a := ns[0].again(ada); a.Won != 2 {
		t.Errorf("after a game with one who left: %+v", a)
	}
	if bad := game("tabletabletable2-4", ada, ada); ns[0].Settle(ctx, bad) == nil {
		t.Error("a game against oneself is taken")
	}
	if a := ns[0].again(ada); a.Won+a.Lost != 2 {
		t.Errorf("a game against oneself counts: %+v", a)
	}
	r := need.Must(record.Open(ctx, record.Config{Dir: t.TempDir()}))(t)
	defer r.Close()
	last := need.Must(ns[0].games.Append(ctx, []byte("the end")))(t)
	var items []record.Item
	_ = ns[0].games.Read(ctx, 1, func(number uint64, data []byte) error {
		if number == last {
			return errors.New("the end")
		}
		items = append(items, record.Item{Number: number, Data: data})
		return nil
	})
	need.NoError(t, r.Apply(ctx, "log", items))
	for id, before := range map[string]int{g.Entry.ID: 1500, draw.Entry.ID: 1338, "tabletabletable2-3": 1662} {
		if e, err := r.Game(ctx, id); err != nil || e.Entry.Members[0].Rating != before {
			t.Errorf("the record has %+v, %v", e, err)
		}
	}
}

// A member who takes another name at a table has it in the list at once.
func TestRenameAtATable(t *testing.T) {
	n := nodes(t, 1)[0]
	ada := n.enter("Ada")
	id := need.Must(n.Open(t.Context(), ada, blitz))(t)
	need.Must(n.Rename(t.Context(), ada.ID, "Countess"))(t)
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

// TestReportsNameTheGame: a report about the other player at one's table has the game, also if the
// program does not say which; and every node counts the reports.
func TestReportsNameTheGame(t *testing.T) {
	ns, ctx := nodes(t, 2), t.Context()
	ada, bob, eve := ns[0].enter("Ada"), ns[1].enter("Bob"), ns[1].enter("Eve")
	id := need.Must(ns[0].Open(ctx, ada, slow))(t)
	need.Must(ns[0].Sit(ctx, bob, id))(t)
	need.Until(t, "the table", func() bool { l, there := ns[1].Table(id); return there && l.Playing() })
	need.NoError(t, ns[1].Report(ctx, Report{By: bob.ID, About: ada.ID, Text: "at the table"}))
	need.NoError(t, ns[1].Report(ctx, Report{By: bob.ID, About: ada.ID, Game: "tabletabletable2-7", Text: "another game"}))
	need.NoError(t, ns[1].Report(ctx, Report{By: eve.ID, About: ada.ID, Text: "from elsewhere"}))
	reports := need.Must(ns[0].Reports(ctx))(t)
	games := map[string]string{}
	for name, r := range reports {
		games[r.Text] = r.Game
		if r.By == eve.ID {
			need.NoError(t, ns[0].DeleteReport(ctx, name))
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
