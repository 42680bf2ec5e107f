package tables

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"time"

	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/table"
)

// Reasons why a player's connection ends. Compare with errors.Is; an error of package table is also
// possible.
var (
	// ErrReplaced says that the player has come on another connection, or with another device.
	ErrReplaced = errors.New("the player has come on another connection")
	// ErrMoved says that another node owns the table; the player's program dials again at once.
	ErrMoved = errors.New("the table is moving to another node")
	// ErrLater says that the table cannot seat the device now; the program dials again soon.
	ErrLater = errors.New("the player has come with too many devices, or on a later connection")
)

// Line is the connection of a player. The core of a table only compares lines; its shell calls
// them. They must be comparable, and their methods must not wait.
type Line interface {
	// Following answers a Follow. The events behind the follower's own come next, if there are any.
	// The last event was sent that long ago, if a clock has run since.
	Following(f table.Following, ago time.Duration)
	// Event hands on an event with its tag.
	Event(*table.Event, table.Tag)
	Refused(table.Refused)
	// Snapshot is how a device begins that has come with a ticket.
	Snapshot(s *table.Snapshot, ago time.Duration)
	// Presence says whether the other player is there. A new line takes them to be.
	Presence(absent bool)
	// Watched sends the number of watchers. A new line assumes none.
	Watched(n int)
	// Leave ends the connection.
	Leave(why error)
}

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
