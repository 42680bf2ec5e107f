package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"mancala/internal/kgp"
	"mancala/rules"
	"mancala/tools/need"
)

// kgpServer serves one agent by a script on this computer, and returns its address.
func kgpServer(t *testing.T, serve func(conn net.Conn, in *bufio.Scanner)) string {
	t.Helper()
	l := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	done := make(chan struct{})
	t.Cleanup(func() { l.Close(); <-done })
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		serve(conn, bufio.NewScanner(conn))
	}()
	return l.Addr().String()
}

// TestKGPPlaysAGame has the command play a whole game against an opponent that plays the first
// legal house.
func TestKGPPlaysAGame(t *testing.T) {
	t.Parallel()
	var end rules.Position
	address := kgpServer(t, func(conn net.Conn, in *bufio.Scanner) {
		host, hello := kgp.NewHost()
		say := func(l string) { fmt.Fprintf(conn, "%s\r\n", l) }
		hear := func() bool {
			if !in.Scan() {
				return false
			}
			send, err := host.Line(in.Text())
			for _, l := range send {
				say(l)
			}
			return err == nil
		}
		say(hello)
		say("2 ping")
		for !host.Ready() && hear() {
		}
		p := startOfKalah(4, 3)
		for !p.Over() {
			h := first(p)
			if p.ToMove() == rules.South {
				ask, _ := host.Ask(p)
				say(ask)
				done := false
				for !done && hear() {
					_, done = host.Answer()
				}
				if h, _ = host.Answer(); h == 0 {
					return
				}
				say(host.Close())
			}
			p, _, _ = p.Sow(h)
		}
		end = p
		say("goodbye")
	})
	code, stdout, stderr := call("kgp", "--connect", address, "--time", "200ms", "--threads", "1", "--name", "a \"b\"")
	if code != 0 || stdout != "" || stderr != "" || end.Outcome() != rules.SouthWins {
		t.Errorf("exit %d, %q, %q; the game ended %v", code, stdout, stderr, end)
	}
}

func startOfKalah(houses, seeds int) rules.Position {
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(houses, seeds)
	p, _ := rules.Start(v)
	return p
}

func TestKGPTroubles(t *testing.T) {
	for want, serve := range map[string]func(conn net.Conn, in *bufio.Scanner){
		"hung up": func(conn net.Conn, _ *bufio.Scanner) { fmt.Fprint(conn, "kgp 1 0 1\r\n") },
		"version": func(conn net.Conn, in *bufio.Scanner) { fmt.Fprint(conn, "kgp 9 0 1\r\n"); in.Scan() },
		"too long.": func(conn net.Conn, in *bufio.Scanner) {
			fmt.Fprint(conn, strings.Repeat("x", 2*kgp.MaxLine))
			in.Scan()
		},
	} {
		if code, _, stderr := call("kgp", "--connect", kgpServer(t, serve)); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("exit %d, %q, without %q", code, stderr, want)
		}
	}
	for _, args := range [][]string{
		{"kgp"}, {"kgp", "--connect", "127.0.0.1:1"}, {"kgp", "--connect", "x", "y"}, {"kgp", "--connect", "x", "--time", "never"}, {"kgp", "--connect", "x", "--threads", "0"},
	} {
		if code, _, stderr := call(args...); code == 0 || stderr == "" {
			t.Errorf("%q: exit %d, %q", args, code, stderr)
		}
	}
}

// TestKGPIsInterrupted ends the command while it thinks about boards of several games.
func TestKGPIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	address := kgpServer(t, func(conn net.Conn, in *bufio.Scanner) {
		fmt.Fprint(conn, "2 kgp 1 0 1\r\n4 state <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>\r\n6 state <3,0,0,3,3,3,3,3,3>\r\n8@4 stop\r\n")
		for in.Scan() {
			if strings.Contains(in.Text(), "@6 move") {
				cancel()
			}
		}
	})
	var out, errs strings.Builder
	code := run(ctx, []string{"kgp", "--connect", address, "--time", "1h"}, strings.NewReader(""), &out, &errs)
	if code != exitInterrupted {
		t.Errorf("exit %d, %q", code, errs.String())
	}
}

// TestAgentTakesASeat seats the command kgp in another game of this program.
func TestAgentTakesASeat(t *testing.T) {
	t.Parallel()
	address := need.Addresses(t, 1)[0]
	_, port, _ := net.SplitHostPort(address)
	done := make(chan string)
	go func() {
		for {
			code, _, stderr := call("kgp", "--connect", address, "--time", "100ms", "--threads", "1")
			if code == 0 || !strings.Contains(stderr, "no connection") {
				done <- stderr
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	code, stdout, stderr := call("--text", "--south", "engine:kgp:"+port, "--north", "low", "--houses", "3", "--seeds", "2", "--data-dir", t.TempDir())
	if code != 0 || !strings.Contains(stdout, "wins") && !strings.Contains(stdout, "tie") {
		t.Errorf("exit %d, %q, %q", code, stdout, stderr)
	}
	if stderr := <-done; !strings.Contains(stderr, "hung up") {
		t.Errorf("the agent ends with %q", stderr)
	}
}
