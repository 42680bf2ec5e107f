package main

import (
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/cmd/hub/config"
	"mancala/cmd/hub/hubtest"
	"mancala/internal/match/lobby"
	"mancala/tools/need"
)

// die ends a hub without a word to the others or to its members.
func (h *hub) die() {
	_ = h.listener.Close()
	_ = h.store.Abandon()
	_ = h.shut()
}

// begin has two members of two nodes begin to play.
func begin(t *testing.T, hubs []*hub) (ada, bob *player) {
	t.Helper()
	ada, bob = enter(t, hubs[0], "Ada", newKey(t)), enter(t, hubs[1], "Bob", newKey(t))
	meet(ada, bob, terms)
	playOn(t, 5, ada, bob)
	return ada, bob
}

// finish has two members play to the end after the second one's node has gone, and finds the game
// in the record.
func finish(t *testing.T, ada, bob *player) {
	t.Helper()
	playOn(t, toTheEnd, ada, bob)
	await[lobby.Entered](bob) // at another node
	games := bob.games(lobby.GamesOf{Limit: 10})
	if len(games.List) != 1 || games.List[0].Plies != len(ada.plies()) {
		t.Errorf("%+v", games)
	}
	if me := bob.ask(lobby.ProfileOf{}).Profile; me.RatedGames != 1 {
		t.Errorf("%+v", me)
	}
}

// TestTwoNodes has two hubs share a database of PostgreSQL. A game goes on after the database was
// killed and started again, and at the other hub after its own is lost.
func TestTwoNodes(t *testing.T) {
	server := hubtest.StartPostgres(t)
	checkAddresses(t, server.Database())
	url, addrs := server.Database(), need.Addresses(t, 2)
	hubs := make([]*hub, 2)
	var wg sync.WaitGroup
	for i := range hubs {
		cfg := testConfig(t, t.TempDir())
		cfg.Database.URL, cfg.Node = url, config.Node{Name: fmt.Sprintf("n%d", i), Address: addrs[i]}
		cfg.Listen, cfg.Addresses, cfg.Drain = addrs[i], addrs, config.Duration(time.Second)
		wg.Go(func() { hubs[i] = start(t, cfg) })
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	ada, bob := begin(t, hubs)
	server.Kill()
	for _, h := range hubs {
		need.Until(t, "a hub finds that its database is away", func() bool { return h.stores() != nil })
	}
	server.Run()
	playOn(t, len(ada.plies())+2, ada, bob)
	for _, h := range hubs {
		need.Until(t, "a hub is well again", func() bool { return h.stores() == nil && len(h.addresses()) == 2 })
	}
	hubs[1].die()
	finish(t, ada, bob)
}

// checkAddresses has a second node refused, since members could not reach both.
func checkAddresses(t *testing.T, url string) {
	t.Helper()
	cfg := testConfig(t, t.TempDir())
	cfg.Database.URL, cfg.Node = url, config.Node{Name: "a"}
	h := start(t, cfg)
	cfg.Data, cfg.Node = t.TempDir(), config.Node{Name: "b", Address: "b.example.org:7000"}
	if _, err := open(t.Context(), cfg, slog.New(slog.DiscardHandler)); err == nil || !strings.Contains(err.Error(), "node a has no address, and there are 2 nodes") {
		t.Error(err)
	}
	need.NoError(t, h.close())
}
