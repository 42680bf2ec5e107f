package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/netplay/workers"
)

// gauge is the cost of the hub's nodes at a moment, from their /metrics.
type gauge struct {
	at       time.Time
	seconds  float64 // of processor time
	resident float64 // bytes
}

// readGauge asks all nodes of a list of addresses; without any it is zero.
func readGauge(ctx context.Context, addrs []string) (g gauge, err error) {
	g.at = time.Now()
	for _, addr := range addrs {
		if err := g.add(ctx, addr); err != nil {
			return g, fmt.Errorf("the metrics of %s: %w", addr, err)
		}
	}
	return g, nil
}

// add adds a node's cost.
func (g *gauge) add(ctx context.Context, addr string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+"/metrics", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("status %s", resp.Status)
	}
	found := 0
	for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
		name, text, _ := strings.Cut(lines.Text(), " ")
		to := map[string]*float64{"process_cpu_seconds_total": &g.seconds, "process_resident_memory_bytes": &g.resident}[name]
		if to == nil {
			continue
		}
		value, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return err
		}
		*to += value
		found++
	}
	if found < 2 {
		return errors.New("no processor time and memory of the process")
	}
	return nil
}

// row is a measurement as a line of a table.
type row struct {
	games, plies       int
	took               time.Duration // the measurement
	half, most, all    time.Duration // of the plies from board to board
	empty, begun, done gauge         // before the games, once all have begun, and at the end
}

// rowHead is the head of the table.
const rowHead = "| games | plies/s | half | 99 % | all | processors | µs a ply | MiB | KiB a connection |\n|---|---|---|---|---|---|---|---|---|"

// String returns the line. Without metrics of the hub it ends after the times.
func (r row) String() string {
	line := fmt.Sprintf("| %d | %.0f | %v | %v | %v |", r.games, float64(r.plies)/r.took.Seconds(), r.half, r.most, r.all)
	if r.done.resident == 0 {
		return line + " | | | |"
	}
	used, took := r.done.seconds-r.begun.seconds, r.done.at.Sub(r.begun.at).Seconds()
	return line + fmt.Sprintf(" %.2f | %.0f | %.0f | %.0f |", used/took, 1e6*used/float64(r.plies), r.done.resident/(1<<20),
		(r.done.resident-r.empty.resident)/1024/float64(2*r.games))
}

// loss is the loss of nodes in the middle of the games, without a word: one is killed or ended, or
// some are stopped for a while.
type loss struct {
	happened chan struct{} // closed when a node has been killed, or when the stopped ones run again
	at       time.Time     // when that was
}

// is reports whether the node is lost.
func (l *loss) is() bool {
	select {
	case <-l.happened:
		return true
	default:
		return false
	}
}

// lose kills or ends a process after some time, or pauses some, unless ctx ends first.
func (l *loss) lose(ctx context.Context, o options) error {
	if !workers.Pause(ctx, o.after) {
		return nil
	}
	if o.kill != 0 {
		if err := send(o.kill, os.Kill); err != nil {
			return err
		}
	}
	if o.drain != 0 {
		if err := send(o.drain, term); err != nil {
			return err
		}
	}
	for _, pid := range o.stop {
		if err := send(pid, stop); err != nil {
			return err
		}
		defer func() { _ = send(pid, goOn) }() // whatever happens
	}
	if len(o.stop) > 0 {
		workers.Pause(ctx, o.pause)
	}
	for _, pid := range o.stop {
		if err := send(pid, goOn); err != nil {
			return err
		}
	}
	l.at = time.Now()
	close(l.happened)
	return nil
}

// send sends a signal to a process.
func send(pid int, s os.Signal) error {
	p, err := os.FindProcess(pid)
	if err == nil {
		err = p.Signal(s)
	}
	if err != nil {
		return fmt.Errorf("process %d cannot be reached: %w", pid, err)
	}
	return nil
}

// report prints how soon the games went on.
func (l *loss) report(pairs []*pair) error {
	if !l.is() {
		return nil
	}
	var times []time.Duration
	for _, p := range pairs {
		if p.after > 0 {
			times = append(times, p.after)
		}
	}
	slices.Sort(times)
	if len(times) < len(pairs) {
		return fmt.Errorf("%d of %d games had no new ply after the loss", len(pairs)-len(times), len(pairs))
	}
	fmt.Printf("the longest wait for a ply since the loss, or its end: half within %v, 90 %% within %v, 99 %% within %v, all within %v\n",
		part(times, 50), part(times, 90), part(times, 99), part(times, 100))
	return nil
}
