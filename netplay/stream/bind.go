package stream

import (
	"net"

	"mancala/netplay/keys"
	"mancala/netplay/session"
	"mancala/netplay/transport"
)

// Bind returns what the signature of a seat is bound to: this one connection to a host with a key.
// It is the zero value without encryption.
func Bind(nc net.Conn, host keys.Fingerprint) session.Binding {
	secure, ok := nc.(*transport.Secure)
	if !ok {
		return session.Binding{}
	}
	b, state := session.Binding{Host: [16]byte(host)}, secure.ConnectionState()
	exported, err := state.ExportKeyingMaterial(session.Exporter, nil, len(b.Exported))
	if err == nil { // TLS 1.3 always has them
		copy(b.Exported[:], exported)
	}
	return b
}
