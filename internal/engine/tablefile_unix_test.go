//go:build unix

package engine

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"mancala/tools/need"
)

// TestTableFileIsAnOrdinaryOne replaces the file with a pipe, which must not block, and with a
// link, whose target must not change.
func TestTableFileIsAnOrdinaryOne(t *testing.T) {
	v := startOf(t, "kalah", 6, 4).Variant()
	tables := build(t, v, 13, 2)
	dir := t.TempDir()
	pipe, link, text := filepath.Join(dir, "pipe"), filepath.Join(dir, "link"), filepath.Join(dir, "text")
	need.NoError(t, syscall.Mkfifo(pipe, 0o600))
	need.NoError(t, os.WriteFile(text, []byte("precious"), 0o600))
	need.NoError(t, os.Symlink(text, link))
	for _, name := range []string{pipe, link, dir} {
		if openTableFile(name, v).save(context.Background(), tables, tables.most) == nil {
			t.Errorf("tables were saved to %s", name)
		}
	}
	if data, err := os.ReadFile(text); string(data) != "precious" {
		t.Errorf("the file behind the link has %q, %v", data, err)
	}
}
