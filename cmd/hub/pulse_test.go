package main

import (
	"errors"
	"testing"
	"time"

	"mancala/cmd/hub/store"
)

// TestTrouble: a node that does not store, or whose database does not answer, is in trouble within
// seconds, and a moment is none.
func TestTrouble(t *testing.T) {
	if v := newVitals("a"); v.stores() == nil {
		t.Error("a node that waits for its database is well")
	}
	full := errors.New("the disk is full")
	for _, tt := range []struct {
		stats store.Stats
		want  string
	}{
		{store.Stats{}, ""},
		{store.Stats{Silent: pulseWait - 1, Beat: full}, ""},
		{store.Stats{Silent: pulseWait, Beat: full}, "this node has stored nothing for 5s: the disk is full"},
		{store.Stats{Silent: time.Minute}, "this node has stored nothing for 1m0s"},
		{store.Stats{Trouble: full}, "tables cannot be stored: the disk is full"},
	} {
		if err := trouble(tt.stats); (err == nil) != (tt.want == "") || err != nil && err.Error() != tt.want {
			t.Errorf("%+v: %v, want %q", tt.stats, err, tt.want)
		}
	}
}
