//go:build !js

package record

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"mancala/tools/need"
)

// childAdd adds in turn games of all children and its own: add DIR NAME COUNT. It prints each
// game's id once that is saved.
func childAdd(args []string) error {
	ctx := context.Background()
	count, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	l := patient(args[0])
	for i := range count {
		for _, id := range []string{fmt.Sprintf("shared-%d", i), fmt.Sprintf("own-%s-%d", args[1], i)} {
			if _, err := l.Add(ctx, score(id, 25+i%24, 1+i%20)); err != nil {
				return err
			}
			if notices := l.Notices(); len(notices) > 0 {
				return fmt.Errorf("%v", notices)
			}
			fmt.Println(id)
		}
	}
	return l.Close()
}

// countScores returns how many rows there are, past the ledger, and fails the test when the file is
// not intact.
func countScores(t testing.TB, dir string) (all, distinct int) {
	t.Helper()
	row := sound(t, dir).QueryRowContext(t.Context(), "SELECT count(*), count(DISTINCT game_id) FROM scores")
	need.NoError(t, row.Scan(&all, &distinct))
	return all, distinct
}

// Several processes begin on an empty folder at once and add the same games and their own.
func TestManyProcesses(t *testing.T) {
	const processes, games = 4, 40
	dir := together(t, "add", processes, strconv.Itoa(games))
	want := games + processes*games
	if all, distinct := countScores(t, dir); all != want || distinct != want {
		t.Errorf("%d rows of %d games, want %d", all, distinct, want)
	}
}

// Two ledgers of one process add the same games at once: exactly one of the two adds each.
func TestTwoLedgersAtOnce(t *testing.T) {
	const games = 60
	dir := t.TempDir()
	added := make([]int, 2)
	var wg sync.WaitGroup
	for n := range added {
		wg.Go(func() {
			l := Open(context.Background(), Config{Dir: dir})
			defer func() { _ = l.Close() }()
			for i := range games {
				ok, err := l.Add(context.Background(), score(fmt.Sprint("g", i), 30, 1+i))
				if err != nil {
					t.Error(err)
				}
				if ok {
					added[n]++
				}
			}
			for _, notice := range l.Notices() {
				t.Error(notice)
			}
		})
	}
	wg.Wait()
	if all, _ := countScores(t, dir); all != games || added[0]+added[1] != games {
		t.Errorf("%d rows, added %v; want %d", all, added, games)
	}
}

// A process that is killed while it writes leaves an intact file with every game in it that it had
// reported as kept.
func TestKilledWhileWriting(t *testing.T) {
	dir := t.TempDir()
	kept := map[string]bool{}
	for round := range 8 {
		need.Kill(t, child(t, "add", dir, strconv.Itoa(round), "100000"), 3+5*round, func(text string) { kept[text] = true })
		checkKept(t, dir, kept)
	}
	open(t, dir) // and no notice
}

func checkKept(t *testing.T, dir string, kept map[string]bool) {
	t.Helper()
	rows := map[string]bool{}
	need.NoError(t, scoreTable.each(t.Context(), sound(t, dir), len(migrations), scoreTable.from, nil, func(id string, row any) error {
		if row == nil {
			t.Errorf("the score of %s is not valid", id)
		}
		rows[id] = true
		return nil
	}))
	for id := range kept {
		if !rows[id] {
			t.Errorf("%s was kept and is lost", id)
		}
	}
}

// A process killed at any step of its first opening leaves a folder that the next one can use.
func TestKilledWhileOpening(t *testing.T) {
	const fresh = fileName + freshSuffix
	steps := []struct {
		file string
		size int64
	}{
		{lockName, 0},
		{fresh, 0},
		{fresh, 1},
		{fresh + "-journal", 1},
		{fresh + "-wal", 0},
		{fresh + "-wal", 5000},
		{fileName, 1},
		{fileName + "-wal", 0},
	}
	for _, step := range steps {
		t.Run(fmt.Sprint(step.file, " of ", step.size), func(t *testing.T) {
			dir := t.TempDir()
			cmd := child(t, "open", dir)
			out := need.Must(cmd.StdoutPipe())(t)
			need.NoError(t, cmd.Start())
			lines := bufio.NewScanner(out)
			lines.Scan()
			opened := make(chan bool)
			go func() {
				defer close(opened)
				lines.Scan() // the second line says that it is too late
			}()
			killAt(t, cmd, filepath.Join(dir, step.file), step.size, opened)
			l := open(t, dir)
			mustAdd(t, l, score("g", 30, 10))
		})
	}
}

// killAt kills a process as soon as a file has a size, or when done is closed: some files are there
// too briefly to see.
func killAt(t *testing.T, cmd *exec.Cmd, path string, size int64, done <-chan bool) {
	t.Helper()
	for over := false; !over; {
		select {
		case <-done:
			over = true
		default:
			info, err := os.Stat(path)
			over = err == nil && info.Size() >= size
		}
	}
	need.NoError(t, cmd.Process.Kill())
	<-done
	_ = cmd.Wait() // it was killed
}

// childOpen opens a folder and waits to be killed, or opens it, tells the notices and adds a game:
// open DIR [GAME].
func childOpen(args []string) error {
	fmt.Println("opening")
	l := Open(context.Background(), Config{Dir: args[0]})
	if len(args) == 1 {
		fmt.Println("open")
		time.Sleep(time.Hour) // without a timer Go ends a program that waits for nothing
	}
	for _, n := range l.Notices() {
		fmt.Println("notice:", n.String())
	}
	if _, err := l.Add(context.Background(), score(args[1], 30, 10)); err != nil {
		return err
	}
	if len(l.Notices()) > 0 {
		return fmt.Errorf("the score of %s was not kept", args[1])
	}
	return nil
}
