//go:build !js

package record

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/tools/need"
)

// archived makes a closed folder with that many games, a score and a series.
func archived(t *testing.T, games int) string {
	t.Helper()
	dir := t.TempDir()
	l := open(t, dir)
	mustAdd(t, l, score("g-1", 30, 10))
	need.NoError(t, l.SaveBookmark(t.Context(), bookmark(t, "s")))
	need.NoError(t, l.SaveHost(t.Context(), "a:1", keys.Known{Fingerprint: keys.Fingerprint{1}}))
	m := newMemory()
	for i := range games {
		at := day.Add(time.Duration(i) * time.Second)
		r := game(t, fmt.Sprintf("g-%d", i+1), "kalah(6,4) 3 6 1 1 2 2")
		r.Started, r.Ended = at, at
		m.archive[r.ID] = r
	}
	need.NoError(t, store(t.Context(), l.book.(*file).db, m))
	need.NoError(t, l.Close())
	return dir
}

// The readable part of a damaged database is not lost.
func TestRescue(t *testing.T) {
	dir := archived(t, 1000)
	garbage := spoil(t, filepath.Join(dir, fileName), "g-500kalah")
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	notices := l.Notices()
	if len(notices) != 1 || !strings.Contains(notices[0].String(), "record.rescued 9") {
		t.Fatalf("notices: %v", notices)
	}
	checkRescued(t, l, dir, garbage, 1000)
}

// Damage in the games of a database that is not read as a whole, since it seems to be as this
// program left it, is found by the call that meets it.
func TestDamageInManyGames(t *testing.T) {
	dir := archived(t, 1000)
	garbage := spoil(t, filepath.Join(dir, fileName), "g-800kalah")
	seal(dir)
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	if n := l.Notices(); len(n) != 0 {
		t.Fatalf("notices at once: %v", n)
	}
	if list, _, err := l.Games(t.Context(), match.GameQuery{Limit: 2000}); len(list) < 900 || err != nil {
		t.Errorf("%d games, %v", len(list), err)
	}
	if n := l.Notices(); len(n) != 1 || !strings.Contains(n[0].String(), "record.rescued 9") {
		t.Fatalf("notices: %v", n)
	}
	checkRescued(t, l, dir, garbage, 1000)
}

// Exercises on either side of damage are not lost.
func TestRescueOfExercises(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	var list []match.Exercise
	for i := range 1000 {
		list = append(list, match.Exercise{Kind: match.ExerciseCard, ID: fmt.Sprintf("e-%03d", i), Time: day, Text: fmt.Sprintf("text-%03d%0200d", i, 0)})
	}
	need.NoError(t, l.AddExercises(t.Context(), list...), l.Close())
	spoil(t, filepath.Join(dir, fileName), "text-500")
	l = Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	if list, total, err := l.Exercises(t.Context(), match.ExerciseQuery{Kind: match.ExerciseCard, Limit: 1000}); total < 900 || err != nil {
		t.Errorf("%d of 1000 exercises are rescued, %d listed, %v", total, len(list), err)
	}
}

func checkRescued(t *testing.T, l *Ledger, dir string, garbage []byte, games int) {
	t.Helper()
	for id, want := range map[string]bool{"g-1": true, "g-10": true, fmt.Sprint("g-", games): true} {
		if g, found, err := l.Game(t.Context(), id); found != want || found && g.Game.String() != "kalah(6,4) 3 6 1 1 2 2" || err != nil {
			t.Errorf("Game(%s) = %+v, %v, %v", id, g, found, err)
		}
	}
	if list, err := l.Bookmarks(t.Context()); len(list) != 1 || err != nil {
		t.Errorf("Bookmarks = %v, %v", list, err)
	}
	if _, found, err := l.Host(t.Context(), "a:1"); !found || err != nil {
		t.Errorf("Host = %v, %v", found, err)
	}
	if got := ids(mustTop(t, l, score("", 25, 1).Variant, 5)); got != "g-1" {
		t.Errorf("Top = %q", got)
	}
	if garbage == nil {
		return
	}
	if !bytes.Equal(readFile(t, filepath.Join(dir, asideName+".db")), garbage) {
		t.Error("the file set aside is not what was there")
	}
	mustSave(t, l, game(t, "new", wonBySouth))
	checkSound(t, dir)
	open(t, dir) // and no notice
}
