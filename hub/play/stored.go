package play

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"mancala/hub/bus"
	"mancala/match"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
)

// The buckets of the games: the tables by their ids, and the ways to them.
const (
	gamesBucket = "games"
	doorsBucket = "doors"
)

// record is a table in the bucket of the games.
type record struct {
	// Owner is the node at which the table is; "" if it is at none and waits for one.
	Owner   string
	Run     string // of the owner: a node that was restarted does not have its tables any more
	Setup   Setup
	Tickets [3]string // of the players and the watchers, in hexadecimal
	State   state
	Legs    [2]*match.Bookmark // nil before the series of a leg has begun
	Doors   []string           // all keys that lead to the table
	At      time.Time          // when it was stored
}

// decodeRecord returns the record of a table.
func decodeRecord(data []byte) (record, error) {
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("a table is damaged: %w", err)
	}
	for i, to := range []*keys.Secret{&r.Setup.Players[0].Ticket, &r.Setup.Players[1].Ticket, &r.Setup.Watch} {
		b, err := hex.DecodeString(r.Tickets[i])
		if err != nil || len(b) != len(to) {
			return r, errors.New("a table is damaged: its tickets are none")
		}
		*to = keys.Secret(b)
	}
	return r, nil
}

// encode returns the bytes of a record.
func (r *record) encode() ([]byte, error) {
	for i, s := range []keys.Secret{r.Setup.Players[0].Ticket, r.Setup.Players[1].Ticket, r.Setup.Watch} {
		r.Tickets[i] = hex.EncodeToString(s[:])
	}
	return json.Marshal(r)
}

// door is the seat that a ticket or the name of a series leads to.
type door struct {
	Table string
	Leg   int  // 0 or 1; those who watch go to the first
	Watch bool // for those who watch alone
	// Player is the id of the player who alone may come by a ticket. It is "" for those who watch
	// and by the name of a series.
	Player string `json:",omitempty"`
}

func ticketKey(s keys.Secret) string { return "t." + hex.EncodeToString(s[:]) }

func seriesKey(name string) string { return "s." + name }

// doorKey returns the key of the door that a knock is for; "" if it shows none.
func doorKey(k listen.Request) string {
	switch {
	case k.Kind == listen.Resume:
		return seriesKey(k.Series)
	case k.Invite.IsZero():
		return ""
	}
	return ticketKey(k.Invite)
}

// openDoor makes a door.
func (h *Hall) openDoor(ctx context.Context, key string, d door) error {
	data, err := json.Marshal(d)
	if err != nil {
		return err
	}
	if _, err = h.doors.Create(ctx, key, data); errors.Is(err, bus.ErrExists) {
		return nil // by the node that had the table before
	}
	return err
}

// findDoor returns where a door leads.
func (h *Hall) findDoor(ctx context.Context, key string) (door, error) {
	var d door
	entry, err := h.doors.Get(ctx, key)
	if err != nil {
		return d, err
	}
	if err := json.Unmarshal(entry.Data, &d); err != nil || d.Leg < 0 || d.Leg > 1 {
		return d, errors.New("a door is damaged")
	}
	return d, nil
}
