package main

import (
	"context"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/rules"
)

// trustOptions are the options about encryption.
type trustOptions struct {
	insecure    bool        // no encryption in this run
	trustNewKey bool        // trust the new key of the host of --join or --watch
	invite      keys.Invite // from --join or --watch; zero if they name no invite
}

func (t *trustOptions) register(fs *flagSet) {
	fs.yes(&t.trustNewKey, "trust-new-key", words.T("with --join: trust the host though it shows another key than last time, as it does "+
		"after mancala was installed anew there"))
	fs.yes(&t.insecure, "insecure", words.T("no encryption in this run, which both players have to choose; anyone in between can read "+
		"along and meddle"))
}

func (t *trustOptions) check() error {
	if t.insecure && !t.invite.IsZero() {
		return rules.NewNote("netplay.invite-encrypts")
	}
	return nil
}

// host returns cfg with the encryption that the options ask for.
func (t *trustOptions) host(cfg link.HostConfig, k *record.Keeper, insecure bool) link.HostConfig {
	cfg.Insecure, cfg.Keep, cfg.Amend, cfg.Evidence = insecure || t.insecure, k.Keep, k.Amend, k.Evidence
	cfg.Closing = func() []match.Bookmark { return wiring.Closing(k, match.Host) }
	cfg.Identity = func() (*keys.Identity, error) { return wiring.Identity(k)(context.Background()) }
	return cfg
}

// connect joins or watches a host, as in the request. If the command line names the same host, its
// options apply as well.
func (o *options) connect(r ports.JoinRequest, cfg link.GuestConfig, k *record.Keeper) table.Link {
	named := r.Addr == o.Join || r.Addr == o.watch
	r.Insecure = r.Insecure || o.trust.insecure
	r.TrustNewKey = r.TrustNewKey || named && o.trust.trustNewKey
	if r.Invite == "" && named && !o.trust.invite.IsZero() {
		r.Invite = o.trust.invite.String()
	}
	return wiring.Connect(r, cfg, k)
}

// idle returns a sentence about a flag that has no effect at one keyboard.
func (t *trustOptions) idle(network bool) []string {
	if t.insecure && !network {
		return []string{words.T("At one keyboard nothing travels, so --insecure has no effect without --serve or --join.")}
	}
	return nil
}
