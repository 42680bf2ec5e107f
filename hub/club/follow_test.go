package club

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"mancala/hub/bus"
)

// broken is a bucket that can be watched for a moment, and then with other keys.
type broken struct {
	bus.Bucket
	keys [][]string // each time
}

func (b *broken) Watch(ctx context.Context, f func(bus.Entry)) error {
	for _, key := range b.keys[0] {
		f(bus.Entry{Key: key})
	}
	f(bus.Entry{})
	if b.keys = b.keys[1:]; len(b.keys) > 0 {
		return errors.New("it cannot go on")
	}
	<-ctx.Done()
	return ctx.Err()
}

// A key that was deleted while its bucket could not be watched is gone.
func TestFollowAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		has, ready := map[string]bool{}, make(chan error, 1)
		c := &base{cfg: Config{Log: slog.New(slog.DiscardHandler)}}
		done := make(chan struct{})
		go func() {
			defer close(done)
			c.follow(ctx, &broken{keys: [][]string{{"a", "b"}, {"b", "c"}, {"c"}}}, func(e bus.Entry) {
				if has[e.Key] = true; e.Deleted {
					delete(has, e.Key)
				}
			}, ready)
		}()
		<-ready
		sleep(ctx, 10*time.Second)
		cancel()
		<-done
		if keys := slices.Sorted(maps.Keys(has)); !slices.Equal(keys, []string{"c"}) {
			t.Errorf("the keys are %v", keys)
		}
	})
}
