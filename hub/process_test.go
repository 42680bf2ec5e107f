package main

import (
	"bufio"
	"bytes"
	"crypto/rand"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"mancala/hub/hubtest"
	"mancala/netplay/dial"
	"mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"
)

// childVar makes this test program a hub.
const childVar = "MANCALA_HUB_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVar) != "" {
		main()
	}
	os.Exit(m.Run())
}

// launch starts this test program as a hub, through another program if one is named.
func launch(t *testing.T, dir string, by ...string) *hubtest.Hub {
	t.Helper()
	t.Setenv(childVar, "1")
	h := hubtest.New(t, append(by, os.Args[0], "--data", dir, "--listen", "127.0.0.1:0")...)
	h.Run()
	return h
}

// A hub stops without an error when asked. After a kill it starts again: it replaces the socket,
// and no data is damaged.
func TestSignals(t *testing.T) {
	dir := t.TempDir()
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGINT} {
		p := launch(t, dir)
		if text := p.Health(); !strings.HasPrefix(text, "well\n") {
			t.Errorf("/healthz: %q", text)
		}
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"--data", dir, "admin", "status"}, &out, &errs); code != 0 || !strings.Contains(out.String(), "node") {
			t.Errorf("status: %d, %s%s", code, &out, &errs)
		}
		out.Reset()
		if code := run(t.Context(), []string{"--data", dir, "admin", "health"}, &out, &errs); code != 0 || !strings.HasPrefix(out.String(), "well\n") {
			t.Errorf("health: %d, %s%s", code, &out, &errs)
		}
		p.End(signal)
	}
	if aside, err := filepath.Glob(filepath.Join(dir, "*damaged*")); err != nil || len(aside) > 0 {
		t.Errorf("%v, %v", aside, err)
	}
}

// A hub close to the system's limit of open files serves its members and operators, but lets in no
// more members until others have gone.
func TestFilesAreLeft(t *testing.T) {
	dir := t.TempDir()
	p := launch(t, dir, "sh", "-c", `ulimit -n 160 && exec "$0" "$@"`)
	defer p.End(os.Kill)
	dial := func() (net.Conn, error) {
		nc, _, err := dial.Lobby(t.Context(), p.Addr, dial.Dialer{Own: newKey(t).Certificates()})
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = nc.Close() })
		hello := &wire.ClubCall{Id: 1, Body: &wire.ClubCall_Hello{Hello: &wire.ClubHello{
			MinVersion: lobby.Version, MaxVersion: lobby.Version, Name: "Crowd " + rand.Text()[:8],
		}}}
		b, err := lobby.AppendCall([]byte(lobby.Preface), hello)
		if err == nil {
			_, err = nc.Write(b)
		}
		if err == nil {
			_, err = io.ReadFull(nc, make([]byte, len(lobby.Preface)))
		}
		go func() { // a slow machine may take minutes to let so many in
			for err := error(nil); err == nil; err = ping(nc, 3) {
				time.Sleep(lobby.PingAfter)
			}
		}()
		return nc, err
	}
	var inside []net.Conn
	for nc, err := dial(); err == nil && len(inside) < 160; nc, err = dial() {
		inside = append(inside, nc)
	}
	if n := len(inside); n < 50 || n > 120 {
		t.Fatalf("%d members are inside", n)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", dir, "admin", "status"}, &out, &errs); code != 0 {
		t.Errorf("status: %d, %s", code, &errs)
	}
	if text := p.Health(); !strings.HasPrefix(text, "well\n") {
		t.Errorf("/healthz: %q", text)
	}
	checkPing(t, inside[0])
	for _, nc := range inside[1:] {
		_ = nc.Close()
	}
	need.Until(t, "one more comes in", func() bool { _, err := dial(); return err == nil })
}

// ping sends a ping as the call with a number.
func ping(nc net.Conn, id uint32) error {
	b, err := lobby.AppendCall(nil, &wire.ClubCall{Id: id, Body: &wire.ClubCall_Ping{Ping: &wire.ClubPing{}}})
	if err == nil {
		_, err = nc.Write(b)
	}
	return err
}

// checkPing checks that the hub serves a member who has read only the preface.
func checkPing(t *testing.T, nc net.Conn) {
	t.Helper()
	err := ping(nc, 2)
	_ = nc.SetReadDeadline(time.Now().Add(need.Patience))
	for in := bufio.NewReader(nc); err == nil; {
		var n *wire.ClubNews
		if n, err = lobby.ReadNews(in); n.GetId() == 2 {
			return
		}
	}
	t.Errorf("a member who is inside: %v", err)
}
