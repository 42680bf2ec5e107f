// Package lines brings the connections of players and watchers to the tables of a club, and serves
// them there.
//
// Anyone may connect to any node. It checks their ticket and key, and passes the connection on to
// the table's node, or has package tables take the table over if that node is gone.
package lines

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"mancala/hub/bus"
	"mancala/hub/bus/pipe"
	"mancala/hub/claims"
	"mancala/hub/tables"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/workers"
	"mancala/table"
)

// bringWait is how long it may take to bring a connection to its table: a player's program waits
// for ten seconds. passWait is how long another node has to take one, and againWait the time until
// the next attempt.
const (
	bringWait = 9 * time.Second
	passWait  = 2 * time.Second
	againWait = 100 * time.Millisecond
	// ownsWait is how long the club may take to identify the owner of a device that resumes a game.
	ownsWait = 100 * time.Millisecond
)

// Config sets [Lines].
type Config struct {
	Tables  *tables.Tables
	Tickets tables.Tickets
	Bus     bus.Bus // carries connections between nodes
	// Owns reports whether a key is a device's of a player.
	Owns func(ctx context.Context, player string, key keys.Fingerprint) (bool, error)
	Log  *slog.Logger // for operators; nil: none
}

// Lines are the connections at one node. They are safe for concurrent use. Make them with [Open].
type Lines struct {
	cfg    Config
	pipes  *pipe.Pipes
	ctx    context.Context // ends with the lines
	cancel context.CancelFunc
	crew   *workers.Crew
	leaves func()       // ends the subscription to nodes that leave
	passed atomic.Int32 // connections that are at tables of other nodes

	mu        sync.Mutex
	conns     map[net.Conn]func() // each with what has its other end dial again
	audiences map[*tables.Seating]*audience
}

// Open returns the connections of a node.
func Open(cfg Config) (*Lines, error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	l := &Lines{cfg: cfg, conns: map[net.Conn]func(){}, audiences: map[*tables.Seating]*audience{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.crew = workers.New(l.ctx.Done())
	var err error
	if l.leaves, err = cfg.Bus.Subscribe(leavesSubject, func(m bus.Message) { l.left(string(m.Data)) }); err == nil {
		l.pipes, err = pipe.Listen(cfg.Bus, l.accept)
	}
	if err != nil {
		l.cancel()
		return nil, err
	}
	return l, nil
}

// leavesSubject carries the name of a node that is about to stop.
const leavesSubject = "lines.leaves"

// left has the players and watchers dial again who come by another node, which is about to stop.
func (l *Lines) left(node string) {
	var moved []func()
	l.mu.Lock()
	for nc, f := range l.conns {
		if nc.RemoteAddr() == (pipe.Addr{Node: node}) {
			moved = append(moved, f)
		}
	}
	l.mu.Unlock()
	for _, f := range moved {
		f()
	}
}

// Leave makes players and watchers of other nodes' tables dial again, and waits until they have
// left.
func (l *Lines) Leave(ctx context.Context) error {
	if err := l.cfg.Bus.Publish(leavesSubject, []byte(l.cfg.Bus.Node())); err != nil {
		return err
	}
	for tick := time.Tick(10 * time.Millisecond); l.passed.Load() > 0; {
		select {
		case <-tick:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// visitor is a connection that is brought to a table. Its ticket and its signature were checked.
type visitor struct {
	Table  string
	Kind   listen.Kind
	Seat   table.Seat // of a ticket; Nobody if it is not known
	Device keys.Fingerprint
	Addr   string // of the player or watcher
	Far    bool
}

// errStranger says that someone has no right to a seat.
var errStranger = errors.New("this is not a device of a player")

// visitor returns the request of a connection.
func (l *Lines) visitor(k listen.Request) (visitor, error) {
	v := visitor{Table: string(k.Series[:]), Kind: k.Kind, Device: k.Key, Addr: k.Addr, Far: k.Far}
	switch {
	case k.Kind == listen.Resume:
		if k.Key.IsZero() || !lobby.IsID(v.Table) {
			return v, errStranger
		}
		return v, nil
	case k.Kind == listen.Watcher:
		v.Device = keys.Fingerprint{}
	case k.Key.IsZero():
		return v, errStranger
	}
	by, _, err := l.cfg.Tickets.Check(lobby.Ticket(k.Ticket), [16]byte(v.Device))
	if v.Seat = by; err == nil && (by == table.Nobody) != (k.Kind == listen.Watcher) {
		err = errStranger
	}
	return v, err
}

// Receive takes in a connection of a player or a watcher, and brings it to its table.
func (l *Lines) Receive(nc net.Conn, k listen.Request) {
	ctx, cancel := context.WithTimeout(l.ctx, bringWait)
	defer cancel()
	v, err := l.visitor(k)
	if err == nil {
		err = l.bring(ctx, nc, v)
	}
	switch {
	case err == nil:
		return
	case errors.Is(err, claims.ErrNoTable), errors.Is(err, errStranger), errors.Is(err, tables.ErrTicket):
		k.TurnAway(nc)
		return
	case !errors.Is(err, tables.ErrDraining):
		l.cfg.Log.Warn("a connection cannot be brought to its table", "table", v.Table, "error", err)
	}
	_ = nc.Close() // they dial again
}

// bring passes a connection to its table, at any node. Without an error the table then owns the
// connection.
func (l *Lines) bring(ctx context.Context, nc net.Conn, v visitor) error {
	for {
		s, err := l.cfg.Tables.Find(ctx, v.Table)
		at := new(claims.Elsewhere)
		switch {
		case err == nil:
			return l.take(ctx, s, nc, v)
		case !errors.As(err, &at):
			return err
		}
		if err = l.pass(ctx, nc, at.Node, v); err == nil {
			return nil
		}
		if !workers.Pause(ctx, againWait) { // that node may have died just now
			return errors.Join(ctx.Err(), err)
		}
	}
}

// take serves a connection at a table of this node.
func (l *Lines) take(ctx context.Context, s *tables.Seating, nc net.Conn, v visitor) error {
	if v.Kind == listen.Watcher {
		l.watch(s, nc, v)
		return nil
	}
	if err := l.mayPlay(ctx, s.Setup(), v); err != nil {
		return err
	}
	newPlayer(l, s, v).begin(nc)
	return nil
}

// mayPlay returns errStranger unless the device is currently a player's. It does not wait long for
// the answer about a device that resumes: that has the seat already, as the table checks.
func (l *Lines) mayPlay(ctx context.Context, setup lobby.Setup, v visitor) error {
	if v.Kind == listen.Resume {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, ownsWait)
		defer cancel()
	}
	for i, p := range setup.Players {
		if by := table.A + table.Seat(i); v.Seat != table.Nobody && v.Seat != by {
			continue
		}
		switch owns, err := l.cfg.Owns(ctx, p.ID, v.Device); {
		case owns, err != nil && v.Kind == listen.Resume:
			return nil
		case err != nil:
			return err
		}
	}
	l.cfg.Log.Warn("someone came to a table without a key of its players", "table", setup.ID, "addr", v.Addr)
	return errStranger
}

// keep adds a connection to the ones served here, and forget removes it. moved makes its other end
// dial again. keep closes a connection that came too late.
func (l *Lines) keep(nc net.Conn, moved func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conns == nil {
		_ = nc.Close()
		return
	}
	l.conns[nc] = moved
}

func (l *Lines) forget(nc net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, nc)
}

// Close closes all connections without a word.
func (l *Lines) Close() error {
	l.cancel()
	l.leaves()
	err := l.pipes.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for nc := range l.conns {
		_ = nc.Close()
	}
	l.conns = nil
	return err
}

// pass hands a connection to another node, which has its table.
func (l *Lines) pass(ctx context.Context, nc net.Conn, node string, v visitor) error {
	header, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, passWait)
	defer cancel()
	far, err := l.pipes.Dial(ctx, node, header)
	if err != nil {
		return err
	}
	l.passed.Add(1)
	go func() {
		carry(far, nc)
		l.passed.Add(-1)
	}()
	return nil
}

// carry copies bytes both ways until one end has closed. The last bytes of the table, which say why
// it has, reach the player even if the table does not take theirs any more.
func carry(far, nc net.Conn) {
	go func() {
		if err := copyBytes(far, nc); !errors.Is(err, io.ErrClosedPipe) {
			_ = far.Close()
		}
	}()
	_ = copyBytes(nc, far)
	_ = far.Close()
	_ = nc.Close()
}

func copyBytes(to io.Writer, from io.Reader) error {
	_, err := io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 1024))
	return err
}

// accept takes a connection from another node. If the table has left this node, the player dials
// again.
func (l *Lines) accept(nc net.Conn, header []byte) {
	var v visitor
	if json.Unmarshal(header, &v) != nil {
		_ = nc.Close()
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, bringWait)
	defer cancel()
	s, err := l.cfg.Tables.Find(ctx, v.Table)
	if err == nil {
		err = l.take(ctx, s, nc, v)
	}
	if err != nil {
		l.cfg.Log.Info("a connection that was passed on goes back", "table", v.Table, "reason", err)
		_ = nc.Close()
	}
}
