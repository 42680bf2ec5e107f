package natsbus

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// TestServerLog gives the logger lines of the server, and compares the lines that operators read.
func TestServerLog(t *testing.T) {
	var out bytes.Buffer
	l := newLogger(slog.New(slog.NewTextHandler(&out, nil)))
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	l.now = func() time.Time { return now }
	const refused = "Error trying to connect to route (attempt %v): dial tcp 10.0.0.%d:6222: connect: connection refused"
	say := func(f func(string, ...any), format string, v ...any) []string {
		out.Reset()
		f(format, v...)
		return strings.Split(strings.TrimSpace(out.String()), "\n")
	}
	for i, c := range []struct {
		after  time.Duration
		f      func(string, ...any)
		format string
		v      []any
		want   string // in the only line; "" for no line
	}{
		{0, l.Noticef, "Server is ready", nil, ""},
		{0, l.Warnf, "Plaintext passwords detected, use nkeys or bcrypt", nil, ""},
		{0, l.Warnf, "Waiting for routing to be established...", nil, ""},
		{0, l.Errorf, refused, []any{1, 2}, "level=WARN msg=\"Another node cannot be reached."},
		{0, l.Errorf, refused, []any{1, 2}, ""},
		{0, l.Errorf, refused, []any{1, 3}, "err=\"dial tcp 10.0.0.3:6222"},
		{time.Minute, l.Errorf, refused, []any{60, 2}, ""},
		{9 * time.Minute, l.Errorf, refused, []any{600, 2}, "err=\"dial tcp 10.0.0.2:6222"},
		{0, l.Errorf, "10.0.0.3:51234 - rid:7 - TLS route handshake error: bad certificate", nil, "level=ERROR msg=\"Another node, or a program that is none"},
		{time.Second, l.Errorf, "10.0.0.3:51235 - rid:8 - TLS route handshake error: bad certificate", nil, ""},
		{0, l.Errorf, "Remote server has a duplicate name: %q", []any{"a"}, "a name of its own"},
		{0, l.Warnf, "JetStream cluster stream '%s > %s' has NO quorum, stalled", []any{"$G", "KV_mancala-games"}, "more than half"},
		{0, l.Warnf, "JetStream cluster stream '%s > %s' has NO quorum, stalled", []any{"$G", "KV_mancala-doors"}, ""},
		{0, l.Warnf, "Filestore [x] checkMsgs: corrupt", nil, "level=WARN msg=\"bus: Filestore"},
		{0, l.Errorf, "10.0.0.3:6222 - rid:8 - Error flushing: write: broken pipe", nil, ""},
		{0, l.Errorf, "JetStream out of space, will be DISABLED", nil, "level=ERROR msg=\"bus: JetStream out of space"},
	} {
		now = now.Add(c.after)
		lines := say(c.f, c.format, c.v...)
		if len(lines) != 1 || !strings.Contains(lines[0], c.want) || c.want == "" && lines[0] != "" {
			t.Errorf("line %d: %q, not %q", i, lines, c.want)
		}
	}
}

// TestQuietLog starts the nodes of a cluster one after the other, and stops one. Above the debug
// level, the log has none of the server's own lines, and says nothing twice.
func TestQuietLog(t *testing.T) {
	if testing.Short() {
		t.Skip("the log is the same under the race detector")
	}
	var servers []*Server
	var logs [3]need.Output
	for i, cfg := range members(t, 3) {
		cfg.Log = slog.New(slog.NewTextHandler(&logs[i], &slog.HandlerOptions{Level: slog.LevelDebug}))
		servers = append(servers, start(t, cfg))
	}
	var nodes []bus.Bus
	for i, s := range servers {
		n, err := s.Join(need.Soon(t), Config{Node: s.cfg.Node, Log: s.cfg.Log})
		if err != nil {
			t.Fatal(i, err)
		}
		nodes = append(nodes, n)
	}
	need.Must(nodes[0].Bucket(need.Soon(t), "games", 0))(t)
	for i := range 2 { // otherwise they do not miss it
		need.Until(t, "the others have tried to reach the last one", func() bool {
			return strings.Contains(logs[i].String(), "Duplicate Route - Remote: "+servers[2].cfg.Node)
		})
	}
	_ = nodes[2].Close()
	servers[2].Shutdown()
	for i := range 2 {
		tries := func() int { return strings.Count(logs[i].String(), "Error trying to connect to route") }
		before := tries()
		need.Until(t, "the others try to reach it again", func() bool { return tries() > before })
	}
	for _, n := range nodes {
		_ = n.Close()
	}
	if !strings.Contains(logs[0].String(), "Another node cannot be reached") {
		t.Error("the first node does not say that it cannot reach the others")
	}
	for i := range logs {
		said := map[string]bool{}
		for line := range strings.Lines(logs[i].String()) {
			_, what, _ := strings.Cut(line, " level=")
			if !strings.HasPrefix(what, "DEBUG") && (strings.Contains(what, "msg=\"bus: ") || said[what]) {
				t.Errorf("node %d: %s", i, line)
			}
			said[what] = true
		}
	}
}
