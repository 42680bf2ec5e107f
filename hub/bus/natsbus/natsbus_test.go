package natsbus

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// start starts a server until the test ends.
func start(t testing.TB, cfg ServerConfig) *Server {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	s := need.Must(Start(cfg))(t)
	t.Cleanup(s.Shutdown)
	return s
}

var joined = 0

// join adds a node to a server until the test ends.
func join(t testing.TB, s *Server) bus.Bus {
	t.Helper()
	joined++
	n := need.Must(s.Join(need.Soon(t), Config{Node: fmt.Sprint("n", joined)}))(t)
	t.Cleanup(func() { n.Close() })
	return n
}

func TestNameTaken(t *testing.T) {
	s := start(t, ServerConfig{Node: "alone"})
	for _, bad := range []string{join(t, s).Node(), "a.b", ""} {
		if _, err := s.Join(need.Soon(t), Config{Node: bad}); err == nil {
			t.Errorf("joined as %q", bad)
		}
	}
}

// TestNewStream: a stream that the servers do not know yet is waited for.
func TestNewStream(t *testing.T) {
	n := join(t, start(t, ServerConfig{Node: "new"})).(*node)
	b := need.Must(n.Bucket(need.Soon(t), "late", 0))(t)
	need.NoError(t, n.js.DeleteStream(need.Soon(t), b.(bucket).name))
	made := make(chan error, 1)
	go func() {
		time.Sleep(3 * pause)
		_, err := n.Bucket(need.Soon(t), "late", 0)
		made <- err
	}()
	if _, err := b.Get(need.Soon(t), "key"); !errors.Is(err, bus.ErrNotFound) {
		t.Errorf("reading a stream that is being made: %v", err)
	}
	need.NoError(t, <-made)
}

// Passwords of servers are in no message.
func TestRedacted(t *testing.T) {
	for _, addresses := range []string{"nats://u:secret@a:1,tls://u:secret@b:2", "u:secret@a:1", " nats://secret@a:1/%zz"} {
		text := redacted(addresses)
		if strings.Contains(text, ":secret") || !strings.Contains(text, "a:1") {
			t.Errorf("%s: %s", addresses, text)
		}
	}
}

// TestOwnStoreStopped: a server whose JetStream NATS has disabled says so, whatever the others
// store.
func TestOwnStoreStopped(t *testing.T) {
	s := start(t, ServerConfig{Node: "full"})
	need.NoError(t, s.Check())
	need.NoError(t, s.s.DisableJetStream())
	if err := s.Check(); !errors.Is(err, ErrStopped) {
		t.Errorf("a server that stores nothing: %v", err)
	}
}
