package main

import (
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

func TestFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	need.NoError(t, run(dir))
	for _, name := range []string{"wood-01", "glass-06", "capture-12", "won", "sowing"} {
		if info, err := os.Stat(filepath.Join(dir, name+".wav")); err != nil || info.Size() < 10000 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestAFileInTheWay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	need.NoError(t, os.WriteFile(path, nil, 0o600))
	if err := run(path); err == nil {
		t.Error("a file is taken for a folder")
	}
}
