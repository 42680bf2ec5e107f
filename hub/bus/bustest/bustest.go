// Package bustest holds the tests that every bus passes.
package bustest

import (
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"mancala/hub/bus"
	"mancala/tools/need"
)

// Run tests a bus. Join returns a new node of it, and closes it at the end of the test that it is
// given. The bus may have been used before.
func Run(t *testing.T, join func(t *testing.T) bus.Bus) {
	for name, f := range map[string]func(*testing.T, pair){
		"Publish":     testPublish,
		"Wildcards":   testWildcards,
		"Queue":       testQueue,
		"Unsubscribe": testUnsubscribe,
		"Request":     testRequest,
		"Silence":     testSilence,
		"BadMessages": testBadMessages,
		"Bucket":      testBucket,
		"Delete":      testDelete,
		"Counter":     testCounter,
		"TTL":         testTTL,
		"BadKeys":     testBadKeys,
		"Watch":       testWatch,
		"Present":     testPresent,
		"SlowWatcher": testSlowWatcher,
		"Log":         testLog,
		"ReadError":   testReadError,
		"Journal":     testJournal,
		"Trim":        testTrim,
		"JournalRace": testJournalRace,
		"LongJournal": testLongJournal,
		"BadJournals": testBadJournals,
		"Close":       testClose,
		"CloseEnds":   testCloseEnds,
	} {
		t.Run(name, func(t *testing.T) {
			p := pair{a: join(t), b: join(t)}
			t.Parallel() // some wait for the disk, and some for time to pass
			f(t, p)
		})
	}
}

// pair is two nodes of one bus.
type pair struct{ a, b bus.Bus }

// name returns a word that no other test has.
func name() string { return strings.ToLower(rand.Text()) }

// workers is how many compete.
const workers = 4

// compete has some workers do something at once, so many times each.
func compete(t *testing.T, rounds int, do func(worker, round int) error) {
	var all sync.WaitGroup
	for worker := range workers {
		all.Go(func() {
			for round := range rounds {
				if err := do(worker, round); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, not %v", what, err, want)
	}
}

// listen subscribes at one node, and returns once the other one's messages arrive there too.
func listen(t *testing.T, from, at bus.Bus, pattern, queue string, f func(bus.Message)) bus.Subscription {
	t.Helper()
	s := need.Must(at.Subscribe(pattern, queue, f))(t)
	probe := name()
	echo := need.Must(at.Subscribe(probe, "", func(m bus.Message) { m.Respond(nil) }))(t)
	defer echo.Close()
	for ctx := need.Soon(t); ; {
		_, err := from.Request(ctx, probe, nil)
		if err == nil {
			return s
		}
		if !errors.Is(err, bus.ErrNoResponders) {
			t.Fatal(err)
		}
		time.Sleep(time.Millisecond)
	}
}

// receive returns the next value of a channel.
func receive[T any](t *testing.T, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(need.Patience):
		t.Fatal("nothing came")
		panic("not reached")
	}
}

// nothing fails if a channel gives anything within a short time.
func nothing[T any](t *testing.T, c <-chan T) {
	t.Helper()
	select {
	case v := <-c:
		t.Fatalf("%v came", v)
	case <-time.After(50 * time.Millisecond):
	}
}
