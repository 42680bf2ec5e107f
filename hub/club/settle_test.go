package club

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/glicko"
	"mancala/hub/store"
	"mancala/match"
	"mancala/match/lobby"
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
	need.NoError(t, ns[1].Told(ctx, ada.ID, "another"), ns[1].Told(ctx, ada.ID, g.Entry.ID))
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
	ns[0].settle(game("tabletabletable2-4", ada, ada))
	if s := ns[0].again(ada).in(usual); s.Won+s.Lost != 2 {
		t.Errorf("a game against oneself counts: %+v", s)
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
