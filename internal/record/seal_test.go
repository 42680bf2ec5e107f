//go:build !js

package record

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// TestSealStays changes a database in ways in which SQLite moves its log into the file by itself or
// in parts. None of them may have the next opening check all of it.
func TestSealStays(t *testing.T) {
	dir := t.TempDir()
	l := Open(t.Context(), Config{Dir: dir, pragmas: []string{"wal_autocheckpoint(10)"}})
	still := func(when string) {
		t.Helper()
		if !sealed(dir) {
			t.Errorf("%s the database is not as this program left it", when)
		}
	}
	still("after its opening")

	rng := rand.New(rand.NewPCG(1, 2))
	m := playedOut(t, rng, variant(t, "kalah(6,4)"))
	games := func() []match.Record {
		list := make([]match.Record, 200)
		for i := range list {
			list[i] = match.Record{
				ID: fmt.Sprintf("%016x-1", rng.Uint64()), Game: m.Game(), Result: m.Result(), Opened: true,
				Kinds: [2]string{match.KindPerson, match.KindPerson},
			}
		}
		return list
	}
	for n := range 2 {
		need.Must(l.ImportGames(t.Context(), games()))(t)
		still(fmt.Sprintf("after import %d", n+1))
	}

	reader := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "ro"))(t)
	defer func() { _ = reader.Close() }()
	tx := need.Must(reader.BeginTx(t.Context(), &sql.TxOptions{ReadOnly: true}))(t)
	need.Must(sqlitefile.Column(t.Context(), tx, "SELECT max(game_id) FROM games"))(t)
	need.Must(l.ImportGames(t.Context(), games()))(t)
	if l.book.(*file).move(t.Context()) {
		t.Error("all was moved although a reader needs some")
	}
	still("after a move in part")
	need.NoError(t, tx.Rollback())
	if !l.book.(*file).move(t.Context()) {
		t.Error("not all was moved after the reader had ended")
	}
	still("after the rest")
	need.NoError(t, l.Close())
	still("at the end")
}

// TestNoSealForOthers has another program write while this one waits for its turn: what this one
// writes then does not make the other's work its own, and the next opening checks all of it.
func TestNoSealForOthers(t *testing.T) {
	dir := t.TempDir()
	l := Open(t.Context(), Config{Dir: dir})
	game := func(id string) []match.Record {
		g := playedOut(t, rand.New(rand.NewPCG(1, 2)), variant(t, "kalah(6,4)"))
		return []match.Record{{ID: id, Game: g.Game(), Result: g.Result(), Kinds: [2]string{match.KindPerson, match.KindPerson}}}
	}
	need.Must(l.ImportGames(t.Context(), game("0000000000000001-1")))(t)
	l.book.(*file).move(t.Context())
	if !sealed(dir) {
		t.Fatal("what this program has written has no seal")
	}
	other := need.Must(sqlitefile.Connect(filepath.Join(dir, fileName), "rw", "wal_autocheckpoint(1)"))(t)
	defer func() { _ = other.Close() }()
	other.SetMaxOpenConns(1)
	need.Must(other.Exec("BEGIN IMMEDIATE"))(t)
	need.Must(other.Exec("CREATE TABLE foreigner (a)"))(t)
	done := make(chan error)
	go func() {
		_, err := l.ImportGames(context.Background(), game("0000000000000002-1"))
		done <- err
	}()
	time.Sleep(100 * time.Millisecond) // it waits; if it is slower than that, this shows less
	need.Must(other.Exec("COMMIT"))(t)
	need.NoError(t, <-done)
	if sealed(dir) {
		t.Error("the work of another program is sealed")
	}
	need.NoError(t, l.Close())
}
