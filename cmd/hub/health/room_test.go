package health

import (
	"path/filepath"
	"testing"
)

// TestRoom: a disk without room is told, and a folder that is not there.
func TestRoom(t *testing.T) {
	dir := t.TempDir()
	if left, err := free(dir); err != nil || left == 0 {
		t.Errorf("%d bytes are free, %v", left, err)
	}
	if err := Room(filepath.Join(dir, "missing"))(); err == nil {
		t.Error("a missing folder has room")
	}
	if err := enough("/data", leastRoom); err != nil {
		t.Error(err)
	}
	if err := enough("/data", 3<<20); err == nil || err.Error() != "there are only 3 MiB left for /data; make room" {
		t.Error(err)
	}
}
