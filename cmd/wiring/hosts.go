package wiring

import (
	"cmp"
	"context"
	"slices"
	"time"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/meet"
)

// keyPatience is the longest time to wait for the key of this computer or of a host.
const keyPatience = 10 * time.Second

// knownHosts remembers the keys of hosts in the records.
type knownHosts struct{ *record.Keeper }

// Known returns the remembered key of a host, or zero.
func (h knownHosts) Known(ctx context.Context, addr string) (keys.Known, error) {
	ctx, cancel := context.WithTimeout(ctx, keyPatience)
	defer cancel()
	host, _, err := h.Keeper.Host(ctx, addr)
	return host.Known, err
}

// Identity returns a function for the key of this installation. It waits for the disk.
func Identity(k *record.Keeper) func(context.Context) (*keys.Identity, error) {
	return func(ctx context.Context) (*keys.Identity, error) {
		ctx, cancel := context.WithTimeout(ctx, keyPatience)
		defer cancel()
		return k.Identity(ctx)
	}
}

// Remember remembers the key of a host.
func (h knownHosts) Remember(addr string, host keys.Known) { h.Keeper.SaveHost(addr, host) }

// Connect joins or watches as a request says. It completes the configuration from the request and
// the known hosts, and keeps the series in the records.
func Connect(r ports.JoinRequest, cfg link.GuestConfig, k *record.Keeper) table.Link {
	cfg.Keep, cfg.Amend, cfg.Evidence, cfg.Also, cfg.Seat, cfg.Device = k.Keep, k.Amend, k.Evidence, r.Also, r.Seat, Identity(k)
	cfg.Insecure, cfg.TrustNewKey, cfg.KnownHosts = r.Insecure, r.TrustNewKey, knownHosts{k}
	if key, err := keys.ParseFingerprint(r.Fingerprint); err == nil {
		cfg.Announced = key
	}
	addr := cmp.Or(r.Invite, r.Addr)
	if r.Watch {
		return link.Watch(addr, cfg)
	}
	cfg.Before = func(ctx context.Context) { tellHost(ctx, k, addr, cfg) }
	return link.Join(addr, cfg)
}

// tellWait limits the time for telling a host about series that have ended here, and asking about
// the others, before another one with it begins.
const tellWait = 3 * time.Second

// tellHost tells a joined host which of the series with it have ended here, and learns which others
// have ended there.
func tellHost(ctx context.Context, k *record.Keeper, addr string, cfg link.GuestConfig) {
	ctx, cancel := context.WithTimeout(ctx, tellWait)
	defer cancel()
	list := closing(ctx, k, match.Guest)
	if cfg.Seat == nil { // a club ends series by itself
		kept, _ := k.Kept(ctx) // without them nothing is asked
		list = append(list, kept...)
	}
	cfg.Also, cfg.Seat, cfg.TrustNewKey, cfg.Before, cfg.Announced = nil, nil, false, nil, keys.Fingerprint{}
	at, _, err := address.Parse(addr)
	for _, b := range list {
		if err == nil && b.Addr == at && b.Self == match.Guest {
			link.Deliver(ctx, b, cfg)
		}
	}
}

// Closing returns the series that a party at this end has ended without the other one's knowledge.
// It waits for the disk.
func Closing(k *record.Keeper, self match.Party) []match.Bookmark {
	ctx, cancel := context.WithTimeout(context.Background(), keyPatience)
	defer cancel()
	return closing(ctx, k, self)
}

func closing(ctx context.Context, k *record.Keeper, self match.Party) []match.Bookmark {
	list, err := k.Closing(ctx)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(b match.Bookmark) bool { return b.Self != self })
}

// TellHosts tells each host of a series that has ended here of that, with one try, and returns at
// once.
func TellHosts(k *record.Keeper, cfg link.GuestConfig) {
	cfg.Keep, cfg.Amend, cfg.KnownHosts, cfg.Device = k.Keep, k.Amend, knownHosts{k}, Identity(k)
	go func() {
		for _, b := range Closing(k, match.Guest) {
			go link.Deliver(context.Background(), b, cfg)
		}
	}()
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
