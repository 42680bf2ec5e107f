//go:build !js

package record

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

// A copy of the file that was made while it was written has pages of two times. It opens with a
// notice, or with every row as it was at one of the two.
func TestTornCopies(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	clocked(l)
	change := func(n int) ([]byte, *memory) {
		for i := range 12 {
			mustSave(t, l, game(t, fmt.Sprintf("g-%d", 1+n*7+i), "kalah(6,4) 3 6 1 1"))
			mustAdd(t, l, score(fmt.Sprint("s-", n*12+i), 30, 10))
			need.NoError(t, l.SetSetting(t.Context(), fmt.Sprint("k", i), strings.Repeat(fmt.Sprint(n), 300)))
			need.NoError(t, l.AddExercises(t.Context(), exercise(match.ExerciseTry, fmt.Sprint("e", n*12+i), i, strings.Repeat("x", 100))))
		}
		for i := range 30 {
			mark := bookmark(t, fmt.Sprint("m", i%3))
			mark.Log = append(mark.Log, bytes.Repeat([]byte{byte(n + 1)}, 150))
			need.NoError(t, l.SaveBookmark(t.Context(), mark))
		}
		if again(t, l) > 0 {
			t.Fatal("the log was not moved")
		}
		return readFile(t, filepath.Join(dir, fileName)), copied(t, dir)
	}
	change(0)
	before, old := change(1)
	after, present := change(2)
	rng := rand.New(rand.NewPCG(1, 2))
	told, silent := 0, 0
	for n := range need.Short(25, 400) {
		torn := slices.Clone(after)
		for page := 0; page*4096 < len(before); page++ {
			fromOld := rng.IntN(2) == 0
			if cut := n / 2 % (len(before)/4096 + 1); n < 100 {
				fromOld = page < cut != (n%2 == 0)
			}
			if fromOld {
				copy(torn[page*4096:], before[page*4096:(page+1)*4096])
			}
		}
		if bytes.Equal(torn, after) {
			continue
		}
		place := t.TempDir()
		writeFile(t, filepath.Join(place, fileName), torn)
		m := Open(t.Context(), Config{Dir: place, Now: fixedNow})
		if len(m.Notices()) > 0 {
			told++
		} else {
			silent++
			checkBetween(t, copied(t, place), old, present)
		}
		need.NoError(t, m.Close())
	}
	if told < need.Short(8, 20) {
		t.Errorf("%d torn copies were told, %d were not", told, silent)
	}
}

// checkBetween checks that each row is as it was at one of two times.
func checkBetween(t *testing.T, got, old, present *memory) {
	t.Helper()
	for id, g := range old.archive {
		if !reflect.DeepEqual(got.archive[id], g) && !reflect.DeepEqual(got.archive[id], present.archive[id]) {
			t.Errorf("the game %s is %+v", id, got.archive[id])
		}
	}
	for id := range old.scores {
		if got.scores[id].GameID == "" {
			t.Errorf("the score of %s is gone", id)
		}
	}
	for key := range old.settings {
		if got.settings[key] == "" {
			t.Errorf("the setting %s is gone", key)
		}
	}
	for id := range old.drills {
		if got.drills[id].ID == "" {
			t.Errorf("the exercise %s is gone", id)
		}
	}
	for id := range old.marks {
		if len(got.marks[id].Log) == 0 {
			t.Errorf("the series %s is gone", id)
		}
	}
}

func init() { children["steady"] = childSteady }

// childSteady saves games without a pause, and prints the id of each, and "moved" once all of those
// are in the main file: steady DIR NAME COUNT.
func childSteady(args []string) error {
	ctx := context.Background()
	count, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	l := patient(args[0])
	for i := range count {
		id := match.GameID(args[1], i+1)
		if _, err := l.Add(ctx, score(id, 25+i%24, 1+i%20)); err != nil {
			return err
		}
		fmt.Println(id)
		if f := l.book.(*file); i%4 == 3 {
			if f.hasten(); l.CatchUp(ctx) == 0 {
				fmt.Println("moved")
			}
		}
	}
	return l.Close()
}

// writers are processes that write to a folder at once.
type writers struct {
	mu           sync.Mutex
	saved, moved map[string]bool
	running      sync.WaitGroup
}

func startWriters(t *testing.T, dir string, count int) (w *writers, ended chan struct{}) {
	t.Helper()
	w = &writers{saved: map[string]bool{}, moved: map[string]bool{}}
	for n := range 3 {
		cmd := child(t, "steady", dir, fmt.Sprint("writer", n), strconv.Itoa(count))
		w.running.Go(func() { w.follow(t, cmd) })
	}
	ended = make(chan struct{})
	go func() { w.running.Wait(); close(ended) }()
	return w, ended
}

// follow notes the output of a writer.
func (w *writers) follow(t *testing.T, cmd *exec.Cmd) {
	var own []string
	need.Kill(t, cmd, 1<<30, func(text string) {
		w.mu.Lock()
		defer w.mu.Unlock()
		if text != "moved" {
			own = append(own, text)
			w.saved[text] = true
			return
		}
		for _, id := range own {
			w.moved[id] = true
		}
	})
}

// known returns the ids that a list has at this moment.
func (w *writers) known(list map[string]bool) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var ids []string
	for id := range list {
		ids = append(ids, id)
	}
	return ids
}

// scoresIn returns the ids of the scores in a folder, and whether there was a notice.
func scoresIn(t *testing.T, dir string) (ids map[string]bool, told bool) {
	t.Helper()
	m := copied(t, dir)
	l := Open(t.Context(), Config{Dir: dir, Now: fixedNow})
	defer func() { _ = l.Close() }()
	ids = map[string]bool{}
	for id := range m.scores {
		ids[id] = true
	}
	return ids, len(l.Notices()) > 0
}

// Copies of the file are made while processes write to it: each has everything that was moved into
// it before, or says that it has not. A backup has everything that was saved before, and everything
// that an earlier one has.
func TestCopiesWhileProgramsWrite(t *testing.T) {
	dir := t.TempDir()
	open(t, dir)
	w, ended := startWriters(t, dir, need.Short(60, 400))
	earlier, whole := map[string]bool{}, 0
	for n, over := 0, false; !over; n++ {
		select {
		case <-ended:
			over = true
		default:
		}
		place := t.TempDir()
		want := w.known(w.moved)
		writeFile(t, filepath.Join(place, fileName), readFile(t, filepath.Join(dir, fileName)))
		got, told := scoresIn(t, place)
		for _, id := range want {
			if !got[id] && !told {
				t.Errorf("copy %d has no %s", n, id)
			}
		}
		if !told {
			whole++
		}
		want = w.known(w.saved)
		path := filepath.Join(place, "backup", fileName)
		need.NoError(t, os.Mkdir(filepath.Dir(path), 0o700))
		need.Must(Backup(t.Context(), Config{Dir: dir}, path, false, func(int, int) {}))(t)
		got, told = scoresIn(t, filepath.Dir(path))
		if told {
			t.Errorf("backup %d is not whole", n)
		}
		for id := range earlier {
			want = append(want, id)
		}
		for _, id := range want {
			if !got[id] {
				t.Errorf("backup %d has no %s", n, id)
			}
		}
		earlier = got
	}
	if len(earlier) != 3*need.Short(60, 400) || whole == 0 {
		t.Errorf("the last backup has %d scores; %d copies were whole", len(earlier), whole)
	}
}
