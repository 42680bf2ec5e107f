//go:build !js

package record

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mancala/tools/need"
)

// TestEvidence keeps the newest 16 texts, each in a file only for this user, and touches no other
// file of the folder.
func TestEvidence(t *testing.T) {
	dir, now := t.TempDir(), day
	k := Start(Config{Dir: dir, Now: func() time.Time { return now }}, func(n Notice) { t.Error(n) })
	var paths []string
	for i := range 20 {
		now = day.Add(time.Duration(i) * time.Minute)
		paths = append(paths, k.Evidence(fmt.Sprint("text ", i)))
		if i == 0 {
			waitFor(t, paths[0])
			need.NoError(t, os.WriteFile(filepath.Join(dir, "evidence", "a letter.txt"), nil, 0o600))
		}
	}
	if path := k.Evidence(strings.Repeat("x", MaxEvidence+1)); path != "" {
		t.Errorf("a text that is too long is kept in %s", path)
	}
	need.NoError(t, k.Close())
	k.Poll()
	entries, err := os.ReadDir(filepath.Join(dir, "evidence"))
	if err != nil || len(entries) != 17 {
		t.Fatalf("%d files, %v", len(entries), err)
	}
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if i < 4 {
			if !os.IsNotExist(err) {
				t.Errorf("%s is kept", path)
			}
			continue
		}
		if string(text) != fmt.Sprint("text ", i) || filepath.Dir(path) != filepath.Join(dir, "evidence") {
			t.Errorf("%s has %q, %v", path, text, err)
		}
		if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
			t.Errorf("others may read %s: %v", path, info.Mode())
		}
	}
}

// TestEvidenceIsLost: a person reads that a file could not be written.
func TestEvidenceIsLost(t *testing.T) {
	dir := t.TempDir()
	need.NoError(t, os.WriteFile(filepath.Join(dir, "evidence"), nil, 0o600))
	var notices []string
	k := Start(Config{Dir: dir, Now: fixedNow}, func(n Notice) { notices = append(notices, n.Code) })
	k.Evidence("text")
	need.NoError(t, k.Close())
	k.Poll()
	if len(notices) != 1 || notices[0] != "record.evidence-lost" {
		t.Errorf("notices %q", notices)
	}
}

// waitFor waits until there is a file.
func waitFor(t *testing.T, path string) {
	t.Helper()
	need.Until(t, path+" is there", func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
}
