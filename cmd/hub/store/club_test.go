package store

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

// enter makes a member with that name, and a device with the name in capitals.
func (c *club) enter(s *Store, names ...string) {
	c.t.Helper()
	for _, name := range names {
		m := need.Must(s.Enter(c.t.Context(), Member{ID: name, Name: name}, []string{name}, name+"'s key"))(c.t)
		if m.ID != name || m.Created.IsZero() {
			c.t.Fatalf("%+v", m)
		}
	}
}

// person returns all that is kept about a member.
func (c *club) person(s *Store, id string) *Person {
	c.t.Helper()
	p := need.Must(s.People(c.t.Context(), id))(c.t)[id]
	if p == nil {
		c.t.Fatalf("%s is unknown", id)
	}
	return p
}

// places returns all places.
func (c *club) places(s *Store) []Place {
	c.t.Helper()
	return need.Must(s.somePlaces(c.t.Context(), "WHERE kind <> ''"))(c.t)
}

// gameOf returns a rated game that South has won.
func gameOf(id, south, north string) *lobby.Game {
	now := time.Now()
	kalah, _ := rules.Preset("kalah")
	return &lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{3}}, Entry: lobby.GameEntry{
		ID: id, Members: [2]lobby.Member{{ID: south}, {ID: north}}, Variant: kalah, Rated: true,
		Result: match.ResultOf(match.Resigned, 1, [2]int{}), Began: now.Add(-time.Minute), Ended: now, Plies: 1,
	}}
}

// rate counts games: a won one raises the rating by one, a lost one lowers it.
func rate(g *lobby.Game, of [2]*Standing) {
	for i, s := range of {
		if s == nil {
			continue
		}
		g.Entry.Members[i].Rating = int(s.Rating.Value)
		s.RatedGames++
		s.RatedAt = g.Entry.Ended
		if i == 0 {
			s.Won++
			s.Rating.Value++
		} else {
			s.Lost++
			s.Rating.Value--
		}
	}
}

// testFinish: the end of a game is one transaction, and counts once, however often it is stored.
func testFinish(c *club) {
	ctx := c.t.Context()
	a, b := c.node("a"), c.node("b")
	c.enter(a, "ada", "bob", "cyd")
	need.NoError(c.t, a.Take(ctx, Place{Member: "ada", Kind: KindOpen, Table: "tab"}))
	tab := need.Must(a.Sit(ctx, "tab", nil, []byte("0"), Place{Member: "ada", Kind: KindOpen, Table: "tab"}, Place{Member: "bob"}))(c.t)
	f := Finish{Record: []byte("end"), Game: gameOf("tab-1", "ada", "bob"), Rate: rate, Over: true, Free: []string{"ada", "bob"}}
	need.NoError(c.t, tab.Finish(ctx, f))
	f.Record = nil
	need.NoError(c.t, tab.Finish(ctx, f)) // again
	check := func(member string, won, lost int) {
		c.t.Helper()
		s := c.person(a, member).Standings["kalah"]
		if s.Won != won || s.Lost != lost || s.RatedGames != won+lost || int(s.Rating.Value) != 1500+won-lost {
			c.t.Errorf("%s: %+v", member, s)
		}
	}
	check("ada", 1, 0)
	check("bob", 0, 1)
	if left := c.places(a); len(left) != 0 {
		c.t.Errorf("places are left: %+v", left)
	}
	if got := c.records(a, "tab"); fmt.Sprint(got) != "[0 end]" {
		c.t.Errorf("%v", got)
	}
	c.silence(a)
	_, _, _, err := b.Claim(ctx, "tab")
	need.NoError(c.t, err)
	f.Record, f.Game = []byte("late"), gameOf("tab-2", "ada", "bob")
	if err := tab.Finish(ctx, f); !errors.Is(err, ErrLost) {
		c.t.Errorf("the former owner counts a game: %v", err)
	}
	check("ada", 1, 0)
	// Games of the same members at the same time, in both orders, do not wait for each other for
	// ever.
	need.NoError(c.t, a.Beat(ctx))
	var all sync.WaitGroup
	for i := range 12 {
		all.Go(func() {
			id, players := fmt.Sprint("more", i), []string{"ada", "bob", "cyd"}
			tab, err := []*Store{a, b}[i%2].Create(ctx, id, nil, []byte("0"))
			if err == nil {
				err = tab.Finish(ctx, Finish{Record: []byte("end"), Game: gameOf(id, players[i%3], players[(i+1+i%2)%3]), Rate: rate})
			}
			if err != nil {
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	total := 0
	for _, m := range []string{"ada", "bob", "cyd"} {
		total += c.person(a, m).Standings["kalah"].RatedGames
	}
	if total != 2*13 {
		c.t.Errorf("%d games were rated", total)
	}
	need.NoError(c.t, a.Forget(ctx, "cyd"))
	tab = need.Must(a.Create(ctx, "gone", nil, []byte("0")))(c.t)
	need.NoError(c.t, tab.Finish(ctx, Finish{Record: []byte("end"), Game: gameOf("gone-1", "cyd", "ada"), Rate: rate}))
}

// testOver: the end of a series frees who is there, leads who is away to the table, and makes the
// place of one to whom no one came a wish again, as old as before.
func testOver(c *club) {
	ctx := c.t.Context()
	a := c.node("a")
	c.enter(a, "ada", "bob", "cyd")
	wish := Place{Member: "ada", Kind: KindSeek, Body: []byte("wish")}
	need.NoError(c.t, a.Take(ctx, wish), a.Take(ctx, Place{Member: "bob", Kind: KindSeek, Body: []byte("other")}))
	c.do(a, "UPDATE place SET since = since - 5000 WHERE member = 'ada'")
	since := need.Must(a.Places(ctx, "ada"))(c.t)[0].Since
	tab := need.Must(a.Sit(ctx, "tab", []byte("setup"), []byte("0"), wish, Place{Member: "bob", Kind: KindSeek}))(c.t)
	of := func(member string) string {
		list := need.Must(a.Places(ctx, member))(c.t)
		if len(list) == 0 {
			return ""
		}
		return fmt.Sprintf("%s %q", list[0].Kind, list[0].Table)
	}
	f := Finish{Record: []byte("over"), Over: true, Free: []string{"ada"}, Alone: "ada", Again: func(p Place) bool { return string(p.Body) == "wish" }}
	need.NoError(c.t, tab.Finish(ctx, f))
	if p := need.Must(a.Places(ctx, "ada"))(c.t); len(p) != 1 || p[0].Kind != KindSeek || p[0].Table != "" || !p[0].Since.Equal(since) {
		c.t.Errorf("she does not wait again: %+v, since %v before", p, since)
	}
	if got := of("bob"); got != `over "tab"` {
		c.t.Errorf("the one who did not come has the place %s", got)
	}
	if waits := need.Must(a.AllPlaces(ctx))(c.t); len(waits) != 1 || waits[0].Member != "ada" {
		c.t.Errorf("they wait: %+v", waits)
	}
	f.Record = nil
	need.NoError(c.t, tab.Finish(ctx, f)) // again
	if tabs := need.Must(a.Tabs(ctx, "tab"))(c.t); of("ada") != `seek ""` || len(tabs) != 1 || !tabs[0].Over || tabs[0].Node != "a" || string(tabs[0].Setup) != "setup" {
		c.t.Errorf("then %s, %+v", of("ada"), tabs)
	}
	if gone := need.Must(a.Sweep(ctx, 0))(c.t); slices.Contains(gone, "bob") {
		c.t.Errorf("%v were swept: who is led to an end does not wait", gone)
	}
	need.NoError(c.t, a.Take(ctx, Place{Member: "bob", Kind: KindOpen, Table: "next"}), a.Forget(ctx, "cyd"))
	if got := of("bob"); got != `open "next"` {
		c.t.Errorf("at the next table he has the place %s", got)
	}
	need.NoError(c.t, tab.Delete(ctx))
	if tabs := need.Must(a.Tabs(ctx))(c.t); of("bob") != `open "next"` || len(tabs) != 0 {
		c.t.Errorf("after that %s, %+v", of("bob"), tabs)
	}
	// A table that goes without an end frees all.
	next := need.Must(a.Sit(ctx, "next", nil, []byte("0"), Place{Member: "bob", Kind: KindOpen, Table: "next"}))(c.t)
	need.NoError(c.t, next.Delete(ctx))
	if got := of("bob"); got != "" {
		c.t.Errorf("without his table he has the place %s", got)
	}
}

// testMembers: names, devices and codes belong to one member, however many come at once.
func testMembers(c *club) {
	ctx := c.t.Context()
	a, b := c.node("a"), c.node("b")
	var all sync.WaitGroup
	var mu sync.Mutex
	got := map[string]int{}
	for i := range 8 {
		all.Go(func() {
			// Half of them are the same device by two connections; the others want a similar name.
			m, err := []*Store{a, b}[i%2].Enter(ctx, Member{ID: fmt.Sprint("id", i), Name: "Iris"}, []string{"iris", "lris"}, fmt.Sprint("key", max(i, 4)))
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				got[m.ID]++
			case errors.Is(err, ErrExists):
				got["refused"]++
			default:
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	if len(got) != 2 || got["refused"] < 3 {
		c.t.Errorf("%v", got)
	}
	c.enter(a, "ada", "bob", "cyd")
	if err := a.Rename(ctx, "bob", "Ada", []string{"ada"}); !errors.Is(err, ErrExists) {
		c.t.Errorf("a name that is taken: %v", err)
	}
	need.NoError(c.t, a.Rename(ctx, "bob", "Bobby", []string{"bobby"}), a.Rename(ctx, "ada", "Bob", []string{"bob"}))
	if m := need.Must(b.OfDevice(ctx, "ada's key"))(c.t); m.Name != "Bob" || m.Barred {
		c.t.Errorf("%+v", m)
	}
	need.NoError(c.t, a.Bar(ctx, "bob", true))
	if m := need.Must(b.Member(ctx, "bob"))(c.t); m.Name != "Bobby" || !m.Barred {
		c.t.Errorf("%+v", m)
	}
	// A code moves a device, once, and its former member goes with the last one.
	need.NoError(c.t, a.PutCode(ctx, "ada", "code", time.Minute))
	if err := b.PutCode(ctx, "cyd", "code", time.Minute); !errors.Is(err, ErrExists) {
		c.t.Errorf("a code that is taken: %v", err)
	}
	no := errors.New("no")
	if _, err := b.UseCode(ctx, "code", "cyd's key", func(from, to Member, devices int) error {
		if from.ID != "cyd" || to.ID != "ada" || devices != 1 {
			c.t.Errorf("%+v, %+v, %d", from, to, devices)
		}
		return no
	}); !errors.Is(err, no) {
		c.t.Error(err)
	}
	free := func(Member, Member, int) error { return nil }
	need.Must(b.UseCode(ctx, "code", "cyd's key", free))(c.t)
	if _, err := b.Member(ctx, "cyd"); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("a member without a device: %v", err)
	}
	list := c.person(a, "ada").Devices
	if len(list) != 2 || list[0].Key != "ada's key" {
		c.t.Errorf("%+v", list)
	}
	need.NoError(c.t, a.Seen(ctx, "ada's key"), a.RemoveDevice(ctx, "ada", "ada's key", ""))
	if err := a.RemoveDevice(ctx, "ada", "cyd's key", ""); !errors.Is(err, ErrLast) {
		c.t.Errorf("the last device: %v", err)
	}
	if err := a.RemoveDevice(ctx, "ada", "bob's key", "cyd's key"); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("another's device: %v", err)
	}
	need.NoError(c.t, a.Block(ctx, "ada", "bob", false, 1), a.Block(ctx, "ada", "bob", false, 1))
	if err := a.Block(ctx, "ada", "ada", false, 1); !errors.Is(err, ErrExists) {
		c.t.Errorf("one too many: %v", err)
	}
	if ids := c.person(b, "ada").Blocked; !slices.Equal(ids, []string{"bob"}) {
		c.t.Errorf("%v", ids)
	}
	need.NoError(c.t, a.Forget(ctx, "bob"))
	if ids := c.person(b, "ada").Blocked; len(ids) != 0 {
		c.t.Errorf("%v", ids)
	}
	need.Must(a.Enter(ctx, Member{ID: "new", Name: "Bobby"}, []string{"bobby"}, "bob's key"))(c.t) // the name is free
}

// testPlaces: a member has one place, and of many who want to sit down at a table one does.
func testPlaces(c *club) {
	ctx := c.t.Context()
	a, b := c.node("a"), c.node("b")
	var names []string
	for i := range 6 {
		names = append(names, fmt.Sprint("m", i))
	}
	c.enter(a, names...)
	opener := Place{Member: "m0", Kind: KindOpen, Table: "tab", Body: []byte("settings")}
	need.NoError(c.t, a.Take(ctx, opener))
	if err := b.Take(ctx, Place{Member: "m0", Kind: KindSeek}); !errors.Is(err, ErrBusy) {
		c.t.Errorf("a second place: %v", err)
	}
	var all sync.WaitGroup
	var mu sync.Mutex
	sat, refused := 0, 0
	for i, name := range names[1:] {
		all.Go(func() {
			_, err := []*Store{a, b}[i%2].Sit(ctx, "tab", nil, []byte("0"), opener, Place{Member: name})
			mu.Lock()
			defer mu.Unlock()
			switch {
			case err == nil:
				sat++
			case errors.Is(err, ErrExists), errors.Is(err, ErrNotFound):
				refused++
			default:
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	list := c.places(b)
	if sat != 1 || refused != 4 || len(list) != 2 || list[0].Kind != KindPlay || list[1].Kind != KindPlay || list[1].Table != "tab" {
		c.t.Errorf("%d sat, %d were refused: %+v", sat, refused, list)
	}
	need.NoError(c.t, a.Leave(ctx, "m0", "")) // who plays does not leave like that
	if err := a.Forget(ctx, "m0"); !errors.Is(err, ErrBusy) {
		c.t.Errorf("one who plays is forgotten: %v", err)
	}
	other := names[1:][slices.IndexFunc(names[1:], func(n string) bool { return n != list[0].Member && n != list[1].Member })]
	seeks := Place{Member: other, Kind: KindSeek}
	need.NoError(c.t, b.Take(ctx, seeks))
	if _, err := a.Sit(ctx, "pair", nil, []byte("0"), seeks, Place{Member: "m0"}); !errors.Is(err, ErrBusy) {
		c.t.Errorf("a pair with one who plays: %v", err)
	}
	if p := need.Must(a.Places(ctx, other))(c.t); len(p) != 1 || p[0].Kind != KindSeek {
		c.t.Errorf("a pair that was not made leaves %+v", p)
	}
	if _, _, _, err := a.Claim(ctx, "pair"); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("its table: %v", err)
	}
	need.NoError(c.t, a.Leave(ctx, other, a.Run())) // not that node's
	if gone := need.Must(a.Sweep(ctx, time.Minute))(c.t); len(gone) != 0 {
		c.t.Errorf("%v were swept", gone)
	}
	c.do(a, "UPDATE place SET since = since - 60001")
	need.NoError(c.t, b.Close())
	c.do(a, "UPDATE node SET seen = seen - 60001 WHERE run = $1", b.Run())
	if gone := need.Must(a.Sweep(ctx, time.Minute))(c.t); !slices.Equal(gone, []string{other}) {
		c.t.Errorf("%v were swept", gone)
	}
}

// testReports: reports are limited by member, and go with either of the two.
func testReports(c *club) {
	ctx := c.t.Context()
	a, b := c.node("a"), c.node("b")
	c.enter(a, "ada", "bob", "cyd")
	var all sync.WaitGroup
	var mu sync.Mutex
	kept := 0
	for i := range 6 {
		all.Go(func() {
			err := []*Store{a, b}[i%2].PutReport(ctx, Report{ID: fmt.Sprint("r", i), By: "ada", About: "bob", Text: "text"}, 3)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				kept++
			} else if !errors.Is(err, ErrExists) {
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	list := need.Must(b.Reports(ctx))(c.t)
	if kept != 3 || len(list) != 3 || list[0].Text != "text" || list[0].At.IsZero() {
		c.t.Fatalf("%d are kept: %+v", kept, list)
	}
	need.NoError(c.t, b.DropReport(ctx, list[0].ID), b.PutReport(ctx, list[1], 3), b.PutReport(ctx, Report{ID: "back", By: "bob", About: "cyd"}, 3))
	if err := a.PutReport(ctx, Report{ID: "x", By: "ada", About: "nobody"}, 9); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("about no one: %v", err)
	}
	need.NoError(c.t, a.Forget(ctx, "cyd"))
	if list := need.Must(a.Reports(ctx))(c.t); len(list) != 2 {
		c.t.Errorf("%+v", list)
	}
	need.NoError(c.t, a.SetNotice(ctx, "now", "We close at ten."), b.SetNotice(ctx, "now", "We close at nine."))
	if text := need.Must(a.Notice(ctx, "now"))(c.t); text != "We close at nine." {
		c.t.Errorf("%q", text)
	}
	if text := need.Must(a.Notice(ctx, "later"))(c.t); text != "" {
		c.t.Errorf("%q", text)
	}
}

// testTogether: of tables that change hands together, one that cannot be read keeps no other.
func testTogether(c *club) {
	a, ctx := c.node("a"), c.t.Context()
	need.Must(a.Create(ctx, "good", nil, []byte("0")))(c.t)
	var taken bool
	broken := errors.New("broken")
	calls := []*call{
		{id: "good", do: func(t *tx) error {
			_, _, records, err := t.claim(a, "good")
			taken = len(records) == 1
			return err
		}, done: make(chan struct{})},
		{id: "missing", do: func(t *tx) error { _, err := t.owner("missing"); return err }, done: make(chan struct{})},
		{id: "unreadable", do: func(t *tx) error {
			_, err := t.exec("UPDATE tab SET number = 9 WHERE id = 'good'")
			return errors.Join(err, broken)
		}, done: make(chan struct{})},
	}
	a.joint.waiting = append(a.joint.waiting, calls...)
	a.doTogether()
	if calls[0].err != nil || !taken || !errors.Is(calls[1].err, ErrNotFound) || !errors.Is(calls[2].err, broken) {
		c.t.Errorf("%v, %v, %v", calls[0].err, calls[1].err, calls[2].err)
	}
	if tabs := need.Must(a.Tabs(ctx))(c.t); len(tabs) != 1 || tabs[0].Number != 1 {
		c.t.Errorf("tables %v", tabs)
	}
}
