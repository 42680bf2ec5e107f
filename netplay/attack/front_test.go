package attack_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"net"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/encoding/protodelim"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/netplay"
	"mancala/netplay/attack"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/tools/need"
)

// legs are the tables of a club, found by their tickets.
type legs struct {
	mu       sync.Mutex
	byTicket map[keys.Secret]*netplay.Handed
	strange  int // connections without a ticket
}

func (l *legs) receive(nc net.Conn, k listen.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if leg := l.byTicket[k.Invite]; leg != nil {
		leg.Hand(nc, k.Far)
		return
	}
	l.strange++
	go k.TurnAway(nc)
}

// sit makes a leg, and has an honest guest whose first byte is late take its seat and play.
func (l *legs) sit(t *testing.T, front *listen.Listener) error {
	ticket, err := keys.NewSecret(rand.Reader)
	if err != nil {
		return err
	}
	handed := &netplay.Handed{Greeted: front.Key()}
	host := &matchtest.End{T: t, Link: netplay.Host("table", netplay.HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstGuest, Handed: handed, Ticket: ticket,
		Admission: match.Admission{Ask: match.AskNone}, Store: func(_ match.Bookmark, stored func()) { go stored() },
	})}
	defer host.Link.Close()
	l.mu.Lock()
	l.byTicket[ticket] = handed
	l.mu.Unlock()
	invite := keys.Invite{Addr: front.Addr(), Fingerprint: front.Key().Fingerprint, Secret: ticket}
	guest, err := begun(t, netplay.Join(invite.String(), netplay.GuestConfig{
		Name: "Gus", AppVersion: "test", Transport: lateDial{50 * time.Millisecond},
	}), func() {})
	if err != nil {
		return err
	}
	defer guest.Link.Close()
	matchtest.Must[match.GameStarted](host)
	playOne(host, guest)
	return nil
}

// TestStrangersAtAFront has guests with a ticket come while strangers do everything that they can
// at a front: none of those gets a seat, and all guests do.
func TestStrangersAtAFront(t *testing.T) {
	callers, visits := 1000, 20
	if testing.Short() {
		callers, visits = 200, 5
	}
	need.Met(t, "files", attack.Files(uint64(4*callers+1000)))
	tables := &legs{byTicket: map[keys.Secret]*netplay.Handed{}}
	front, err := listen.Open(t.Context(), "127.0.0.1:0", listen.Config{}, tables.receive)
	if err != nil {
		t.Fatal(err)
	}
	defer front.Close()
	for _, plan := range []attack.Plan{
		{Callers: callers, Rate: 2000, Life: attack.Idle},
		{Callers: 8, Rate: 100, Life: attack.Close},
		{Callers: 8, Rate: 100, Life: attack.Reset},
		{Callers: 32, Rate: 100, Secure: true, Life: attack.Drip(50 * time.Millisecond)},
		{Callers: 8, Rate: 100, Secure: true, Life: attack.LookAround("Looker")},
		{Callers: 8, Rate: 100, Secure: true, Life: ticketless},
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

// ticketless says Hello as to a friend who plays version 2, and waits for the answer.
func ticketless(_ context.Context, c *attack.Caller) error {
	hello := &wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: &wire.Hello{
		MinProtocol: 2, MaxProtocol: 2, Name: "Looker", ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER,
	}}}
	b := bytes.NewBufferString("MNC1")
	if _, err := protodelim.MarshalTo(b, hello); err != nil {
		return err
	}
	if _, err := c.Write(b.Bytes()); err != nil {
		return err
	}
	return c.Linger(time.Hour)
}
