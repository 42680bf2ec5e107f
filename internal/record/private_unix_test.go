//go:build unix

package record

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"mancala/tools/need"
)

func init() { children["umask"] = childUmask }

// childUmask keeps a key and a score in a folder, and checks the modes of all files while the
// folder is open: umask DIR UMASK.
func childUmask(args []string) error {
	mask, err := strconv.ParseUint(args[1], 8, 9)
	if err != nil {
		return err
	}
	syscall.Umask(int(mask))
	l := Open(context.Background(), Config{Dir: args[0]})
	defer func() { _ = l.Close() }()
	if _, err := l.Identity(context.Background()); err != nil {
		return err
	}
	if added, err := l.Add(context.Background(), score("g", 30, 10)); !added || err != nil {
		return fmt.Errorf("Add = %v, %v", added, err)
	}
	if n := l.Notices(); len(n) > 0 {
		return fmt.Errorf("notices: %v", n)
	}
	modes, err := modesIn(args[0])
	if err != nil || strings.Count(modes, " 600") != 6 || strings.Count(modes, " ") != 6 {
		return fmt.Errorf("modes: %s, %v", modes, err)
	}
	return nil
}

// modesIn lists the files of a folder with their permissions.
func modesIn(dir string) (string, error) {
	var list strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintf(&list, "%s %o\n", d.Name(), info.Mode().Perm())
		}
		return err
	})
	return list.String(), err
}

func TestFilesOfAProcessAreForThisUserOnly(t *testing.T) {
	for _, mask := range []string{"000", "022", "077"} {
		dir := t.TempDir()
		need.NoError(t, os.Chmod(dir, 0o755))
		if err := child(t, "umask", dir, mask).Run(); err != nil {
			t.Errorf("umask %s: %v", mask, err)
		}
	}
}

// openToAll opens the files of a folder to everyone, and gives the folder itself a mode.
func openToAll(t *testing.T, dir string, mode fs.FileMode) {
	t.Helper()
	for _, name := range []string{"mancala.damaged-20260102T020405Z.db", "mancala.damaged-20260102T020405Z.db-wal"} {
		writeFile(t, filepath.Join(dir, name), []byte("secrets"))
	}
	entries := need.Must(os.ReadDir(dir))(t)
	for _, e := range entries {
		need.NoError(t, os.Chmod(filepath.Join(dir, e.Name()), 0o664))
	}
	need.NoError(t, os.Chmod(dir, mode))
}

// If others can use the files, their permissions are removed. There is a notice if the folder let
// others in.
func TestFilesThatOthersCouldRead(t *testing.T) {
	for name, tt := range map[string]struct {
		mode fs.FileMode
		want string
	}{"open folder": {0o755, "was-open"}, "closed folder": {0o700, ""}} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			running := open(t, dir) // so there are a log and its index
			mustAdd(t, running, score("g", 30, 10))
			openToAll(t, dir, tt.mode)
			l := Open(t.Context(), Config{Dir: dir})
			defer func() { _ = l.Close() }()
			checkNotices(t, l, tt.want)
			modes, err := modesIn(dir)
			if err != nil || strings.Count(modes, " 600") != 7 || strings.Count(modes, " ") != 7 {
				t.Errorf("modes:\n%s%v", modes, err)
			}
			open(t, dir) // and no notice
		})
	}
}

// A database behind a link is this program's, and so is the log beside it.
func TestLinkedDatabaseThatOthersCouldRead(t *testing.T) {
	dir, other := closed(t, score("old", 30, 10)), t.TempDir()
	path, moved := filepath.Join(dir, fileName), filepath.Join(other, "games.db")
	need.NoError(t, os.Rename(path, moved))
	need.NoError(t, os.Symlink(moved, path))
	need.NoError(t, os.Chmod(moved, 0o644))
	need.NoError(t, os.Chmod(dir, 0o755))
	l := Open(t.Context(), Config{Dir: dir})
	defer func() { _ = l.Close() }()
	checkNotices(t, l, "was-open")
	if modes, err := modesIn(other); err != nil || strings.Count(modes, " 600") != 3 {
		t.Errorf("modes:\n%s%v", modes, err)
	}
}
