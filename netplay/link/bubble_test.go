package link

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/netplay/keys"
	"mancala/tools/need"
)

// The tests with these lines run inside bubbles: their time is virtual, and a leaked goroutine
// fails them.

// Times of package session.
const (
	handshakeWait = 5 * time.Second
	quietAfter    = 15 * time.Second
	giveUpAfter   = 30 * time.Second
)

// letAllIn admits every guest.
var letAllIn = match.Admission{Ask: match.AskNone}

// dialer is a transport for a guest.
type dialer func(ctx context.Context) (net.Conn, error)

func (d dialer) Listen(context.Context, string) (net.Listener, error) { return nil, net.ErrClosed }

func (d dialer) Dial(ctx context.Context, _ string) (net.Conn, error) { return d(ctx) }

func newIdentity(t testing.TB) *keys.Identity {
	t.Helper()
	return need.Must(keys.NewIdentity(rand.Reader))(t)
}

// deadLine is a connection that a test can make lose everything, in both directions, without a
// word.
type deadLine struct {
	net.Conn
	mu   sync.Mutex
	dead bool
	late bool
}

// CloseWrite ends what the other end reads, unless nothing arrives any more.
func (d *deadLine) CloseWrite() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return nil
	}
	return d.Conn.Close()
}

func (d *deadLine) Write(p []byte) (int, error) {
	d.mu.Lock()
	late := d.late
	d.mu.Unlock()
	if late {
		time.Sleep(partingWait / 4)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead {
		return len(p), nil
	}
	return d.Conn.Write(p)
}

func (d *deadLine) die() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.dead = true
}

// lines is a transport for a guest that remembers its connections and the times of its calls. When
// the guest's end of a connection dies, so does the host's.
type lines struct {
	mu       sync.Mutex
	listener *faults.Pipes
	refuse   bool
	dialled  []time.Time
	ends     []*deadLine
}

func (l *lines) Listen(context.Context, string) (net.Listener, error) { return l.listener, nil }

func (l *lines) Dial(context.Context, string) (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dialled = append(l.dialled, time.Now())
	if l.refuse {
		return nil, errors.New("nobody listens")
	}
	here, there := net.Pipe()
	guest, host := &deadLine{Conn: here}, &deadLine{Conn: there}
	l.ends = append(l.ends, guest, host)
	return guest, l.listener.Pass(host)
}

// refuses makes the host's address refuse connections, or accept them again.
func (l *lines) refuses(refuse bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.refuse = refuse
}

// dials returns the guest's dialling times since the last call.
func (l *lines) dials() []time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	dialled := l.dialled
	l.dialled = nil
	return dialled
}

// die makes every connection so far lose everything.
func (l *lines) die() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends {
		end.die()
	}
}

// delays makes each write on a connection so far take a moment.
func (l *lines) delays() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends {
		end.mu.Lock()
		end.late = true
		end.mu.Unlock()
	}
}

// cut breaks every connection so far.
func (l *lines) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, end := range l.ends {
		_ = end.Conn.Close()
	}
}

// together returns a host and a guest in their first game.
func together(t *testing.T, hostDisk, guestDisk *disk) (host, guest table.Link, line *lines) {
	t.Helper()
	line = &lines{listener: faults.NewPipes()}
	host = Host(":7000", HostConfig{
		Common: Common{Name: "Hilda", Keep: hostDisk.keep, Insecure: true}, Variant: kalah(6, 4), First: match.FirstHost, Transport: line,
	})
	wantEvents(t, host, "table.Listening")
	guest = Join("host", GuestConfig{Common: Common{Name: "Gus", Keep: guestDisk.keep, Insecure: true}, Transport: line})
	wantEvents(t, host, "Connected", "GameStarted")
	wantEvents(t, guest, "table.Connecting", "Connected", "GameStarted")
	return host, guest, line
}

// again returns the guest of a bookmark, in a new process.
func again(line *lines, d *disk) table.Link {
	mark := d.read()
	return Join("host", GuestConfig{Common: Common{Name: "Gus", Keep: d.keep, Insecure: true}, Transport: line, Resume: &mark})
}

// wantEvents compares the beginnings of the events since the last call.
func wantEvents(t *testing.T, l table.Link, want ...string) {
	t.Helper()
	synctest.Wait()
	got := eventsOf(l)
	same := len(got) == len(want)
	for i := range want {
		same = same && strings.HasPrefix(got[i], want[i])
	}
	if !same {
		t.Fatalf("the events were\n%s\ninstead of\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// eventsOf returns the events of a link as text.
func eventsOf(l table.Link) []string {
	var list []string
	for _, e := range l.Events() {
		list = append(list, eventText(e))
	}
	return list
}

// eventText writes an event as text.
func eventText(e table.News) string {
	switch e := e.(type) {
	case table.Deciding:
		return fmt.Sprintf("Deciding %q", e.Peers)
	case table.Knocked:
		return fmt.Sprintf("Knocked %d: %q from %s", e.Knock, e.Peer, e.Addr)
	case table.KnockEnded:
		return fmt.Sprintf("KnockEnded %d", e.Knock)
	case table.SeatWanted:
		return fmt.Sprintf("SeatWanted by %q", e.By)
	case table.HeldUp:
		return "HeldUp by the " + [...]string{"host's person", "game"}[e.By]
	case table.Offered:
		return fmt.Sprintf("Offered %q %v, %s starts", e.Host, e.Variant, [...]string{"the toss says who", "host", "guest"}[e.First])
	case table.Connected:
		return fmt.Sprintf("Connected %q at %s as %v, %v", e.Peer, e.Addr, e.Self, e.Variant)
	case table.GameStarted:
		text := fmt.Sprintf("GameStarted %s number %d, %v starts, plays %v", e.ID, e.Series.Number(), e.Series.Starter(), e.Self)
		if e.Tossed {
			text += " by the toss"
		}
		if e.Series.Match().Plies() > 0 {
			text += fmt.Sprintf(", after %v", e.Series.Match().Game().Plies)
		}
		if before := e.Series.Before(); before != (match.Tally{}) {
			text += fmt.Sprintf(", before it %d:%d and %d drawn", before.Wins[0], before.Wins[1], before.Draws)
		}
		return text
	case table.Rewound:
		return fmt.Sprintf("Rewound to %d %s", e.Series.Match().Plies(), e.Series.Match().Position().Notation())
	case table.RematchWithdrawn:
		return fmt.Sprintf("RematchWithdrawn by %v", e.By)
	case table.TakebackAsked:
		return fmt.Sprintf("TakebackAsked by %v, back to %d", e.By, e.Plies)
	case table.TakebackAnswered:
		return fmt.Sprintf("TakebackAnswered by %v, granted %v", e.By, e.Granted)
	case table.TakebackWithdrawn:
		return fmt.Sprintf("TakebackWithdrawn by %v", e.By)
	case table.Said:
		return fmt.Sprintf("Said by %v: %s", e.By, e.Text)
	case table.Paused:
		return fmt.Sprintf("Paused reason %d, wait %d: %s", e.Reason, e.Wait, e.Note.String())
	case table.Resumed:
		return strings.TrimSuffix("Resumed: "+e.Note.String(), ": ")
	case table.Played:
		m := e.Series.Match()
		return fmt.Sprintf("Played %d %v house %v %s", m.Plies(), m.Last().Mover, m.Last().From, m.Position().Notation())
	case table.GameOver:
		r := e.Series.Match().Result()
		return fmt.Sprintf("GameOver %v %v by %v", r.Ending, r, e.By)
	case table.RematchWanted:
		return fmt.Sprintf("RematchWanted by %v", e.By)
	case table.WinnerNamed:
		return fmt.Sprintf("WinnerNamed %q in %s", e.Name, e.GameID)
	case table.Watched:
		return fmt.Sprintf("Watched %q against %q, %v", e.Names[match.Guest], e.Names[match.Host], e.Variant)
	case table.Watchers:
		return fmt.Sprintf("Watchers %d", e.N)
	case table.Clocked:
		c := e.Clocks
		text := fmt.Sprintf("Clocked %v, south %v, north %v", c.Control, c.Left[0], c.Left[1])
		if c.Running {
			text += fmt.Sprintf(", %v runs", c.Side)
		}
		return text
	case table.PeerAbsent:
		return fmt.Sprintf("PeerAbsent %v", e.Absent)
	case table.PeerQuiet:
		return fmt.Sprintf("PeerQuiet %v", e.Quiet)
	case table.PeerLeft:
		kept := ""
		if e.Kept {
			kept = " kept"
		}
		return fmt.Sprintf("PeerLeft reason %d local %v%s: %s", e.Reason, e.Local, kept, e.Note.String())
	case table.Failed:
		return fmt.Sprintf("Failed: %s (%v)", e.Note.String(), e.Note.Err)
	}
	return fmt.Sprintf("%T", e)
}
