package transport

import (
	"net"

	"mancala/netplay/keys"
)

// SeatProof shows a club which member comes with a ticket: a public key, and its signature over
// this one connection. The zero value shows nothing.
type SeatProof struct{ Key, Signature []byte }

// The bytes that are signed are seatPrefix and exported bytes of the TLS connection (RFC 8446,
// section 7.5), which no other connection has.
const (
	seatPrefix   = "mancala/1 seat"
	seatExporter = "EXPORTER-mancala-seat"
	exportedSize = 32
)

// seatSigned returns the bytes to be signed for a connection, or false if it is not encrypted.
func seatSigned(nc net.Conn) ([]byte, bool) {
	secure, ok := nc.(*Secure)
	if !ok {
		return nil, false
	}
	state := secure.ConnectionState()
	exported, err := state.ExportKeyingMaterial(seatExporter, nil, exportedSize)
	return append([]byte(seatPrefix), exported...), err == nil
}

// ProveSeat returns the proof of a member over a connection; none on one that is not encrypted.
// Member is called only if there is one.
func ProveSeat(nc net.Conn, member func() (*keys.Identity, error)) (SeatProof, error) {
	signed, encrypted := seatSigned(nc)
	if !encrypted {
		return SeatProof{}, nil
	}
	me, err := member()
	if err != nil {
		return SeatProof{}, err
	}
	return SeatProof{me.Public(), me.Sign(signed)}, nil
}

// Check returns the fingerprint of the key that has signed a connection; zero if none has.
func (p SeatProof) Check(nc net.Conn) keys.Fingerprint {
	signed, encrypted := seatSigned(nc)
	if !encrypted {
		return keys.Fingerprint{}
	}
	key, _ := keys.Verify(p.Key, signed, p.Signature) // zero with an error
	return key
}
