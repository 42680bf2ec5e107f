package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// window is what was measured of a window with a fresh main menu.
type window struct {
	first    float64 // seconds from the start to the first picture
	share    float64 // processor seconds in the seconds 8 to 18
	resident float64 // MiB in memory after these
}

// inWindow is a figure of a window that is opened for it.
func inWindow(name, unit string, figure func(*window) float64) row {
	return row{name, unit, func(ctx context.Context, b *build) (float64, error) {
		w, err := look(ctx, b)
		if err != nil {
			return 0, err
		}
		return figure(w), nil
	}}
}

// look opens the window on the screen that DISPLAY names, and watches it for 18 seconds. It needs
// Linux, whose /proc has the figures of a process.
func look(ctx context.Context, b *build) (*window, error) {
	dir, err := os.MkdirTemp(b.scratch, "window")
	if err != nil {
		return nil, err
	}
	log := filepath.Join(dir, "log")
	begun := time.Now()
	cmd := exec.CommandContext(ctx, b.program, "--window", "--data-dir", dir, "--log", log)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = cmd.Wait() }()
	defer func() { _ = cmd.Process.Kill() }()
	w := new(window)
	for w.first == 0 {
		if time.Since(begun) > 30*time.Second {
			return nil, fmt.Errorf("no picture within 30 s; is there a screen at DISPLAY?")
		}
		if text, _ := os.ReadFile(log); bytes.Contains(text, []byte("first picture")) {
			w.first = time.Since(begun).Seconds()
		}
		time.Sleep(2 * time.Millisecond)
	}
	time.Sleep(time.Until(begun.Add(8 * time.Second)))
	before, err := used(cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	time.Sleep(time.Until(begun.Add(18 * time.Second)))
	after, err := used(cmd.Process.Pid)
	if err != nil {
		return nil, err
	}
	w.share = after - before
	w.resident, err = resident(cmd.Process.Pid)
	return w, err
}

// used returns the processor seconds that the threads of a process have used.
func used(pid int) (float64, error) {
	names, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	if err != nil || len(names) == 0 {
		return 0, fmt.Errorf("the process tells no time: %w", err)
	}
	sum := 0.0
	for _, name := range names {
		text, _ := os.ReadFile(name) // a thread may have ended
		if ns, _, found := strings.Cut(string(text), " "); found {
			n, err := strconv.ParseFloat(ns, 64)
			if err != nil {
				return 0, err
			}
			sum += n / 1e9
		}
	}
	return sum, nil
}

// resident returns the memory of a process in MiB.
func resident(pid int) (float64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kib float64
	_, err = fmt.Sscan(rest, &kib)
	return kib / 1024, err
}
