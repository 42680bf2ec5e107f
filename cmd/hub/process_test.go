package main

import (
	"bytes"
	"crypto/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"mancala/cmd/hub/hubtest"
	"mancala/internal/match/lobby"
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
	comes := func() *player {
		m := visit(t, p.Addr, "Crowd "+rand.Text()[:8], newKey(t))
		in := false
		need.Until(t, "a member is let in or not", func() bool {
			m.late = append(m.late, m.link.Events()...)
			in = slices.ContainsFunc(m.late, func(e lobby.Event) bool { _, is := e.(lobby.Entered); return is })
			return in || slices.ContainsFunc(m.late, func(e lobby.Event) bool { _, is := e.(lobby.Failed); return is })
		})
		if !in {
			return nil
		}
		return m
	}
	var inside []*player
	for m := comes(); m != nil && len(inside) < 160; m = comes() {
		inside = append(inside, m)
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
	inside[0].ask(lobby.ProfileOf{})
	for _, m := range inside[1:] {
		need.NoError(t, m.link.Close())
	}
	need.Until(t, "one more comes in", func() bool { return comes() != nil })
}
