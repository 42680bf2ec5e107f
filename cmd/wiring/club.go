package wiring

import (
	"context"
	"crypto/tls"
	"log/slog"
	"net"

	"mancala/internal/match/lobby"
	"mancala/internal/record"
	"mancala/menus/ports"
	"mancala/netplay/club"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// Club connects to a club as a request says. The key of this installation says who the user is;
// show makes the certificates that show it, and without show the club asks for a signature instead.
// Notify is as in [club.Config].
func Club(
	r ports.ClubRequest, network transport.Transport, k *record.Keeper, show func(*keys.Identity) []tls.Certificate, log *slog.Logger,
	notify func(),
) lobby.Link {
	var shown keys.Fingerprint // by the club at its first address
	return club.Dial(r.Addr, club.Config{
		Name: r.Name, Version: Version, Computer: r.Computer, Log: log, Notify: notify,
		Identity: Identity(k),
		Dial: func(ctx context.Context, addr string, me *keys.Identity) (net.Conn, keys.Known, error) {
			cfg := transport.Dialer{Transport: network, Insecure: r.Insecure, Hosts: knownHosts{k}, TrustNew: r.TrustNewKey}
			if show != nil {
				cfg.Own = show(me)
			}
			if addr != r.Addr { // another node, which has the same key
				cfg.Invited = shown
			}
			nc, host, err := transport.DialLobby(ctx, addr, cfg)
			if err == nil && addr == r.Addr {
				shown = host.Fingerprint
			}
			return nc, host, err
		},
	})
}
