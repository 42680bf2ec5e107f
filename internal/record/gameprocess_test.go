//go:build !js

package record

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/internal/record/sqlitefile"
	"mancala/rules"
	"mancala/tools/need"
)

func init() {
	children["play"] = childPlay
}

// childPlay plays random games, one of them shared by all children, and saves each ply through a
// keeper: play DIR NAME GAMES. It prints a game's id and plies before it saves a ply, and "-" and
// the same once they are on the disk.
func childPlay(args []string) error {
	count, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	seed, _ := strconv.ParseUint(args[1], 10, 64)
	rng := rand.New(rand.NewPCG(seed, 7))
	l := patient(args[0])
	for i := range count {
		for _, id := range []string{fmt.Sprintf("shared-%d", i+1), fmt.Sprintf("own%s-%d", args[1], i+1)} {
			m, _ := match.New(rules.Presets()[0].Variant)
			if strings.HasPrefix(id, "shared") {
				rng = rand.New(rand.NewPCG(uint64(i), 7)) // the same game for all
			}
			for m.Running() {
				plies := []rules.House{}
				for h := range m.Position().Plies() {
					plies = append(plies, h)
				}
				if _, err := m.Play(m.Position().ToMove(), plies[rng.IntN(len(plies))]); err != nil {
					return err
				}
				if err := keepPly(l, id, seed, m); err != nil {
					return err
				}
			}
		}
	}
	return l.Close()
}

// keepPly saves a game after a ply, and prints it before and after.
func keepPly(l *Ledger, id string, seed uint64, m *match.Match) error {
	r := match.Record{
		ID: id, Game: m.Game(), Result: m.Result(), Names: [2]string{"Ann", "Bo"}, Kinds: [2]string{match.KindPerson, match.KindRemote},
	}
	if seed%2 == 1 {
		r.Kinds = [2]string{match.KindRemote, match.KindPerson}
	}
	fmt.Println(id, m.Plies())
	if err := l.SaveGame(context.Background(), r); err != nil {
		return err
	}
	if notices := l.Notices(); len(notices) > 0 {
		return fmt.Errorf("%v", notices)
	}
	fmt.Println("-", id, m.Plies())
	return nil
}

// checkSound reads a folder's database directly, and returns the number of plies of each game. It
// fails the test if the file is damaged, a row is invalid, or the shelves do not agree with the
// games.
func checkSound(t *testing.T, dir string) map[string]int {
	t.Helper()
	db, plies := sound(t, dir), map[string]int{}
	need.NoError(t, gameTable.each(t.Context(), db, len(migrations), gameTable.from, nil, func(id string, row any) error {
		g, ok := row.(match.Record)
		if !ok {
			t.Errorf("the game %s is not valid", id)
		}
		plies[id] = len(g.Game.Plies)
		return nil
	}))
	wrong, err := sqlitefile.Column(t.Context(), db, `SELECT south || ' ' || north || ' ' || games || ' ' || (SELECT count(*) FROM games g WHERE g.shelf = s.shelf)
		FROM shelves s WHERE games <> (SELECT count(*) FROM games g WHERE g.shelf = s.shelf) OR games = 0`)
	if len(wrong) > 0 || err != nil {
		t.Errorf("shelves with a wrong number of games: %v, %v", wrong, err)
	}
	return plies
}

// Several processes begin on an empty folder at once, and save their own games and the same ones
// as the others.
func TestManyProcessesPlay(t *testing.T) {
	const processes, games = 4, 3
	dir := together(t, "play", processes, strconv.Itoa(games))
	if plies := checkSound(t, dir); len(plies) != games+processes*games {
		t.Errorf("%d games, want %d: %v", len(plies), games+processes*games, plies)
	}
	l := open(t, dir)
	list, total, err := l.Games(t.Context(), match.GameQuery{Name: "bo", Limit: 100})
	if total != games+processes*games || err != nil {
		t.Errorf("%d games, %v", total, err)
	}
	for _, g := range list {
		both := [2]string{match.KindPerson, match.KindPerson}
		if g.Result.Ending != match.Finished || strings.HasPrefix(g.ID, "shared") != (g.Kinds == both) {
			t.Errorf("the game %s has the kinds %v and is %v", g.ID, g.Kinds, g.Result.Ending)
		}
	}
}

// A process killed while it saves a ply leaves an intact file with all plies saved before, and
// perhaps that one.
func TestKilledWhilePlaying(t *testing.T) {
	dir := t.TempDir()
	kept, begun := map[string]int{}, map[string]int{}
	for round := range 6 {
		need.Kill(t, child(t, "play", dir, strconv.Itoa(round), "1000"), 100+31*round, func(text string) {
			words := strings.Fields(text)
			to := begun
			if words[0] == "-" {
				to, words = kept, words[1:]
			}
			plies := need.Must(strconv.Atoi(words[1]))(t)
			to[words[0]] = plies
		})
		found := checkSound(t, dir)
		for id, want := range begun {
			done := kept[id]
			if got := found[id]; !strings.HasPrefix(id, "shared") && got != done && got != want {
				t.Errorf("%s has %d plies on the disk, of %d saved and %d begun", id, got, done, want)
			}
		}
	}
	if l := open(t, dir); len(l.Notices()) > 0 {
		t.Error("a notice")
	}
}

// Only rows that no game can have made are skipped.
func TestHostileGames(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	clocked(l)
	bad := []string{
		"UPDATE games SET game = 'kalah(6,4) 3 6 6' WHERE game_id = 'g0'",
		"UPDATE games SET game = 'kalah(06,4) 3' WHERE game_id = 'g1'",
		"UPDATE games SET game = 'kalah(6,4)  3' WHERE game_id = 'g2'",
		"UPDATE games SET game = CAST(x'ff00' AS TEXT) WHERE game_id = 'g3'",
		"UPDATE games SET south_store = 99 WHERE game_id = 'g4'",
		"UPDATE games SET outcome = 'south' WHERE game_id = 'g5'",
		"UPDATE games SET ending = 'finished' WHERE game_id = 'g6'",
		"UPDATE games SET ended_ms = 9223372036854775807 WHERE game_id = 'g7'",
		"UPDATE games SET shelf = 77777 WHERE game_id = 'g8'",
		"UPDATE games SET host_wins = 9223372036854775807 WHERE game_id = 'g9'",
		"UPDATE games SET game_id = 'a b' WHERE game_id = 'g10'",
		"UPDATE games SET game = 'video(6,3) 1' WHERE game_id = 'g11'",
		"UPDATE shelves SET north = char(27) || '[2J' WHERE north = 'Eve'",
		"UPDATE shelves SET north_kind = char(10) WHERE north = 'Mallory'",
		"UPDATE shelves SET standing = 'lost' WHERE north = 'Trent'",
		"UPDATE bookmarks SET game = 'kalah(6,4) 9' WHERE series = 's0'",
		"UPDATE bookmarks SET peer = char(10) WHERE series = 's1'",
		"WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 9000) " +
			"INSERT INTO lines SELECT 's3', 'guest', n, x'00' FROM many",
	}
	for i := range 12 {
		mustSave(t, l, game(t, fmt.Sprint("g", i), "kalah(6,4) 3"))
	}
	for i, name := range []string{"Eve", "Mallory", "Trent"} {
		r := game(t, fmt.Sprint("named-", i+1), "kalah(6,4) 3 6")
		r.Names[1] = name
		mustSave(t, l, r)
	}
	mustSave(t, l, game(t, "good", "kalah(6,4) 3 6"))
	for i := range 4 {
		need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, fmt.Sprint("s", i))))
	}
	need.NoError(t, l.Close())
	rawSQL(t, dir, bad...)
	l = Open(t.Context(), Config{Dir: dir})
	t.Cleanup(func() { _ = l.Close() })
	checkNotices(t, l, "not-whole") // because of the game without a shelf
	check := func(q match.GameQuery, want string) {
		t.Helper()
		if list, _, err := l.Games(t.Context(), q); gameIDs(list) != want || err != nil {
			t.Errorf("Games(%+v) = %s, %v; want %s", q, gameIDs(list), err, want)
		}
	}
	check(match.GameQuery{}, "good named-3")
	check(match.GameQuery{Standing: match.StandingLost}, "")
	check(match.GameQuery{Name: "ann", Variant: rules.Presets()[0].Variant}, "good named-3")
	if g, found, err := l.Unfinished(t.Context()); g.ID != "good" || !found || err != nil {
		t.Errorf("Unfinished = %s, %v, %v", g.ID, found, err)
	}
	if _, found, err := l.Game(t.Context(), "g5"); found || err != nil {
		t.Errorf("Game of a damaged row: %v, %v", found, err)
	}
	if list, err := l.Bookmarks(t.Context()); len(list) != 1 || list[0].Series != "s2" || err != nil {
		t.Errorf("Bookmarks = %+v, %v", list, err)
	}
	need.Must(l.Figures(t.Context()))(t)
	if ids, err := l.FindGames(t.Context(), "a"); len(ids) != 0 || err != nil {
		t.Errorf("FindGames = %v, %v", ids, err)
	}
	m := salvage(t.Context(), filepath.Join(dir, fileName))
	if len(m.archive) != 2 || len(m.marks) != 1 {
		t.Errorf("salvaged %d games and %d series", len(m.archive), len(m.marks))
	}
	mustSave(t, l, game(t, "g5", "kalah(6,4) 3 6")) // in the place of the damaged row
	need.NoError(t, l.DeleteGame(t.Context(), "g6"))
	check(match.GameQuery{Limit: 2}, "g5") // the newest one is damaged
}
