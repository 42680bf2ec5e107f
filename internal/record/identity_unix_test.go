//go:build unix

package record

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mancala/tools/need"
)

func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }

// If others can read the key, their permissions are removed, and the person hears of it.
func TestIdentityThatOthersCouldRead(t *testing.T) {
	dir := t.TempDir()
	first := mustIdentity(t, open(t, dir))
	path := filepath.Join(dir, identityName)
	need.NoError(t, os.Chmod(path, 0o644))
	l := open(t, dir)
	if mustIdentity(t, l).Fingerprint() != first.Fingerprint() {
		t.Error("another key came back")
	}
	if n := l.Notices(); len(n) != 1 || !strings.HasPrefix(n[0].String(), "record.key-was-open") {
		t.Errorf("notices: %v", n)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %v, %v", info, err)
	}
}
