package tables

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"

	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
)

// ErrTicket says that a ticket is not the club's, or another device's. Compare with errors.Is.
var ErrTicket = errors.New("the ticket is not valid")

// Tickets makes and checks the tickets of a club. Every node can check them without any stored
// data.
type Tickets struct{ key []byte }

// NewTickets returns the tickets of the club with a seed.
func NewTickets(seed [table.SecretSize]byte) (Tickets, error) {
	key, err := hkdf.Key(sha256.New, seed[:], nil, "mancala/3 tickets", sha256.Size)
	return Tickets{key}, err
}

// For makes a ticket valid for a device with that key. Anyone may use one for watching.
func (k Tickets) For(t lobby.Ticket, device keys.Fingerprint) lobby.Ticket {
	copy(t[17:], k.mac(t[:17], [16]byte(device)))
	return t
}

func (k Tickets) mac(head []byte, device [16]byte) []byte {
	if head[0] == lobby.WatcherSeat {
		device = [16]byte{}
	}
	h := hmac.New(sha256.New, k.key)
	h.Write([]byte("mancala/3 ticket"))
	h.Write(head)
	h.Write(device[:])
	return h.Sum(nil)[:16]
}

// Check returns the seat and the series of a ticket that a device shows; the seat is
// [table.Nobody] if it is for watching. The device must have proved its key. The error is
// ErrTicket.
func (k Tickets) Check(t lobby.Ticket, device [16]byte) (by table.Seat, series [16]byte, err error) {
	by = table.Seat(t[0])
	if !hmac.Equal(k.mac(t[:17], device), t[17:]) || by < table.A || by > lobby.WatcherSeat {
		return table.Nobody, series, ErrTicket
	}
	if by == lobby.WatcherSeat {
		by = table.Nobody
	}
	return by, [16]byte(t[1:17]), nil
}
