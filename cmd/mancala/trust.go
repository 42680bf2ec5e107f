package main

import (
	"context"
	"flag"
	"time"

	"mancala/match"
	"mancala/menus/ports"
	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/record"
	"mancala/rules"
	"mancala/words"
)

// trustOptions are the options about encryption.
type trustOptions struct {
	insecure    bool        // no encryption in this run
	trustNewKey bool        // of the host that --join or --watch names
	invite      keys.Invite // of --join or --watch; the zero value if it was no invite
}

func (t *trustOptions) register(fs *flag.FlagSet) {
	fs.BoolVar(&t.insecure, "insecure", false, "")
	fs.BoolVar(&t.trustNewKey, "trust-new-key", false, "")
}

func (t *trustOptions) check() error {
	if t.insecure && !t.invite.Fingerprint.IsZero() {
		return rules.NewNote("netplay.invite-encrypts")
	}
	return nil
}

// host returns cfg with the settings of encryption.
func (t *trustOptions) host(cfg netplay.HostConfig, k *record.Keeper, insecure bool) netplay.HostConfig {
	cfg.Insecure = insecure || t.insecure
	cfg.Identity = func() (*keys.Identity, error) {
		ctx, cancel := context.WithTimeout(context.Background(), keyPatience)
		defer cancel()
		return k.Identity(ctx)
	}
	return cfg
}

// connect joins or watches as a request says, or as the command line does if it names the same
// host.
func (o *options) connect(r ports.JoinRequest, cfg netplay.GuestConfig, k *record.Keeper) match.Link {
	named := r.Addr == o.join || r.Addr == o.watch
	cfg.Insecure = r.Insecure || o.trust.insecure
	cfg.TrustNewKey = r.TrustNewKey || named && o.trust.trustNewKey
	cfg.KnownHosts = knownHosts{k}
	if key, err := keys.ParseFingerprint(r.Fingerprint); err == nil {
		cfg.Announced = key
	}
	addr := r.Addr
	switch {
	case r.Invite != "":
		addr = r.Invite
	case named && !o.trust.invite.Fingerprint.IsZero():
		addr = o.trust.invite.String()
	}
	if r.Watch {
		return netplay.Watch(addr, cfg)
	}
	return netplay.Join(addr, cfg)
}

// keyPatience is how long the key of this computer or of a host is waited for.
const keyPatience = 10 * time.Second

// knownHosts remembers the keys of hosts in the records.
type knownHosts struct{ keeper *record.Keeper }

// Known returns the remembered key of a host, or zero.
func (h knownHosts) Known(ctx context.Context, addr string) (keys.Known, error) {
	ctx, cancel := context.WithTimeout(ctx, keyPatience)
	defer cancel()
	host, _, err := h.keeper.Host(ctx, addr)
	return host.Known, err
}

// Remember remembers the key of a host.
func (h knownHosts) Remember(addr string, host keys.Known) { h.keeper.SaveHost(addr, host) }

// readAddress is [netplay.ParseAddress] with the invite as text, or "".
func readAddress(text string) (addr, invite string, err error) {
	addr, i, err := netplay.ParseAddress(text)
	if err == nil && !i.Fingerprint.IsZero() {
		invite = i.String()
	}
	return addr, invite, err
}

// idle returns a sentence about a flag that has no effect at one keyboard.
func (t *trustOptions) idle(network bool) []string {
	if t.insecure && !network {
		return []string{words.T("At one keyboard nothing travels, so --insecure has no effect without --serve or --join.")}
	}
	return nil
}
