package link

import (
	"testing"
	"time"

	"mancala/match"
	"mancala/tools/need"
)

// player drives a link in a test and remembers its events.
type player struct {
	t    *testing.T
	link match.Link
	all  []match.Event
	read int // the number of events that a test has looked at
}

func newPlayer(t *testing.T, link match.Link) *player {
	t.Helper()
	t.Cleanup(func() { _ = link.Close() })
	return &player{t: t, link: link}
}

func (p *player) poll() { p.all = append(p.all, p.link.Events()...) }

// latest returns the last events as text.
func (p *player) latest() string {
	text := ""
	for _, e := range p.all[max(0, len(p.all)-8):] {
		text += "\n  " + eventText(e)
	}
	return text
}

// expect returns the next event of type E. It fails the test if another one comes first, or none in
// time.
func expect[E match.Event](p *player) E {
	p.t.Helper()
	deadline := time.Now().Add(need.Patience)
	for p.read >= len(p.all) {
		if time.Now().After(deadline) {
			var want E
			p.t.Fatalf("no %T came; so far%s", want, p.latest())
		}
		p.poll()
		time.Sleep(50 * time.Microsecond)
	}
	event := p.all[p.read]
	p.read++
	want, ok := event.(E)
	if !ok {
		p.t.Fatalf("%s came instead of %T, after%s", eventText(event), want, p.latest())
	}
	return want
}

var kalah64 = kalah(6, 4)

// failure returns the note of a link that has failed.
func failure(t *testing.T, p *player) string {
	t.Helper()
	failed := expect[match.Failed](p)
	return failed.Note.String()
}

// listeningHost returns a host over loopback and its address.
func listeningHost(t *testing.T) (*player, string) {
	t.Helper()
	host := newPlayer(t, Host("127.0.0.1:0", HostConfig{Variant: kalah64, First: match.FirstHost}))
	listening := expect[match.Listening](host)
	if len(listening.Reachable) != 1 || listening.Reachable[0] != listening.Addr {
		t.Errorf("a host on one address can be reached at %q", listening.Reachable)
	}
	return host, listening.Addr
}

// join returns a guest who has begun to connect.
func joins(t *testing.T, addr string) *player {
	t.Helper()
	guest := newPlayer(t, Join(addr, GuestConfig{Common: Common{Name: "Gus"}}))
	expect[match.Connecting](guest)
	return guest
}
