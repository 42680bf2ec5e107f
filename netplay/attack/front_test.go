package attack_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"sync"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/netplay/attack"
	"mancala/netplay/club/clubtest"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/netplay/transport"
	"mancala/tools/need"
)

// club are the tables of a club, found by their tickets.
type club struct {
	mu      sync.Mutex
	tables  map[lobby.Ticket]*clubtest.Table
	strange int // connections without a ticket
}

func (c *club) receive(nc net.Conn, k transport.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.tables[k.Ticket]; at != nil {
		at.Receive(nc, k)
		return
	}
	c.strange++
	go k.TurnAway(nc)
}

// sit makes a table. An honest player, whose first byte is late, takes a seat and plays.
func (c *club) sit(t *testing.T, front *transport.Listener) error {
	id := fmt.Sprintf("table%011d", len(c.tables))
	at, err := clubtest.NewTable(t.Context(), clubtest.Terms(id, kalah, match.TimeControl{}), [2]string{"Hilda", "Gus"})
	if err != nil {
		return err
	}
	seat := lobby.Seat{Table: lobby.Table{ID: id, Settings: lobby.Settings{Variant: kalah}}, Ticket: lobby.Ticket{2}}
	copy(seat.Ticket[1:], id)
	c.mu.Lock()
	c.tables[seat.Ticket] = at
	c.mu.Unlock()
	key, err := keys.NewIdentity(rand.Reader)
	if err != nil {
		return err
	}
	invite := keys.Invite{Addr: front.Addr(), Fingerprint: front.Key().Fingerprint}
	player, err := begun(t, link.Join(invite.String(), link.GuestConfig{
		Seat: &seat, Transport: lateDial{50 * time.Millisecond}, Device: func(context.Context) (*keys.Identity, error) { return key, nil },
	}), func() {})
	if err != nil {
		return err
	}
	defer player.Link.Close()
	if err := player.Play(1); err != nil {
		return err
	}
	need.Until(t, "the ply is at the club", func() bool { return at.Plies() == 1 })
	return nil
}

// TestStrangersAtAFront has guests come with a ticket while strangers try everything at a front. No
// stranger gets a seat, and all guests do.
func TestStrangersAtAFront(t *testing.T) {
	callers, visits := 1000, 20
	if testing.Short() {
		callers, visits = 200, 5
	}
	need.Met(t, "files", attack.Files(uint64(4*callers+1000)))
	tables := &club{tables: map[lobby.Ticket]*clubtest.Table{}}
	front := need.Must(transport.Listen(t.Context(), "127.0.0.1:0", transport.ListenConfig{}, tables.receive))(t)
	defer front.Close()
	for _, plan := range []attack.Plan{
		{Callers: callers, Rate: 2000, Life: attack.Idle},
		{Callers: 8, Rate: 100, Life: attack.Close},
		{Callers: 8, Rate: 100, Life: attack.Reset},
		{Callers: 32, Rate: 100, Secure: true, Life: attack.Drip(50 * time.Millisecond)},
		{Callers: 8, Rate: 100, Secure: true, Life: attack.LookAround("Looker")},
		{Callers: 8, Rate: 100, Secure: true, Life: attack.Barge},
		{Callers: 32, Rate: 100, Secure: true, Life: attack.Late(100 * time.Millisecond)},
	} {
		plan.Addr, plan.Sources = front.Addr(), attack.Sources(16)
		swarm := plan.Start(t.Context())
		defer swarm.Stop()
		dialled(t, swarm, plan.Callers)
	}
	letIn(t, visits, func() error { return tables.sit(t, front) })
	need.Until(t, "a stranger has shown what it wants", func() bool {
		tables.mu.Lock()
		defer tables.mu.Unlock()
		return tables.strange > 0
	})
}
