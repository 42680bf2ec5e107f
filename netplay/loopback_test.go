package netplay

import (
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"testing"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/rules"
)

// hostAndGuest returns two links that have just begun their first game over loopback.
func hostAndGuest(t *testing.T, cfg HostConfig) (host, guest *player) {
	t.Helper()
	if cfg.Name == "" {
		cfg.Name = "Hilda"
	}
	if cfg.Variant == (rules.Variant{}) {
		cfg.Variant = kalah
	}
	host = newPlayer(t, Host("127.0.0.1:0", cfg))
	addr := expect[match.Listening](host).Addr
	guest = newPlayer(t, Join(addr, GuestConfig{Name: "Gus", AppVersion: "test"}))
	expect[match.Connecting](guest)
	return host, guest
}

// playOut plays random plies until the current game is over at both ends, which have to agree about
// everything.
func playOut(t *testing.T, host, guest *player, random *rand.Rand) match.Result {
	t.Helper()
	hostGame, guestGame := expect[match.GameStarted](host), expect[match.GameStarted](guest)
	if hostGame.ID != guestGame.ID || hostGame.Starter != guestGame.Starter || hostGame.Self == guestGame.Self {
		t.Fatalf("the ends began different games: %+v and %+v", hostGame, guestGame)
	}
	position, err := rules.Start(kalah)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		mover := host
		if position.ToMove() != hostGame.Self {
			mover = guest
		}
		var plies []rules.House
		for h := range position.Plies() {
			plies = append(plies, h)
		}
		if err := mover.link.Play(plies[random.IntN(len(plies))]); err != nil {
			t.Fatal(err)
		}
		a, b := expect[match.Played](host), expect[match.Played](guest)
		if a != b || a.N != n {
			t.Fatalf("ply %d: the ends disagree: %+v and %+v", n, a, b)
		}
		if position = a.After; position.Over() {
			break
		}
	}
	a, b := expect[match.GameOver](host), expect[match.GameOver](guest)
	if a != b || a.Result.Ending != match.Finished || a.Result.Outcome != position.Outcome() {
		t.Fatalf("the ends ended differently: %+v and %+v", a, b)
	}
	return a.Result
}

func TestGamesOverLoopback(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	host, guest := hostAndGuest(t, HostConfig{First: match.FirstGuest})
	if c := expect[match.Connected](host); c.Peer != "Gus" || c.Self != match.Host || c.Variant != kalah || c.Addr == "" {
		t.Fatalf("the host heard %+v", c)
	}
	if c := expect[match.Connected](guest); c.Peer != "Hilda" || c.Self != match.Guest || c.Variant != kalah || c.Addr == "" {
		t.Fatalf("the guest heard %+v", c)
	}
	for range 10 {
		playOut(t, host, guest, random)
		for _, p := range []*player{host, guest} {
			if err := p.link.Rematch(); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range []*player{host, guest} {
			expect[match.RematchWanted](p)
			expect[match.RematchWanted](p)
		}
	}
	guest.link.Leave(match.ReasonQuit)
	for _, p := range []*player{host, guest} {
		expect[match.GameStarted](p)
		expect[match.GameOver](p)
		expect[match.PeerLeft](p)
	}
	host.link.WaitAgain()
	expect[match.Listening](host)
}

func TestSecondGuestOverLoopback(t *testing.T) {
	host, addr := listeningHost(t)
	first := join(t, addr)
	expect[match.Connected](host)
	expect[match.Connected](first)
	if text := failure(t, join(t, addr)); !strings.HasPrefix(text, "netplay.full") {
		t.Error(text)
	}
	expect[match.GameStarted](host)
	expect[match.GameStarted](first)
	if err := host.link.Play(1); err != nil {
		t.Fatal(err)
	}
	expect[match.Played](host)
	expect[match.Played](first)
	if err := first.link.Play(1); err != nil { // or the guest gives way at once
		t.Fatal(err)
	}
	expect[match.Played](host)
	expect[match.Played](first)
	_ = first.link.Close()
	if paused := expect[match.Paused](host); paused.Reason != match.ReasonClosed ||
		paused.Note.String() != `netplay.closed-for-now "Gus"` {
		t.Errorf("%+v", paused)
	}
	if text := failure(t, join(t, addr)); !strings.HasPrefix(text, "netplay.full") {
		t.Error(text)
	}
	host.link.WaitAgain()
	if left := expect[match.PeerLeft](host); !left.Kept || !left.Local {
		t.Errorf("%+v", left)
	}
	expect[match.Listening](host)
	third := join(t, addr)
	expect[match.Connected](host)
	expect[match.Connected](third)
}

func TestHostCloses(t *testing.T) {
	host, addr := listeningHost(t)
	guest := join(t, addr)
	expect[match.Connected](guest)
	expect[match.GameStarted](guest)
	_ = host.link.Close()
	if paused := expect[match.Paused](guest); paused.Reason != match.ReasonClosed ||
		paused.Note.String() != `netplay.closed-for-now "Host"` {
		t.Errorf("%+v", paused)
	}
	if text := failure(t, join(t, addr)); !strings.HasPrefix(text, "netplay.refused "+strconv.Quote(addr)) {
		t.Error(text)
	}
}

func TestAddressInUse(t *testing.T) {
	_, addr := listeningHost(t)
	second := newPlayer(t, Host(addr, HostConfig{Variant: kalah, First: match.FirstHost}))
	_, port, _ := net.SplitHostPort(addr)
	if text := failure(t, second); !strings.HasPrefix(text, "netplay.port-taken "+strconv.Quote(port)) {
		t.Error(text)
	}
}

func TestBadAddresses(t *testing.T) {
	for _, addr := range []string{"", "7000", ":seven", ":70000", "[::1", "127.0.0.1"} {
		host := newPlayer(t, Host(addr, HostConfig{Variant: kalah, First: match.FirstHost}))
		if text := failure(t, host); !strings.HasPrefix(text, "netplay.bad-listen") {
			t.Errorf("hosting at %q: %s", addr, text)
		}
	}
	for _, test := range []struct {
		link match.Link
		want string
	}{
		{Host("203.0.113.77:0", HostConfig{Variant: kalah, First: match.FirstHost}), `netplay.foreign-address "203.0.113.77:0"`},
		{Host(":0", HostConfig{}), "match.bad-rules"},
		{Join("no such address", GuestConfig{}), `netplay.bad-address "no such address"`},
	} {
		if text := failure(t, newPlayer(t, test.link)); !strings.HasPrefix(text, test.want) {
			t.Error(text)
		}
	}
}

// TestGoodbyeSurvivesUnreadBytes sends more than the host reads before it answers: the answer still
// arrives.
func TestGoodbyeSurvivesUnreadBytes(t *testing.T) {
	for _, flood := range []int{0, 10, 200_000} {
		host, addr := listeningHost(t)
		raw := dialRaw(t, addr)
		raw.greet()
		expect[match.Connected](host)
		expect[match.GameStarted](host)
		raw.sendBytes(append([]byte("\xff\x7f"), make([]byte, flood)...))
		raw.expect("3/2 Leave reason:LEAVE_REASON_PROTOCOL_ERROR detail:\"a frame has too many bytes\"")
		if _, err := raw.r.ReadByte(); err != io.EOF {
			t.Errorf("after the goodbye: %v", err)
		}
		for range 100 { // the host still reads, and drops, bytes that were on their way
			raw.sendBytes([]byte{0})
		}
		expect[match.GameOver](host)
		expect[match.PeerLeft](host)
	}
}

// TestNamesFromTheNetwork joins with a name that consists of tricks.
func TestNamesFromTheNetwork(t *testing.T) {
	for name, want := range map[string]string{
		"\x1b[2J\u202eEve\u0000": "[2JEve", "\u200b\u200b": "Guest", strings.Repeat("w", 500): strings.Repeat("w", 24),
	} {
		host, addr := listeningHost(t)
		raw := dialRaw(t, addr)
		raw.sendBytes([]byte(frames.Preface))
		hello := helloFrame()
		hello.GetHello().Name = name
		raw.send(hello)
		raw.send(acceptFrame())
		if got := expect[match.Connected](host).Peer; got != want {
			t.Errorf("%q is shown as %q", name, got)
		}
	}
}

func TestOfferOverLoopback(t *testing.T) {
	bowls, err := rules.Preset("bowls")
	if err != nil {
		t.Fatal(err)
	}
	host, guest := hostAndGuest(t, HostConfig{Variant: bowls, First: match.FirstHost, Name: "  "})
	if offer := expect[match.Offered](guest); offer != (match.Offered{Host: "Host", Variant: bowls, First: match.FirstHost, Security: match.Encrypted}) {
		t.Errorf("%+v", offer)
	}
	if err := guest.link.Accept(); err != nil {
		t.Fatal(err)
	}
	if d := expect[match.Deciding](host); len(d.Peers) != 1 || d.Peers[0] != "Gus" {
		t.Errorf("%+v", d)
	}
	expect[match.Connected](host)
	expect[match.Connected](guest)
	if err := host.link.Accept(); err != ErrNoOffer {
		t.Errorf("the host accepts: %v", err)
	}
}

// A program that leaves and ends at once still tells the other end why: Close waits until the
// goodbye is written.
func TestGoodbyeOutlivesTheProgram(t *testing.T) {
	for range 30 {
		host, guest := hostAndGuest(t, HostConfig{})
		for _, p := range []*player{host, guest} {
			expect[match.Connected](p)
			expect[match.GameStarted](p)
		}
		guest.link.Leave(match.ReasonQuit)
		if err := guest.link.Close(); err != nil {
			t.Fatal(err)
		}
		g := guest.link.(*guestLink)
		g.mu.Lock()
		parted := g.parted
		g.mu.Unlock()
		select {
		case <-parted.written:
		default:
			t.Fatal("Close returned before the goodbye was written")
		}
		expect[match.GameOver](host)
		if left := expect[match.PeerLeft](host); left.Reason != match.ReasonQuit {
			t.Fatalf("the host is told %q, reason %v", left.Note, left.Reason)
		}
	}
}

// TestCloseBetweenGames ends a series in which no game runs: there is nothing to keep.
func TestCloseBetweenGames(t *testing.T) {
	var hostDisk, guestDisk disk
	host := newPlayer(t, Host("127.0.0.1:0", HostConfig{Variant: kalah, First: match.FirstHost, Keep: hostDisk.keep}))
	guest := newPlayer(t, Join(expect[match.Listening](host).Addr, GuestConfig{Keep: guestDisk.keep}))
	expect[match.Connecting](guest)
	for _, p := range []*player{host, guest} {
		expect[match.Connected](p)
		expect[match.GameStarted](p)
	}
	if err := guest.link.Resign(match.Guest); err != nil {
		t.Fatal(err)
	}
	expect[match.GameOver](guest)
	expect[match.GameOver](host)
	if b := hostDisk.bookmark(t); b.Over() || b.Self != match.Host || b.Peer != "Guest" {
		t.Errorf("%+v", b)
	}
	_ = guest.link.Close()
	if left := expect[match.PeerLeft](host); left.Reason != match.ReasonClosed || left.Kept {
		t.Errorf("%+v", left)
	}
	if hostDisk.b != nil || guestDisk.b != nil {
		t.Error("a series that has ended is still kept")
	}
	if err := guest.link.Rematch(); err != ErrNoGame {
		t.Errorf("a closed link: %v", err)
	}
}

// TestLinksRefuse calls links without a game with requests that need one.
func TestLinksRefuse(t *testing.T) {
	host, _ := listeningHost(t)
	guest := newPlayer(t, Join("bad address", GuestConfig{}))
	for _, p := range []*player{host, guest} {
		var refused *match.PlyError
		if err := p.link.Play(1); !asPlyError(err, &refused) || refused.Err != match.ErrEnded {
			t.Errorf("Play: %v", err)
		}
		for what, err := range map[string]error{
			"Accept": p.link.Accept(), "Resign": p.link.Resign(match.Host),
			"Rematch": p.link.Rematch(), "NameWinner": p.link.NameWinner("x"),
		} {
			if err != ErrNoGame {
				t.Errorf("%s: %v", what, err)
			}
		}
		p.link.Leave(match.ReasonQuit)
	}
	if events := host.link.Events(); len(events) != 0 {
		t.Errorf("a host whom nobody visits left: %v", events)
	}
}

func asPlyError(err error, target **match.PlyError) bool {
	var ok bool
	*target, ok = err.(*match.PlyError)
	return ok
}
