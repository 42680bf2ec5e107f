//go:build !js

package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// checkOnlyMemory checks that a ledger has given one notice, with the given words, that it keeps
// nothing, and that it works for the rest of the session.
func checkOnlyMemory(t *testing.T, l *Ledger, words ...string) {
	t.Helper()
	notices := l.Notices()
	if len(notices) != 1 || notices[0].Err == nil {
		t.Fatalf("notices: %v, want one with a cause", notices)
	}
	for _, word := range words {
		if !strings.Contains(notices[0].String(), word) {
			t.Errorf("notice %q does not say %q", notices[0].String(), word)
		}
	}
	for i := range 3 {
		mustAdd(t, l, score(fmt.Sprint("memory-", i), 45+i, 10))
	}
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 3)); got != "memory-2 memory-1 memory-0" {
		t.Errorf("Top = %q", got)
	}
	need.NoError(t, l.SetSetting(t.Context(), "k", "v"))
	if got, err := l.Setting(t.Context(), "k"); got != "v" || err != nil {
		t.Errorf("Setting = %q, %v", got, err)
	}
	if n := l.Notices(); len(n) != 0 {
		t.Errorf("more notices: %v", n)
	}
}

func TestFoldersThatCannotBe(t *testing.T) {
	base := t.TempDir()
	plain := filepath.Join(base, "plain")
	writeFile(t, plain, []byte("a file"))
	tests := []struct{ name, dir, want string }{
		{"a file", plain, "record.no-folder"},
		{"below a file", filepath.Join(plain, "a", "b"), "record.no-folder"},
		{"below a device", "/dev/null/mancala", "record.no-folder"},
		{"no name for a folder", filepath.Join(base, "a\x00b"), "record.bad-folder"},
		{"name too long", filepath.Join(base, strings.Repeat("x", 300)), "record.bad-folder"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := Open(t.Context(), Config{Dir: tt.dir})
			defer func() { _ = l.Close() }()
			checkOnlyMemory(t, l, "record.kept-later", tt.want)
		})
	}
	if got := readFile(t, plain); string(got) != "a file" {
		t.Errorf("the file in the way became %q", got)
	}
}

func TestNoHome(t *testing.T) {
	for _, name := range []string{"HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE"} {
		t.Setenv(name, "")
	}
	l := Open(t.Context(), Config{})
	checkOnlyMemory(t, l, "record.not-kept", "record.no-home")
}

// Folder names may contain characters that are special in an address.
func TestOddFolders(t *testing.T) {
	for _, name := range []string{"with space", "what?mode=memory", "a#b", "100%41", "ünï", "a&b=c", "a+b", "'quoted\""} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name, "deep")
			mustAdd(t, open(t, dir), score("g", 30, 10))
			for _, file := range []string{fileName, lockName} {
				need.Must(os.Stat(filepath.Join(dir, file)))(t)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("the folder's permissions are %v, %v", info.Mode(), err)
			}
		})
	}
}

func TestRelativeFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	l := open(t, "data")
	t.Chdir(t.TempDir())
	mustAdd(t, l, score("g", 30, 10))
}

// If the disk fills up during a session, no saved data is lost, and the session continues in memory
// with all of it.
func TestDiskFillsUp(t *testing.T) {
	for name, tt := range map[string]struct {
		pages   int
		save    func(t *testing.T, l *Ledger, n int)
		kept    func(m *memory) int
		written func(t *testing.T, dir string) int // besides the score of before
	}{
		"scores": {
			7, func(t *testing.T, l *Ledger, n int) { mustAdd(t, l, score(fmt.Sprint("g", n), 30, 1+n)) },
			func(m *memory) int { return len(m.scores) - 1 },
			func(t *testing.T, dir string) int { all, _ := countScores(t, dir); return all - 1 },
		},
		"games": {
			30, func(t *testing.T, l *Ledger, n int) { mustSave(t, l, game(t, fmt.Sprint("g-", n+1), "kalah(6,4) 3 6")) },
			func(m *memory) int { return len(m.archive) },
			func(t *testing.T, dir string) int { return len(checkSound(t, dir)) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := closed(t, score("old", 26, 10))
			l := Open(t.Context(), Config{Dir: dir, pragmas: []string{fmt.Sprintf("max_page_count(%d)", tt.pages)}})
			defer func() { _ = l.Close() }()
			clocked(l)
			var notices []Notice
			saved := 0
			for ; len(notices) == 0; saved++ {
				if saved > 5000 {
					t.Fatal("the disk never fills")
				}
				tt.save(t, l, saved)
				notices = l.Notices()
			}
			if saved < 2 || len(notices) != 1 || !strings.Contains(notices[0].String(), "record.kept-later (record.disk-full)") {
				t.Fatalf("after %d: notices %v", saved, notices)
			}
			tt.save(t, l, saved)
			need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, "s")))
			if out, ok := l.book.(*detached); !ok || tt.kept(out.memory) != saved+1 {
				t.Errorf("the book is a %T with other than %d", l.book, saved+1)
			}
			if got, err := l.Setting(t.Context(), "name"); got != "Ann" || err != nil {
				t.Errorf("Setting = %q, %v", got, err)
			}
			if n := tt.written(t, dir); n != saved-1 {
				t.Errorf("%d on the disk, want %d", n, saved-1)
			}
		})
	}
}

func TestDiskFullAtTheStart(t *testing.T) {
	for pages := 1; pages <= 3; pages++ {
		dir := t.TempDir()
		l := Open(t.Context(), Config{Dir: dir, pragmas: []string{fmt.Sprintf("max_page_count(%d)", pages)}})
		checkOnlyMemory(t, l, "record.kept-later", "record.disk-full")
		need.NoError(t, l.Close())
		mustAdd(t, open(t, dir), score("g", 30, 10)) // once there is room
	}
}

// A read-only database is shown, and new scores are not kept.
func TestReadOnlyDatabase(t *testing.T) {
	dir := closed(t, score("old", 26, 10))
	before := readFile(t, filepath.Join(dir, fileName))
	l := Open(t.Context(), Config{Dir: dir, pragmas: []string{"query_only(1)"}})
	defer func() { _ = l.Close() }()
	checkOnlyMemory(t, l, "record.kept-later", "record.not-writable")
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); !strings.HasSuffix(got, " old") {
		t.Errorf("Top = %q, want the old score, too", got)
	}
	if !bytes.Equal(readFile(t, filepath.Join(dir, fileName)), before) {
		t.Error("the database was changed")
	}
}

// If another program holds the database for too long, all changes stay in memory, and are written
// once it is free.
func TestBusy(t *testing.T) {
	dir := t.TempDir()
	l := Open(t.Context(), Config{Dir: dir, pragmas: []string{"busy_timeout(20)"}})
	defer func() { _ = l.Close() }()
	db := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw"))(t)
	defer func() { _ = db.Close() }()
	tx := need.Must(db.BeginTx(t.Context(), nil))(t)
	mustAdd(t, l, score("g", 30, 10))
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), "record.kept-later (record.busy") {
		t.Errorf("notices: %v", n)
	}
	if again(t, l) == 0 {
		t.Error("it has caught up with a database that is held")
	}
	need.NoError(t, tx.Rollback())
	if again(t, l) > 0 {
		t.Error("it has not caught up")
	}
	checkNotices(t, l, "kept-again")
	if all, _ := countScores(t, dir); all != 1 {
		t.Errorf("%d rows on the disk, want 1", all)
	}
}

// If another process blocks the opening, it ends with the caller's deadline, and the scores are
// left as they are.
func TestLockedOut(t *testing.T) {
	dir := closed(t, score("old", 30, 10))
	unlock := need.Must(lock(t.Context(), filepath.Join(dir, lockName)))(t)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	l := Open(ctx, Config{Dir: dir})
	unlock()
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), "record.too-long") {
		t.Errorf("notices: %v", n)
	}
	if got := ids(mustTop(t, open(t, dir), score("", 25, 1).Variant, 5)); got != "old" {
		t.Errorf("Top = %q", got)
	}
}

// A file that has the lock file's name keeps its content under another name, and the target of a
// link is not touched.
func TestLockFileThatIsNotOurs(t *testing.T) {
	thesis := bytes.Repeat([]byte("my thesis "), 1400)
	for name, put := range map[string]func(dir, path string) error{
		"text":             func(_, path string) error { return os.WriteFile(path, thesis, 0o600) },
		"link":             func(dir, path string) error { return os.Symlink(filepath.Join(dir, "thesis"), path) },
		"link to nothing":  func(dir, path string) error { return os.Symlink(filepath.Join(dir, "nothing"), path) },
		"hard link":        func(dir, path string) error { return os.Link(filepath.Join(dir, "thesis"), path) },
		"link to a folder": func(dir, path string) error { return os.Symlink(dir, path) },
		"folder":           func(_, path string) error { return os.MkdirAll(filepath.Join(path, "deep"), 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			dir, other := t.TempDir(), t.TempDir()
			writeFile(t, filepath.Join(other, "thesis"), thesis)
			need.NoError(t, put(other, filepath.Join(dir, lockName)))
			before := need.Must(identify(os.Lstat(filepath.Join(dir, lockName))))(t)
			l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
			defer func() { _ = l.Close() }()
			aside := filepath.Join(dir, lockName+".aside-20260102T020405Z")
			if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), strconv.Quote(aside)) {
				t.Errorf("notices: %v", n)
			}
			mustAdd(t, l, score("g", 30, 10))
			if after, err := os.Lstat(aside); err != nil || !os.SameFile(before, after) {
				t.Errorf("set aside: %v, %v", after, err)
			}
			if !bytes.Equal(readFile(t, filepath.Join(other, "thesis")), thesis) {
				t.Error("the other file has changed")
			}
			if list, err := os.ReadDir(other); len(list) != 1 || err != nil {
				t.Errorf("the other folder has %v, %v", list, err)
			}
			open(t, dir) // and no notice
		})
	}
}
