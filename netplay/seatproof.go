package netplay

import (
	"context"
	"net"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/keys"
	"mancala/netplay/transport"
)

// seatProof shows a club which member comes with a ticket: a public key, and its signature over
// this one connection. The zero value shows nothing.
type seatProof struct{ key, signature []byte }

// The bytes that are signed are seatPrefix and exported bytes of the TLS connection (RFC 8446,
// section 7.5), which no other connection has.
const (
	seatPrefix   = "mancala/1 seat"
	seatExporter = "EXPORTER-mancala-seat"
	exportedSize = 32
)

// seatSigned returns the bytes to be signed for a connection, or false if it is not encrypted.
func seatSigned(nc net.Conn) ([]byte, bool) {
	secure, ok := nc.(*transport.Secure)
	if !ok {
		return nil, false
	}
	state := secure.ConnectionState()
	exported, err := state.ExportKeyingMaterial(seatExporter, nil, exportedSize)
	return append([]byte(seatPrefix), exported...), err == nil
}

// proveSeat returns the proof of a guest with a ticket; one without a key, or on a connection that
// is not encrypted, has none.
func (c *GuestConfig) proveSeat(ctx context.Context, nc net.Conn) (seatProof, error) {
	signed, encrypted := seatSigned(nc)
	if c.Member == nil || c.Ticket.IsZero() || !encrypted {
		return seatProof{}, nil
	}
	me, err := c.Member(ctx)
	if err != nil {
		return seatProof{}, err
	}
	return seatProof{me.Public(), me.Sign(signed)}, nil
}

// seatProofOf returns the proof in a guest's first frame.
func seatProofOf(h *wire.Hello) seatProof { return seatProof{h.GetKey(), h.GetSignature()} }

// check returns the fingerprint of the key that has signed a connection; zero if none has.
func (p seatProof) check(nc net.Conn) keys.Fingerprint {
	signed, encrypted := seatSigned(nc)
	if !encrypted {
		return keys.Fingerprint{}
	}
	key, _ := keys.Verify(p.key, signed, p.signature) // zero with an error
	return key
}
