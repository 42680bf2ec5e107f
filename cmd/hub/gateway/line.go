package gateway

import (
	"net"
	"sync"
	"time"

	"mancala/internal/match/lobby"
	wirelobby "mancala/netplay/lobby"
)

const (
	// maxBehind is the number of bytes that a connection may leave unread, not counting the list of
	// tables, which waits without taking any.
	maxBehind = 256 << 10
	writeWait = 10 * time.Second // for one write
	chunk     = 16 << 10         // bytes of the list in one write
)

// line writes to a connection. It has a goroutine only while there is data to write.
type line struct {
	nc    net.Conn
	board *board
	room  *room

	mu      sync.Mutex
	out     []byte
	writing bool
	ended   bool // nothing is added any more
	broken  bool // nothing is written any more
	follows bool
	told    follower
	listed  bool   // the whole list has been told
	more    int    // the number of tables that the list has no room for, as it was told
	heard   uint64 // the list of members that has been told
	idle    sync.Cond
}

func newLine(nc net.Conn, b *board, r *room) *line {
	l := &line{nc: nc, board: b, room: r}
	l.idle.L = &l.mu
	return l
}

// say sends a message, or nothing if it has no body. A connection that leaves too much unread is
// closed.
func (l *line) say(m wirelobby.Message) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended || m.Body == nil {
		return
	}
	out, err := wirelobby.AppendNews(l.out, m)
	if err != nil || len(out) > maxBehind {
		l.breakOff()
		return
	}
	l.out = out
	l.wake()
}

// raw sends bytes.
func (l *line) raw(b string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.out = append(l.out, b...)
	l.wake()
}

// follow starts to send a member the lists of tables and of members from the start, or stops that.
func (l *line) follow(member string, on bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.follows, l.listed, l.told, l.heard = on, false, follower{member: member}, 0
	l.wake()
}

// changed tells of changes of the lists.
func (l *line) changed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.follows {
		l.wake()
	}
}

// end closes the connection after all writes, and waits for that.
func (l *line) end() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ended, l.follows = true, false
	for l.writing {
		l.idle.Wait()
	}
	if !l.broken {
		if half, ok := l.nc.(interface{ CloseWrite() error }); ok {
			_ = half.CloseWrite()
		}
	}
}

// hasEnded reports whether the connection is about to be closed from here.
func (l *line) hasEnded() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.ended
}

// breakOff closes the connection at once, with mu held.
func (l *line) breakOff() {
	l.ended, l.broken, l.out = true, true, nil
	_ = l.nc.Close()
}

// wake starts the writer, with mu held, if it is not running.
func (l *line) wake() {
	if !l.writing && !l.broken {
		l.writing = true
		go l.write()
	}
}

// write writes until there is nothing more.
func (l *line) write() {
	for {
		l.mu.Lock()
		b := l.take()
		if len(b) == 0 || l.broken {
			l.writing = false
			l.idle.Broadcast()
			l.mu.Unlock()
			return
		}
		l.mu.Unlock()
		_ = l.nc.SetWriteDeadline(time.Now().Add(writeWait))
		if _, err := l.nc.Write(b); err != nil {
			l.mu.Lock()
			l.breakOff()
			l.mu.Unlock()
		}
	}
}

// take returns the next frames to write, messages first, then the lists. mu is held.
func (l *line) take() []byte {
	b := l.out
	l.out = nil
	if !l.follows || len(b) >= chunk {
		return b
	}
	b, all, ok := l.board.since(&l.told, b, chunk)
	if !ok {
		l.breakOff()
		return nil
	}
	if all && (!l.listed || l.told.more != l.more) {
		l.listed, l.more = true, l.told.more
		b, _ = wirelobby.AppendNews(b, wirelobby.Message{Body: lobby.Listed{More: l.more}})
	}
	if all {
		b, l.heard = l.room.since(l.heard, l.told.member, b)
	}
	return b
}
