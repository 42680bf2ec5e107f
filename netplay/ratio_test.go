package netplay

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
	"mancala/rules"
)

// BenchmarkPlyAgainstEcho sends plies over loopback to a host, which validates, hashes and
// acknowledges each, and after each ply the same bytes to a bare echo. It reports the median times
// and the ratio of the medians.
func BenchmarkPlyAgainstEcho(b *testing.B) {
	here, there := tcpPair(b)
	peer := newTimedPeer(b, here, there)
	echo := newEcho(b)
	var plies, echoes []time.Duration
	for b.Loop() {
		frame := peer.nextFrame()
		plies = append(plies, peer.exchange(frame))
		echoes = append(echoes, echo.exchange(frame))
	}
	reportRatio(b, "ply", plies, "echo", echoes)
}

// reportRatio reports the medians of two kinds of times and their ratio: at the median, and among
// the fastest.
func reportRatio(b *testing.B, name string, times []time.Duration, other string, others []time.Duration) {
	slices.Sort(times)
	slices.Sort(others)
	ratio := func(n int) float64 { return float64(times[n]) / float64(others[n]) }
	b.ReportMetric(float64(times[len(times)/2])/1e3, "us/"+name+"-median")
	b.ReportMetric(float64(others[len(others)/2])/1e3, "us/"+other+"-median")
	b.ReportMetric(ratio(len(times)/2), "ratio-median")
	b.ReportMetric(ratio(len(times)/50), "ratio-fast")
}

// BenchmarkPlyEncrypted sends plies over loopback to two hosts in turn, of which one encrypts. It
// reports the median times and the ratio of the medians.
func BenchmarkPlyEncrypted(b *testing.B) {
	here, there := tcpPair(b)
	plain := newTimedPeer(b, here, there)
	here, there = tlsPair(b)
	secure := newTimedPeer(b, here, there)
	var plains, secures []time.Duration
	for b.Loop() {
		plains = append(plains, plain.exchange(plain.nextFrame()))
		secures = append(secures, secure.exchange(secure.nextFrame()))
	}
	reportRatio(b, "encrypted", secures, "plain", plains)
}

// tlsPair returns the two ends of an encrypted connection over loopback, as a host and a guest have
// them.
func tlsPair(b *testing.B) (here, there net.Conn) {
	here, there = tcpPair(b)
	opened := make(chan net.Conn, 1)
	go func() {
		nc, err := transport.Accept(transport.Again(here, nil), transport.HostTLS(newIdentity(b)), false)
		if err != nil {
			b.Error(err)
		}
		opened <- nc
	}()
	there, _, err := transport.Encrypt(b.Context(), there, nil)
	if err != nil {
		b.Fatal(err)
	}
	return <-opened, there
}

// tcpPair returns the two ends of a connection over loopback.
func tcpPair(b *testing.B) (here, there net.Conn) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	if there, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		b.Fatal(err)
	}
	if here, err = listener.Accept(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = here.Close(), there.Close() })
	return here, there
}

// echo answers each read with three bytes, as many as an acknowledgement has.
type echo struct {
	b   *testing.B
	nc  net.Conn
	buf [4096]byte
}

func newEcho(b *testing.B) *echo {
	here, there := tcpPair(b)
	go func() {
		var buf [4096]byte
		for {
			if _, err := here.Read(buf[:]); err != nil {
				return
			}
			if _, err := here.Write(buf[:3]); err != nil {
				return
			}
		}
	}()
	return &echo{b: b, nc: there}
}

func (e *echo) exchange(frame []byte) time.Duration {
	began := time.Now()
	if _, err := e.nc.Write(frame); err != nil {
		e.b.Fatal(err)
	}
	if _, err := io.ReadFull(e.nc, e.buf[:3]); err != nil {
		e.b.Fatal(err)
	}
	return time.Since(began)
}

// timedPeer is a guest controlled by the benchmark; the host is a real one.
type timedPeer struct {
	b      *testing.B
	nc     net.Conn
	r      *bufio.Reader
	host   *conn
	game   *Session // the guest's session, used only for its bytes
	random *rand.Rand
}

// newTimedPeer connects a host and the benchmark through the two ends of a connection.
func newTimedPeer(b *testing.B, here, there net.Conn) *timedPeer {
	session, err := NewSession(SessionConfig{Self: match.Host, Variant: kalah}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	p := &timedPeer{b: b, nc: there, r: bufio.NewReader(there), random: rand.New(rand.NewPCG(1, 2))}
	p.host = newConn(new(sync.Mutex), here, session, time.Now, func(*conn, Output) {})
	p.host.mu.Lock()
	p.host.start()
	p.host.mu.Unlock()
	if p.game, err = NewSession(SessionConfig{Self: match.Guest}, time.Now()); err != nil {
		b.Fatal(err)
	}
	p.write([]byte(frames.Preface))
	if _, err := io.ReadFull(p.r, make([]byte, len(frames.Preface))); err != nil {
		b.Fatal(err)
	}
	p.write(p.game.Drain().Write)
	for p.game.phase != playing {
		p.read()
		p.write(p.game.Drain().Write)
	}
	for p.game.acked != p.game.sent {
		p.read()
	}
	return p
}

func (p *timedPeer) write(b []byte) {
	if _, err := p.nc.Write(b); err != nil {
		p.b.Fatal(err)
	}
}

// read reads one frame and returns its size.
func (p *timedPeer) read() int {
	payload, err := frames.Read(p.r, nil, frames.Max)
	if err != nil {
		p.b.Fatal(err)
	}
	p.game.Step(time.Now(), payload)
	return len(payload) + 1
}

// nextFrame plays up to a ply of the guest, which is not sent yet.
func (p *timedPeer) nextFrame() []byte {
	for {
		p.write(p.game.Drain().Write)
		series := p.game.series
		position := series.Match().Position()
		legal := slices.Collect(position.Plies())
		switch {
		case !series.running():
			p.host.update(func(time.Time) { _ = p.host.session.Rematch() })
			for !p.game.series.wants[match.Host] {
				p.read()
			}
			_ = p.game.Rematch()
			p.write(p.game.Drain().Write)
			p.read()
		case series.Party(position.ToMove()) == match.Guest:
			_ = p.game.Play(legal[p.random.IntN(len(legal))])
			return slices.Clone(p.game.Drain().Write)
		default:
			var h rules.House = legal[p.random.IntN(len(legal))]
			p.host.update(func(time.Time) { _ = p.host.session.Play(h) })
			for n := series.Match().Plies(); series.Match().Plies() == n; {
				p.read()
			}
		}
	}
}

// exchange sends a frame and waits for its acknowledgement.
func (p *timedPeer) exchange(frame []byte) time.Duration {
	began := time.Now()
	p.write(frame)
	payload, err := frames.Read(p.r, nil, frames.Max)
	took := time.Since(began)
	if err != nil {
		p.b.Fatal(err)
	}
	p.game.Step(time.Now(), payload)
	if p.game.acked != p.game.sent {
		p.b.Fatalf("%s is no acknowledgement", frameText(payload))
	}
	return took
}
