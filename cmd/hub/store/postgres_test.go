package store

import (
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	sqlite3 "modernc.org/sqlite/lib"

	"mancala/cmd/hub/hubtest"
	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// testStartAtOnce: nodes that start at once make the tables once.
func testStartAtOnce(t *testing.T, cfg Config) {
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() {
			s, err := Open(t.Context(), cfg)
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// testReadOnly: a database that can only be read is named as that, and no error has a password.
func testReadOnly(t *testing.T, cfg Config) {
	s := need.Must(Open(t.Context(), cfg))(t)
	_, err := s.writing.ExecContext(t.Context(), "DO $do$ BEGIN EXECUTE 'ALTER DATABASE ' || current_database() || ' SET default_transaction_read_only = on'; END $do$")
	need.NoError(t, err, s.Close())
	if s, err := Open(t.Context(), cfg); !errors.Is(err, ErrReadOnly) {
		t.Errorf("%v, %v", s, err)
	}
	for _, url := range []string{"postgres://ada:secret@127.0.0.1:1/club", "host=127.0.0.1 port=x password=secret", "postgres://a:secret@%zz"} {
		if _, err := Open(t.Context(), Config{URL: url, Rand: rand.Reader}); err == nil || strings.Contains(err.Error(), ":secret") || strings.Contains(err.Error(), "=secret") {
			t.Errorf("%v", err)
		}
	}
}

// testServerKilled: while the database is away appends wait, and nothing that was reported is lost.
func testServerKilled(t *testing.T, p *hubtest.Postgres) {
	s := need.Must(Open(t.Context(), Config{URL: p.Database(), Rand: rand.Reader}))(t)
	defer s.Close()
	const tables = 8
	var stored [tables]int
	var all sync.WaitGroup
	stop := make(chan bool)
	for i := range tables {
		tab := need.Must(s.Create(t.Context(), fmt.Sprint("t", i), nil, []byte("0")))(t)
		all.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := tab.Append(t.Context(), []byte(fmt.Sprint(stored[i]+1))); err != nil {
					t.Error(err)
					return
				}
				stored[i]++
			}
		})
	}
	for range 2 {
		need.Until(t, "something is stored", func() bool { return s.Stats().Trouble == nil && time.Since(s.Stats().Stored) < time.Second })
		p.Kill()
		need.Until(t, "the writer is in trouble", func() bool { return s.Stats().Trouble != nil })
		p.Run()
	}
	need.Until(t, "something is stored again", func() bool { return s.Stats().Trouble == nil })
	close(stop)
	all.Wait()
	c := &club{t: t}
	for i, n := range stored {
		list := c.records(s, fmt.Sprint("t", i))
		if len(list) != n+1 {
			t.Errorf("table %d has %d records, %d were stored", i, len(list), n+1)
		}
		for k, body := range list {
			if body != fmt.Sprint(k) {
				t.Errorf("table %d: record %d is %s", i, k, body)
			}
		}
	}
}

// testStandsStill: a node that stands still in a transaction does not keep the others from theirs.
func testStandsStill(t *testing.T, cfg Config) {
	a, b := need.Must(Open(t.Context(), cfg))(t), need.Must(Open(t.Context(), cfg))(t)
	defer a.Close()
	defer b.Close()
	stands := need.Must(a.begin(t.Context()))(t)
	stands.tell("kind", "never", nil)
	need.NoError(t, stands.tellAll()) // holds the counter's row
	need.NoError(t, b.Tell(t.Context(), Change{Kind: "kind", ID: "later"}))
	if err := a.commit(stands.tx); err == nil {
		t.Error("the server has not ended the transaction")
	}
}

// testLockedRow: a table whose row someone holds keeps no others from changing hands.
func testLockedRow(t *testing.T, cfg Config) {
	s := need.Must(Open(t.Context(), cfg))(t)
	defer s.Close()
	errs := map[string]error{}
	for _, id := range []string{"held", "other"} {
		need.Must(s.Create(t.Context(), id, nil, []byte("0")))(t)
		s.joint.waiting = append(s.joint.waiting, &call{id: id, done: make(chan struct{}), do: func(x *tx) error {
			_, _, _, errs[id] = x.claim(s, id)
			return errs[id]
		}})
	}
	holder := need.Must(s.begin(t.Context()))(t)
	need.Must(holder.exec("UPDATE tab SET number = 2 WHERE id = 'held'"))(t)
	s.doTogether()
	if at := new(Elsewhere); !errors.As(errs["held"], &at) || errs["other"] != nil {
		t.Errorf("%v", errs)
	}
	need.NoError(t, holder.tx.Rollback())
}

// testWakes: a change at one node wakes another one, and a node notices if nothing can wake it.
func testWakes(t *testing.T, cfg Config) {
	a, b := need.Must(Open(t.Context(), cfg))(t), need.Must(Open(t.Context(), cfg))(t)
	defer a.Close()
	defer b.Close()
	<-a.heard // both listen
	<-b.heard
	need.NoError(t, a.Tell(t.Context(), Change{Kind: "kind", ID: "id"}))
	<-b.heard
	silent := func() error { return nil }
	if err := hear(t.Context(), a.writing, silent, func() {}); !errors.Is(err, errDeaf) {
		t.Errorf("a node that nothing wakes: %v", err)
	}
}

// TestFullDisk: while the disk is full appends wait, and the writer tells why; then it goes on.
func TestFullDisk(t *testing.T) {
	c := newFile(t)
	s := c.node("a")
	tab := need.Must(s.Create(t.Context(), "tab", nil, []byte("0")))(t)
	var pages int
	need.NoError(t, s.writing.QueryRow("PRAGMA page_count").Scan(&pages))
	var most int
	need.NoError(t, s.writing.QueryRow(fmt.Sprint("PRAGMA max_page_count = ", pages)).Scan(&most))
	done := make(chan error, 1)
	go func() { done <- tab.Append(t.Context(), make([]byte, 1<<20)) }()
	need.Until(t, "the writer tells that the disk is full", func() bool { return sqlitefile.Code(s.Stats().Trouble) == sqlite3.SQLITE_FULL })
	select {
	case err := <-done:
		t.Fatalf("the append has ended: %v", err)
	default:
	}
	need.NoError(t, s.writing.QueryRow("PRAGMA max_page_count = 1000000").Scan(&most))
	need.NoError(t, <-done)
	if got := len(c.records(s, "tab")); got != 2 || s.Stats().Trouble != nil {
		t.Errorf("%d records, %+v", got, s.Stats())
	}
}

// TestOneProcess: a folder is one process's.
func TestOneProcess(t *testing.T) {
	dir := t.TempDir()
	s := need.Must(Open(t.Context(), Config{Dir: dir, Rand: rand.Reader}))(t)
	if _, err := Open(t.Context(), Config{Dir: dir, Rand: rand.Reader}); !errors.Is(err, sqlitefile.ErrInUse) {
		t.Error(err)
	}
	need.NoError(t, s.Close())
	if err := s.Tell(t.Context(), Change{Kind: "kind", ID: "id"}); err == nil || errors.Is(err, sql.ErrNoRows) {
		t.Errorf("a store that is closed: %v", err)
	}
}
