package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"
)

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

// lose kills or ends a process after some time, or stops some for a while, unless ctx ends before.
func (l *loss) lose(ctx context.Context, o options) error {
	if !sleep(ctx, o.after) {
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
		sleep(ctx, o.pause)
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

// sleep waits, and returns false if ctx ends before.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
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
