package main

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/config"
	"mancala/cmd/hub/hubtest"
	"mancala/tools/need"
)

// The parts end in the reverse order of their start, even if one of them does not end.
func TestShut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHub(t.Context(), config.Default(), slog.New(slog.DiscardHandler))
		last, forever := errors.New("the first part"), make(chan bool)
		var order []int
		h.later(func() error { order = append(order, 1); return last })
		h.later(func() error { <-forever; return nil })
		h.later(func() error { order = append(order, 3); return nil })
		start := time.Now()
		err := h.shut()
		if !errors.Is(err, last) || len(order) != 2 || order[0] != 3 || time.Since(start) != shutWait || h.ctx.Err() == nil {
			t.Errorf("%v, order %v, after %v", err, order, time.Since(start))
		}
		close(forever)
	})
}

// If the folder cannot be used, the error names it, not the socket in it.
func TestFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := open(t.Context(), testConfig(t, file), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), "cannot keep its data in "+file) {
		t.Error(err)
	}
	dir := filepath.Join(t.TempDir(), "a", "b")
	need.NoError(t, checkFolder(dir))
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// A folder of an earlier hub is refused with a sentence that says what to do.
func TestOldFolder(t *testing.T) {
	dir := t.TempDir()
	need.NoError(t, os.Mkdir(filepath.Join(dir, "bus"), 0o700))
	_, err := open(t.Context(), testConfig(t, dir), slog.New(slog.DiscardHandler))
	if err == nil || !strings.Contains(err.Error(), dir+" has a club in the form of an earlier hub") || strings.Contains(err.Error(), "\n") {
		t.Error(err)
	}
}

// A node that waits for its database says in /healthz that it starts. It stops without an error
// when asked.
func TestWaitsForDatabase(t *testing.T) {
	addrs := need.Addresses(t, 2)
	cfg := testConfig(t, t.TempDir())
	cfg.Database.URL, cfg.Operators.Metrics = "postgres://hub:word@"+addrs[0]+"/club?sslmode=disable", addrs[1]
	h := newHub(t.Context(), cfg, slog.New(slog.NewTextHandler(t.Output(), nil)))
	ended := make(chan error)
	go func() { ended <- h.start(t.Context()) }()
	need.Until(t, "/healthz says that it waits", func() bool {
		return strings.HasPrefix(hubtest.Health(t, addrs[1]), "starting\ndatabase: ")
	})
	need.Must(operators{h}.drain(t.Context(), nil))(t)
	if err := <-ended; !errors.Is(err, errStopped) {
		t.Error(err)
	}
}

// A table whose players are away can be closed. It leaves the list at once, so operators can forget
// the players.
func TestCloseTableOfAbsent(t *testing.T) {
	h := start(t, testConfig(t, t.TempDir()))
	ada, bob := begin(t, []*hub{h, h})
	for _, p := range []*player{ada, bob} {
		_, _ = p.game.Close(), p.link.Close()
	}
	o, list := operators{h}, h.club.Tables()
	if len(list) != 1 {
		t.Fatal(list)
	}
	who := []string{ada.me.ID, "Ada"}
	if _, err := o.forget(t.Context(), who); err == nil || !strings.Contains(err.Error(), "admin close "+list[0].ID) {
		t.Error(err)
	}
	need.Must(o.closeTable(t.Context(), []string{list[0].ID, "It", "is", "late."}))(t)
	need.Until(t, "the table is gone", func() bool { return len(h.club.Tables()) == 0 })
	need.Must(o.forget(t.Context(), who))(t)
}

// A hub whose database goes away before it knows any node ends with the error.
func TestNoNodesYet(t *testing.T) {
	h := newHub(t.Context(), config.Default(), slog.New(slog.DiscardHandler))
	if err := h.checkNodes(); err != nil || len(h.nodes.list()) > 0 {
		t.Errorf("%v, %v", h.nodes.list(), err)
	}
}
