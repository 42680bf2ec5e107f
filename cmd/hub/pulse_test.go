package main

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/cmd/hub/store"
)

// TestPulse: the pulse notices within seconds that this node does not store, or that its database
// does not answer, even if the others go on.
func TestPulse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var full, silent atomic.Bool
		var trouble atomic.Value
		p := &pulse{now: time.Now}
		if err := p.check(); err == nil || !strings.Contains(err.Error(), "waits for it") {
			t.Errorf("before the start: %v", err)
		}
		p.begin(func() store.Stats {
			err, _ := trouble.Load().(error)
			return store.Stats{Trouble: err}
		})
		looks := 0
		go p.run(t.Context(), func(ctx context.Context) error {
			switch {
			case silent.Load():
				<-ctx.Done()
				return ctx.Err()
			case full.Load():
				return errors.New("the disk is full")
			}
			return nil
		}, func(context.Context) { looks++ })
		check := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			if err := p.check(); (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n")) {
				t.Errorf("%v, want %q", err, want)
			}
		}
		check(time.Minute, "")
		full.Store(true)
		check(beatEvery, "") // a moment is no trouble
		check(pulseWait, "full")
		full.Store(false)
		check(2*beatEvery, "")
		silent.Store(true)
		check(pulseWait+beatWait+beatEvery, "stored nothing for")
		silent.Store(false)
		check(beatWait+beatEvery, "")
		trouble.Store(errors.New("no room"))
		check(0, "tables cannot be stored: no room")
		if looks < 60 {
			t.Errorf("%d looks at the nodes", looks)
		}
	})
}
