//go:build !js

package record

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

func unseen(int, int) {}

// listed returns the names in a folder.
func listed(t testing.TB, dir string) []string {
	t.Helper()
	var names []string
	for _, e := range need.Must(os.ReadDir(dir))(t) {
		names = append(names, e.Name())
	}
	return names
}

// codeOf returns the code of a refusal, or "" of none.
func codeOf(t testing.TB, err error) string {
	t.Helper()
	n := (*rules.Note)(nil)
	if err != nil && !errors.As(err, &n) {
		t.Errorf("a refusal without a sentence: %v", err)
	}
	if n == nil {
		return ""
	}
	return strings.TrimPrefix(n.Code, "record.")
}

// A backup of one folder, made while it is in use, is restored to another one: everything is there,
// and what was in the other one is kept beside it.
func TestBackupAndRestore(t *testing.T) {
	from, to := archived(t, 1000), t.TempDir()
	l := open(t, from)
	mustSave(t, l, game(t, "running", "kalah(6,4) 3 6"))
	key := mustIdentity(t, l)
	path := filepath.Join(t.TempDir(), "b.db")
	calls, last := 0, 0
	games, err := Backup(t.Context(), Config{Dir: from}, path, false, func(done, total int) {
		if calls++; done < last || done > total {
			t.Errorf("%d of %d after %d", done, total, last)
		}
		last = done
	})
	if games != 1001 || err != nil || calls == 0 {
		t.Fatalf("%d games, %v, %d calls", games, err, calls)
	}
	if info := need.Must(os.Stat(path))(t); runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("the backup is %v", info.Mode())
	}
	if names := listed(t, filepath.Dir(path)); len(names) != 1 {
		t.Errorf("beside the backup: %v", names)
	}
	content := readFile(t, path)

	other := open(t, to)
	mustSave(t, other, game(t, "former", "kalah(6,4) 3"))
	formerKey := mustIdentity(t, other)
	need.NoError(t, other.Close())
	r, err := Restore(t.Context(), Config{Dir: to, Now: fixedNow}, path, unseen)
	if err != nil || r.Games != 1001 || !r.Whole || !r.Key || !r.Placed || len(r.Former) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if !bytes.Equal(readFile(t, path), content) || len(listed(t, filepath.Dir(path))) != 1 {
		t.Error("the backup is not as it was")
	}
	restored := open(t, to)
	if mustIdentity(t, restored).Fingerprint() != key.Fingerprint() {
		t.Error("the key is not that of the backup")
	}
	if _, found, err := restored.Game(t.Context(), "running"); !found || err != nil {
		t.Errorf("the running game: %v, %v", found, err)
	}
	if value, err := restored.Setting(t.Context(), keySetting); value != "" || err != nil {
		t.Errorf("the key stays in the settings: %v", err)
	}
	checkRescued(t, restored, "", nil, 1000)
	if _, there := copied(t, aside(t, r.Former[0])).archive["former"]; !there {
		t.Error("the former games are gone")
	}
	if !bytes.Equal(readFile(t, r.Former[1]), formerKey.PEM()) {
		t.Error("the former key is gone")
	}
}

// aside copies a database to a folder that can be opened.
func aside(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, fileName), readFile(t, path))
	return dir
}

// A plain copy is restored, too, with the log beside it.
func TestRestoreOfACopyWithItsLog(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	l := open(t, from)
	mustSave(t, l, game(t, "g-1", "kalah(6,4) 3 6"))
	copies := t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		writeFile(t, filepath.Join(copies, "c.db"+suffix), readFile(t, filepath.Join(from, fileName+suffix)))
	}
	r, err := Restore(t.Context(), Config{Dir: to}, filepath.Join(copies, "c.db"), unseen)
	if err != nil || r.Games != 1 || r.Key || len(r.Former) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Refusals change nothing and leave nothing behind.
func TestBackupsThatAreRefused(t *testing.T) {
	dir := archived(t, 10)
	place := t.TempDir()
	taken := filepath.Join(place, "taken.db")
	writeFile(t, taken, []byte("mine"))
	writeFile(t, filepath.Join(place, "log.db-wal"), []byte("mine"))
	link := filepath.Join(place, "link.db")
	linked := os.Symlink(filepath.Join(dir, fileName), link)
	if _, err := os.Lstat(link); err != nil {
		linked = err // Wine makes no links, but reports none of that
	}
	before := listed(t, place)
	damaged := archived(t, 1000)
	spoil(t, filepath.Join(damaged, fileName), "g-500kalah")
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, c := range []struct {
		name, dir, to string
		replace       bool
		want          string
	}{
		{"taken", dir, taken, false, "backup-exists"},
		{"beside a log", dir, filepath.Join(place, "log.db"), false, "backup-exists"},
		{"a folder", dir, place, true, "backup-folder"},
		{"itself", dir, filepath.Join(dir, fileName), true, "backup-itself"},
		{"its lock", dir, filepath.Join(dir, lockName), true, "backup-itself"},
		{"a link to itself", dir, link, true, "backup-itself"},
		{"nowhere", dir, filepath.Join(place, "no", "b.db"), false, "copy-failed"},
		{"below a file", dir, filepath.Join(taken, "b.db"), false, "copy-failed"},
		{"no games", t.TempDir(), filepath.Join(place, "b.db"), false, "backup-none"},
		{"damaged", damaged, filepath.Join(place, "b.db"), false, "backup-damaged"},
		{"stopped", dir, filepath.Join(place, "b.db"), false, "copy-stopped"},
	} {
		if c.name == "a link to itself" && linked != nil {
			continue // the system has no links
		}
		ctx := t.Context()
		if c.name == "stopped" {
			ctx = stopped
		}
		if _, err := Backup(ctx, Config{Dir: c.dir}, c.to, c.replace, unseen); codeOf(t, err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if after := listed(t, place); !slices.Equal(before, after) || string(readFile(t, taken)) != "mine" {
		t.Errorf("there was %v, and is %v", before, after)
	}
	need.Must(Backup(t.Context(), Config{Dir: dir}, taken, true, unseen))(t)
	if names := listed(t, place); !slices.Equal(before, names) || len(copied(t, aside(t, taken)).archive) != 10 {
		t.Error("it was not replaced")
	}
}

func TestRestoresThatAreRefused(t *testing.T) {
	place := t.TempDir()
	put := func(name string, data []byte) string {
		writeFile(t, filepath.Join(place, name), data)
		return filepath.Join(place, name)
	}
	sound := readFile(t, filepath.Join(archived(t, 1000), fileName))
	newer := t.TempDir()
	open(t, newer)
	rawSQL(t, newer, "PRAGMA user_version = 999")
	foreign := t.TempDir()
	rawSQL(t, foreign, "CREATE TABLE notes (text TEXT)")
	hollow := t.TempDir()
	rawSQL(t, hollow, "VACUUM")
	torn := slices.Clone(sound)
	copy(torn[len(torn)/2/4096*4096:], make([]byte, 4096))
	dir := archived(t, 10)
	before := readFile(t, filepath.Join(dir, fileName))
	for _, c := range []struct{ name, from, want string }{
		{"missing", filepath.Join(place, "no.db"), "restore-missing"},
		{"folder", place, "restore-no-file"},
		{"empty", put("empty.db", nil), "restore-empty"},
		{"no tables", filepath.Join(hollow, fileName), "restore-empty"},
		{"text", put("text.db", []byte(strings.Repeat("text ", 2000))), "restore-damaged"},
		{"cut", put("cut.db", sound[:len(sound)-5000]), "restore-damaged"},
		{"spoiled", put("torn.db", torn), "restore-damaged"},
		{"foreign", filepath.Join(foreign, fileName), "restore-damaged"},
		{"newer", filepath.Join(newer, fileName), "restore-newer"},
		{"in use", filepath.Join(dir, fileName), "restore-itself"},
	} {
		if _, err := Restore(t.Context(), Config{Dir: dir}, c.from, unseen); codeOf(t, err) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	running := open(t, dir)
	mustTop(t, running, score("", 25, 1).Variant, 1)
	good := put("good.db", sound)
	if _, err := Restore(t.Context(), Config{Dir: dir}, good, unseen); codeOf(t, err) != "restore-running" {
		t.Errorf("while a program runs: %v", err)
	}
	mustSave(t, running, game(t, "after", "kalah(6,4) 3 6"))
	need.NoError(t, running.Close())
	if got := copied(t, dir).archive; len(got) != 11 || got["after"].ID == "" {
		t.Errorf("there are %d games", len(got))
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := Restore(stopped, Config{Dir: dir}, good, unseen); codeOf(t, err) != "copy-stopped" {
		t.Errorf("stopped: %v", err)
	}
	if names := listed(t, dir); len(names) != 3 || len(before) == 0 {
		t.Errorf("left behind: %v", names)
	}
	if r, err := Restore(t.Context(), Config{Dir: dir}, good, unseen); err != nil || r.Games != 1000 {
		t.Errorf("%+v, %v", r, err)
	}
}

// Whatever is in the way of a restored database is kept: a damaged one, with its log, or a folder.
func TestRestoreOverDamage(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "b.db")
	need.Must(Backup(t.Context(), Config{Dir: archived(t, 10)}, backup, false, unseen))(t)
	for name, make := range map[string]func(dir string) error{
		"garbage": func(dir string) error {
			return errors.Join(os.WriteFile(filepath.Join(dir, fileName), []byte(strings.Repeat("garbage ", 900)), 0o600),
				os.WriteFile(filepath.Join(dir, fileName+"-wal"), []byte("log"), 0o600))
		},
		"empty":  func(dir string) error { return os.WriteFile(filepath.Join(dir, fileName), nil, 0o600) },
		"folder": func(dir string) error { return os.Mkdir(filepath.Join(dir, fileName), 0o700) },
	} {
		dir := t.TempDir()
		need.NoError(t, make(dir))
		r, err := Restore(t.Context(), Config{Dir: dir, Now: fixedNow}, backup, unseen)
		if err != nil || r.Games != 10 || len(r.Former) != 1 {
			t.Errorf("%s: %+v, %v", name, r, err)
			continue
		}
		if _, err := os.Lstat(r.Former[0]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if list, _, err := open(t, dir).Games(t.Context(), match.GameQuery{}); len(list) != 10 || err != nil {
			t.Errorf("%s: %d games, %v", name, len(list), err)
		}
	}
}

// A damaged count of a shelf neither lengthens a listing nor stays.
func TestDamagedCounts(t *testing.T) {
	for _, count := range []string{"1000000000", "9223372036854775807", "0"} {
		dir := archived(t, 600)
		rawSQL(t, dir, "UPDATE shelves SET games = "+count)
		seal(dir) // as if it had come about while the program had it open
		l := open(t, dir)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		n := 0
		for _, err := range l.EachGame(ctx, match.GameQuery{}) {
			need.NoError(t, err)
			n++
		}
		if count != "0" && n != 600 {
			t.Errorf("with a count of %s there are %d games", count, n)
		}
		need.NoError(t, l.Close(), os.Remove(filepath.Join(dir, sealName)))
		l = Open(t.Context(), Config{Dir: dir})
		checkNotices(t, l, "not-whole")
		if _, total, err := l.Games(t.Context(), match.GameQuery{Limit: 1}); total != 600 || err != nil {
			t.Errorf("after a count of %s: %d games, %v", count, total, err)
		}
		need.NoError(t, l.Close())
		open(t, dir) // and no notice
	}
}
