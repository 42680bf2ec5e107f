//go:build !js

package web_test

import (
	"context"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"testing/fstest"

	"github.com/coder/websocket"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/netplay/address"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/netplay/web"
	"mancala/rules"
)

func TestMain(m *testing.M) {
	_ = os.Setenv(address.LoopbackVariable, "1")
	os.Exit(m.Run())
}

// kalah is the game that is played here.
var kalah = rules.Presets()[0].Variant

// smallPage is a page for tests.
var smallPage = fstest.MapFS{
	"index.html":      {Data: []byte("<!doctype html><title>Mancala</title>")},
	"page.js":         {Data: []byte("'use strict';")},
	"mancala.wasm.gz": {Data: make([]byte, 1<<20)},
	".gitignore":      {Data: []byte("*")},
}

// serve starts a host with that page at a free port.
func serve(t testing.TB, cfg link.HostConfig) (host *tabletest.End, addr string) {
	t.Helper()
	cfg.Name, cfg.AppVersion, cfg.Variant = "Hilda", "test", kalah
	cfg.Browsers = func(site transport.Site) transport.Browsers {
		return web.NewServer(web.Config{
			Page: smallPage, NoPage: "no page", Enter: site.Enter,
			Info: func() web.Info {
				return web.Info{Kind: "host", Name: site.Name, Encrypted: site.Encrypted, Watchers: site.Watchers()}
			},
		})
	}
	host = &tabletest.End{T: t, Link: link.Host("127.0.0.1:0", cfg)}
	t.Cleanup(func() { _ = host.Link.Close() })
	return host, tabletest.Must[table.Listening](host).Addr
}

// asBrowser is the transport of a program in a browser, as seen from the network.
type asBrowser struct{ options *websocket.DialOptions }

// Listen fails: a browser cannot listen.
func (asBrowser) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

// Dial opens a WebSocket.
func (b asBrowser) Dial(ctx context.Context, addr string) (net.Conn, error) {
	ws, _, err := websocket.Dial(ctx, "ws://"+addr+web.StreamPath, b.options)
	if err != nil {
		return nil, err
	}
	return websocket.NetConn(context.Background(), ws, websocket.MessageBinary), nil
}

// join joins from a browser.
func join(t testing.TB, addr string) *tabletest.End {
	guest := &tabletest.End{T: t, Link: link.Join(addr, link.GuestConfig{Common: link.Common{Name: "Gus", AppVersion: "test"}, Transport: asBrowser{}})}
	t.Cleanup(func() { _ = guest.Link.Close() })
	return guest
}

// TestGameFromBrowser plays a game with a guest in a browser, encrypted or not, who then says
// goodbye; the next guest gets the host's goodbye.
func TestGameFromBrowser(t *testing.T) {
	for _, insecure := range []bool{false, true} {
		host, addr := serve(t, link.HostConfig{Common: link.Common{Insecure: insecure}})
		guest := &tabletest.End{T: t, Link: link.Join(addr, link.GuestConfig{Common: link.Common{Name: "Gus", Insecure: insecure}, Transport: asBrowser{}})}
		tabletest.Must[table.GameStarted](host)
		tabletest.PlayOut(kalah, host, guest, rand.New(rand.NewPCG(3, 4)))
		guest.Link.Leave(table.ReasonQuit)
		if left := tabletest.Must[table.PeerLeft](host); left.Reason != table.ReasonQuit {
			t.Errorf("insecure %v: the host heard %+v", insecure, left)
		}
		_ = guest.Link.Close()
		host.Link.WaitAgain()
		guest = &tabletest.End{T: t, Link: link.Join(addr, link.GuestConfig{Common: link.Common{Name: "Gus", Insecure: insecure}, Transport: asBrowser{}})}
		tabletest.Must[table.GameStarted](guest)
		tabletest.Must[table.GameStarted](host)
		host.Link.Leave(table.ReasonQuit)
		if left := tabletest.Must[table.PeerLeft](guest); left.Reason != table.ReasonQuit {
			t.Errorf("insecure %v: the guest heard %+v", insecure, left)
		}
		_ = guest.Link.Close()
	}
}
