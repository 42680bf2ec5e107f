package store

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

// testSecrets: all nodes have the same secret, and one of them at a time a turn.
func testSecrets(c *club) {
	a, b, ctx := c.node("a"), c.node("b"), c.t.Context()
	for _, s := range []*Store{a, b} {
		if got := need.Must(SecretsOf(s).Secret(ctx, "seed", []byte(s.cfg.Node)))(c.t); string(got) != "a" {
			c.t.Errorf("the secret of node %s is %q", s.cfg.Node, got)
		}
	}
	need.NoError(c.t, SecretsOf(a).Keep(ctx, "k", []byte("1")), SecretsOf(b).Keep(ctx, "k", []byte("2")))
	if got := need.Must(SecretsOf(a).Kept(ctx, "k"))(c.t); string(got) != "2" {
		c.t.Errorf("%q is kept", got)
	}
	need.NoError(c.t, SecretsOf(a).Drop(ctx, "k"), SecretsOf(a).Drop(ctx, "k"))
	if _, err := SecretsOf(b).Kept(ctx, "k"); !errors.Is(err, ErrNotFound) {
		c.t.Errorf("a dropped secret: %v", err)
	}
	if list := need.Must(a.Nodes(ctx))(c.t); len(list) != 2 || list[0].Name != "a" || list[1].Address != "b.example.org:7000" {
		c.t.Errorf("nodes: %v", list)
	}
	c.silence(b)
	if list := need.Must(a.Nodes(ctx))(c.t); len(list) != 1 {
		c.t.Errorf("nodes that live: %v", list)
	}
}

// testBackup: a backup of either engine is restored to either, with all that lasts.
func testBackup(c *club) {
	a, ctx := c.node("a"), c.t.Context()
	c.enter(a, "ann", "bob")
	need.NoError(c.t, a.Block(ctx, "ann", "bob", false, 5), a.PutReport(ctx, Report{ID: "r", By: "ann", About: "bob", Text: "ö"}, 5),
		a.SetNotice(ctx, "announcement", "Hello"), SecretsOf(a).Keep(ctx, "key", []byte{0, 255}))
	const talk = "what is said at a table"
	tab := need.Must(a.Sit(ctx, "t", []byte("setup"), []byte(talk), Place{Member: "ann"}, Place{Member: "bob"}))(c.t)
	need.NoError(c.t, tab.Finish(ctx, Finish{Record: []byte("1"), Game: gameOf("g", "ann", "bob"), Rate: rate}))
	long := need.Must(a.Create(ctx, "long", nil, []byte("0")))(c.t)
	for range 40 {
		need.NoError(c.t, long.Append(ctx, []byte(strings.Repeat(talk, 40))))
	}
	need.NoError(c.t, long.Delete(ctx)) // which leaves free pages
	want := dump(c.t, a)
	dir := filepath.Join(c.t.TempDir(), "backup")
	var told []string
	need.NoError(c.t, a.Backup(ctx, dir, func(line string) { told = append(told, line) }))
	if !slices.Contains(told, "100 %") && (!slices.Contains(told, "member: 2") || !slices.Contains(told, "game: 1")) {
		c.t.Errorf("told %q", told)
	}
	if file := need.Must(os.ReadFile(filepath.Join(dir, FileName)))(c.t); bytes.Contains(file, []byte(talk)) {
		c.t.Error("the backup has traces of a table")
	}
	if err := a.Backup(ctx, dir, func(string) {}); err == nil || !strings.Contains(err.Error(), "needs a new folder") {
		c.t.Errorf("a folder that is there: %v", err)
	}
	for name, cfg := range map[string]Config{"SQLite": {Dir: filepath.Join(c.t.TempDir(), "other")}, "PostgreSQL": {URL: c.other}} {
		if cfg.URL == "" && cfg.Dir == "" {
			continue
		}
		need.NoError(c.t, Restore(ctx, dir, cfg, func(string) {}))
		view := need.Must(View(ctx, cfg))(c.t)
		if got := dump(c.t, view); got != want {
			c.t.Errorf("restored to %s:\n%s\nwant\n%s", name, got, want)
		}
		if places := c.places(view); len(places) > 0 {
			c.t.Errorf("restored to %s: places %v", name, places)
		}
		need.NoError(c.t, view.Close())
		if err := Restore(ctx, dir, cfg, func(string) {}); err == nil || !strings.Contains(err.Error(), "not empty") {
			c.t.Errorf("%s again: %v", name, err)
		}
		cfg.Node, cfg.Rand = "z", rand.Reader
		s := need.Must(Open(ctx, cfg))(c.t)
		tab := need.Must(s.Sit(ctx, "u", nil, []byte("0"), Place{Member: "ann"}, Place{Member: "bob"}))(c.t)
		need.NoError(c.t, tab.Finish(ctx, Finish{Record: []byte("1"), Game: gameOf("h", "ann", "bob"), Rate: rate}), s.Close())
	}
}

// dump returns all that lasts as text.
func dump(t *testing.T, s *Store) string {
	var out []string
	for _, table := range lasting {
		need.NoError(t, s.view(t.Context(), func(rows *sql.Rows) error {
			columns, err := rows.Columns()
			values := make([]any, len(columns))
			for i := range values {
				values[i] = new(any)
			}
			err = errors.Join(err, rows.Scan(values...))
			line := table
			for _, v := range values {
				line += fmt.Sprintf(" %v", *v.(*any))
			}
			out = append(out, line)
			return err
		}, "SELECT * FROM "+table))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// TestBackupRefused: what is no backup, or one of another version, is named.
func TestBackupRefused(t *testing.T) {
	ctx, empty, old := context.Background(), t.TempDir(), t.TempDir()
	s := need.Must(Open(ctx, Config{Dir: old, Node: "a", Rand: rand.Reader}))(t)
	if err := Restore(ctx, old, Config{Dir: t.TempDir()}, nil); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a club that runs: %v", err)
	}
	need.NoError(t, s.change(ctx, func(x *tx) error {
		_, err := x.exec("UPDATE version SET version = version + 1")
		return err
	}), s.Close())
	if err := Restore(ctx, old, Config{Dir: t.TempDir()}, nil); !errors.Is(err, ErrNewer) {
		t.Errorf("one of a newer hub: %v", err)
	}
	if err := Restore(ctx, empty, Config{Dir: t.TempDir()}, nil); err == nil || !strings.Contains(err.Error(), "is not a backup") {
		t.Errorf("an empty folder: %v", err)
	}
	need.NoError(t, os.WriteFile(filepath.Join(empty, FileName), []byte("no database at all, but longer than a hundred bytes"), 0o600))
	if err := Restore(ctx, empty, Config{Dir: t.TempDir()}, nil); err == nil {
		t.Error("a file of another kind is restored")
	}
}

// TestTables: a backup has each table, or leaves it out on purpose.
func TestTables(t *testing.T) {
	s := need.Must(Open(t.Context(), Config{Dir: t.TempDir(), Node: "a", Rand: rand.Reader}))(t)
	defer s.Close()
	need.NoError(t, s.view(t.Context(), func(rows *sql.Rows) error {
		var name string
		err := rows.Scan(&name)
		if slices.Contains(lasting, name) == slices.Contains(slices.Concat(fleeting, counting), name) {
			t.Errorf("a backup has to have table %s or to leave it out", name)
		}
		return err
	}, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"))
}
