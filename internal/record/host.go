package record

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"mancala/netplay/keys"
)

// Host is a host that was joined, recognised by its key.
type Host struct {
	// Addr is its address, as host:port in lower case.
	Addr string
	keys.Known
	// Met is the time when this key was saved, in UTC.
	Met time.Time
}

// checkHost returns nil for a host that can be kept.
func checkHost(h Host) error {
	switch {
	case h.Addr == "" || len(h.Addr) > MaxAddr || !utf8.ValidString(h.Addr):
		return fmt.Errorf("an address is text of 1 to %d bytes", MaxAddr)
	case h.Fingerprint.IsZero():
		return errors.New("a host is known by its key")
	}
	return nil
}

// normal returns the host as the database returns it.
func (h Host) normal() Host {
	h.Met = time.UnixMilli(h.Met.UnixMilli()).UTC()
	return h
}

// Host returns the host at an address, and whether there is one.
func (l *Ledger) Host(ctx context.Context, addr string) (h Host, found bool, err error) {
	return onTwo(ctx, l, func(b book) (Host, bool, error) { return get(ctx, b, hostRows, addr) })
}

// SaveHost saves the key of the host at an address, and replaces an earlier one.
func (l *Ledger) SaveHost(ctx context.Context, addr string, known keys.Known) error {
	h := Host{addr, known, l.clock()}.normal()
	if err := checkHost(h); err != nil {
		return err
	}
	return l.change(ctx, putting(hostRows, h.Addr, h))
}
