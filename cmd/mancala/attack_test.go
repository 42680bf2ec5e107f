package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"mancala/netplay/attack"
	"mancala/tools/need"
)

// besieged is a terminal that hosts a small game, with a log, and its address.
func besieged(t *testing.T, args string) (host *terminal, addr, log string) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "log")
	host = startTerminal(t, "--serve 127.0.0.1:0 --name Ann --houses 3 --seeds 2 --log "+log+" "+args)
	return host, host.waitFor("Listening on "), log
}

// stillHosts checks that a guest gets a whole game with an attacked host. The guest leaves, and the
// host quits while waiting for another one.
func stillHosts(t *testing.T, host *terminal, addr string) {
	t.Helper()
	code, stderr := exitFailed, ""
	for end := time.Now().Add(need.Patience); code != exitOK && time.Now().Before(end); time.Sleep(500 * time.Millisecond) {
		guest := startTerminal(t, "--name Bo --join "+addr, "again?", "n")
		code, stderr = guest.code(), guest.stderr.String()
	}
	if code != exitOK {
		t.Fatalf("no guest is let in: %s", stderr)
	}
	need.Until(t, "the game with Bo is over, and the host waits", func() bool {
		_, after, _ := strings.Cut(host.output(), "\nBo: ")
		return strings.Contains(after, "Waiting for another guest.")
	})
	host.types("quit")
	host.ends(exitOK, "")
}

// linesOf counts the lines of a log.
func linesOf(t *testing.T, log string) (lines, leftOut int) {
	t.Helper()
	data := need.Must(os.ReadFile(log))(t)
	for line := range strings.Lines(string(data[:bytes.LastIndexByte(data, '\n')+1])) {
		var entry struct {
			LeftOut int `json:"left_out"`
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		lines++
		leftOut += entry.LeftOut
	}
	return lines, leftOut
}

// strangers have other addresses than guests.
func strangers(addr string, callers, rate int, life attack.Life) attack.Plan {
	return attack.Plan{Addr: addr, Secure: true, Callers: callers, Rate: rate, Sources: attack.Sources(callers), Life: life}
}

// TestBargersEndNoTerminal has strangers take the seat and hang up, in one write or after the toss:
// the host keeps waiting, and its screen says little.
func TestBargersEndNoTerminal(t *testing.T) {
	t.Parallel()
	for name, life := range map[string]attack.Life{"one write": attack.Barge, "seated": attack.BreakOff} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host, addr, _ := besieged(t, "--south low")
			before, began := strings.Count(host.output(), "\n"), time.Now()
			s := strangers(addr, 20, 100, life).Start(t.Context())
			need.Until(t, "strangers come", func() bool { return s.Count().Over >= 60 })
			count, seconds := s.Stop(), int(time.Since(began)/time.Second)+1
			if lines := strings.Count(host.output(), "\n") - before; lines > 30*(seconds+1) {
				t.Errorf("%+v, and in %d seconds %d lines on the screen:\n%s", count, seconds, lines, host.output())
			}
			stillHosts(t, host, addr)
		})
	}
}

// TestStrangersWriteLittle has strangers look around under many names as fast as they can, by rules
// that need no person's consent and by rules that do.
func TestStrangersWriteLittle(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"", "--rules bowls"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			host, addr, log := besieged(t, "--admit all --south low "+rules)
			before := strings.Count(host.output(), "\n")
			logged, _ := linesOf(t, log)
			began, names := time.Now(), new(atomic.Int32)
			s := strangers(addr, 50, 2000, func(ctx context.Context, c *attack.Caller) error {
				return attack.LookAround(fmt.Sprintf("Mallory %d buys gold", names.Add(1)))(ctx, c)
			}).Start(t.Context())
			need.Until(t, "strangers come, and the log leaves some out", func() bool {
				_, leftOut := linesOf(t, log)
				return s.Count().Over >= 100 && leftOut > 0
			})
			count := s.Stop()
			seconds := int(time.Since(began)/time.Second) + 1
			if lines := strings.Count(host.output(), "\n") - before; lines > seconds+1 {
				t.Errorf("%d lines on the screen in %d seconds:\n%s", lines, seconds, host.output())
			}
			after, _ := linesOf(t, log)
			if n := after - logged; n > 13*(seconds+1) {
				t.Errorf("%d lines in the log in %d seconds; %+v", n, seconds, count)
			}
			if rules == "" {
				stillHosts(t, host, addr)
			}
		})
	}
}

// TestNuisancesAreRemoved has guests take the seat who only ping, read nothing, or send a frame
// byte by byte: the host's person removes them.
func TestNuisancesAreRemoved(t *testing.T) {
	t.Parallel()
	for name, life := range map[string]attack.Life{
		"Pinger": attack.PingAway(45), "Deaf": attack.Deaf(40), "Crumbs": attack.Crumble(time.Second),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host, addr, _ := besieged(t, "--admit all --south low")
			plan := attack.Plan{Addr: addr, Secure: true, Callers: 1, Rate: 100, Sources: attack.Sources(1), Once: true, Life: life}
			s := plan.Start(t.Context())
			need.Until(t, name+" is here", func() bool {
				if s.Count().Over > 0 { // a busy machine was too slow for the greeting
					s = plan.Start(t.Context())
				}
				return strings.Contains(host.output(), name+" is here.")
			})
			host.types("remove")
			host.waitFor("Waiting for another guest")
			s.Stop()
			stillHosts(t, host, addr)
		})
	}
}

// TestQuitWhileWaiting types quit at a waiting host while strangers come and go.
func TestQuitWhileWaiting(t *testing.T) {
	t.Parallel()
	host, addr, _ := besieged(t, "")
	s := attack.Plan{Addr: addr, Secure: true, Callers: 10, Rate: 100, Life: attack.Read("Reader")}.Start(t.Context())
	need.Until(t, "strangers come", func() bool { return s.Count().Dialled >= 10 })
	host.types("quit")
	host.ends(exitOK, "")
	s.Stop()
}
