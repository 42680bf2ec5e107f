package record

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/tools/need"
)

var errFlaky = errors.New("the disk is full")

// flaky is a book on a disk that is full at times.
type flaky struct {
	*memory
	*disk
}

// disk is full or not, and counts how often it is opened again.
type disk struct {
	mu    sync.Mutex
	full  bool
	tries []time.Time
}

func newFlaky() *flaky { return &flaky{newMemory(), new(disk)} }

func (d *disk) fill(full bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full = full
}

// try returns an error if the disk is full.
func (d *disk) try() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.full {
		return errFlaky
	}
	return nil
}

// open opens the disk again, if it is not full.
func (d *disk) open() error {
	d.mu.Lock()
	d.tries = append(d.tries, time.Now())
	d.mu.Unlock()
	return d.try()
}

func (d *disk) tried() []time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.tries)
}

func (f *flaky) change(ctx context.Context, change func(rows) error) error {
	if err := f.try(); err != nil {
		return err
	}
	return f.memory.change(ctx, change)
}

func (f *flaky) after(err error) (book, []Notice) {
	if err == nil {
		return nil, nil
	}
	m := newMemory()
	for id, g := range f.archive {
		m.archive[id] = g
	}
	return detach(m, func(context.Context) (book, []Notice, error) {
		if err := f.open(); err != nil {
			return nil, nil, err
		}
		return f, nil, nil
	}), []Notice{{note("kept-later")}}
}

// keptBy starts a keeper on a book, and returns the codes of its notices.
func keptBy(t *testing.T, b book) (*Keeper, *[]string) {
	codes := new([]string)
	k := start(func(context.Context) *Ledger { return &Ledger{book: b} }, func(n Notice) {
		*codes = append(*codes, strings.TrimPrefix(n.Code, "record."))
	})
	t.Cleanup(func() { _ = k.Close() })
	return k, codes
}

// pass waits for d, and for everything that happens meanwhile.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// again calls [Ledger.CatchUp] once it is due, and at once again on another book.
func again(t testing.TB, l *Ledger) time.Duration {
	t.Helper()
	for {
		l.mu.Lock()
		l.backoff.next = time.Time{}
		b := l.book
		if lasting, ok := b.(interface{ hasten() }); ok {
			lasting.hasten()
		}
		l.mu.Unlock()
		if wait := l.CatchUp(t.Context()); b == l.book {
			return wait
		}
	}
}

// Once a full disk has room, a keeper writes the refused data, whole games included. It retries
// after longer and longer delays, and gives one notice when the disk is full and one when it is
// well.
func TestKeeperCatchesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := newFlaky()
		k, codes := keptBy(t, disk)
		k.SaveGame(game(t, "a", "kalah(6,4) 3"))
		synctest.Wait()
		disk.fill(true)
		began := time.Now()
		for _, text := range []string{"kalah(6,4) 3 6", wonBySouth} {
			k.SaveGame(game(t, "a", text))
		}
		k.SaveGame(game(t, "b", wonBySouth))
		k.SetSetting("name", "Ann", nil)
		pass(70 * time.Second)
		var pauses []string
		for _, at := range disk.tried() {
			pauses = append(pauses, at.Sub(began).String())
		}
		if got := strings.Join(pauses, " "); got != "1s 3s 7s 15s 31s 47s 1m3s" {
			t.Errorf("it tried after %s", got)
		}
		if disk.archive["a"].Result.Ending != match.Running || len(disk.archive) != 1 {
			t.Errorf("the full disk has %v", disk.archive)
		}
		disk.fill(false)
		pass(lastPause)
		if k.Poll(); !slices.Equal(*codes, []string{"kept-later", "kept-again"}) {
			t.Errorf("notices: %v", *codes)
		}
		for _, id := range []string{"a", "b"} {
			if disk.archive[id].Result.Ending != match.Finished {
				t.Errorf("the game %s on the disk is %+v", id, disk.archive[id])
			}
		}
		if disk.settings["name"] != "Ann" {
			t.Errorf("settings on the disk: %v", disk.settings)
		}
		tries := len(disk.tried())
		if pass(time.Hour); len(disk.tried()) != tries {
			t.Error("it tries again while all is well")
		}
	})
}

// A disk that keeps filling up within a minute causes fewer and fewer notices.
func TestKeeperOnAFlakyDisk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := newFlaky()
		k, codes := keptBy(t, disk)
		outage := func(n int) time.Duration {
			disk.fill(true)
			k.SaveGame(game(t, fmt.Sprint("g", n), "kalah(6,4) 3"))
			synctest.Wait()
			disk.fill(false)
			began := time.Now()
			for *codes = nil; len(*codes) < 2; k.Poll() {
				pass(time.Second)
			}
			return time.Since(began)
		}
		for n, want := range []time.Duration{1, 2, 4, 8, 16, 16} {
			if got := outage(n); got != want*time.Second {
				t.Errorf("outage %d took %v, want %v s", n, got, want)
			}
		}
		pass(quietTime + time.Second)
		if got := outage(9); got != firstPause {
			t.Errorf("after a quiet time an outage took %v", got)
		}
	})
}

// When the program ends, it writes refused data a last time, and gives a notice if that is lost.
func TestCloseCatchesUp(t *testing.T) {
	for want, stays := range map[string]bool{"kept-later kept-again": false, "kept-later lost": true} {
		synctest.Test(t, func(t *testing.T) {
			disk := newFlaky()
			k, codes := keptBy(t, disk)
			disk.fill(true)
			k.SaveGame(game(t, "a", wonBySouth))
			synctest.Wait()
			disk.fill(stays)
			need.NoError(t, k.Close())
			if k.Poll(); strings.Join(*codes, " ") != want || len(disk.archive) > 0 == stays {
				t.Errorf("notices: %v; on the disk: %v", *codes, disk.archive)
			}
		})
	}
}

// In a full page storage, deleting games makes room for the refused data.
func TestStorageCatchesUp(t *testing.T) {
	c := newCupboard()
	furnished(t, c, 10)
	l := inStorage(t, c)
	c.room = c.used()
	mustSave(t, l, game(t, "new", wonBySouth))
	checkNotices(t, l, "storage-full")
	if again(t, l) == 0 {
		t.Error("it has caught up with a full storage")
	}
	need.NoError(t, l.DeleteGame(t.Context(), "g0"), l.DeleteGame(t.Context(), "g1"))
	if again(t, l) > 0 {
		t.Error("it has not caught up")
	}
	checkNotices(t, l, "kept-again")
	checkRows(t, inStorage(t, c), "new g9 g8 g7 g6 g5 g4 g3 g2")
}
