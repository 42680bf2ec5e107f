package clubtest

import (
	"context"
	"net"

	"mancala/match"
	"mancala/match/lobby"
	"mancala/netplay"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	wirelobby "mancala/netplay/lobby"
	wire "mancala/proto/mancala/v1"
	"mancala/rules"
)

// House is a club with a script that is reached over TCP and TLS at loopback: one open table, at
// which Bo waits for a game of plain Kalah.
type House struct {
	*Club
	// Front is where it is reached, and Keys are the keys that have been shown there.
	Front *listen.Listener
	Keys  chan keys.Fingerprint
	// Bo is the end of the game at which Bo sits.
	Bo match.Link
}

// OpenHouse opens a house until ctx ends.
func OpenHouse(ctx context.Context) (*House, error) {
	h := &House{Club: New(), Keys: make(chan keys.Fingerprint, 100)}
	bo := lobby.Member{ID: Bo, Name: "Bo", Rating: 1600, Deviation: 50}
	free := lobby.Table{ID: "tabletabletable2", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant}, Members: []lobby.Member{bo}}
	played := free
	played.Playing, played.Members = true, []lobby.Member{bo, {ID: Ann, Name: "Ann", Rating: 1500, Deviation: 60}}
	ticket := keys.Secret{1, 2, 3}
	h.Reply = func(call *wire.ClubCall) []*wire.ClubNews {
		switch {
		case call.GetFollow() != nil:
			listed := &wire.ClubNews{Body: &wire.ClubNews_Listed{Listed: &wire.ClubListed{}}}
			return []*wire.ClubNews{Done(call), {Body: &wire.ClubNews_Table{Table: wirelobby.TableToWire(free)}}, listed}
		case call.GetSit() != nil:
			return []*wire.ClubNews{{Body: &wire.ClubNews_Seat{Seat: wirelobby.SeatToWire(lobby.Seat{Table: played, Ticket: ticket})}}}
		}
		return []*wire.ClubNews{Done(call)}
	}
	handed := &netplay.Handed{}
	var err error
	h.Front, err = listen.Open(ctx, "127.0.0.1:0", listen.Config{}, func(nc net.Conn, k listen.Request) {
		h.Keys <- k.Key
		if k.Kind == listen.Club {
			h.Serve(nc)
			return
		}
		handed.Hand(nc, k.Far)
	})
	if err != nil {
		return nil, err
	}
	handed.Greeted = h.Front.Key()
	h.Bo = netplay.Host("table", netplay.HostConfig{
		Name: "Bo", Variant: free.Variant, First: match.FirstGuest, Handed: handed, Ticket: ticket,
	})
	return h, nil
}

// Close closes the house.
func (h *House) Close() {
	_ = h.Bo.Close()
	_ = h.Front.Close()
	h.Cut(true)
}
