package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/hub/config"
	"mancala/hub/tables"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/club"
	"mancala/netplay/dial"
	"mancala/netplay/faults"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/rules"
	"mancala/tools/need"
)

var kalah, _ = rules.Preset("kalah")

// testConfig is the configuration of a hub that keeps everything in a folder of the test.
func testConfig(t *testing.T, dir string) config.Config {
	t.Helper()
	cfg := config.Default()
	cfg.Data, cfg.Listen, cfg.Name, cfg.Operators.Metrics = dir, "127.0.0.1:0", "Test Club", ""
	cfg.Drain = config.Duration(5 * time.Second)
	return cfg
}

// start starts a hub; it is closed at the end of the test, if it still runs.
func start(t *testing.T, cfg config.Config) *hub {
	t.Helper()
	h := need.Must(open(t.Context(), cfg, slog.New(slog.NewTextHandler(t.Output(), nil))))(t)
	t.Cleanup(func() {
		select {
		case <-h.ctx.Done():
		default:
			_ = h.close()
		}
	})
	return h
}

// player is a member with the program's own ends of the lobby and of a game.
type player struct {
	t    *testing.T
	addr string
	link lobby.Link
	key  *keys.Identity
	host keys.Fingerprint
	me   lobby.Profile
	late []lobby.Event // not waited for yet

	game  match.Link
	plies []rules.House
	self  rules.Side
	over  *match.GameOver
	began bool
}

// enter brings a member into the club at an address.
func enter(t *testing.T, h *hub, name string, key *keys.Identity) *player {
	t.Helper()
	p := &player{t: t, addr: h.listener.Addr(), host: h.listener.Key().Fingerprint, key: key}
	p.link = club.Dial(p.addr, club.Config{
		Name: name, Version: "test", Identity: p.identity,
		Dial: func(ctx context.Context, addr string, _ *keys.Identity) (net.Conn, keys.Known, error) {
			return dial.Lobby(ctx, addr, dial.Dialer{Own: key.Certificates(), Invited: p.host})
		},
	})
	t.Cleanup(func() { _ = p.link.Close() })
	p.me = await[lobby.Entered](p).Me
	await[lobby.Listed](p)
	return p
}

func (p *player) identity(context.Context) (*keys.Identity, error) { return p.key, nil }

func newKey(t *testing.T) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

// await waits for an event of the lobby.
func await[E lobby.Event](p *player, tests ...func(E) bool) E {
	p.t.Helper()
	return need.Await(p.t, &p.late, p.link.Events, tests...)
}

// games waits until the club has games to tell. It asks no more often than a member may.
func (p *player) games(q lobby.GamesOf) (games lobby.Games) {
	p.t.Helper()
	need.Until(p.t, "the record has a game", func() bool {
		if games = p.ask(q).Games; len(games.List) == 0 {
			time.Sleep(time.Second / 2)
		}
		return len(games.List) > 0
	})
	return games
}

func (p *player) ask(c lobby.Call) lobby.Answer {
	p.t.Helper()
	n := p.link.Ask(c)
	a := await(p, func(a lobby.Answer) bool { return a.Number == n })
	if a.Note != nil {
		p.t.Fatalf("%s: %T is refused: %v", p.me.Name, c, a.Note)
	}
	return a
}

// sit takes a seat, as the game does with an invite.
func (p *player) sit(s lobby.Seat) {
	invite := keys.Invite{Addr: p.addr, Fingerprint: p.host}
	p.game = link.Join(invite.String(), link.GuestConfig{Common: link.Common{Name: p.me.Name, Log: slog.New(slog.NewTextHandler(p.t.Output(), nil))}, Seat: &s, Device: p.identity})
	p.t.Cleanup(func() { _ = p.game.Close() })
}

// move handles the game's events, and plays the first legal house if it is this player's turn.
func (p *player) move() {
	p.t.Helper()
	for _, e := range p.game.Events() {
		switch e := e.(type) {
		case match.Offered:
			_ = p.game.Accept()
		case match.GameStarted:
			p.self, p.plies, p.over, p.began = e.Self, e.Plies, nil, true
		case match.Played:
			p.plies = append(p.plies[:e.N-1:e.N-1], e.Sowing.From)
		case match.GameOver:
			p.over = &e
		case match.Failed:
			p.t.Fatalf("%s: %v", p.me.Name, e.Note)
		}
	}
	position := need.Must(rules.Replay(kalah, p.plies...))(p.t)
	if !p.began || p.over != nil || position.Over() || position.ToMove() != p.self {
		return
	}
	for h := rules.House(1); h <= rules.House(kalah.Houses); h++ {
		if position.Legal(h) == nil {
			_ = p.game.Play(h)
			return
		}
	}
}

// playOn plays until f is true.
func playOn(t *testing.T, a, b *player, f func() bool) {
	t.Helper()
	need.Until(t, "the game goes on", func() bool {
		a.move()
		b.move()
		return f()
	})
}

// storesShown returns how many changes of tables a hub's metrics count.
func storesShown(t *testing.T, h *hub) (n int) {
	t.Helper()
	w := httptest.NewRecorder()
	h.board.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
	_, after, _ := strings.Cut(w.Body.String(), "\nmancala_hub_store_seconds_count ")
	need.Must(fmt.Sscan(after, &n))(t)
	return n
}

var terms = lobby.Settings{Variant: kalah, Time: match.TimeControl{Base: 3 * time.Minute, Increment: 2 * time.Second}, Rated: true}

// TestAWholeGame has two members meet in a club, play a rated game over TCP and TLS, and look at
// it. In the middle of the game the hub is stopped and started again.
func TestAWholeGame(t *testing.T) {
	dir := t.TempDir()
	cfg := testConfig(t, dir)
	h := start(t, cfg)
	cfg.Listen = h.listener.Addr() // the same after the restart
	ada, bob := enter(t, h, "Ada", newKey(t)), enter(t, h, "Bob", newKey(t))
	ada.ask(lobby.Open{Settings: terms})
	table := await(bob, func(e lobby.Told) bool { return !e.Table.Playing() }).Table
	bob.sit(bob.ask(lobby.Sit{Table: table.ID}).Seat)
	ada.sit(await[lobby.Seated](ada).Seat)
	playOn(t, ada, bob, func() bool { return len(ada.plies) > 6 && len(bob.plies) > 6 })
	if n := storesShown(t, h); n < len(bob.plies) {
		t.Errorf("the metrics count %d changes that were stored, after %d plies", n, len(bob.plies))
	}
	need.NoError(t, h.close())
	h = start(t, cfg)
	for _, p := range []*player{ada, bob} { // each dials again in its own time
		await[lobby.Entered](p)
	}
	playOn(t, ada, bob, func() bool { return ada.over != nil && bob.over != nil })
	rated := await[lobby.Rated](ada)
	if rated.Me.RatedGames != 1 || rated.Before != 1500 {
		t.Errorf("%+v", rated)
	}
	position, err := rules.Replay(kalah, ada.plies...)
	if err != nil || !position.Over() {
		t.Errorf("the game ends after %v, %v", ada.plies, err)
	}
	games := bob.games(lobby.GamesOf{Member: ada.me.ID, Limit: 10})
	if len(games.List) != 1 || !games.List[0].Rated || games.List[0].Time != terms.Time {
		t.Fatalf("%+v", games)
	}
	game := bob.ask(lobby.GameOf{Game: games.List[0].ID}).Game
	if fmt.Sprint(game.Game.Plies) != fmt.Sprint(ada.plies) {
		t.Errorf("the record has %v, and %v were played", game.Game.Plies, ada.plies)
	}
	var out bytes.Buffer
	if err := export(t.Context(), cfg, nil, &out); err != nil || !strings.Contains(out.String(), "Ada") {
		t.Errorf("the export is %q, %v", &out, err)
	}
	watched := enter(t, h, "Wim", newKey(t)).ask(lobby.Watch{Table: table.ID}).Seat
	invite := keys.Invite{Addr: ada.addr, Fingerprint: ada.host}
	view := link.Watch(invite.String(), link.GuestConfig{Common: link.Common{Name: "Wim"}, Seat: &watched})
	defer view.Close()
	need.Until(t, "one who watches sees the end of the game", func() bool {
		return slices.ContainsFunc(view.Events(), func(e match.Event) bool { _, over := e.(match.GameOver); return over })
	})
	// Both leave: the table goes, and they may play again.
	ada.game.Leave(match.ReasonQuit)
	bob.game.Leave(match.ReasonQuit)
	await(bob, func(e lobby.Gone) bool { return e.Table == table.ID })
	bob.ask(lobby.Open{Settings: terms})
}

// TestFreeAfterTheEnd: after a game that one player's program left without a word, the other one
// need not wait for them. The one who left may also sit down elsewhere, which ends the series.
func TestFreeAfterTheEnd(t *testing.T) {
	h := start(t, testConfig(t, t.TempDir()))
	ada, bob := enter(t, h, "Ada", newKey(t)), enter(t, h, "Bob", newKey(t))
	line := need.Must(faults.Start(bob.addr, faults.Config{}))(t)
	defer line.Close()
	bob.addr = line.Addr()
	short := lobby.Settings{Variant: need.Must(rules.ParseRuleSet("kalah(1,2)"))(t), Time: terms.Time}
	for _, first := range []*player{ada, bob} {
		ada.ask(lobby.Open{Settings: short})
		table := await(bob, func(e lobby.Told) bool { return e.Table.Settings.Variant == short.Variant && !e.Table.Playing() }).Table
		bob.sit(bob.ask(lobby.Sit{Table: table.ID}).Seat)
		ada.sit(await[lobby.Seated](ada).Seat)
		playShort(t, ada, bob)
		line.SetDown(true)
		at := need.Must(h.tables.Find(t.Context(), table.ID))(t)
		need.Until(t, "Bob is away", func() bool {
			here := make(chan []string, 1)
			at.Do(func(t *tables.Table, _ time.Time) { here <- t.Closing().Here })
			return len(<-here) == 1
		})
		if first == ada {
			ada.game.Leave(match.ReasonQuit)
			await(ada, func(e lobby.Gone) bool { return e.Table == table.ID })
			if seats := bob.ask(lobby.Mine{}); seats.Note != nil || await[lobby.Seated](bob).Seat.Table.ID != table.ID {
				t.Error("Bob cannot see the end of the game")
			}
		}
		first.opens(terms)
		first.ask(lobby.Cancel{})
		for _, p := range []*player{ada, bob} {
			p.opens(terms)
			p.ask(lobby.Cancel{})
			need.NoError(t, p.game.Close())
		}
		line.SetDown(false)
	}
}

// opens opens a table as soon as the member may.
func (p *player) opens(s lobby.Settings) {
	p.t.Helper()
	need.Until(p.t, p.me.Name+" may open a table", func() bool {
		n := p.link.Ask(lobby.Open{Settings: s})
		a := await(p, func(a lobby.Answer) bool { return a.Number == n })
		if a.Note != nil && a.Note.Code != "club.busy" {
			p.t.Fatal(a.Note)
		}
		return a.Note == nil
	})
}

// playShort plays a game of one house a side to its end.
func playShort(t *testing.T, players ...*player) {
	t.Helper()
	over := map[*player]bool{}
	need.Until(t, "the game ends", func() bool {
		for _, p := range players {
			for _, e := range p.game.Events() {
				switch e.(type) {
				case match.GameStarted:
					p.began = true
				case match.GameOver:
					over[p] = true
				}
			}
			if p.began && !over[p] {
				_ = p.game.Play(1) // or it is not their turn
			}
		}
		return len(over) == len(players)
	})
}

// TestOperators uses the commands of a hub that runs.
func TestOperators(t *testing.T) {
	cfg := testConfig(t, t.TempDir())
	h := start(t, cfg)
	ada := enter(t, h, "Ada", newKey(t))
	ada.ask(lobby.Open{Settings: terms})
	command := func(words ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		args := append([]string{"--data", cfg.Data, "admin"}, words...)
		if code := run(t.Context(), args, &out, &errs); code != 0 {
			t.Fatalf("%q: %s", words, &errs)
		}
		return out.String()
	}
	if out := command("status"); !strings.Contains(out, "Test Club") || !strings.Contains(out, "visitors") {
		t.Errorf("%s", out)
	}
	need.Until(t, "the list has Ada's table", func() bool {
		out := command("list")
		return strings.Contains(out, "Ada") && strings.Contains(out, "kalah(6,4)") && strings.Contains(out, "3+2")
	})
	if out := command("members", "ad"); !strings.Contains(out, ada.me.ID) {
		t.Errorf("%s", out)
	}
	for _, tt := range []struct{ words, answer string }{
		{"health", "well\n"},
		{"trust 192.0.2.0/24", "done\n"},
		{"trust", "192.0.2.0/24\n"},
		{"distrust 192.0.2.0/24", "done\n"},
		{"trust", "none\n"},
		{"newcomers", "none\n"},
		{"devices " + ada.me.ID, "DEVICE"},
		{"reports", "none\n"},
		{"", "hub admin COMMAND"},
	} {
		if out := command(strings.Fields(tt.words)...); !strings.HasPrefix(out, tt.answer) {
			t.Errorf("%s: %s", tt.words, out)
		}
	}
	for words, sentence := range map[string]string{
		"distrust 192.0.2.0/24": "is not trusted here", "newcomers 192.0.2.7": "has brought no new members here", "trust x": "is not a network",
		"dismiss x": "there is no report x", "close x late": "there is no table x", "bar x": "there is no member x", "unbar x": "there is no member x",
		"devices x": "there is no member x", "forget x y": "there is no member x", "remove x y": "there is no member x",
		"remove " + ada.me.ID + " y": "has no device y", "forget " + ada.me.ID + " Eve": "is called \"Ada\"",
	} {
		if _, err := (operators{h}).commands().Run(t.Context(), strings.Fields(words)); err == nil || !strings.Contains(err.Error(), sentence) {
			t.Errorf("%s: %v", words, err)
		}
	}
	command("announce", "We close at ten.")
	await(ada, func(e lobby.Announced) bool { return e.Text == "We close at ten." })
	backup := filepath.Join(t.TempDir(), "copy")
	command("backup", backup)
	command("bar", ada.me.ID)
	await[lobby.Failed](ada)
	need.Until(t, "Ada's table is gone", func() bool { return !strings.Contains(command("list"), "Ada") })
	command("unbar", ada.me.ID)
	command("forget", ada.me.ID, "Ada")
	if out := command("members"); out != "none\n" {
		t.Errorf("%s", out)
	}
	checkRestored(t, backup, ada.me.ID)
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", cfg.Data, "--listen", "127.0.0.1:0"}, io.Discard, &errs); code != 1 {
		t.Errorf("a second hub on the same folder: %d, %s", code, &errs)
	}
}

// checkRestored makes a club of a backup, and looks for its only member there.
func checkRestored(t *testing.T, backup, member string) {
	t.Helper()
	cfg := testConfig(t, t.TempDir())
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", cfg.Data, "restore", backup}, &out, &errs); code != 0 {
		t.Fatalf("restore: %s", &errs)
	}
	h := start(t, cfg)
	if m, err := h.club.Member(t.Context(), member); err != nil || m.Name != "Ada" {
		t.Errorf("%+v, %v", m, err)
	}
	if code := run(t.Context(), []string{"--data", cfg.Data, "export", "json"}, &out, &errs); code != 0 {
		t.Errorf("export: %s", &errs)
	}
}
