package record

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

// slow is a book on a disk that answers when the test says so, or never.
type slow struct {
	*memory
	gate chan struct{}
}

func (s *slow) change(ctx context.Context, change func(rows) error) error {
	select {
	case <-s.gate:
		return s.memory.change(ctx, change)
	case <-ctx.Done():
		return ctx.Err()
	}
}

func inMemoryKeeper(notify func(Notice)) *Keeper {
	return start(func(context.Context) *Ledger { return inMemory() }, notify)
}

// answered waits for the answers to all questions so far, and delivers them.
func answered(t *testing.T, k *Keeper) {
	t.Helper()
	need.NoError(t, k.Await(need.Soon(t)))
	k.Poll()
}

func TestKeeperAnswers(t *testing.T) {
	k := Start(emptyPlace(t), func(n Notice) { t.Errorf("notice: %v", n) })
	v := score("", 25, 1).Variant
	var log []string
	note := func(format string, args ...any) { log = append(log, fmt.Sprintf(format, args...)) }
	k.Place(score("g", 30, 10), func(n int, err error) { note("place %d %v", n, err) })
	k.Add(score("g", 30, 10), func(added bool, err error) { note("add %v %v", added, err) })
	k.Add(score("g", 30, 10), func(added bool, err error) { note("add %v %v", added, err) })
	k.Top(v, func(list []match.Score, err error) { note("top %s %v", ids(list), err) })
	k.Variants(func(list []rules.Variant, err error) { note("variants %v %v", list, err) })
	k.SetSetting("name", "Ann", func(err error) { note("set %v", err) })
	k.Setting("name", func(value string, err error) { note("setting %s %v", value, err) })
	k.Setting("", func(value string, err error) { note("bad %v", err != nil) })
	answered(t, k)
	want := "place 1 <nil>, add true <nil>, add false <nil>, top g <nil>, variants [kalah(6,4)] <nil>, set <nil>, " +
		"setting Ann <nil>, bad true"
	if got := strings.Join(log, ", "); got != want {
		t.Errorf("answers\n%s\nwant\n%s", got, want)
	}
	need.NoError(t, k.Close())
}

// All that is queued when the program ends is kept.
func TestKeeperCloseWrites(t *testing.T) {
	cfg := emptyPlace(t)
	k := Start(cfg, nil)
	for i := range 20 {
		k.Add(score(fmt.Sprint("g", i), 48-i, 10), nil)
	}
	for range 2 {
		need.NoError(t, k.Close())
	}
	if got := ids(mustTop(t, opened(t, cfg), score("", 25, 1).Variant, 5)); got != "g0 g1 g2 g3 g4" {
		t.Errorf("Top = %q", got)
	}
}

func TestKeeperAnswersOnlyInPoll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := inMemoryKeeper(nil)
		answers := 0
		count := func(string, error) { answers++ }
		k.Setting("a", count)
		k.Setting("b", func(string, error) { answers++; k.Setting("c", count) })
		synctest.Wait()
		if answers != 0 {
			t.Fatal("an answer came outside Poll")
		}
		if n := k.Poll(); n != 2 || answers != 2 {
			t.Errorf("Poll = %d with %d answers, want 2", n, answers)
		}
		synctest.Wait()
		if n := k.Poll(); n != 1 || answers != 3 {
			t.Errorf("second Poll = %d with %d answers, want 1 and 3", n, answers)
		}
		if n := k.Poll(); n != 0 {
			t.Errorf("third Poll = %d", n)
		}
		need.NoError(t, k.Close())
		k.Setting("d", func(_ string, err error) {
			if answers++; !errors.Is(err, ErrClosed) {
				t.Errorf("after Close: %v", err)
			}
		})
		if k.Poll(); answers != 4 {
			t.Error("a call after Close has no answer")
		}
	})
}

func TestKeeperNotices(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got []string
		open := func(context.Context) *Ledger {
			return &Ledger{book: newMemory(), notices: []Notice{{rules.NewNote("one")}, {rules.NewNote("two")}}}
		}
		k := start(open, func(n Notice) { got = append(got, n.String()) })
		k.Setting("a", func(string, error) { got = append(got, "answer") })
		k.SetSetting("", "x", nil) // an error that was not asked for
		k.Add(score("g", 30, 1), nil)
		synctest.Wait()
		k.Poll()
		want := "one|two|answer|record.trouble (a setting has 1 to 64 characters, not 0)"
		if text := strings.Join(got, "|"); text != want {
			t.Errorf("got %s, want %s", text, want)
		}
		need.NoError(t, k.Close())
	})
}

// A disk that does not answer delays the program for at most two seconds.
func TestKeeperCloseIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &slow{newMemory(), make(chan struct{})}
		k := start(func(context.Context) *Ledger { return &Ledger{book: disk} }, nil)
		var answers []error
		for range 3 {
			k.SetSetting("k", "v", func(err error) { answers = append(answers, err) })
		}
		before := time.Now()
		err := k.Close()
		if err == nil || time.Since(before) != closeWait {
			t.Errorf("Close = %v after %v", err, time.Since(before))
		}
		synctest.Wait() // the worker ends, too
		if k.Poll(); len(answers) != 3 || answers[0] == nil || answers[2] == nil {
			t.Errorf("answers %v, want three errors", answers)
		}
		if err := k.Close(); err != nil {
			t.Errorf("Close once the disk gave up = %v", err)
		}
	})
}

func TestKeeperQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk := &slow{newMemory(), make(chan struct{})}
		k := start(func(context.Context) *Ledger { return &Ledger{book: disk} }, nil)
		refused, done := 0, 0
		for range queueLength + 50 {
			k.SetSetting("k", "v", func(err error) {
				if done++; errors.Is(err, errQueueFull) {
					refused++
				}
			})
		}
		if k.Poll(); refused < 49 || refused > 50 || refused != done { // the worker may have taken one
			t.Errorf("%d of %d answers are refusals, want 49 or 50", refused, done)
		}
		close(disk.gate)
		need.NoError(t, k.Close())
		if k.Poll(); done != queueLength+50 {
			t.Errorf("%d answers, want %d", done, queueLength+50)
		}
	})
}

func TestKeeperAwait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		disk, late := &slow{newMemory(), make(chan struct{})}, errors.New("late")
		k, stored := start(func(context.Context) *Ledger { return &Ledger{book: disk} }, nil), false
		k.SetSetting("k", "v", func(err error) { stored = err == nil })
		ctx, cancel := context.WithTimeoutCause(t.Context(), time.Second, late)
		defer cancel()
		if err := k.Await(ctx); !errors.Is(err, late) {
			t.Errorf("Await of a disk that hangs = %v", err)
		}
		close(disk.gate)
		if answered(t, k); !stored {
			t.Error("Await returned before the answer")
		}
		need.NoError(t, k.Close())
		if err := k.Await(t.Context()); !errors.Is(err, ErrClosed) {
			t.Errorf("Await of a closed keeper = %v", err)
		}
	})
}

// A window asks and polls at once from several goroutines; the race detector looks on.
func TestKeeperFromManyGoroutines(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := inMemoryKeeper(nil)
		answers := make(chan bool, 400)
		for g := range 4 {
			go func() {
				for i := range 50 {
					k.Add(score(fmt.Sprintf("%d-%d", g, i), 30, 1), func(added bool, _ error) { answers <- added })
					k.Poll()
				}
			}()
		}
		synctest.Wait()
		k.Poll()
		if len(answers) != 200 {
			t.Errorf("%d answers, want 200", len(answers))
		}
		need.NoError(t, k.Close())
	})
}
