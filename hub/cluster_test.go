package main

import (
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"mancala/hub/config"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/tools/need"
)

// die ends a hub without a word to the others or to its members.
func (h *hub) die() {
	_ = h.listener.Close()
	_ = h.bus.Close()
	_ = h.shut()
}

// begin has two members of two nodes begin to play.
func begin(t *testing.T, hubs []*hub) (ada, bob *player) {
	t.Helper()
	ada, bob = enter(t, hubs[0], "Ada", newKey(t)), enter(t, hubs[1], "Bob", newKey(t))
	ada.ask(lobby.Open{Settings: terms})
	table := await[lobby.Told](bob).Table
	for _, p := range []struct {
		*player
		seat lobby.Seat
	}{{bob, bob.ask(lobby.Sit{Table: table.ID}).Seat}, {ada, await[lobby.Seated](ada).Seat}} {
		invite := keys.Invite{Addr: p.seat.Addrs[0], Fingerprint: p.host}
		p.game = link.Join(invite.String(), link.GuestConfig{Common: link.Common{Name: p.me.Name}, Seat: &p.seat, Also: p.seat.Addrs[1:], Device: p.identity})
		t.Cleanup(func() { _ = p.game.Close() })
	}
	playOn(t, ada, bob, func() bool { return len(ada.plies) > 4 && len(bob.plies) > 4 })
	return ada, bob
}

// finish has two members play to the end after the second one's node has gone, and finds the game
// in the record.
func finish(t *testing.T, ada, bob *player) {
	t.Helper()
	playOn(t, ada, bob, func() bool { return ada.over != nil && bob.over != nil })
	await[lobby.Entered](bob) // at another node
	games := bob.games(lobby.GamesOf{Limit: 10})
	if len(games.List) != 1 || games.List[0].Plies != len(ada.plies) {
		t.Errorf("%+v", games)
	}
	if me := bob.ask(lobby.ProfileOf{}).Profile; me.RatedGames != 1 {
		t.Errorf("%+v", me)
	}
}

// outside starts a NATS server for others, at an address of TCP, until the test or stop ends it.
func outside(t *testing.T, dir, addr string) (stop func()) {
	t.Helper()
	host, port, err := net.SplitHostPort(addr)
	number, failed := strconv.Atoi(port)
	need.NoError(t, err, failed)
	s := need.Must(server.NewServer(&server.Options{
		Host: host, Port: number, JetStream: true, StoreDir: dir, Username: "club", Password: "of the club", NoSigs: true, NoLog: true,
	}))(t)
	s.Start()
	stop = sync.OnceFunc(func() { s.Shutdown(); s.WaitForShutdown() })
	t.Cleanup(stop)
	if !s.ReadyForConnections(need.Patience) {
		t.Fatal("the NATS server does not start")
	}
	return stop
}

// TestLongOutsideServer has two hubs share an external NATS server and wait for it at the start. A
// game pauses while the server is away for some seconds, and continues at the other hub after its
// own is lost.
func TestLongOutsideServer(t *testing.T) {
	dir, addrs, metrics := t.TempDir(), need.Addresses(t, 3), need.Addresses(t, 2)
	hubs := make([]*hub, 2)
	var wg sync.WaitGroup
	for i := range hubs {
		cfg := testConfig(t, t.TempDir())
		cfg.Bus.Node, cfg.Bus.NATS = fmt.Sprintf("n%d", i), "nats://club:of%20the%20club@"+addrs[2]
		cfg.Listen, cfg.Addresses, cfg.Drain = addrs[i], addrs[:2], config.Duration(time.Second)
		cfg.Operators.Metrics = metrics[i]
		wg.Go(func() { hubs[i] = start(t, cfg) })
	}
	for _, at := range metrics {
		need.Until(t, "a hub waits for the server", func() bool {
			return strings.HasPrefix((&process{metrics: at}).health(t), "starting\nbus: ")
		})
	}
	stop := outside(t, dir, addrs[2])
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	ada, bob := begin(t, hubs)
	stop()
	for _, h := range hubs {
		need.Until(t, "a hub finds that the server is away", func() bool { return h.probe.check() != nil })
	}
	outside(t, dir, addrs[2])
	before := len(ada.plies)
	playOn(t, ada, bob, func() bool { return len(ada.plies) > before+1 && len(bob.plies) > before+1 || ada.over != nil })
	hubs[1].die()
	finish(t, ada, bob)
}
