//go:build !js

package record

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

func fixedNow() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.FixedZone("east", 3600)) }

const asideName = "mancala.damaged-20260102T020405Z"

// manyScores returns enough scores for a database of several pages.
func manyScores() []match.Score {
	var list []match.Score
	for i := range 200 {
		s := score(fmt.Sprint("game-", i), 25+i%24, 1+i)
		s.Name = strings.Repeat("long name ", 6)
		list = append(list, s)
	}
	return list
}

// checkSetAside opens a folder with a damaged database, and checks the notice, the new database,
// and the old file at the path in the notice.
func checkSetAside(t *testing.T, dir string, want []byte) {
	t.Helper()
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	notices := l.Notices()
	aside := filepath.Join(dir, asideName+".db")
	if len(notices) != 1 || !strings.Contains(notices[0].String(), strconv.Quote(aside)) || notices[0].Err == nil {
		t.Fatalf("notices %v, want one that names %s", notices, aside)
	}
	if want != nil && !bytes.Equal(readFile(t, aside), want) {
		t.Error("the file set aside is not what was there")
	}
	list := mustTop(t, l, score("", 25, 1).Variant, 5)
	for _, s := range list {
		if !slices.Contains(manyScores(), s) {
			t.Errorf("the score %+v was read out of the damage", s)
		}
	}
	if told := strings.Contains(notices[0].String(), "record.afresh"); told != (len(list) == 0) {
		t.Errorf("notice %s, but Top = %v", notices[0].String(), list)
	}
	mustAdd(t, l, score("new", 30, 10))
	need.NoError(t, l.Close())
	if added, err := open(t, dir).Add(t.Context(), score("new", 30, 10)); added || err != nil {
		t.Errorf("after the next start the new score is gone: %v", err)
	}
}

func TestDamagedFiles(t *testing.T) {
	sound := readFile(t, filepath.Join(closed(t, manyScores()...), fileName))
	if len(sound) < 5*4096 {
		t.Fatalf("a database of %d bytes is too small for this test", len(sound))
	}
	patched := func(at int, patch string) []byte {
		b := slices.Clone(sound)
		copy(b[at:], patch)
		return b
	}
	tests := map[string][]byte{
		"text":                  []byte("these are not the scores you are looking for\n"),
		"garbage":               bytes.Repeat([]byte("\xde\xad\xbe\xef"), 5000),
		"garbage header":        patched(0, "SQLite format 4\x00"),
		"zeros":                 make([]byte, 8192),
		"negative version":      patched(60, "\xff\xff\xff\xff"),
		"version without table": patched(60, "\x00\x00\x00\x01"),
		"root page torn":        patched(100, strings.Repeat("\xff", 600)),
		"second page zero":      patched(4096, strings.Repeat("\x00", 4096)),
		"last page garbage":     patched(len(sound)-4096, strings.Repeat("\xa5", 4096)),
		"header only":           sound[:100],
	}
	for _, n := range []int{99, 512, 2048, 4096, 4097, 8192, 10000, len(sound) - 4096, len(sound) - 5000} {
		tests[fmt.Sprintf("truncated at %d", n)] = sound[:n]
	}
	for name, data := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			writeFile(t, filepath.Join(dir, fileName), data)
			checkSetAside(t, dir, data)
		})
	}
}

func TestForeignDatabases(t *testing.T) {
	tests := map[string][]string{
		"another program's":   {"CREATE TABLE notes (text TEXT)"},
		"column missing":      {"DROP INDEX scores_by_rank", "ALTER TABLE scores DROP COLUMN turns"},
		"table missing":       {"DROP TABLE settings"},
		"trigger added":       {"CREATE TRIGGER t AFTER INSERT ON scores BEGIN DELETE FROM scores; END"},
		"version of the past": {"PRAGMA user_version = 1"},
	}
	for name, statements := range tests {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if name != "another program's" {
				dir = closed(t, score("g", 30, 10))
			}
			rawSQL(t, dir, statements...)
			checkSetAside(t, dir, nil)
		})
	}
}

func TestDirectoryInPlaceOfTheFile(t *testing.T) {
	dir := t.TempDir()
	inside := filepath.Join(dir, fileName, "keep")
	need.NoError(t, os.MkdirAll(filepath.Dir(inside), 0o700))
	writeFile(t, inside, []byte("mine"))
	checkSetAside(t, dir, nil)
	if got := readFile(t, filepath.Join(dir, asideName+".db", "keep")); string(got) != "mine" {
		t.Errorf("the folder set aside holds %q", got)
	}
}

// A database that has lost everything is no new one, and the person hears of it. So is one without
// its main file, whose log SQLite would delete.
func TestEmptyIsTold(t *testing.T) {
	for name, make := range map[string]func(dir string) string{
		"no bytes": func(dir string) string { writeFile(t, filepath.Join(dir, fileName), nil); return "" },
		"a byte":   func(dir string) string { writeFile(t, filepath.Join(dir, fileName), []byte{0}); return "" },
		"no tables": func(dir string) string {
			rawSQL(t, dir, "VACUUM")
			return ""
		},
		"no bytes, a log": func(dir string) string {
			writeFile(t, filepath.Join(dir, fileName), nil)
			writeFile(t, filepath.Join(dir, fileName+"-wal"), []byte("log"))
			return "-wal"
		},
		"only a log": func(dir string) string {
			writeFile(t, filepath.Join(dir, fileName+"-wal"), []byte("log"))
			return "-wal"
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			kept := make(dir)
			l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
			defer func() { _ = l.Close() }()
			checkNotices(t, l, "empty")
			if _, err := os.Lstat(filepath.Join(dir, asideName+".db"+kept)); err != nil {
				t.Error(err)
			}
			mustAdd(t, l, score("g", 30, 10))
			need.NoError(t, l.Close())
			open(t, dir) // and no notice
		})
	}
}

// A log of garbage has no commit: SQLite ignores it, and returns the scores of the database itself.
func TestGarbageLog(t *testing.T) {
	for name, size := range map[string]int{"short": 10, "long": 100_000} {
		t.Run(name, func(t *testing.T) {
			dir := closed(t, score("g", 30, 10))
			writeFile(t, filepath.Join(dir, fileName+"-wal"), bytes.Repeat([]byte{0x5a}, size))
			writeFile(t, filepath.Join(dir, fileName+"-shm"), bytes.Repeat([]byte{0xa5}, 32768))
			l := open(t, dir)
			if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "g" {
				t.Errorf("Top = %q", got)
			}
			mustAdd(t, l, score("h", 30, 11))
		})
	}
}

// The log is set aside with its database; the new database would use it otherwise.
func TestLogIsSetAsideToo(t *testing.T) {
	dir := t.TempDir()
	log := bytes.Repeat([]byte{0x5a}, 5000)
	writeFile(t, filepath.Join(dir, fileName), []byte(strings.Repeat("garbage ", 1000)))
	writeFile(t, filepath.Join(dir, fileName+"-wal"), log)
	checkSetAside(t, dir, nil)
	if got := readFile(t, filepath.Join(dir, asideName+".db-wal")); !bytes.Equal(got, log) {
		t.Errorf("the log set aside has %d bytes, want %d", len(got), len(log))
	}
}

func TestNothingSetAsideIsWrittenOver(t *testing.T) {
	dir := t.TempDir()
	taken := []string{asideName + ".db", asideName + "-2.db", asideName + "-3.db-wal"}
	for _, name := range taken {
		writeFile(t, filepath.Join(dir, name), []byte(name))
	}
	writeFile(t, filepath.Join(dir, fileName), []byte("garbage"))
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	for _, name := range taken {
		if got := readFile(t, filepath.Join(dir, name)); string(got) != name {
			t.Errorf("%s was written over with %q", name, got)
		}
	}
	if got := readFile(t, filepath.Join(dir, asideName+"-4.db")); string(got) != "garbage" {
		t.Errorf("set aside: %q", got)
	}
}

// Several processes find the damaged database at once: one sets it aside, and the scores of all are
// kept.
func TestDamageFoundByMany(t *testing.T) {
	const processes = 4
	for range 3 {
		dir := t.TempDir()
		writeFile(t, filepath.Join(dir, fileName), []byte(strings.Repeat("garbage ", 1000)))
		outputs := make(chan string, processes)
		for i := range processes {
			cmd := child(t, "open", dir, fmt.Sprint("g", i))
			go func() {
				out, err := cmd.Output()
				outputs <- fmt.Sprint(string(out), err)
			}()
		}
		told := 0
		for range processes {
			out := <-outputs
			told += strings.Count(out, "notice:")
			if !strings.HasSuffix(out, "<nil>") {
				t.Error(out)
			}
		}
		if all, _ := countScores(t, dir); all != processes || told != 1 {
			t.Errorf("%d rows and %d notices, want %d and 1", all, told, processes)
		}
		if aside, _ := filepath.Glob(filepath.Join(dir, "mancala.damaged-*")); len(aside) != 1 {
			t.Errorf("set aside: %v", aside)
		}
	}
}

// If an open database disappears or is replaced, the next score is still saved.
func TestReplacedWhileOpen(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	mustAdd(t, l, score("before", 40, 10))
	need.NoError(t, os.Rename(filepath.Join(dir, fileName), filepath.Join(dir, "elsewhere.db")))
	for _, suffix := range []string{"-wal", "-shm"} {
		_ = os.Remove(filepath.Join(dir, fileName+suffix))
	}
	mustAdd(t, l, score("after", 30, 10))
	if n := l.Notices(); len(n) != 0 {
		t.Errorf("notices: %v", n)
	}
	need.NoError(t, l.Close())
	if got := ids(mustTop(t, open(t, dir), score("", 25, 1).Variant, 5)); got != "after" {
		t.Errorf("Top = %q, want the score added last", got)
	}
}

// The next call that reads the database finds damage that happened while it was open.
func TestDamagedWhileOpen(t *testing.T) {
	dir := closed(t, manyScores()...)
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	path := filepath.Join(dir, fileName)
	size := len(readFile(t, path))
	need.NoError(t, os.WriteFile(path, bytes.Repeat([]byte{0xa5}, size), 0o600))
	mustAdd(t, l, score("new", 30, 10))
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), asideName) {
		t.Errorf("notices: %v", n)
	}
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "new" {
		t.Errorf("Top = %q", got)
	}
}

// Only rows that no game can have made are skipped.
func TestHostileRows(t *testing.T) {
	dir := closed(t, score("good", 30, 10))
	insert := "INSERT INTO scores VALUES (%s, %s, %s, 'Bob', %d, %d, %d, %d)"
	rawSQL(
		t, dir,
		fmt.Sprintf(insert, "'bad seeds'", "'kalah(6,4)'", "'Eve'", 99, 99, 1, 0),
		fmt.Sprintf(insert, "'seeds'", "'kalah(6,4)'", "'Eve'", 99, 99, 1, 0),
		fmt.Sprintf(insert, "'turns'", "'kalah(6,4)'", "'Eve'", 48, 48, 1<<40, 0),
		fmt.Sprintf(insert, "'date'", "'kalah(6,4)'", "'Eve'", 48, 48, 1, int64(1)<<62),
		fmt.Sprintf(insert, "'utf8'", "'kalah(6,4)'", `CAST(x'ff41' AS TEXT)`, 48, 48, 1, 0),
		fmt.Sprintf(insert, "'newline'", "'kalah(6,4)'", `char(10)`, 48, 48, 1, 0),
		fmt.Sprintf(insert, "'board'", "'kalah(60,4)'", "'Eve'", 48, 48, 1, 0),
		fmt.Sprintf(insert, "'spelling'", "'kalah(06,4)'", "'Eve'", 48, 48, 1, 0),
		"UPDATE settings SET value = CAST(x'ff' AS TEXT)",
	)
	if m := salvage(t.Context(), filepath.Join(dir, fileName)); len(m.scores) != 1 || len(m.settings) != 0 {
		t.Errorf("salvaged %v and %v", m.scores, m.settings)
	}
	l := open(t, dir)
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "good" {
		t.Errorf("Top = %q", got)
	}
	if list, err := l.Variants(t.Context()); len(list) != 1 || err != nil {
		t.Errorf("Variants = %v, %v", list, err)
	}
	if got, err := l.Setting(t.Context(), "name"); got != "" || err != nil {
		t.Errorf("Setting = %q, %v", got, err)
	}
}

func TestOpenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := closed(t, score("g", 30, 10))
	l := Open(ctx, Config{Dir: dir})
	if n := l.Notices(); len(n) != 1 {
		t.Errorf("notices: %v", n)
	}
	if all, _ := countScores(t, dir); all != 1 {
		t.Errorf("%d rows are left", all)
	}
}

// spoil writes garbage over the page of a database that holds a text, and returns the content
// before.
func spoil(t *testing.T, path, text string) []byte {
	t.Helper()
	data := readFile(t, path)
	at := bytes.Index(data, []byte(text))
	if at < 0 {
		t.Fatalf("%s does not stand in %s", text, path)
	}
	garbage := slices.Clone(data)
	copy(garbage[at/4096*4096:], bytes.Repeat([]byte{0xa5}, 4096))
	writeFile(t, path, garbage)
	return garbage
}
