package link

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/netplay/transport"
	"mancala/tools/need"
)

// TestWrongCodes: three wrong guesses burn a code, and the host has another one under another name.
func TestWrongCodes(t *testing.T) {
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	fresh := burn(t, host, code, p.addr)
	lookup, _, _ := strings.Cut(code, "-")
	if l, _, _ := strings.Cut(fresh, "-"); l == lookup || fresh == code {
		t.Errorf("after %s the code is %s", code, fresh)
	}
	// A guest who comes before the old line has ended waits for the host for some time.
	for c := p.server.Counts(); c.Hosts-c.Away > 1; c = p.server.Counts() {
		time.Sleep(time.Millisecond)
	}
	if text := failure(t, guestAt(t, code, p.addr)); !strings.HasPrefix(text, "netplay.host-away") && text != "netplay.code-over" {
		t.Errorf("the burned code fails with %s", text)
	}
	begun(t, host, guestAt(t, fresh, p.addr))
}

// burn guesses a code until the host has another one, and returns that.
func burn(t *testing.T, host *end, code, addr string) string {
	t.Helper()
	lookup, _, _ := strings.Cut(code, "-")
	wrong := lookup + "-zebra-99"
	if wrong == code {
		wrong = lookup + "-zebra-98"
	}
	for range maxWrongCodes {
		if text := failure(t, guestAt(t, wrong, addr)); text != "netplay.wrong-code" {
			t.Errorf("the wrong code fails with %s", text)
		}
	}
	if m := meetingIs(t, host, table.MeetingLost); m.Note.Code != "netplay.code-burned" {
		t.Errorf("the host hears %v", m.Note)
	}
	meetingIs(t, host, table.MeetingCalling)
	return meetingIs(t, host, table.MeetingOpen).Code
}

// pointOfPipes is a transport; the test answers its dialled connections as the meeting point.
type pointOfPipes struct {
	*faults.Pipes
	dialled chan net.Conn
}

func (p pointOfPipes) Dial(ctx context.Context, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.dialled <- there:
		return here, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestCodesBurnEverMoreSlowly: a meeting point that guesses codes as fast as it can gets at most
// one in 12 seconds.
func TestCodesBurnEverMoreSlowly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := pointOfPipes{faults.NewPipes(), make(chan net.Conn)}
		link := Host(":7000", HostConfig{Variant: kalah64, Transport: network, Via: "point"})
		defer link.Close()
		h := link.(*hostLink)
		for burned := range 10 {
			began := time.Now()
			nc := <-network.dialled
			defer nc.Close()
			least, most := time.Duration(0), time.Duration(0)
			if burned > 1 {
				wait := min(500*time.Millisecond<<(burned-2), 15*time.Second)
				least, most = wait*4/5, wait*6/5
			}
			if took := time.Since(began); took < least || took > most {
				t.Errorf("after %d codes another name is asked for in %v, want %v to %v", burned, took, least, most)
			}
			go func() { _, _ = io.Copy(io.Discard, nc) }()
			_, _ = io.WriteString(nc, "code amber"+strconv.Itoa(10+burned)+" abcdefghijklmnopqrstuvwxyz\n")
			synctest.Wait()
			h.mu.Lock()
			if h.via.current.name.Secret == "" {
				t.Error("there is no code")
			}
			h.burn(h.via.current)
			h.mu.Unlock()
		}
	})
}

// TestBurnedInAGame: guesses during a game do not separate the two, not even if the line breaks
// after them.
func TestBurnedInAGame(t *testing.T) {
	p := newPoint(t)
	host, guest, code := playing(t, p, HostConfig{First: match.FirstHost})
	burn(t, host, code, p.addr)
	link := guest.Link.(*guestLink)
	link.mu.Lock()
	link.conn.Close()
	link.mu.Unlock()
	expect[table.Paused](guest)
	if r := expect[table.Resumed](guest); r.Security != match.ByCode {
		t.Errorf("the guest is back: %+v", r)
	}
	playSeated(t, host, guest)
}

// TestNewCodeForAPausedSeat: a guest who lost their data comes back by the code after a burned one,
// once the host's person has set the paused game aside.
func TestNewCodeForAPausedSeat(t *testing.T) {
	p := newPoint(t)
	host, guest, code := playing(t, p, HostConfig{First: match.FirstHost})
	for _, mover := range []*end{host, guest} { // a guest who has not played gives way to any other
		need.NoError(t, mover.Play(1))
		expect[table.Played](host)
		expect[table.Played](guest)
	}
	_ = guest.Link.Close()
	expect[table.Paused](host)
	code = burn(t, host, code, p.addr)
	if text := failure(t, guestAt(t, code, p.addr)); text != "netplay.full" {
		t.Errorf("while the seat is kept the guest fails with %s", text)
	}
	host.Link.WaitAgain()
	expect[table.PeerLeft](host)
	expect[table.Listening](host)
	anew := guestAt(t, code, p.addr)
	begun(t, host, anew)
	playSeated(t, host, anew)
}

// liar is a meeting point controlled by an attacker: it connects a guest to act instead of the
// host.
func liar(t *testing.T, act func(guest net.Conn)) (addr string) {
	t.Helper()
	return need.Server(t, func(nc net.Conn) {
		line := make([]byte, 64)
		if n, _ := nc.Read(line); !strings.HasPrefix(string(line[:n]), "MEET1 join ") {
			return
		}
		_, _ = nc.Write([]byte("ok\n"))
		act(nc)
	})
}

// TestLyingMeetingPoint: a meeting point that guesses the code to pose as the host, or that puts
// itself between the two after the proof, is detected before anything is sent to it.
func TestLyingMeetingPoint(t *testing.T) {
	guessing := liar(t, func(nc net.Conn) {
		opening := make([]byte, len(frames.CodePreface)+keys.OpeningSize)
		_, _ = io.ReadFull(nc, opening)
		h, err := keys.NewCodeHost("amber", "fox-32", opening[len(frames.CodePreface):], new(need.Counter))
		if err != nil {
			return
		}
		_, _ = nc.Write(append([]byte{frames.CodeContinues}, h.Answer()...))
		_, _ = io.CopyN(io.Discard, nc, int64(keys.ProofSize))
		_, _ = nc.Write(append([]byte{frames.CodeContinues}, make([]byte, keys.GrantSize)...))
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, "amber-fox-31", guessing)); text != "netplay.other-code" {
		t.Errorf("a host with a guess fails with %s", text)
	}
	skipping := liar(t, func(nc net.Conn) {
		_, _ = nc.Write([]byte{frames.CodeContinues})
		_, _ = nc.Write(make([]byte, keys.AnswerSize))
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, "amber-fox-31", skipping)); text != "netplay.code-cut" {
		t.Errorf("a share of low order fails with %s", text)
	}
	p := newPoint(t)
	host, code := hostAt(t, p.addr, HostConfig{})
	lookup, _, _ := strings.Cut(code, "-")
	own := newIdentity(t)
	between := liar(t, func(nc net.Conn) {
		up, err := net.Dial("tcp", p.addr)
		if err != nil {
			return
		}
		defer up.Close()
		real, err := meet.Join(context.Background(), up, lookup)
		if err != nil {
			return
		}
		passes := func(from, to net.Conn, n int64) { _, _ = io.CopyN(to, from, n) }
		passes(nc, real, int64(len(frames.CodePreface)+keys.OpeningSize))
		passes(real, nc, 1+keys.AnswerSize)
		passes(nc, real, keys.ProofSize)
		passes(real, nc, 1+int64(keys.GrantSize))
		_ = tls.Server(nc, transport.HostTLS(own)).Handshake()
		_, _ = io.Copy(io.Discard, nc)
	})
	if text := failure(t, guestAt(t, code, between)); !strings.HasPrefix(text, "netplay.forged-invite") {
		t.Errorf("one in between fails with %s", text)
	}
	host.Poll()
	if host.Read < len(host.Heard) {
		t.Errorf("the host heard%s", host)
	}
	other, otherCode := hostAt(t, p.addr, HostConfig{})
	otherLookup, _, _ := strings.Cut(otherCode, "-")
	swapping := liar(t, func(nc net.Conn) { // pairs the guest with the meeting point's own host
		up, err := net.Dial("tcp", p.addr)
		if err != nil {
			return
		}
		defer up.Close()
		if real, err := meet.Join(context.Background(), up, otherLookup); err == nil {
			go func() { _, _ = io.Copy(real, nc) }()
			_, _ = io.Copy(nc, real)
		}
	})
	if text := failure(t, guestAt(t, code, swapping)); text != "netplay.wrong-code" {
		t.Errorf("another host fails with %s", text)
	}
	other.Poll()
	if other.Read < len(other.Heard) {
		t.Errorf("the other host heard%s", other)
	}
}
