//go:build unix

package sqlitefile

import (
	"os"
	"path/filepath"
	"testing"

	"mancala/tools/need"
)

// TestReplaceWhereNoFolderIsSynced: in a folder that cannot be opened, and so not synced, the old
// database is kept aside. For root every folder can be opened, and this shows less.
func TestReplaceWhereNoFolderIsSynced(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	need.NoError(t, os.Mkdir(dir, 0o700))
	path, by := filepath.Join(dir, "some.db"), filepath.Join(dir, "new.db")
	need.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	need.NoError(t, os.WriteFile(by, []byte("new"), 0o600))
	need.NoError(t, os.Chmod(dir, 0o300))
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	aside := need.Must(Replace(path, by, filepath.Join(dir, "replaced")))(t)
	for path, want := range map[string]string{path: "new", aside: "old"} {
		if got := need.Must(os.ReadFile(path))(t); string(got) != want {
			t.Errorf("%s has %q", path, got)
		}
	}
}
