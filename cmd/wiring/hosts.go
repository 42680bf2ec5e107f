package wiring

import (
	"context"
	"time"

	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/record"
)

// KeyPatience is how long the key of this computer or of a host is waited for.
const KeyPatience = 10 * time.Second

// KnownHosts remembers the keys of hosts in the records.
type KnownHosts struct{ *record.Keeper }

// Known returns the remembered key of a host, or zero.
func (h KnownHosts) Known(ctx context.Context, addr string) (keys.Known, error) {
	ctx, cancel := context.WithTimeout(ctx, KeyPatience)
	defer cancel()
	host, _, err := h.Keeper.Host(ctx, addr)
	return host.Known, err
}

// Remember remembers the key of a host.
func (h KnownHosts) Remember(addr string, host keys.Known) { h.Keeper.SaveHost(addr, host) }

// ReadAddress is [netplay.ParseAddress] with the invite as text, or "".
func ReadAddress(text string) (addr, invite string, err error) {
	addr, i, err := netplay.ParseAddress(text)
	if err == nil && !i.Fingerprint.IsZero() {
		invite = i.String()
	}
	return addr, invite, err
}
