package club

import (
	"encoding/json"
	"testing"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// TestStoredForms reads a table and a wish as the first hubs have stored them, and stores the same.
func TestStoredForms(t *testing.T) {
	const who = `{"id":"adaadaadaadaada2","name":"Ada","computer":true,"rating":1500,"deviation":350}`
	const settings = `{"rules":"kalah(6,4)","base":180000000000,"increment":2000000000,"rated":true,"min":1400,"max":1900,"no_watchers":true}`
	const table = `{"id":"tabletabletable2","members":[` + who + `],"settings":` + settings + `,"number":3,"run":"n1_x","since":"2026-11-22T12:00:00Z"}`
	const wish = `{"wish":{"member":` + who + `,"settings":` + settings + `,"blocked":["b"]},"run":"n1_x","since":"2026-11-22T12:00:00Z"}`
	kept := need.Must(decode[Table](bus.Entry{Data: []byte(table)}))(t)
	if m := kept.Members[0]; m.Name != "Ada" || m.Deviation != 350 || !m.Computer || kept.Settings.Time != blitz.Time || kept.Settings.MaxRating != 1900 || !kept.Settings.NoWatchers {
		t.Errorf("the table is %+v", kept)
	}
	again, err := json.Marshal(kept)
	if need.NoError(t, err); string(again) != table {
		t.Errorf("the table is stored as %s", again)
	}
	p := need.Must(decode[place](bus.Entry{Data: []byte(wish)}))(t)
	if again, err = json.Marshal(p); err != nil || string(again) != wish {
		t.Errorf("the wish is stored as %s, %v", again, err)
	}
}
