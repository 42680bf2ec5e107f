package external

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"testing"
	"time"

	"mancala/internal/kgp"
	"mancala/rules"
	"mancala/tools/need"
)

func TestAgentAddress(t *testing.T) {
	for command, want := range map[string]string{
		"kgp": "127.0.0.1:2671", "kgp:9000": "127.0.0.1:9000", "kgpx": "", "kgp:0": "", "kgp:70000": "", "engine:kgp": "",
	} {
		if got, ok := AgentAddress(command); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", command, got, ok)
		}
	}
}

// freeAddress returns an address without a listener.
func freeAddress(t *testing.T) string {
	t.Helper()
	l := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// attend connects an agent once the seat listens. Until the seat hangs up, the agent answers each
// board with the lines from play.
func attend(t *testing.T, address string, play func(id int, p rules.Position) []string) {
	t.Helper()
	done := make(chan struct{})
	t.Cleanup(func() { <-done })
	go func() {
		defer close(done)
		var conn net.Conn
		for try := 0; try < 3000 && conn == nil; try++ {
			if c, err := net.Dial("tcp", address); err == nil {
				conn = c
			} else {
				time.Sleep(10 * time.Millisecond)
			}
		}
		if conn == nil {
			return
		}
		defer conn.Close()
		a, in := kgp.NewAgent("the \x1b[1magent"), bufio.NewScanner(conn)
		for in.Scan() {
			send, order, _ := a.Line(in.Text())
			if order.Task == kgp.Think {
				send = append(send, play(order.ID, order.Position)...)
			}
			for _, l := range send {
				fmt.Fprintf(conn, "%s\r\n", l)
			}
		}
	}()
}

func firstLegal(p rules.Position) rules.House {
	for h := range p.Plies() {
		return h
	}
	return 0
}

func agentSeat(t *testing.T, limit time.Duration) (*AgentSeat, string) {
	t.Helper()
	address := freeAddress(t)
	s := NewAgentSeat(AgentConfig{Address: address, Time: limit, Grace: time.Minute})
	t.Cleanup(s.Close)
	return s, address
}

func TestAgentPlaysAGame(t *testing.T) {
	s, address := agentSeat(t, time.Minute)
	attend(t, address, func(id int, p rules.Position) []string {
		return []string{kgp.Move(id, firstLegal(p)), kgp.Yield(id)}
	})
	p := start(t, "kalah")
	for plies := 0; !p.Over(); plies++ {
		h, err := s.Choose(context.Background(), p)
		if err != nil || h != firstLegal(p) {
			t.Fatalf("%v: house %v (%v)", p, h, err)
		}
		p, _, _ = p.Sow(h)
	}
	s.Close()
}

// TestAgentRunsOutOfTime has an agent that never yields: its last move counts, also in the next
// turn.
func TestAgentRunsOutOfTime(t *testing.T) {
	s, address := agentSeat(t, 500*time.Millisecond)
	attend(t, address, func(id int, p rules.Position) []string { return []string{kgp.Move(id, 1), kgp.Move(id, 3)} })
	p := start(t, "kalah")
	for range 2 {
		if h, err := s.Choose(context.Background(), p); h != 3 || err != nil {
			t.Fatalf("house %v (%v), not 3", h, err)
		}
	}
	s.Close()
}

func TestAgentsThatMisbehave(t *testing.T) {
	for _, c := range []struct {
		code string
		play func(id int, p rules.Position) []string
	}{
		{"external.silent", func(int, rules.Position) []string { return nil }},
		{"kgp.not-legal", func(id int, _ rules.Position) []string { return []string{kgp.Move(id, 9)} }},
	} {
		s, address := agentSeat(t, 500*time.Millisecond)
		attend(t, address, c.play)
		_, err := s.Choose(context.Background(), start(t, "kalah"))
		var note *rules.Note
		if !errors.As(err, &note) || note.Code != c.code {
			t.Errorf("%v, not %s", err, c.code)
		}
		s.Close()
	}
	s, address := agentSeat(t, time.Minute)
	attend(t, address, func(int, rules.Position) []string { return nil })
	if _, err := s.Choose(context.Background(), start(t, "oware")); err == nil {
		t.Error("an agent plays Oware")
	}
	s.Close()
}

func TestNoAgentComes(t *testing.T) {
	s := NewAgentSeat(AgentConfig{Address: freeAddress(t), Grace: 50 * time.Millisecond})
	defer s.Close()
	var note *rules.Note
	if _, err := s.Choose(context.Background(), start(t, "kalah")); !errors.As(err, &note) || note.Code != "external.no-agent" {
		t.Errorf("%v", err)
	}
	s.config.Grace = time.Minute
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := s.Choose(ctx, start(t, "kalah")); !errors.Is(err, context.Canceled) {
		t.Errorf("called off, it ends with %v", err)
	}
}
