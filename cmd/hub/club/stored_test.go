package club

import (
	"encoding/json"
	"testing"

	"mancala/tools/need"
)

// TestStoredForms reads what the first hubs have stored with a place and a table, and stores the
// same.
func TestStoredForms(t *testing.T) {
	const settings = `{"rules":"kalah(6,4)","base":180000000000,"increment":2000000000,"rated":true,"min":1400,"max":1900,"no_watchers":true}`
	const wish = `{"settings":` + settings + `,"quick":true}`
	const table = `{"settings":` + settings + `,"members":["adaadaadaadaada2","bobbobbobbobbob2"],"since":"2026-11-22T12:00:00Z"}`
	s, ok := parseStay([]byte(wish))
	if again := string(body(s)); !ok || !s.Quick || s.Settings.Time != blitz.Time || again != wish {
		t.Errorf("the wish is %+v, stored as %s", s, again)
	}
	var a agreement
	need.NoError(t, json.Unmarshal([]byte(table), &a))
	if again := string(body(a)); a.Settings.MaxRating != 1900 || !a.Settings.NoWatchers || again != table {
		t.Errorf("the table is %+v, stored as %s", a, again)
	}
}
