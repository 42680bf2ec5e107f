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

	"mancala/cmd/hub/config"
	"mancala/cmd/hub/tables"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/club"
	"mancala/netplay/faults"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/transport"
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
	link lobby.Link
	key  *keys.Identity
	me   lobby.Profile
	late []lobby.Event // not waited for yet

	via  string // the address of a line to the club in place of its own; "" for none
	game *table.Table
}

// enter brings a member into the club at an address.
func enter(t *testing.T, h *hub, name string, key *keys.Identity) *player {
	t.Helper()
	p := visit(t, h.listener.Addr(), name, key)
	p.me = await[lobby.Entered](p).Me
	await[lobby.Listed](p)
	return p
}

// visit has a member dial the club at an address.
func visit(t *testing.T, addr, name string, key *keys.Identity) *player {
	p := &player{t: t, key: key}
	p.link = club.Dial(addr, club.Config{
		Name: name, Version: "test", Identity: p.identity,
		Dial: func(ctx context.Context, addr string, _ *keys.Identity) (net.Conn, keys.Known, error) {
			return transport.DialLobby(ctx, addr, transport.Dialer{Own: key.Certificates()})
		},
	})
	t.Cleanup(func() { _ = p.link.Close() })
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

// meet has two members meet at a table, and returns its id.
func meet(ada, bob *player, s lobby.Settings) (tbl string) {
	ada.t.Helper()
	ada.ask(lobby.Open{Settings: s})
	tbl = await(bob, func(e lobby.Told) bool { return e.Table.Settings.Variant == s.Variant && !e.Table.Playing() }).Table.ID
	bob.sit(bob.ask(lobby.Sit{Table: tbl}).Seat)
	ada.sit(await[lobby.Seated](ada).Seat)
	return tbl
}

// sit takes a seat, as the game does with an invite, and has the first legal house played there.
func (p *player) sit(s lobby.Seat) {
	addrs := s.Addrs
	if p.via != "" {
		addrs = []string{p.via}
	}
	invite := keys.Invite{Addr: addrs[0], Fingerprint: need.Must(keys.ParseFingerprint(s.Host))(p.t)}
	p.game = table.NewTable(link.Join(invite.String(), link.GuestConfig{
		Common: link.Common{Name: p.me.Name, Log: slog.New(slog.NewTextHandler(p.t.Output(), nil))}, Seat: &s, Also: addrs[1:], Device: p.identity,
	}), match.Guest, [2]string{}, [2]match.Seat{nil, first{}})
	p.t.Cleanup(func() { _ = p.game.Close() })
}

// first is a player who plays the first legal house.
type first struct{}

func (first) Choose(_ context.Context, p rules.Position) (house rules.House, err error) {
	for house = range p.Plies() {
		break
	}
	return house, nil
}

func (first) Observe(rules.Sowing, rules.Position) {}

// plies returns the plies of the present game, or of the last one.
func (p *player) plies() []rules.House {
	if m := p.game.Match(); m != nil {
		return m.Game().Plies
	}
	return nil
}

// playOn plays until all have so many plies, or the game is over.
func playOn(t *testing.T, plies int, players ...*player) {
	t.Helper()
	need.Until(t, "the game goes on", func() bool {
		done := true
		for _, p := range players {
			for _, e := range p.game.Poll() {
				if _, offered := e.(table.Offered); offered {
					_ = p.game.Link().Accept()
				}
			}
			if p.game.Stage() == table.StageFailed {
				t.Fatalf("%s: %v", p.me.Name, p.game.Note())
			}
			p.game.Ask()
			done = done && (len(p.plies()) >= plies || p.game.Stage() == table.StageOver)
		}
		return done
	})
}

// toTheEnd is more plies than a game has.
const toTheEnd = 1000

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
	tbl := meet(ada, bob, terms)
	playOn(t, 7, ada, bob)
	if n := storesShown(t, h); n < len(bob.plies()) {
		t.Errorf("the metrics count %d changes that were stored, after %d plies", n, len(bob.plies()))
	}
	need.NoError(t, h.close())
	h = start(t, cfg)
	for _, p := range []*player{ada, bob} { // each dials again in its own time
		await[lobby.Entered](p)
	}
	playOn(t, toTheEnd, ada, bob)
	rated := await[lobby.Rated](ada)
	if rated.Me.RatedGames != 1 || rated.Before != 1500 {
		t.Errorf("%+v", rated)
	}
	if end := ada.game.Match().Position(); !end.Over() {
		t.Errorf("the game ends after %v", ada.plies())
	}
	games := bob.games(lobby.GamesOf{Member: ada.me.ID, Limit: 10})
	if len(games.List) != 1 || !games.List[0].Rated || games.List[0].Time != terms.Time {
		t.Fatalf("%+v", games)
	}
	game := bob.ask(lobby.GameOf{Game: games.List[0].ID}).Game
	if want := ada.game.Match().Result(); !slices.Equal(game.Game.Plies, ada.plies()) || game.Entry.Result != want {
		t.Errorf("the record has %v, %+v, and it was %v, %+v", game.Game.Plies, game.Entry.Result, ada.plies(), want)
	}
	var out bytes.Buffer
	if err := export(t.Context(), cfg, nil, &out); err != nil || !strings.Contains(out.String(), "Ada") {
		t.Errorf("the export is %q, %v", &out, err)
	}
	watched := enter(t, h, "Wim", newKey(t)).ask(lobby.Watch{Table: tbl}).Seat
	invite := keys.Invite{Addr: watched.Addrs[0], Fingerprint: need.Must(keys.ParseFingerprint(watched.Host))(t)}
	view := link.Watch(invite.String(), link.GuestConfig{Common: link.Common{Name: "Wim"}, Seat: &watched})
	defer view.Close()
	need.Until(t, "one who watches sees the end of the game", func() bool {
		return slices.ContainsFunc(view.Events(), func(e table.News) bool { _, over := e.(table.GameOver); return over })
	})
	// Both leave: the table goes, and they may play again.
	ada.game.Link().Leave(table.ReasonQuit)
	bob.game.Link().Leave(table.ReasonQuit)
	await(bob, func(e lobby.Gone) bool { return e.Table == tbl })
	bob.ask(lobby.Open{Settings: terms})
}

// TestFreeAfterTheEnd: after a game that one player's program left without a word, the other one
// need not wait for them. The one who left may also sit down elsewhere, which ends the series.
func TestFreeAfterTheEnd(t *testing.T) {
	h := start(t, testConfig(t, t.TempDir()))
	ada, bob := enter(t, h, "Ada", newKey(t)), enter(t, h, "Bob", newKey(t))
	line := need.Must(faults.Start(h.listener.Addr(), faults.Config{}))(t)
	defer line.Close()
	bob.via = line.Addr()
	short := lobby.Settings{Variant: need.Must(rules.ParseRuleSet("kalah(1,2)"))(t), Time: terms.Time}
	for _, first := range []*player{ada, bob} {
		tbl := meet(ada, bob, short)
		playOn(t, toTheEnd, ada, bob)
		line.SetDown(true)
		at := need.Must(h.tables.Find(t.Context(), tbl))(t)
		need.Until(t, "Bob is away", func() bool {
			here := make(chan []string, 1)
			at.Do(func(t *tables.Table, _ time.Time) { here <- t.Closing().Here })
			return len(<-here) == 1
		})
		if first == ada {
			ada.game.Link().Leave(table.ReasonQuit)
			await(ada, func(e lobby.Gone) bool { return e.Table == tbl })
			if seats := bob.ask(lobby.Mine{}); seats.Note != nil || await[lobby.Seated](bob).Seat.Table.ID != tbl {
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
