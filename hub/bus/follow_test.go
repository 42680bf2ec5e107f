package bus

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/workers"
)

// broken is a bucket that can be watched for a moment, and then with other keys.
type broken struct {
	Bucket
	keys [][]string // each time
}

func (b *broken) Watch(ctx context.Context, f func(Entry)) error {
	for _, key := range b.keys[0] {
		f(Entry{Key: key})
	}
	f(Entry{})
	if b.keys = b.keys[1:]; len(b.keys) > 0 {
		return errors.New("it cannot go on")
	}
	<-ctx.Done()
	return ctx.Err()
}

// A key deleted while its bucket could not be watched is reported.
func TestFollowAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		has, ready, failed := map[string]bool{}, make(chan bool, 1), 0
		done := make(chan struct{})
		go func() {
			defer close(done)
			Follow(ctx, &broken{keys: [][]string{{"a", "b"}, {"b", "c"}, {"c"}}}, func(e Entry) {
				if has[e.Key] = true; e.Deleted {
					delete(has, e.Key)
				}
			}, func() { ready <- true }, func(error) { failed++ })
		}()
		<-ready
		workers.Pause(ctx, 10*time.Second)
		cancel()
		<-done
		if keys := slices.Sorted(maps.Keys(has)); !slices.Equal(keys, []string{"c"}) || failed != 2 {
			t.Errorf("the keys are %v after %d failures", keys, failed)
		}
	})
}
