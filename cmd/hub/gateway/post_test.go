package gateway

import (
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/internal/record/sqlitefile"
	"mancala/tools/need"
)

// TestPostIsBounded: news that cannot be stored waits, in its order, and does not grow for ever.
// What is no news is left alone.
func TestPostIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		ada := h.comes(0, "Ada", identity(t))
		g := New(h.stores[0], h.gates[0].log) // which delivers nothing
		for range maxPost + 5 {
			g.Tell("", lobby.Announced{Text: "Hi!"})
		}
		if len(g.posted) != maxPost {
			t.Errorf("%d news wait", len(g.posted))
		}
		body := need.Must(g.written(lobby.Announced{Text: "Ho!"}))(t)
		h.gates[0].Hear([]store.Change{{Kind: kindNews, Body: []byte("no news")}, {Kind: "other"}, {Kind: kindNews, Body: body}})
		if e := until[lobby.Announced](ada); e.Text != "Ho!" {
			t.Errorf("%+v", e)
		}
	})
}

// TestPostIsTriedAgain: news that the database refuses for a while are delivered later, in their
// order.
func TestPostIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newTestClub(t, 1)
		ada := h.comes(0, "Ada", identity(t))
		db := need.Must(sqlitefile.Connect(h.file, "rw"))(t)
		defer db.Close()
		need.Must(db.Exec("ALTER TABLE change RENAME TO away"))(t)
		for _, text := range []string{"One", "Two"} {
			h.gates[0].Tell("", lobby.Announced{Text: text})
			time.Sleep(time.Minute)
		}
		need.Must(db.Exec("ALTER TABLE away RENAME TO change"))(t)
		for _, text := range []string{"One", "Two"} {
			if e := until[lobby.Announced](ada); e.Text != text {
				t.Errorf("%+v, want %q", e, text)
			}
		}
	})
}
