//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mancala/tools/need"
)

// pipes returns the names of pipes and devices.
func pipes(t *testing.T, dir string) []string {
	t.Helper()
	pipe := filepath.Join(dir, "pipe")
	need.NoError(t, syscall.Mkfifo(pipe, 0o600))
	names := []string{pipe}
	if info, err := os.Stat(os.DevNull); err == nil && info.Mode()&os.ModeDevice != 0 { // a file in some chroots
		names = append(names, os.DevNull)
	}
	return names
}

func TestLogIsPrivate(t *testing.T) {
	dir := t.TempDir()
	older := filepath.Join(dir, "older")
	need.NoError(t, os.WriteFile(older, nil, 0o644))
	for _, name := range []string{filepath.Join(dir, "new"), older} {
		_, closeLog := need.Must2(openLog(name, nil))(t)
		closeLog()
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
}

// TestLogOnAFullDisk writes to a device that is always full.
func TestLogOnAFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	need.Met(t, "the device /dev/full", err)
	defer full.Close()
	said := 0
	l := &logFile{name: "log", limit: maxLog, f: full, say: func(string) { said++ }}
	for range 10 {
		fmt.Fprintln(l, "line")
	}
	if said != 1 || l.lost != 10 {
		t.Errorf("said %d times, lost %d lines", said, l.lost)
	}
}
