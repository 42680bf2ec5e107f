package club

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

// TestNextGameAtATable: after each game the list has the number of the next one and the new
// ratings, and a game that is counted again changes nothing.
func TestNextGameAtATable(t *testing.T) {
	n := nodes(t, 1)[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	id := need.Must(n.Open(ctx, ada, blitz))(t)
	need.Must(n.Sit(ctx, bob, id))(t)
	for _, number := range []int{1, 2, 1} {
		g := game(fmt.Sprintf("%s-%d", id, number), ada, bob)
		need.NoError(t, n.Finish(ctx, n.fake.tab(id), []byte("end"), store.End{Game: &g}))
	}
	ada = n.again(ada)
	need.Until(t, "the third game is in the list", func() bool {
		l, _ := n.Table(id)
		return l.Number == 3 && l.Members[0].Rating == ada.Public(usual, time.Now()).Rating
	})
}

// testSettle: as often as a game ends, by whichever node, it counts once.
func testSettle(t *testing.T, ns []*node) {
	ctx := t.Context()
	ada, bob := ns[0].enter("Ada"), ns[1].enter("Bob")
	g := game("tabletabletable2-1", ada, bob)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() { ns[i%2].settle(g) })
	}
	wg.Wait()
	ns[0].settle(g)
	a, b := ns[0].again(ada), ns[0].again(bob)
	if s := a.in(usual); s.Won != 1 || s.RatedGames != 1 || b.in(usual).Lost != 1 || a.Public(usual, g.Entry.Ended).Rating != 1662 || b.Public(usual, g.Entry.Ended).Rating != 1338 {
		t.Errorf("%+v\n%+v", a, b)
	}
	ns[0].heard(ada, "Rated")
	ns[0].heard(bob, "Rated")
	if list := ns[0].Untold(ns[0].again(ada)); len(list) != 1 || list[0].Game != g.Entry.ID || list[0].Before != 1500 {
		t.Errorf("she is told %+v", list)
	}
	need.NoError(t, ns[1].cfg.Store.Told(ctx, ada.ID, "another"), ns[1].cfg.Store.Told(ctx, ada.ID, g.Entry.ID))
	if n := ns[0].Untold(ns[0].again(ada)); len(n) > 0 {
		t.Errorf("she is told again: %+v", n)
	}
	draw := game("tabletabletable2-2", bob, ada)
	draw.Entry.Rated, draw.Entry.Result = false, match.ResultOf(match.Abandoned, 0, [2]int{})
	ns[1].settle(draw)
	if s := ns[0].again(ada).in(usual); s.Won != 1 || s.Lost+s.Drawn != 0 || s.Rating != a.in(usual).Rating || s.RatedGames != 1 {
		t.Errorf("after an abandoned game: %+v", s)
	}
	need.NoError(t, ns[0].Forget(ctx, bob.ID, "Bob"))
	ns[0].settle(game("tabletabletable2-3", ada, bob))
	if s := ns[0].again(ada).in(usual); s.Won != 2 {
		t.Errorf("after a game with one who left: %+v", s)
	}
	for id, before := range map[string]int{g.Entry.ID: 1500, draw.Entry.ID: 1338, "tabletabletable2-3": 1662} {
		if e, err := store.ArchiveOf(ns[1].cfg.Store).Game(ctx, id); err != nil || e.Entry.Members[0].Rating != before {
			t.Errorf("the game is kept as %+v, %v", e, err)
		}
	}
	ns[0].fake.mu.Lock()
	defer ns[0].fake.mu.Unlock()
	if slices.Sort(ns[0].fake.ended); !slices.Equal(ns[0].fake.ended, []string{g.Entry.ID, draw.Entry.ID, "tabletabletable2-3"}) {
		t.Errorf("the games %q have ended", ns[0].fake.ended)
	}
}

// testRatingsExact: the ratings after many games at once, at two nodes, are those of the games in
// the order in which they are kept.
func testRatingsExact(t *testing.T, ns []*node) {
	ctx := t.Context()
	var players []Member
	for _, name := range []string{"Ada", "Bob", "Cyd", "Dan"} {
		players = append(players, ns[0].enter(name))
	}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			south, north := players[i%4], players[(i+1+i/4%3)%4]
			g := game(fmt.Sprintf("tabletabletable2-%d", i+1), south, north)
			g.Entry.Result = match.ResultOf(match.Resigned, 1+i%2, [2]int{})
			ns[i%2].settle(g)
		})
	}
	wg.Wait()
	of := map[string]*store.Standing{}
	for _, p := range players {
		of[p.ID] = &store.Standing{Rating: glicko.Default.Start}
	}
	list := need.Must(store.ArchiveOf(ns[1].cfg.Store).Games(ctx, lobby.GamesOf{Limit: 100}))(t).List
	for _, e := range slices.Backward(list) {
		g := lobby.Game{Entry: e}
		rate(&g, [2]*store.Standing{of[e.Members[0].ID], of[e.Members[1].ID]})
		if g.Entry.Members[0].Rating != e.Members[0].Rating || g.Entry.Members[1].Deviation != e.Members[1].Deviation {
			t.Errorf("before game %s the ratings were %+v, are kept as %+v", e.ID, g.Entry.Members, e.Members)
		}
	}
	for _, p := range players {
		if got, want := ns[0].again(p).in(usual).Rating, of[p.ID].Rating; got != want || len(list) != 40 {
			t.Errorf("%s has %+v after %d games, want %+v", p.Name, got, len(list), want)
		}
	}
}

// TestResultsCanBeKept turns results with every ending into games of the record.
func TestResultsCanBeKept(t *testing.T) {
	n := nodes(t, 1)[0]
	now := time.Now()
	g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: []rules.House{3}}, Entry: lobby.GameEntry{
		ID: "tabletabletable2-1", Members: [2]lobby.Member{{ID: "bobbobbobbobbob2"}, {ID: "adaadaadaadaada2"}}, Variant: kalah, Time: blitz.Time,
		Rated: true, Began: now.Add(-time.Minute), Ended: now, Plies: 1,
	}}
	for _, ending := range []match.Ending{match.Resigned, match.TimedOut, match.Abandoned, match.Desynced} {
		g.Entry.Result = match.ResultOf(ending, 2, [2]int{})
		if kept := n.counts(&g); kept == nil {
			t.Errorf("%v: %+v does not count", ending, g)
		}
	}
	for what, none := range map[string]lobby.Game{
		"players who never met": {Entry: lobby.GameEntry{Result: match.ResultOf(match.TimedOut, 1, [2]int{}), Ended: now}, Game: g.Game},
		"a game without a ply":  {Entry: lobby.GameEntry{Result: match.Result{Ending: match.Abandoned}, Began: now, Ended: now}, Game: rules.Game{Variant: kalah}},
	} {
		if n.counts(&none) != nil {
			t.Errorf("%s is played", what)
		}
	}
}

// TestRatedGamesArePlayed: a game changes the ratings if both players have made a ply, or it was
// played to its end.
func TestRatedGamesArePlayed(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "2": false, "3": false, "3 1": false, "2 1": true, "3 1 1": true,
	} {
		var plies []rules.House
		for _, field := range strings.Fields(text) {
			plies = append(plies, rules.House(field[0]-'0'))
		}
		for _, ending := range []match.Ending{match.Resigned, match.TimedOut} {
			g := lobby.Game{Game: rules.Game{Variant: kalah, Plies: plies}, Entry: lobby.GameEntry{Result: match.ResultOf(ending, 1, [2]int{}), Began: time.Now()}}
			if rated := bothPlayed(g); rated != want {
				t.Errorf("%q, %v: rated %v, want %v", text, ending, rated, want)
			}
			g.Entry.Result.Ending = match.Finished
			if !bothPlayed(g) {
				t.Errorf("%q, finished, is not rated", text)
			}
		}
	}
}

// TestANodeWithAWrongClock: a node whose clock is 200 days ahead stores no time that is.
func TestANodeWithAWrongClock(t *testing.T) {
	first := need.Must(store.Open(t.Context(), store.Config{Dir: t.TempDir(), Node: "first", Rand: rand.Reader}))(t)
	t.Cleanup(func() { _ = first.Close() })
	ahead := func() time.Time { return time.Now().AddDate(0, 0, 200) }
	n := clubs(t, 1, func(cfg store.Config) (*store.Store, error) {
		cfg.Now = ahead
		return first.Join(t.Context(), cfg)
	})[0]
	ctx := t.Context()
	ada, bob := n.enter("Ada"), n.enter("Bob")
	g := game("tabletabletable2-1", ada, bob)
	g.Entry.Began, g.Entry.Ended = ahead(), ahead()
	n.settle(g)
	ada = n.again(ada)
	id := need.Must(n.Open(ctx, bob, blitz))(t)
	need.Must(n.Sit(ctx, ada, id))(t)
	kept := need.Must(store.ArchiveOf(first).Game(ctx, g.Entry.ID))(t)
	seat := need.Must(n.read(ctx, id))(t)
	tomorrow := time.Now().AddDate(0, 0, 1)
	for what, at := range map[string]time.Time{
		"entered": ada.Created, "added": ada.Devices[0].Added, "seen": ada.Devices[0].Seen, "rated": ada.in(usual).RatedAt, "began": kept.Entry.Began,
		"ended": kept.Entry.Ended, "sat down": seat.Since,
	} {
		if at.After(tomorrow) || at.IsZero() {
			t.Errorf("%s at %v", what, at)
		}
	}
}
