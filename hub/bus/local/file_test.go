package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mancala/hub/bus"
	"mancala/record/sqlitefile"
	"mancala/tools/need"
)

// parts returns a node of a broker with a bucket and a log.
func parts(t testing.TB, b *Broker) (bus.Bucket, bus.Log) {
	t.Helper()
	n := need.Must(b.Join("node"))(t)
	t.Cleanup(func() { n.Close() })
	k := need.Must(n.Bucket(t.Context(), "bucket", 0))(t)
	l := need.Must(n.Log(t.Context(), "log"))(t)
	return k, l
}

// TestReopenJournal: records survive a restart, and revisions continue to rise, even if the records
// with the highest ones were deleted.
func TestReopenJournal(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	journal := func(b *Broker) bus.Journal {
		n := need.Must(b.Join("node"))(t)
		t.Cleanup(func() { n.Close() })
		return need.Must(n.Journal(ctx, "journal"))(t)
	}
	b := open(t, dir)
	j := journal(b)
	first, _ := j.Append(ctx, "k", 0, []byte("one"))
	second, _ := j.Append(ctx, "k", first, []byte("two"))
	gone, _ := j.Append(ctx, "gone", 0, nil)
	j.Trim(ctx, "k", second)
	j.Delete(ctx, "gone")
	need.NoError(t, b.Close())
	j = journal(open(t, dir))
	if list, err := j.Read(ctx, "k"); err != nil || len(list) != 1 || list[0].Revision != second || string(list[0].Data) != "two" {
		t.Fatalf("%v, %v", list, err)
	}
	if revision, err := j.Append(ctx, "k", second, nil); err != nil || revision <= gone {
		t.Errorf("revision %d after %d, %v", revision, gone, err)
	}
}

// TestReopen: all data survives a restart, and revisions and numbers continue to rise.
func TestReopen(t *testing.T) {
	dir, ctx := filepath.Join(t.TempDir(), "a", "b"), t.Context()
	b := open(t, dir)
	k, l := parts(t, b)
	first, _ := k.Create(ctx, "k", []byte("one"))
	k.Create(ctx, "gone", nil)
	k.Delete(ctx, "gone", 0)
	l.Append(ctx, []byte("item"))
	k.Update(ctx, "k", []byte("two"), first)
	need.NoError(t, b.Close())
	k, l = parts(t, open(t, dir))
	e, err := k.Get(ctx, "k")
	if err != nil || string(e.Data) != "two" || e.Revision != 4 {
		t.Fatalf("%+v, %v", e, err)
	}
	if revision, err := k.Create(ctx, "gone", nil); err != nil || revision != 5 {
		t.Errorf("revision %d, %v", revision, err)
	}
	if number, err := l.Append(ctx, nil); err != nil || number != 2 {
		t.Errorf("number %d, %v", number, err)
	}
}

func TestInUse(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	if _, err := Open(t.Context(), dir); !errors.Is(err, ErrInUse) {
		t.Errorf("second opening: %v", err)
	}
	b.Close()
	open(t, dir)
}

func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	before := []byte(strings.Repeat("this is no database. ", 1000))
	need.NoError(t, os.WriteFile(path, before, 0o600))
	if _, err := Open(t.Context(), dir); !sqlitefile.IsDamaged(err) {
		t.Errorf("opening: %v", err)
	}
	if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
		t.Errorf("the file was changed, %v", err)
	}
}

// TestFullDisk: a transaction fails as a whole, and the bus stores again once there is room.
func TestFullDisk(t *testing.T) {
	ctx := t.Context()
	b := open(t, t.TempDir())
	k, l := parts(t, b)
	k.Create(ctx, "k", []byte("before"))
	limit := func(pages int) {
		t.Helper()
		need.NoError(t, b.writer.do(ctx, func(w *writer) error {
			_, err := w.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
			return err
		}, nil))
	}
	limit(1)
	failed := 0
	for i := range 100 {
		if _, err := k.Create(ctx, fmt.Sprint("big", i), make([]byte, bus.MaxData)); err != nil {
			failed++
		}
	}
	if failed < 90 {
		t.Errorf("only %d of 100 failed", failed)
	}
	if e, err := k.Get(ctx, "k"); err != nil || string(e.Data) != "before" {
		t.Errorf("%+v, %v", e, err)
	}
	limit(1 << 30)
	revision, err := k.Create(ctx, "after", nil)
	if err != nil || revision != uint64(2+100-failed) {
		t.Errorf("revision %d, %v", revision, err)
	}
	if number, err := l.Append(ctx, nil); err != nil || number != 1 {
		t.Errorf("number %d, %v", number, err)
	}
}

// TestKilled: acknowledged changes survive a kill -9 of a child process.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("MANCALA_TEST_KILLED"); dir != "" {
		storeUntilKilled(t, dir)
		return
	}
	dir := t.TempDir()
	last := map[string]int{}
	for round := range 3 {
		c := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		c.Env = append(os.Environ(), "MANCALA_TEST_KILLED="+dir)
		need.Kill(t, c, 300*(round+1), func(text string) {
			key, value, _ := strings.Cut(text, " ")
			if n, err := strconv.Atoi(value); err == nil {
				last[key] = n
			}
		})
		if len(last) == 0 {
			t.Fatal("the other process stored nothing")
		}
		checkStored(t, dir, last)
	}
}

// storeUntilKilled counts under several keys and in a log, and prints each number once it is
// stored.
func storeUntilKilled(t *testing.T, dir string) {
	k, l := parts(t, open(t, dir))
	ctx := context.Background()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			key := fmt.Sprint("k", i)
			e, _ := k.Get(ctx, key)
			if e.Revision == 0 {
				e.Revision, _ = k.Create(ctx, key, nil)
			}
			n, _ := strconv.Atoi(string(e.Data))
			for {
				n++
				var err error
				if e.Revision, err = k.Update(ctx, key, []byte(strconv.Itoa(n)), e.Revision); err != nil {
					t.Error(err)
					return
				}
				os.Stdout.WriteString(fmt.Sprintln(key, n))
				number, err := l.Append(ctx, nil)
				if err != nil {
					t.Error(err)
					return
				}
				os.Stdout.WriteString(fmt.Sprintln("log", number))
			}
		})
	}
	all.Wait()
}

// checkStored fails unless at least these are stored.
func checkStored(t *testing.T, dir string, last map[string]int) {
	t.Helper()
	b := open(t, dir)
	defer b.Close()
	k, l := parts(t, b)
	for key, want := range last {
		if key == "log" {
			continue
		}
		e, err := k.Get(t.Context(), key)
		if n, _ := strconv.Atoi(string(e.Data)); err != nil || n < want {
			t.Errorf("%s is %q, not at least %d; %v", key, e.Data, want, err)
		}
	}
	if number, err := l.Append(t.Context(), nil); err != nil || number <= uint64(last["log"]) {
		t.Errorf("the next number is %d after %d, %v", number, last["log"], err)
	}
	last["log"] = 0
}

// After Close the database is one file: a copy of that is all of it.
func TestCloseEmptiesLog(t *testing.T) {
	dir := t.TempDir()
	b := open(t, dir)
	k, l := parts(t, b)
	_, err := k.Create(t.Context(), "k", []byte("one"))
	_, failed := l.Append(t.Context(), []byte("item"))
	need.NoError(t, err, failed, b.Close())
	if left, err := filepath.Glob(filepath.Join(dir, fileName+"-*")); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// No other user may read the file or its log, also if an older hub made them.
func TestFilesThatOthersCouldRead(t *testing.T) {
	dir := t.TempDir()
	for _, before := range []os.FileMode{0, 0o644} {
		path := filepath.Join(dir, fileName)
		if before != 0 {
			need.NoError(t, os.Chmod(path, before))
		}
		b := open(t, dir)
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if info, err := os.Stat(path + suffix); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("%s: %v, %v", suffix, info, err)
			}
		}
		need.NoError(t, b.Close())
	}
}

// The lock file is empty, so it may be damaged or removed. Nothing waits forever if a table is
// missing.
func TestDamagedLock(t *testing.T) {
	dir := t.TempDir()
	need.NoError(t, open(t, dir).Close())
	need.NoError(t, os.WriteFile(filepath.Join(dir, "lock.db"), bytes.Repeat([]byte("no database"), 1000), 0o600))
	need.NoError(t, open(t, dir).Close())
	db := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw"))(t)
	need.Must(db.ExecContext(t.Context(), "DROP TABLE items"))(t)
	need.NoError(t, db.Close())
	if b, err := Open(t.Context(), dir); err == nil {
		_ = b.Close()
		t.Error("a database without a table is opened")
	}
}
