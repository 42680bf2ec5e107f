// Package gateway is the club's end of the lobby connections. PROTOCOL.md describes them.
//
// A [session] decides about the calls of one connection, package club about members and tables, and
// the shell here carries it out. Each connection has one goroutine, which runs the calls in order,
// and a second one only while there is data to write.
package gateway

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net"
	"slices"
	"sync"
	"time"

	"mancala/cmd/hub/club"
	"mancala/cmd/hub/store"
	"mancala/internal/match/lobby"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
)

// Archive answers questions about the standings and games that are over. Its errors are refusals or
// trouble.
type Archive interface {
	Games(ctx context.Context, q lobby.GamesOf) (lobby.Games, error)
	Game(ctx context.Context, id string) (lobby.Game, error)
	Standings(ctx context.Context, of lobby.StandingsOf) (lobby.Standings, error)
}

// Config sets a gateway.
type Config struct {
	Club    *club.Club
	Archive Archive
	Name    string           // of the club
	Key     keys.Fingerprint // the key that the club shows; zero without encryption
	// ByAddress limits the connections of one address, and Newcomers the new members that it may
	// bring at once, and in an hour.
	ByAddress, Newcomers int
	// Free reports whether an address has no limits although it is not near.
	Free func(limit.Address) bool
	// Refused gets one word for the limit that a connection or a call has exceeded.
	Refused func(why string)
	// Ticket makes a seat's ticket valid for a device.
	Ticket func(seat lobby.Ticket, device keys.Fingerprint) lobby.Ticket
	// Where returns the address of the node with a table, or "" for the one that the member has
	// dialled. It may take the table over.
	Where func(ctx context.Context, table string) (string, error)
	// Addresses returns where members reach the nodes of the club.
	Addresses func() []string
}

// Limits of a gateway.
const (
	// grace is how long the open table of a member who has lost the connection stays.
	grace = 15 * time.Second
	// callWait is how long a call may take.
	callWait = 10 * time.Second
	// listEvery is how often the followers of the list hear of changes.
	listEvery = 200 * time.Millisecond
	frameWait = 10 * time.Second // from the first byte of a frame to the last
)

// Gateway has the connections of the lobby at one node. Make one with [New].
type Gateway struct {
	cfg   Config
	store *store.Store
	log   *slog.Logger // of who comes and goes
	board *board
	room  *room

	mu        sync.Mutex
	visits    map[*visit]bool
	members   map[string]map[*visit]bool // those inside, by member
	strangers limit.Strangers
	draining  bool
	stale     bool            // followers have not been told of a change
	open      context.Context // until the gateway is closed
	close     context.CancelFunc

	mail   sync.Mutex
	posted []post        // news that is not stored yet
	more   chan struct{} // gets something when there is more of it
}

// visit is one connection.
type visit struct {
	*line
	addr limit.Address

	// Of the goroutine that reads.
	session *session
	// Once inside; changed with the gateway's mu held.
	member string // its id
	device string // the fingerprint of the key
	ticket func(lobby.Ticket) lobby.Ticket
}

// say says something. A seat gets the ticket of this visit's device.
func (v *visit) say(m wirelobby.Message) {
	if s, seat := m.Body.(lobby.Seat); seat && v.ticket != nil {
		s.Ticket = v.ticket(s.Ticket)
		m.Body = s
	}
	v.line.say(m)
}

// New returns a gateway without connections, for the [club.Config]. [Gateway.Open] has to be called
// before the first connection.
func New(kept *store.Store, log *slog.Logger) *Gateway {
	g := &Gateway{
		store: kept, log: log, board: newBoard(), room: newRoom(), visits: map[*visit]bool{}, members: map[string]map[*visit]bool{}, more: make(chan struct{}, 1),
	}
	g.open, g.close = context.WithCancel(context.Background())
	return g
}

// Open starts to admit members, and to deliver news.
func (g *Gateway) Open(cfg Config) {
	g.mu.Lock()
	g.cfg, g.strangers.Free = cfg, cfg.Free
	g.strangers.Limit(limit.Visits, limit.Limit{Each: cfg.ByAddress})
	g.strangers.Limit(limit.Newcomers, limit.Limit{Burst: float64(cfg.Newcomers), Hour: float64(cfg.Newcomers)})
	g.mu.Unlock()
	for _, t := range cfg.Club.Tables() {
		g.Changed(t.ID)
	}
	go g.tellChanges()
	go g.deliver()
}

// tellChanges tells followers of changes of the lists, at times.
func (g *Gateway) tellChanges() {
	tick := time.NewTicker(listEvery)
	defer tick.Stop()
	for {
		select {
		case <-g.open.Done():
			return
		case <-tick.C:
		}
		g.mu.Lock()
		if g.room.tell(time.Now(), len(g.visits)) || g.stale {
			g.stale = false
			for v := range g.visits {
				v.changed()
			}
		}
		g.mu.Unlock()
	}
}

// Changed takes over a change of a table.
func (g *Gateway) Changed(id string) {
	g.mu.Lock()
	c := g.cfg.Club
	g.stale = true
	g.mu.Unlock()
	if c == nil {
		return // Open tells all
	}
	if err := g.board.set(id, c.Table); err != nil {
		g.log.Error("A table cannot be told.", "table", id, "err", err)
	}
}

// Visits returns the number of connections.
func (g *Gateway) Visits() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.visits)
}

// Drain tells all members that this node stops, and refuses new connections.
func (g *Gateway) Drain() {
	g.mu.Lock()
	g.draining = true
	g.mu.Unlock()
	g.told("", wirelobby.Draining{})
}

// Close ends all connections, and waits until their messages are written.
func (g *Gateway) Close() {
	g.mu.Lock()
	g.draining = true
	g.close()
	all := slices.Collect(maps.Keys(g.visits))
	g.mu.Unlock()
	var wg sync.WaitGroup
	for _, v := range all {
		wg.Go(v.sendAway)
	}
	wg.Wait()
}

// Serve talks with a member over a connection that begins with the preface of the lobby, until
// either end closes it. Key is the key of the client's certificate, zero without one.
func (g *Gateway) Serve(ctx context.Context, nc net.Conn, key keys.Fingerprint, addr limit.Address) {
	defer nc.Close()
	stop := context.AfterFunc(ctx, func() { _ = nc.Close() })
	defer stop()
	v := &visit{line: newLine(nc, g.board, g.room), addr: addr, session: newSession(g.cfg.Key, key, time.Now())}
	in := bufio.NewReaderSize(nc, 1024)
	_ = nc.SetReadDeadline(time.Now().Add(wirelobby.HelloWait))
	first := make([]byte, len(wirelobby.Preface))
	if _, err := io.ReadFull(in, first); err != nil || string(first) != wirelobby.Preface {
		return
	}
	v.raw(wirelobby.Preface)
	no := g.arrive(v)
	defer g.leave(ctx, v)
	if no != nil {
		v.say(wirelobby.Message{Body: no})
	} else if err := g.talk(ctx, v, in); err != nil && !errors.Is(err, io.EOF) {
		g.log.Debug("A member's connection broke.", "member", v.member, "addr", addr.String(), "err", err)
	}
	v.end()
	linger(nc)
}

// linger reads the other end's last bytes, for a second: closing a connection with unread
// bytes would lose the last message.
func linger(nc net.Conn) {
	_ = nc.SetReadDeadline(time.Now().Add(time.Second))
	_, _ = io.CopyN(io.Discard, nc, wirelobby.MaxCall)
}

// arrive counts a connection, or refuses it.
func (g *Gateway) arrive(v *visit) *lobby.Refusal {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.visits[v] = true
	many, _ := g.strangers.Full(limit.Visits, v.addr)
	g.strangers.Add(limit.Visits, v.addr, 1)
	switch {
	case g.draining:
		return lobby.Refuse(lobby.ReasonFull)
	case many:
		g.cfg.Refused(limit.Visits.String())
		no := lobby.Refuse(lobby.ReasonCrowd)
		no.Wait = time.Minute
		return no
	}
	return nil
}

// leave forgets a connection. If the member has no other one here for a while, an open table of
// theirs is closed.
func (g *Gateway) leave(ctx context.Context, v *visit) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.visits, v)
	g.strangers.Leave(limit.Visits, v.addr)
	if v.member == "" {
		return
	}
	member := v.member
	g.out(v)
	if g.members[member] != nil {
		return
	}
	g.expect(context.WithoutCancel(ctx), member)
}

// expect closes a member's open table, or ends their wish, unless they return within a while.
func (g *Gateway) expect(ctx context.Context, member string) {
	time.AfterFunc(grace, func() {
		g.mu.Lock()
		back := g.members[member] != nil || g.draining
		g.mu.Unlock()
		if back {
			return // or the node stops, and the member may be at another one
		}
		ctx, cancel := context.WithTimeout(ctx, callWait)
		defer cancel()
		if err := g.cfg.Club.Leave(ctx, member); err != nil {
			g.log.Warn("The table of a member who left could not be closed.", "member", member, "err", err)
		}
	})
}

// in counts a visit as a member's, with mu held; it returns false if the key has too many. It sends
// the welcome, so that no news for members come before it.
func (g *Gateway) in(v *visit, member string, welcome wirelobby.Message) bool {
	if !g.strangers.Enter(limit.Keys, limit.Named(v.session.key.String())) {
		return false
	}
	if g.members[member] == nil {
		g.members[member] = map[*visit]bool{}
	}
	g.members[member][v] = true
	v.member, v.device = member, v.session.key.String()
	if key, sign := v.session.key, g.cfg.Ticket; sign != nil {
		v.ticket = func(t lobby.Ticket) lobby.Ticket { return sign(t, key) }
	}
	if w, is := welcome.Body.(wirelobby.Welcome); is {
		g.room.enter(w.Me)
	}
	v.say(welcome)
	return true
}

// out takes a visit away from its member, with mu held.
func (g *Gateway) out(v *visit) {
	g.strangers.Leave(limit.Keys, limit.Named(v.session.key.String()))
	if delete(g.members[v.member], v); len(g.members[v.member]) == 0 {
		delete(g.members, v.member)
		g.room.leave(v.member)
	}
	v.member = ""
}

// talk reads calls and carries them out. It returns nil once the visit ends from here.
func (g *Gateway) talk(ctx context.Context, v *visit, in *bufio.Reader) error {
	for {
		_ = v.nc.SetReadDeadline(v.session.deadline())
		if v.hasEnded() {
			return nil
		}
		if _, err := in.Peek(1); err != nil {
			return err
		}
		if v.session.phase == inside {
			_ = v.nc.SetReadDeadline(time.Now().Add(frameWait))
		}
		call, err := wirelobby.ReadCall(in)
		if err == frames.ErrGarbled && v.session.phase == greeting {
			v.raw(wirelobby.Outdated)
		}
		if err != nil {
			return err
		}
		next := v.session.take(call, g.cfg.Club.Config().Rand, time.Now())
		if no, refused := next.say.Body.(*lobby.Refusal); refused && no.Reason == lobby.ReasonTooOften {
			g.cfg.Refused("calls")
		}
		v.say(next.say)
		if next.do.Body != nil {
			timed, cancel := context.WithTimeout(ctx, callWait)
			next.end = !g.carryOut(timed, v, next.do)
			cancel()
		}
		if next.end {
			return nil
		}
	}
}
