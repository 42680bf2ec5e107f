package certs

import (
	"context"
	"errors"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"mancala/hub/bus"
)

// again is how long a patient cache waits before it tries something again.
const again = time.Second

// patient is a cache that tries again, until the context ends, what the bus cannot do now. An order
// that is under way would be lost otherwise, although it counts against a limit of the authority.
type patient struct{ cache }

// Get returns a value, or [autocert.ErrCacheMiss].
func (p patient) Get(ctx context.Context, name string) (data []byte, err error) {
	return data, insist(ctx, func() error {
		data, err = p.cache.Get(ctx, name)
		return err
	})
}

// Put stores a value.
func (p patient) Put(ctx context.Context, name string, data []byte) error {
	return insist(ctx, func() error { return p.cache.Put(ctx, name, data) })
}

// insist calls f until it succeeds, there is no such value, or the context ends.
func insist(ctx context.Context, f func() error) error {
	for {
		err := f()
		if err == nil || errors.Is(err, autocert.ErrCacheMiss) || !bus.Pause(ctx, again) {
			return err
		}
	}
}
