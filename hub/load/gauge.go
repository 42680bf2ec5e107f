package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
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
