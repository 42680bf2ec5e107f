package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/bustest"
	"mancala/hub/record"
	"mancala/match"
	"mancala/match/lobby"
	"mancala/rules"
	"mancala/tools/need"
)

var day = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func join(t *testing.T) bus.Bus {
	t.Helper()
	node := need.Must(bustest.New(t).Join("a"))(t)
	t.Cleanup(func() { _ = node.Close() })
	return node
}

// made returns a club with two members and three games.
func made(t *testing.T) Club {
	t.Helper()
	dir := t.TempDir()
	r := need.Must(record.Open(t.Context(), record.Config{Dir: dir}))(t)
	t.Cleanup(func() { _ = r.Close() })
	c := Club{Bus: join(t), Record: r}
	log := need.Must(c.Bus.Log(t.Context(), record.LogName))(t)
	game := need.Must(rules.ParseGame("kalah(6,4) 3 6"))(t)
	for n := range 3 {
		data, err := record.Encode(lobby.Game{Game: game, Entry: lobby.GameEntry{
			ID: fmt.Sprint("table-", n), Members: [2]lobby.Member{{ID: "ann"}, {ID: "bob"}}, Result: match.ResultOf(match.Resigned, 1, [2]int{}),
			Began: day, Ended: day,
		}})
		if err == nil {
			_, err = log.Append(t.Context(), data)
		}
		need.NoError(t, err)
	}
	put(t, c.Bus, "players", "ann", "Ann")
	put(t, c.Bus, "players", "bob", "Bob")
	put(t, c.Bus, "secrets", "identity", "secret")
	follow(t, c.Bus, r)
	return c
}

func put(t *testing.T, b bus.Bus, bucket, key, data string) {
	t.Helper()
	to, err := b.Bucket(t.Context(), bucket, 0)
	if err == nil {
		_, err = to.Create(t.Context(), key, []byte(data))
	}
	need.NoError(t, err)
}

// follow brings a record up to date with a bus.
func follow(t *testing.T, b bus.Bus, r *record.Record) {
	t.Helper()
	f := &record.Follower{Record: r, Bus: b, Member: func(data []byte) (record.Member, error) {
		return record.Member{Name: string(data)}, nil
	}}
	if f.Check() == nil {
		t.Error("the record is up to date before it has begun to follow")
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { f.Run(ctx); close(done) }()
	need.Until(t, "the record is up to date", func() bool { return f.Check() == nil })
	cancel()
	<-done
}

func export(t *testing.T, r *record.Record) string {
	t.Helper()
	var out strings.Builder
	need.Must(r.Export(t.Context(), &out, record.JSON, ""))(t)
	return out.String()
}

// A restored club equals the original one, at the restoring node and at every other node.
func TestMakeAndRestore(t *testing.T) {
	c, dir, data := made(t), filepath.Join(t.TempDir(), "backup"), filepath.Join(t.TempDir(), "data")
	need.NoError(t, c.Make(t.Context(), dir))
	checkPrivate(t, dir)
	restored := Club{Bus: join(t)}
	var told []string
	need.NoError(t, restored.Restore(t.Context(), dir, data, func(s string) { told = append(told, s) }))
	if got := strings.Join(told, ", "); got != "games: 3, entries: 3" {
		t.Errorf("told %q", got)
	}
	secrets := need.Must(restored.Bus.Bucket(t.Context(), "secrets", 0))(t)
	if key, err := secrets.Get(t.Context(), "identity"); err != nil || string(key.Data) != "secret" {
		t.Errorf("key %q, %v", key.Data, err)
	}
	for _, folder := range []string{data, t.TempDir()} {
		r := need.Must(record.Open(t.Context(), record.Config{Dir: folder}))(t)
		follow(t, restored.Bus, r)
		if got, want := export(t, r), export(t, c.Record); got != want || !strings.Contains(got, `"Ann"`) {
			t.Errorf("got\n%swant\n%s", got, want)
		}
		need.NoError(t, r.Close())
	}
}

// checkPrivate fails the test if others may read anything of a backup.
func checkPrivate(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if info, err := d.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
		return nil
	})
	need.NoError(t, err)
}

// Impossible backups are refused, and nothing is left behind or overwritten.
func TestRefusals(t *testing.T) {
	c, dir := made(t), filepath.Join(t.TempDir(), "backup")
	silent := func(string) {}
	closed := join(t)
	need.NoError(t, closed.Close())
	if err := (Club{Bus: closed, Record: c.Record}).Make(t.Context(), dir); !errors.Is(err, bus.ErrClosed) {
		t.Errorf("a backup of a bus that is closed: %v", err)
	}
	if left, err := filepath.Glob(dir + "*"); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if err := c.Restore(t.Context(), dir, t.TempDir(), silent); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no backup: %v", err)
	}
	need.NoError(t, c.Make(t.Context(), dir))
	if err := c.Make(t.Context(), dir); err == nil || !strings.Contains(err.Error(), "new folder") {
		t.Errorf("a backup over another: %v", err)
	}
	if err := c.Restore(t.Context(), dir, t.TempDir(), silent); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("a bus with members: %v", err)
	}
	data := t.TempDir()
	need.NoError(t, os.WriteFile(filepath.Join(data, record.FileName), nil, 0o600))
	empty := Club{Bus: join(t)}
	if err := empty.Restore(t.Context(), dir, data, silent); err == nil || !strings.Contains(err.Error(), "a record in") {
		t.Errorf("a folder with a record: %v", err)
	}
	if entries, err := os.ReadDir(data); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v", entries, err)
	}
	need.NoError(t, os.WriteFile(filepath.Join(dir, aboutName), []byte(`{"format":2}`), 0o600))
	if err := empty.Restore(t.Context(), dir, t.TempDir(), silent); err == nil || !strings.Contains(err.Error(), "newer hub") {
		t.Errorf("a newer backup: %v", err)
	}
}

// FuzzRestore restores buckets from any file: it succeeds with all entries, or says why it does
// not.
func FuzzRestore(f *testing.F) {
	f.Add([]byte(`{"bucket":"keys","key":"a","data":"YQ=="}` + "\n"))
	f.Add([]byte(`{"bucket":"tables","key":"a"}`))
	f.Add([]byte(`{"bucket":"keys","key":"../a"}`))
	f.Add([]byte(`{"bucket":"keys","key":"a"}{"bucket":"keys","key":"a"}`))
	f.Add([]byte("[[[["))
	f.Fuzz(func(t *testing.T, text []byte) {
		path := filepath.Join(t.TempDir(), bucketsName)
		need.NoError(t, os.WriteFile(path, text, 0o600))
		node := need.Must(bustest.New(t).Join("n0"))(t)
		defer node.Close()
		keys := need.Must(node.Bucket(t.Context(), "keys", 0))(t)
		if err := restoreBuckets(t.Context(), path, map[string]bus.Bucket{"keys": keys}, func(string) {}); err != nil {
			return
		}
		list, err := bus.Present(t.Context(), keys)
		for _, e := range list {
			err = errors.Join(err, bus.CheckKey(e.Key))
		}
		need.NoError(t, err)
	})
}
