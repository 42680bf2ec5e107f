// Package clubtest has a scripted club for tests: it speaks the bytes of the protocol, and follows
// a test.
package clubtest

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"sync"
	"time"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
	"mancala/netplay/transport"
	"mancala/rules"
)

// Club is a scripted club. It lets everyone in, unless Refuse is set, and answers calls by Reply.
type Club struct {
	// Welcome is the welcome of every member.
	Welcome wirelobby.Welcome
	// Reply returns the answers to a call after the hello, which get its number; nil answers every
	// call with Done. It is called on the connection's goroutine, with no lock held.
	Reply func(call any) (news []any)
	// Greet, if not nil, answers the calls before the welcome in place of Welcome.
	Greet func(call any) (news any)
	// Host is the key of the club.
	Host keys.Known

	mu    sync.Mutex
	lines []net.Conn
	calls []any
	down  bool
}

// The IDs of Ann, who dials, and of Bo.
const (
	Ann = "annannannannann2"
	Bo  = "bobobobobobobob2"
)

// New returns a club with a name and one member, Ann.
func New() *Club {
	return &Club{
		Welcome: Welcome("Testclub", Profile(Ann, "Ann", 1500, 60)),
	}
}

// Welcome returns the welcome of a club.
func Welcome(name string, me lobby.Profile) wirelobby.Welcome {
	return wirelobby.Welcome{Version: wirelobby.Version, Entered: lobby.Entered{Club: name, Me: me}}
}

// Member returns a member.
func Member(id, name string, rating, deviation int) lobby.Member {
	return lobby.Member{ID: id, Name: name, Rating: rating, Deviation: deviation}
}

// Profile returns the profile of a member who has played twelve games.
func Profile(id, name string, rating, deviation int) lobby.Profile {
	return lobby.Profile{
		Member: Member(id, name, rating, deviation), RatedGames: 9, Won: 7, Drawn: 1, Lost: 4, Since: time.Unix(1767225600, 0).UTC(),
		Devices: []lobby.MemberDevice{{Key: keys.Fingerprint{1, 2, 3}.String()}},
	}
}

// Dial connects to the club.
func (c *Club) Dial(context.Context, string, *keys.Identity) (net.Conn, keys.Known, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.down {
		return nil, keys.Known{}, errors.New("the club is closed")
	}
	here, there := net.Pipe()
	c.lines = append(c.lines, there)
	go c.serve(there)
	return here, c.Host, nil
}

// Serve answers a member across a connection until it breaks.
func (c *Club) Serve(nc net.Conn) {
	c.mu.Lock()
	c.lines = append(c.lines, nc)
	c.mu.Unlock()
	c.serve(nc)
}

func (c *Club) serve(nc net.Conn) {
	defer nc.Close()
	in := bufio.NewReader(nc)
	first := make([]byte, len(wirelobby.Preface))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != wirelobby.Preface {
		return
	}
	if _, err := io.WriteString(nc, wirelobby.Preface); err != nil {
		return
	}
	inside := false
	for {
		call, err := wirelobby.ReadCall(in)
		if err != nil {
			return
		}
		c.note(call.Body)
		for _, news := range c.answers(call, &inside) {
			if Send(nc, news) != nil {
				return
			}
		}
	}
}

// note records a call.
func (c *Club) note(call any) {
	c.mu.Lock()
	c.calls = append(c.calls, call)
	c.mu.Unlock()
}

// answers returns the answers to a call.
func (c *Club) answers(call wirelobby.Message, inside *bool) (list []wirelobby.Message) {
	bodies := []any{wirelobby.Done{}}
	_, ping := call.Body.(wirelobby.Ping)
	switch {
	case !*inside && c.Greet != nil:
		bodies[0] = c.Greet(call.Body)
		_, *inside = bodies[0].(wirelobby.Welcome)
	case !*inside:
		bodies[0], *inside = c.Welcome, true
	case c.Reply != nil && !ping:
		bodies = c.Reply(call.Body)
	}
	for _, body := range bodies {
		list = append(list, wirelobby.Message{ID: call.ID, Body: body})
	}
	return list
}

// Refusal returns the refusal of a call without a sentence.
func Refusal(why lobby.Reason) lobby.Refusal { return lobby.Refusal{Reason: why} }

// Send writes a message to a member.
func Send(nc net.Conn, news wirelobby.Message) error {
	b, err := wirelobby.AppendNews(nil, news)
	if err == nil {
		_, err = nc.Write(b)
	}
	return err
}

// Tell sends news to the members who are there.
func (c *Club) Tell(list ...any) {
	c.mu.Lock()
	lines := append([]net.Conn(nil), c.lines...)
	c.mu.Unlock()
	for _, nc := range lines {
		for _, news := range list {
			_ = Send(nc, wirelobby.Message{Body: news}) // members who have left do not get it
		}
	}
}

// Calls returns the calls since the last one.
func (c *Club) Calls() []any {
	c.mu.Lock()
	defer c.mu.Unlock()
	calls := c.calls
	c.calls = nil
	return calls
}

// Cut breaks all connections. While the club is down, dialling fails.
func (c *Club) Cut(down bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, nc := range c.lines {
		_ = nc.Close()
	}
	c.lines, c.down = nil, down
}

// House is a scripted club, reached over TCP and TLS at loopback. At its one open table Bo waits
// for a game of plain Kalah.
type House struct {
	*Club
	// Front is its address, and Keys are the keys shown there.
	Front *transport.Listener
	Keys  chan keys.Fingerprint
	// Bo is Bo's table.
	Bo *Table
}

// OpenHouse opens a house until ctx ends. Games at its table have that time control.
func OpenHouse(ctx context.Context, control match.TimeControl) (*House, error) {
	h := &House{Club: New(), Keys: make(chan keys.Fingerprint, 100)}
	bo := lobby.Member{ID: Bo, Name: "Bo", Rating: 1600, Deviation: 50}
	free := lobby.Table{ID: "tabletabletable2", Settings: lobby.Settings{Variant: rules.Presets()[0].Variant, Time: control}, Members: []lobby.Member{bo}}
	played := free
	played.Members = []lobby.Member{bo, {ID: Ann, Name: "Ann", Rating: 1500, Deviation: 60}}
	ticket := lobby.Ticket{byte(table.B)}
	copy(ticket[1:], free.ID)
	h.Reply = func(call any) []any {
		switch call.(type) {
		case wirelobby.Follow:
			return []any{wirelobby.Done{}, lobby.Told{Table: free}, lobby.Listed{}}
		case lobby.Sit:
			return []any{lobby.Seat{Table: played, Ticket: ticket}}
		}
		return []any{wirelobby.Done{}}
	}
	var err error
	if h.Bo, err = NewTable(ctx, Terms(free.ID, free.Settings.Variant, control), [2]string{"Bo", "Ann"}); err != nil {
		return nil, err
	}
	h.Front, err = transport.Listen(ctx, "127.0.0.1:0", transport.ListenConfig{}, func(nc net.Conn, k transport.Request) {
		h.Keys <- k.Key
		if k.Purpose == transport.ToLobby {
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
