package clubtest

import (
	"context"
	"net"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
	"mancala/table"
)

// House is a club with a script that is reached over TCP and TLS at loopback: one open table, at
// which Bo waits for a game of plain Kalah.
type House struct {
	*Club
	// Front is where it is reached, and Keys are the keys that have been shown there.
	Front *listen.Listener
	Keys  chan keys.Fingerprint
	// Bo is the table at which Bo sits.
	Bo *Table
}

// OpenHouse opens a house until ctx ends. Games at its table have that time control.
func OpenHouse(ctx context.Context, control match.TimeControl) (*House, error) {
	h := &House{Club: New(), Keys: make(chan keys.Fingerprint, 100)}
	bo := lobby.Member{ID: Bo, Name: "Bo", Rating: 1600, Deviation: 50}
	free := lobby.Table{ID: "tabletabletable2", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant, Time: control}, Members: []lobby.Member{bo}}
	played := free
	played.Playing, played.Members = true, []lobby.Member{bo, {ID: Ann, Name: "Ann", Rating: 1500, Deviation: 60}}
	ticket := lobby.Ticket{byte(table.B)}
	copy(ticket[1:], free.ID)
	h.Reply = func(call *wire.ClubCall) []*wire.ClubNews {
		switch {
		case call.GetFollow() != nil:
			listed := &wire.ClubNews{Body: &wire.ClubNews_Listed{Listed: &wire.ClubListed{}}}
			return []*wire.ClubNews{Done(call), wirelobby.NewsToWire(0, lobby.Told{Table: free}), listed}
		case call.GetSit() != nil:
			return []*wire.ClubNews{wirelobby.NewsToWire(0, lobby.Seat{Table: played, Ticket: ticket})}
		}
		return []*wire.ClubNews{Done(call)}
	}
	var err error
	if h.Bo, err = NewTable(ctx, Terms(free.ID, free.Variant, control), [2]string{"Bo", "Ann"}); err != nil {
		return nil, err
	}
	h.Front, err = listen.Open(ctx, "127.0.0.1:0", listen.Config{}, func(nc net.Conn, k listen.Request) {
		h.Keys <- k.Key
		if k.Kind == listen.Club {
			h.Serve(nc)
			return
		}
		h.Bo.Receive(nc, k)
	})
	if err != nil {
		return nil, err
	}
	return h, nil
}

// Close closes the house.
func (h *House) Close() {
	_ = h.Front.Close()
	h.Cut(true)
}
