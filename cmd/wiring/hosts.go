package wiring

import (
	"cmp"
	"context"
	"time"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/netplay"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/record"
	"mancala/words"
)

// KeyPatience is the longest time to wait for the key of this computer or of a host.
const KeyPatience = 10 * time.Second

// knownHosts remembers the keys of hosts in the records.
type knownHosts struct{ *record.Keeper }

// Known returns the remembered key of a host, or zero.
func (h knownHosts) Known(ctx context.Context, addr string) (keys.Known, error) {
	ctx, cancel := context.WithTimeout(ctx, KeyPatience)
	defer cancel()
	host, _, err := h.Keeper.Host(ctx, addr)
	return host.Known, err
}

// identity returns the key of this installation.
func identity(k *record.Keeper) func(context.Context) (*keys.Identity, error) {
	return func(ctx context.Context) (*keys.Identity, error) {
		ctx, cancel := context.WithTimeout(ctx, KeyPatience)
		defer cancel()
		return k.Identity(ctx)
	}
}

// Remember remembers the key of a host.
func (h knownHosts) Remember(addr string, host keys.Known) { h.Keeper.SaveHost(addr, host) }

// Connect joins or watches as a request says. It completes the configuration from the request and
// the known hosts.
func Connect(r ports.JoinRequest, cfg netplay.GuestConfig, k *record.Keeper) match.Link {
	cfg.Insecure, cfg.TrustNewKey, cfg.KnownHosts = r.Insecure, r.TrustNewKey, knownHosts{k}
	if key, err := keys.ParseFingerprint(r.Fingerprint); err == nil {
		cfg.Announced = key
	}
	cfg.Ticket, cfg.Also, cfg.Member = r.Ticket, r.Also, identity(k)
	addr := cmp.Or(r.Invite, r.Addr)
	if r.Watch {
		return netplay.Watch(addr, cfg)
	}
	return netplay.Join(addr, cfg)
}

// ReadAddress is [address.Parse] with the invite as text, or "".
func ReadAddress(text string) (addr, invite string, err error) {
	addr, i, err := address.Parse(text)
	if err == nil && !i.IsZero() {
		invite = i.String()
	}
	return addr, invite, err
}

// CheckPoint returns an error, a sentence for people, if a text is not the name of a meeting point.
func CheckPoint(text string) error {
	if _, err := address.ParsePoint(text); err != nil {
		return words.Errorf("Enter a name such as meet.example.org, or with a port, meet.example.org:7100.")
	}
	return nil
}

// IsCode reports whether a text is a whole code, as in "amber-fox-31", without its meeting point.
func IsCode(text string) bool {
	code, err := meet.ParseCode(text)
	return err == nil && code.Secret != ""
}
