//go:build !js

package web_test

import (
	"context"
	"net"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"mancala/match"
	"mancala/netplay"
	"mancala/netplay/web"
	"mancala/rules"
)

func TestMain(m *testing.M) {
	_ = os.Setenv(netplay.LoopbackVariable, "1")
	os.Exit(m.Run())
}

// patience is how long a test waits for an end to do what it has to.
const patience = 20 * time.Second

// kalah is the game that is played here.
var kalah = rules.Presets()[0].Variant

// smallPage is a page for tests.
var smallPage = fstest.MapFS{
	"index.html":      {Data: []byte("<!doctype html><title>Mancala</title>")},
	"page.js":         {Data: []byte("'use strict';")},
	"mancala.wasm.gz": {Data: make([]byte, 1<<20)},
	".gitignore":      {Data: []byte("*")},
}

// serve has a host with that page listen at a free port.
func serve(t testing.TB, cfg netplay.HostConfig) (host *end, addr string) {
	t.Helper()
	cfg.Name, cfg.AppVersion, cfg.Variant = "Hilda", "test", kalah
	cfg.Browsers = func(site netplay.Site) netplay.Browsers {
		return web.NewServer(web.Config{
			Page: smallPage, NoPage: "no page", Enter: site.Enter,
			Info: func() web.Info {
				return web.Info{Kind: "host", Name: site.Name, Encrypted: site.Encrypted, Watchers: site.Watchers()}
			},
		})
	}
	host = &end{t: t, link: netplay.Host("127.0.0.1:0", cfg)}
	t.Cleanup(func() { _ = host.link.Close() })
	return host, must[match.Listening](host).Addr
}

// end is one end of a link with the events it has had.
type end struct {
	t     testing.TB
	link  match.Link
	heard []match.Event
	read  int // how many of heard have been asked for
}

// next returns the next event of a kind, passing over others, or nil if none comes.
func next[E match.Event](e *end) *E {
	for stop := time.Now().Add(patience); time.Now().Before(stop); time.Sleep(time.Millisecond) {
		e.heard = append(e.heard, e.link.Events()...)
		for e.read < len(e.heard) {
			e.read++
			if event, ok := e.heard[e.read-1].(E); ok {
				return &event
			}
		}
	}
	return nil
}

// must is next, and fails the test if nothing comes.
func must[E match.Event](e *end) E {
	e.t.Helper()
	event := next[E](e)
	if event == nil {
		e.t.Fatalf("no %T; there were %v", *new(E), e.heard)
	}
	return *event
}

// asBrowser is the transport of a program in a browser, as far as the network sees it.
type asBrowser struct{ options *websocket.DialOptions }

// Listen is not for browsers.
func (asBrowser) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

// Dial opens a WebSocket.
func (b asBrowser) Dial(ctx context.Context, addr string) (net.Conn, error) {
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+web.StreamPath, b.options)
	if err != nil {
		return nil, err
	}
	return websocket.NetConn(context.Background(), ws, websocket.MessageBinary), nil
}

// join has a guest come out of a browser.
func join(t testing.TB, addr string) *end {
	guest := &end{t: t, link: netplay.Join(addr, netplay.GuestConfig{Name: "Gus", AppVersion: "test", Transport: asBrowser{}})}
	t.Cleanup(func() { _ = guest.link.Close() })
	return guest
}

// playOut plays the running game to its end, each side its first house that may be played.
func playOut(host, guest *end) {
	host.t.Helper()
	must[match.GameStarted](host)
	began := must[match.GameStarted](guest)
	for p, _ := rules.Start(kalah); !p.Over(); {
		mover := host
		if p.ToMove() == began.Self {
			mover = guest
		}
		for h := range p.Plies() {
			if err := mover.link.Play(h); err != nil {
				host.t.Fatal(err)
			}
			break
		}
		must[match.Played](host)
		p = must[match.Played](guest).After
	}
	must[match.GameOver](host)
	must[match.GameOver](guest)
}

// TestGameFromBrowser plays a game with a guest out of a browser, encrypted or not, who then says
// goodbye, as does a host to the next one.
func TestGameFromBrowser(t *testing.T) {
	for _, insecure := range []bool{false, true} {
		host, addr := serve(t, netplay.HostConfig{Insecure: insecure})
		guest := &end{t: t, link: netplay.Join(addr, netplay.GuestConfig{Name: "Gus", Transport: asBrowser{}, Insecure: insecure})}
		playOut(host, guest)
		guest.link.Leave(match.ReasonQuit)
		if left := must[match.PeerLeft](host); left.Reason != match.ReasonQuit {
			t.Errorf("insecure %v: the host heard %+v", insecure, left)
		}
		_ = guest.link.Close()
		host.link.WaitAgain()
		guest = &end{t: t, link: netplay.Join(addr, netplay.GuestConfig{Name: "Gus", Transport: asBrowser{}, Insecure: insecure})}
		must[match.GameStarted](guest)
		must[match.GameStarted](host)
		host.link.Leave(match.ReasonQuit)
		if left := must[match.PeerLeft](guest); left.Reason != match.ReasonQuit {
			t.Errorf("insecure %v: the guest heard %+v", insecure, left)
		}
		_ = guest.link.Close()
	}
}
