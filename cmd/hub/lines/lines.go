// Package lines brings the connections of players and watchers to the tables of a club, and serves
// them there.
//
// Anyone may connect to any node. It checks their ticket and key, and serves them if the table is
// here. Otherwise it tells them which node has it, or has package tables take the table over if
// that node is gone.
package lines

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"sync"
	"time"

	"mancala/cmd/hub/store"
	"mancala/cmd/hub/tables"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/netplay/keys"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
)

const (
	// bringWait is how long it may take to bring a connection to its table: a player's program
	// waits for ten seconds.
	bringWait = 9 * time.Second
	// ownsWait is how long the club may take to identify the owner of a device that resumes a game.
	ownsWait = 100 * time.Millisecond
)

// Config sets [Lines].
type Config struct {
	Tables  *tables.Tables
	Tickets tables.Tickets
	// Owns reports whether a key is a device's of a player.
	Owns func(ctx context.Context, player string, key keys.Fingerprint) (bool, error)
	Log  *slog.Logger // for operators; nil: none
}

// Lines are the connections at one node. They are safe for concurrent use. Make them with [Open].
type Lines struct {
	cfg    Config
	ctx    context.Context // ends with the lines
	cancel context.CancelFunc
	crew   *workers.Crew

	mu        sync.Mutex
	conns     map[net.Conn]bool // nil once the lines are closed
	audiences map[*tables.Seating]*audience
}

// Open returns the connections of a node.
func Open(cfg Config) *Lines {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	l := &Lines{cfg: cfg, conns: map[net.Conn]bool{}, audiences: map[*tables.Seating]*audience{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.crew = workers.New(l.ctx.Done())
	return l
}

// visitor is a connection that is brought to a table. Its ticket and its signature were checked.
type visitor struct {
	Table   string
	Purpose transport.Purpose
	Seat    table.Seat // of a ticket; Nobody if it is not known
	Device  keys.Fingerprint
	Addr    string // of the player or watcher
	Far     bool
}

// errStranger says that someone has no right to a seat.
var errStranger = errors.New("this is not a device of a player")

// visitor returns the request of a connection.
func (l *Lines) visitor(k transport.Request) (visitor, error) {
	v := visitor{Table: string(k.Series[:]), Purpose: k.Purpose, Device: k.Key, Addr: k.Addr, Far: k.Far}
	switch {
	case k.Purpose == transport.ToResume:
		if k.Key.IsZero() || !lobby.IsID(v.Table) {
			return v, errStranger
		}
		return v, nil
	case k.Purpose == transport.ToWatch:
		v.Device = keys.Fingerprint{}
	case k.Key.IsZero():
		return v, errStranger
	}
	by, _, err := l.cfg.Tickets.Check(lobby.Ticket(k.Ticket), [16]byte(v.Device))
	if v.Seat = by; err == nil && (by == table.Nobody) != (k.Purpose == transport.ToWatch) {
		err = errStranger
	}
	return v, err
}

// Receive takes in a connection of a player or a watcher, and brings it to its table.
func (l *Lines) Receive(nc net.Conn, k transport.Request) {
	ctx, cancel := context.WithTimeout(l.ctx, bringWait)
	defer cancel()
	v, err := l.visitor(k)
	if err == nil {
		err = l.bring(ctx, nc, v)
	}
	at := new(store.Elsewhere)
	switch {
	case err == nil:
		return
	case errors.As(err, &at), errors.Is(err, tables.ErrDraining):
		k.Moved(nc, at.Address)
		return
	case errors.Is(err, store.ErrNotFound), errors.Is(err, errStranger), errors.Is(err, tables.ErrTicket):
		k.TurnAway(nc)
		return
	}
	l.cfg.Log.Warn("a connection cannot be brought to its table", "table", v.Table, "error", err)
	_ = nc.Close() // they dial again
}

// bring brings a connection to its table, if that is here. Without an error the table then owns the
// connection.
func (l *Lines) bring(ctx context.Context, nc net.Conn, v visitor) error {
	s, err := l.cfg.Tables.Find(ctx, v.Table)
	if err != nil {
		return err
	}
	return l.take(ctx, s, nc, v)
}

// take serves a connection at a table of this node.
func (l *Lines) take(ctx context.Context, s *tables.Seating, nc net.Conn, v visitor) error {
	if v.Purpose == transport.ToWatch {
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
	if v.Purpose == transport.ToResume {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, ownsWait)
		defer cancel()
	}
	for i, p := range setup.Players {
		if by := table.A + table.Seat(i); v.Seat != table.Nobody && v.Seat != by {
			continue
		}
		switch owns, err := l.cfg.Owns(ctx, p.ID, v.Device); {
		case owns, err != nil && v.Purpose == transport.ToResume:
			return nil
		case err != nil:
			return err
		}
	}
	l.cfg.Log.Warn("someone came to a table without a key of its players", "table", setup.ID, "addr", v.Addr)
	return errStranger
}

// keep adds a connection to the ones served here, and forget removes it. keep closes a connection
// that came too late.
func (l *Lines) keep(nc net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conns == nil {
		_ = nc.Close()
		return
	}
	l.conns[nc] = true
}

func (l *Lines) forget(nc net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, nc)
}

// Close closes all connections without a word.
func (l *Lines) Close() error {
	l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	for nc := range l.conns {
		_ = nc.Close()
	}
	l.conns = nil
	return nil
}
