package play

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/netip"
	"time"

	"mancala/netplay/listen"
)

// visitor is a connection that is brought to a table.
type visitor struct {
	Table string
	Leg   int
	Addr  string // of the player or watcher
	Far   bool
	Kind  listen.Kind
}

// passWait is how long another node has to take a connection.
const passWait = 2 * time.Second

// pass hands a connection to another node, which has its table.
func (h *Hall) pass(ctx context.Context, nc net.Conn, node string, v visitor) error {
	header, err := json.Marshal(v)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, passWait)
	defer cancel()
	far, err := h.pipes.Dial(ctx, node, header)
	if err != nil {
		return err
	}
	go carry(far, nc)
	go carry(nc, far)
	return nil
}

// carry copies bytes until one end has closed; then both are.
func carry(to, from net.Conn) {
	_, _ = io.CopyBuffer(struct{ io.Writer }{to}, struct{ io.Reader }{from}, make([]byte, 1024))
	_ = to.Close()
	_ = from.Close()
}

// accept takes in a connection that another node has passed on. If the table is no longer here, the
// player dials again.
func (h *Hall) accept(nc net.Conn, header []byte) {
	var v visitor
	if err := json.Unmarshal(header, &v); err == nil && v.Leg&^1 == 0 {
		if t := h.find(v.Table); t != nil && t.take(nc, v) {
			return
		}
	}
	_ = nc.Close()
}

// placed is a connection with the address of a player who is connected to another node.
type placed struct {
	net.Conn
	addr net.Addr
}

// RemoteAddr returns the player's address.
func (p placed) RemoteAddr() net.Addr { return p.addr }

// withAddr gives a connection an address, if it has another one.
func withAddr(nc net.Conn, addr string) net.Conn {
	if nc.RemoteAddr().String() == addr {
		return nc
	}
	at, err := netip.ParseAddrPort(addr)
	if err != nil {
		return nc
	}
	return placed{nc, net.TCPAddrFromAddrPort(at)}
}
