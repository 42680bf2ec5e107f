package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/match"
	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/rules"
	"mancala/tools/need"
)

// seatBoth starts a table at a node and lets both players take their seats there.
func (c *club) seatBoth(node string, s Setup) (anna, bert *guest) {
	c.t.Helper()
	c.table(node, s)
	anna, bert = c.join(node, s, 0), c.join(node, s, 1)
	anna.until("a game", func() bool { return anna.number == 1 })
	bert.until("a game", func() bool { return bert.number == 1 })
	return anna, bert
}

// The clocks run at the hub, are shown at both players, and end the game.
func TestTimeRunsOut(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "timed")
	const base = time.Hour
	s.Time, s.Rated = match.TimeControl{Base: base}, true
	anna, bert := c.seatBoth("a", s)
	playOut(s, 3, anna, bert)
	for _, g := range []*guest{anna, bert} {
		g.until("clocks", func() bool { return g.clocks.Running })
	}
	c.advance("a", base)
	anna.until("the end", func() bool { return anna.result.Ending == match.TimedOut })
	bert.until("the end", func() bool { return bert.result.Ending == match.TimedOut })
	r := c.result("timed-1")
	p, err := r.Game.Replay()
	if err != nil {
		t.Fatal(err)
	}
	loser := 0
	if p.ToMove() == rules.North {
		loser = 1
	}
	if r.Ending != match.TimedOut || r.Winner != 1-loser || r.Ended.Sub(r.Began) < base {
		t.Errorf("%+v", r)
	}
}

// A player who leaves a rated game has lost it; a casual one has no winner.
func TestLeaving(t *testing.T) {
	for _, rated := range []bool{true, false} {
		c := newClub(t, "a")
		s := setup(t, "left")
		if rated {
			s.Time, s.Rated = match.TimeControl{Base: time.Hour}, true
		}
		anna, bert := c.seatBoth("a", s)
		playOut(s, 5, anna, bert)
		anna.Leave(match.ReasonQuit)
		bert.until("the goodbye", func() bool { return bert.left })
		r := c.result("left-1")
		if want := (map[bool]match.Ending{true: match.Resigned, false: match.Abandoned})[rated]; r.Ending != want || rated != (r.Winner == 1) {
			t.Errorf("rated %v: %+v", rated, r)
		}
		if rated && bert.result.Ending != match.Resigned {
			t.Errorf("Bert has %v", bert.result)
		}
	}
}

// A ticket gets one seat, and not that of the other player; a wrong one gets nothing.
func TestTickets(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "tickets")
	c.table("a", s)
	wrong := s
	wrong.Players[0].Ticket = newTicket(t)
	stranger := c.join("a", wrong, 0)
	stranger.fails = true
	anna := c.join("a", s, 0)
	anna.until("a seat", func() bool { return anna.number == 1 })
	stranger.until("a refusal", func() bool { return stranger.failed })
	if err := c.hallOf("a").Start(t.Context(), s); err == nil {
		t.Error("the same table twice")
	}
	s.Players[1].Ticket = keys.Secret{}
	if s.ID = "other"; c.hallOf("a").Start(t.Context(), s) == nil {
		t.Error("a table without a ticket")
	}
}

// Watchers see the game, wherever they are connected, and the node of the table may die.
func TestWatchers(t *testing.T) {
	c := newClub(t, "a", "b")
	s := setup(t, "watched")
	anna, bert := c.seatBoth("a", s)
	var watchers []*guest
	for _, node := range []string{"a", "b"} {
		invite := keys.Invite{Addr: node + ":7000", Fingerprint: c.key.Fingerprint(), Secret: s.Watch}
		g := &guest{t: t}
		g.Link = netplay.Watch(invite.String(), netplay.GuestConfig{Name: "Wim", Transport: way{club: c, name: node}})
		t.Cleanup(func() { _ = g.Close() })
		watchers = append(watchers, g)
	}
	playOut(s, 6, anna, bert)
	for _, g := range watchers {
		g.until("six plies", func() bool { return slices.Equal(g.game, anna.game) })
	}
	for _, g := range []*guest{anna, bert} {
		g.until("the number of watchers", func() bool { return g.watchers == len(watchers) })
	}
}

// A node that drains hands its tables over: the players go on at another node at once, and the
// clocks have stood still.
func TestDrain(t *testing.T) {
	c := newClub(t, "a", "b")
	s := setup(t, "drained")
	s.Time = match.TimeControl{Base: time.Hour}
	anna, bert := c.seatBoth("a", s)
	playOut(s, 6, anna, bert)
	before := fmt.Sprint(anna.game)
	a := c.nodes["a"]
	ctx, cancel := context.WithTimeout(t.Context(), need.Patience)
	defer cancel()
	if err := a.hall.Drain(ctx, "an upgrade"); err != nil {
		t.Fatal(err)
	}
	if s := setup(t, "late"); a.hall.Start(t.Context(), s) != ErrDraining {
		t.Error("a draining node takes a table")
	}
	if len(a.hall.Tables()) > 0 {
		t.Errorf("tables stay: %+v", a.hall.Tables())
	}
	c.kill("a")
	playOut(s, 8, anna, bert)
	if got := fmt.Sprint(anna.game[:6]); got != before {
		t.Errorf("%v became %v", before, got)
	}
	need.Until(t, "the table is at node b", func() bool { return len(c.hallOf("b").Tables()) == 1 })
}

// The clocks count until the last sign of life of a node that has died, also if that was long ago.
func TestOutageCounts(t *testing.T) {
	c := newClub(t, "a")
	now := dawn
	h := &Hall{
		cfg:   Config{Bus: c.hallOf("a").cfg.Bus, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }},
		alive: map[string]time.Time{}, silent: map[string]int{}, runs: map[string]string{}, died: map[string]time.Time{}, ctx: t.Context(),
	}
	stored := dawn.Add(-time.Minute)
	r := &record{Owner: "b", At: stored}
	if got := h.outage(r, now); got != stored {
		t.Errorf("a node that was never heard: %v", got)
	}
	h.heard(bus.Message{Subject: "alive.b"})
	now = dawn.Add(deadAfter)
	if got := h.outage(r, now); got != dawn {
		t.Errorf("before it counts as dead: %v", got)
	}
	dead := map[string]bool{}
	for range deadRounds {
		if len(dead) > 0 {
			t.Error("the node is dead too soon")
		}
		silent, _ := h.round(roundEvery)
		h.bury(silent, dead)
	}
	if !dead["b"] {
		t.Error("the node is not dead")
	}
	if got := h.outage(r, now); got != dawn {
		t.Errorf("afterwards: %v", got)
	}
	if got := h.outage(&record{Owner: "a", At: stored}, now); got != stored {
		t.Errorf("this node itself: %v", got)
	}
}

// A node that was restarted goes on with its own tables.
func TestRestart(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "again")
	anna, bert := c.seatBoth("a", s)
	playOut(s, 6, anna, bert)
	c.kill("a")
	c.start("a")
	playOut(s, 1000, anna, bert)
	if r := c.result("again-1"); fmt.Sprint(r.Game.Plies) != fmt.Sprint(anna.game) {
		t.Errorf("%v, Anna has %v", r.Game, anna.game)
	}
}

// A node that was believed dead finds out when it stores, and acknowledges nothing more.
func TestOwnerIsReplaced(t *testing.T) {
	c := newClub(t, "a", "b")
	s := setup(t, "split")
	anna, bert := c.seatBoth("a", s)
	playOut(s, 4, anna, bert)
	b := c.hallOf("b")
	entry, err := b.games.Get(t.Context(), "split")
	if err != nil {
		t.Fatal(err)
	}
	r, err := decodeRecord(entry.Data)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.takeOver(t.Context(), r, entry.Revision); err != nil {
		t.Fatal(err)
	}
	playOut(s, 1000, anna, bert)
	if r := c.result("split-1"); fmt.Sprint(r.Game.Plies) != fmt.Sprint(anna.game) || fmt.Sprint(anna.game) != fmt.Sprint(bert.game) {
		t.Errorf("%v, Anna has %v, Bert %v", r.Game, anna.game, bert.game)
	}
	if len(c.hallOf("a").Tables()) > 0 {
		t.Error("node a still has the table")
	}
}

// Takebacks pass through; at a table with clocks they are refused.
func TestTakebacks(t *testing.T) {
	for _, timed := range []bool{false, true} {
		c := newClub(t, "a")
		s := setup(t, "takeback")
		if timed {
			s.Time = match.TimeControl{Base: time.Hour}
		}
		anna, bert := c.seatBoth("a", s)
		if err := anna.Play(1); err != nil { // ends in no store: Bert's turn
			t.Fatal(err)
		}
		bert.until("a ply", func() bool { return len(bert.game) == 1 })
		if timed {
			anna.until("clocks", func() bool { return anna.clocks.Running })
		}
		if err := anna.AskTakeback(0); err != nil {
			t.Logf("timed %v: %v", timed, err)
			continue
		}
		if timed {
			anna.until("a refusal", func() bool { return slices.Contains(anna.events, match.Event(match.TakebackAnswered{By: match.Host})) })
			continue
		}
		bert.until("a request", func() bool {
			return slices.Contains(bert.events, match.Event(match.TakebackAsked{By: match.Host, Plies: 0}))
		})
		if err := bert.AnswerTakeback(true); err != nil {
			t.Fatal(err)
		}
		anna.until("the takeback", func() bool { return len(anna.game) == 0 })
		playOut(s, 3, anna, bert)
	}
}

// A player comes with another device, with the ticket alone: the game goes on there, and the first
// device is told that it is gone.
func TestAnotherDevice(t *testing.T) {
	c := newClub(t, "a", "b")
	s := setup(t, "device")
	s.Time = match.TimeControl{Base: time.Hour}
	anna, bert := c.seatBoth("a", s)
	playOut(s, 7, anna, bert)
	before := fmt.Sprint(anna.game)
	anna.fails = true
	again := c.join("b", s, 0)
	again.until("the game", func() bool { return fmt.Sprint(again.game) == before && again.online })
	playOut(s, 9, again, bert)
	_ = bert.Resign(match.Guest)
	again.until("the end", func() bool { return again.result.Ending == match.Resigned })
	for _, g := range []*guest{again, bert} {
		need.Until(t, "a wish", func() bool { g.look(); return g.Rematch() == nil })
	}
	again.until("the second game", func() bool { return again.number == 2 })
	last := c.join("a", s, 0)
	last.until("the second game", func() bool { return last.number == 2 && last.online })
	again.fails = true
	playOut(s, 3, last, bert)
	for _, g := range []*guest{anna, again} {
		g.until("the end", func() bool { return g.left })
		if g.farewell != "netplay.replaced" {
			t.Errorf("a device that lost its seat hears %s", g.farewell)
		}
	}
}

// A player who comes with the ticket again and again does not make the record of the table longer.
func TestManyDevices(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "devices")
	anna, _ := c.seatBoth("a", s)
	anna.fails = true
	for range 5 {
		anna = c.join("a", s, 0)
		anna.until("a game", func() bool { return anna.number == 1 && anna.online })
		anna.fails = true
	}
	need.Until(t, "the doors of three tickets and two series", func() bool {
		entry, err := c.hallOf("a").games.Get(context.Background(), "devices")
		if err != nil {
			t.Fatal(err)
		}
		r, err := decodeRecord(entry.Data)
		return err == nil && len(r.Doors) == 5
	})
}

// Twelve games at three nodes, of which each dies once and comes back: every game goes on, both
// players and the club have the same plies in the end, and no ply that was acknowledged is lost.
func TestNodesDieInTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 15 s")
	}
	c := newClub(t, "a", "b", "c")
	nodes := []string{"a", "b", "c"}
	type pair struct {
		setup   Setup
		players [2]*guest
	}
	var tables []pair
	for i := range 12 {
		s := setup(t, fmt.Sprint("table", i))
		if s.First = i % 2; i%3 == 0 {
			s.Time, s.Rated = match.TimeControl{Base: time.Hour}, true
		}
		c.table(nodes[i%3], s)
		tables = append(tables, pair{s, [2]*guest{c.join(nodes[i/3%3], s, 0), c.join(nodes[(i+1)%3], s, 1)}})
	}
	for _, p := range tables {
		for _, g := range p.players {
			g.until("a game", func() bool { return g.number == 1 })
		}
	}
	play := func(until func(p pair) bool) {
		for end := time.Now().Add(need.Patience); ; time.Sleep(time.Millisecond) {
			all := true
			for _, p := range tables {
				if until(p) {
					continue
				}
				all = false
				for _, g := range p.players {
					if g.look(); g.result.Ending == match.Running {
						g.move(p.setup.Variant)
					}
				}
			}
			if all {
				return
			}
			if time.Now().After(end) {
				t.Fatal("the games do not go on")
			}
		}
	}
	for round, node := range nodes {
		plies := 6 * (round + 1)
		play(func(p pair) bool { return min(len(p.players[0].game), len(p.players[1].game)) >= plies })
		died := time.Now()
		c.kill(node)
		play(func(p pair) bool { return min(len(p.players[0].game), len(p.players[1].game)) >= plies+3 })
		t.Logf("node %s died; all games went on after %v", node, time.Since(died))
		c.start(node)
	}
	play(func(p pair) bool {
		return p.players[0].result.Ending != match.Running && p.players[1].result.Ending != match.Running
	})
	for _, p := range tables {
		r := c.result(p.setup.ID + "-1")
		for _, g := range p.players {
			if !slices.Equal(g.game, r.Game.Plies) || r.Ending != match.Finished {
				t.Errorf("%s: the club has %v %v, a player %v", r.ID, r.Ending, r.Game.Plies, g.game)
			}
			if g.rewound > 0 {
				t.Errorf("%s: plies were taken back at a player", r.ID)
			}
		}
	}
}

// Who has the ticket of the watchers, as every member may, cannot play by it: they are turned away,
// and the players are not disturbed.
func TestWatchersCannotSit(t *testing.T) {
	c := newClub(t, "a", "b")
	s := setup(t, "seat")
	anna, bert := c.seatBoth("a", s)
	playOut(s, 4, anna, bert)
	thief := s
	thief.Players[0].Ticket, thief.Players[1].Ticket = s.Watch, s.Watch
	for i, node := range []string{"a", "b"} {
		g := c.join(node, thief, i)
		g.fails = true
		g.until("a refusal", func() bool { return g.failed })
	}
	playOut(s, 8, anna, bert)
	for _, g := range []*guest{anna, bert} {
		if slices.ContainsFunc(g.events, func(e match.Event) bool { _, is := e.(match.Paused); return is }) {
			t.Error("a player was disturbed")
		}
	}
}

// A player who connects again and again is let in a number of times, and then at a rate that no
// program needs: others can go on meanwhile.
func TestComesTooOften(t *testing.T) {
	c := newClub(t, "a")
	s := setup(t, "often")
	anna, bert := c.seatBoth("a", s)
	anna.fails = true
	h := c.hallOf("a")
	closed := 0
	for range 3 * comeBurst {
		near, far := net.Pipe()
		if !h.find(s.ID).take(far, visitor{Table: s.ID, Leg: 0, Addr: "192.0.2.1:1", Kind: listen.Guest}) {
			t.Fatal("the table is gone")
		}
		_ = near.SetReadDeadline(time.Now())
		if _, err := near.Read(make([]byte, 1)); errors.Is(err, io.EOF) {
			closed++
		}
		_ = near.Close()
	}
	if closed < comeBurst {
		t.Errorf("%d of %d connections are closed", closed, 3*comeBurst)
	}
	if bert.look(); bert.left {
		t.Error("the other player has left")
	}
}

// Of two who were matched, one comes. The club is told who that is, also if the node dies before
// the table ends.
func TestOneDoesNotCome(t *testing.T) {
	for _, dies := range []bool{false, true} {
		c := newClub(t, "a", "b")
		s := setup(t, "t")
		s.Meet = 15 * time.Second
		c.table("a", s)
		bert := c.join("a", s, 1)
		bert.until("a game", func() bool { return bert.number == 1 })
		if dies {
			c.kill("a")
			need.Until(t, "another node has the table", func() bool { return c.hallOf("b").Here("t") })
			bert.until("the way back", func() bool {
				list := c.hallOf("b").Tables()
				return len(list) == 1 && list[0].Online[1]
			})
			c.advance("b", s.Meet)
		} else {
			c.advance("a", s.Meet)
		}
		bert.until("the goodbye", func() bool { return bert.left })
		need.Until(t, "the club knows", func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			alone, gone := c.gone["t"]
			return gone && alone == s.Players[1].Player
		})
	}
}

// What players send beyond their budget is read later: here after days.
func TestTooManyPlies(t *testing.T) {
	c := newClub(t)
	c.pace = Pace{Burst: 2, Rate: 1e-6}
	c.start("a")
	s := setup(t, "t")
	c.table("a", s)
	anna, bert := c.join("a", s, 0), c.join("a", s, 1)
	arrived := 0
	for end := time.Now().Add(need.Patience); time.Now().Before(end) && arrived < 3; time.Sleep(time.Millisecond) {
		for _, g := range []*guest{anna, bert} {
			if g.look(); g.number == 1 {
				g.move(s.Variant)
			}
		}
		arrived = min(len(anna.game), len(bert.game))
	}
	for range 200 {
		for _, g := range []*guest{anna, bert} {
			g.look()
			g.move(s.Variant)
		}
		time.Sleep(time.Millisecond)
	}
	if arrived = min(len(anna.game), len(bert.game)); arrived < 3 || arrived > 6 {
		t.Errorf("%d plies have arrived", arrived)
	}
}
