package gateway

import (
	"testing"
	"testing/synctest"

	"mancala/hub/store"
	"mancala/match/lobby"
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
		h.gates[0].Hear([]store.Change{{Kind: kindNews, Body: []byte("no news")}, {Kind: "other"}, {Kind: kindNews, Body: g.written(lobby.Announced{Text: "Ho!"})}})
		if e := until[lobby.Announced](ada); e.Text != "Ho!" {
			t.Errorf("%+v", e)
		}
	})
}
