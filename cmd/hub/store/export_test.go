package store

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/notation"
	"mancala/rules"
	"mancala/tools/need"
)

// smallGame is a game that was given up after two plies.
func smallGame(t testing.TB) lobby.Game {
	t.Helper()
	small := need.Must(rules.ParseGame("kalah(6,4) 3 6"))(t)
	return lobby.Game{Game: small, Entry: lobby.GameEntry{
		ID: "small-1", Members: [2]lobby.Member{{ID: "bob", Rating: 1500, Deviation: 90}, {ID: "dan", Rating: 1480, Deviation: 200}},
		Result: match.ResultOf(match.Resigned, 2, [2]int{2, 0}), Began: day, Ended: day.Add(90 * time.Second),
	}}
}

func testExportText(c *club) {
	t, r := c.t, filled(c)
	put(t, r, smallGame(t))
	var all, small strings.Builder
	if n, err := ArchiveOf(r).Export(t.Context(), &all, Text, ""); n != 6 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	for n, block := range strings.SplitAfter(strings.TrimSpace(all.String()), "\n\n") {
		g, _, err := notation.NewReader(strings.NewReader(block), notation.Asked{}).Nth(1)
		if want := game(t, n+1, "x", "y").Game.String(); err != nil || n < 5 && g.Game.String() != want {
			t.Errorf("game %d: %v, %v", n+1, g.Game, err)
		}
	}
	if n, err := ArchiveOf(r).Export(t.Context(), io.Discard, Text, "nina"); n != 0 || !errors.Is(err, ErrNotFound) {
		t.Errorf("the games of one who is not known: %d, %v", n, err)
	}
	if n, err := ArchiveOf(r).Export(t.Context(), &small, Text, "dan"); n != 2 || err != nil {
		t.Errorf("%d games of Dan, %v", n, err)
	}
	const want = `kalah(6,4) 3 6
# Game small-1, 2026-11-22T12:00:00Z
# South: Bob, 1500 ± 180
# North: a member who has left, 1480 ± 400
# North won, 2 to 0 (resigned)
# Check: pylo-pqxj-h6tn-cp5d

`
	if !strings.HasSuffix(small.String(), want) {
		t.Errorf("got\n%s", small.String())
	}
	if !strings.Contains(all.String(), "# Clock: 5m0s and 3s for each ply\n") || !strings.Contains(all.String(), "(finished, rated)") {
		t.Error(all.String())
	}
}

func testExportJSON(c *club) {
	t, r := c.t, filled(c)
	put(t, r, smallGame(t))
	var out strings.Builder
	if n, err := ArchiveOf(r).Export(t.Context(), &out, JSON, ""); n != 6 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	const want = `{"id":"small-1","south":{"id":"bob","name":"Bob","rating":1500,"deviation":90},"north":{"rating":1480,"deviation":200},` +
		`"game":"kalah(6,4) 3 6","check":"pylo-pqxj-h6tn-cp5d","discipline":"kalah","rated":false,"ending":"resigned","winner":"north","stores":[2,0],` +
		`"began":"2026-11-22T12:00:00Z","ended":"2026-11-22T12:01:30Z"}`
	if got := lines[5]; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var first Exported
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Clock.BaseSeconds != 300 || first.South.Name != "Ann Ämter" {
		t.Errorf("%+v, %v", first, err)
	}
	if _, err := ParseForm("xml"); err == nil {
		t.Error("games are exported as xml")
	}
}
