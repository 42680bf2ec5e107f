package netplay

import (
	"bufio"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/netplay/listen"
	"mancala/netplay/transport"
	"mancala/netplay/workers"
)

// BenchmarkLegMemory reports the memory of a club: of a leg without its guest, of an encrypted
// guest in a game, of both together, of a watcher, and of a connection in the lobby. It includes
// the sockets of the other ends, but not what those have encrypted with.
func BenchmarkLegMemory(b *testing.B) {
	for b.Loop() {
		m := newLegMeter(b)
		const n = 400
		start := m.inUse()
		for i := range n {
			m.leg(i)
		}
		empty := m.inUse()
		for i := range n {
			m.seat(i)
		}
		seated := m.inUse()
		for range n {
			m.watch(0)
		}
		watched := m.inUse()
		for range n {
			m.dial([]byte(frames.LobbyPreface), m.id)
		}
		each := func(from, to int64) float64 { return float64(to-from) / 1024 / n }
		b.ReportMetric(each(start, empty), "KiB/empty-leg")
		b.ReportMetric(each(empty, seated), "KiB/guest")
		b.ReportMetric(each(start, seated), "KiB/leg")
		b.ReportMetric(each(seated, watched), "KiB/watcher")
		b.ReportMetric(each(watched, m.inUse()), "KiB/lobby")
		m.close()
	}
}

// legMeter is a front with legs.
type legMeter struct {
	b     *testing.B
	id    *keys.Identity
	front *listen.Listener
	legs  []*Handed
	links []match.Link
	crew  *workers.Crew
	open  []net.Conn // the other ends
	mu    sync.Mutex
	kept  []net.Conn // in the lobby
}

func newLegMeter(b *testing.B) *legMeter {
	m := &legMeter{b: b, id: newIdentity(b), crew: workers.New(b.Context().Done())}
	var err error
	m.front, err = listen.Open(b.Context(), "127.0.0.1:0", listen.Config{
		Identity: func() (*keys.Identity, error) { return m.id, nil },
	}, m.receive)
	if err != nil {
		b.Fatal(err)
	}
	return m
}

// inUse returns the memory in use once everything that was begun is done.
func (m *legMeter) inUse() int64 {
	time.Sleep(300 * time.Millisecond)
	for _, l := range m.links {
		l.Events()
	}
	return inUse()
}

// receive finds the leg by its number in the ticket.
func (m *legMeter) receive(nc net.Conn, r listen.Request) {
	if r.Kind == listen.Club {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.kept = append(m.kept, nc)
		return
	}
	m.legs[int(r.Invite[1])<<8|int(r.Invite[2])].Hand(nc, r.Far)
}

func ticketOf(i int) keys.Secret { return keys.Secret{1, byte(i >> 8), byte(i)} }

func (m *legMeter) leg(i int) {
	handed := &Handed{Greeted: m.front.Key()}
	m.legs = append(m.legs, handed)
	m.links = append(m.links, Host("table", HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstHost, Admission: openDoor, Handed: handed, Ticket: ticketOf(i),
		Referee: true, Watchers: 1000, Crew: m.crew, Store: func(_ match.Bookmark, stored func()) { go stored() },
	}))
}

// dial connects to the front. Only the socket is kept.
func (m *legMeter) dial(first []byte, own *keys.Identity) net.Conn {
	nc, err := net.Dial("tcp", m.front.Addr())
	if err != nil {
		m.b.Fatal(err)
	}
	m.open = append(m.open, nc)
	secure, _, err := transport.Encrypt(m.b.Context(), nc, certificatesOf(own))
	if err != nil {
		m.b.Fatal(err)
	}
	m.send(secure, first)
	return secure
}

func (m *legMeter) send(nc net.Conn, b []byte) {
	if _, err := nc.Write(b); err != nil {
		m.b.Fatal(err)
	}
}

// await reads frames up to one.
func (m *legMeter) await(r *bufio.Reader, is func(f *wire.Frame) bool) {
	for {
		payload, err := frames.Read(r, nil, frames.MaxLarge)
		if err != nil {
			m.b.Fatal(err)
		}
		if f, err := readAFrame(payload); err != nil {
			m.b.Fatal(err)
		} else if is(f) {
			return
		}
	}
}

func (m *legMeter) greet(hello *wire.Frame) (net.Conn, *bufio.Reader) {
	nc := m.dial(append([]byte(frames.Preface), mustMarshal(m.b, hello)...), nil)
	r := bufio.NewReader(nc)
	_, _ = r.Discard(len(frames.Preface))
	return nc, r
}

// seat lets the guest of a leg take the seat.
func (m *legMeter) seat(i int) {
	ticket := ticketOf(i)
	nc, r := m.greet(withTicket(ticket.Bytes()))
	m.await(r, func(f *wire.Frame) bool { return f.GetWelcome() != nil })
	m.send(nc, mustMarshal(m.b, acceptFrame()))
	m.await(r, func(f *wire.Frame) bool { return f.GetSeated() != nil })
	m.send(nc, mustMarshal(m.b, ackFrame(2)))
	for seq, plies := uint64(3), 1; plies <= legPlies; plies++ {
		host := m.links[i].(*hostLink)
		host.mu.Lock()
		for host.series.Match().Plies() < plies-1 { // the guest's ply is on its way
			host.mu.Unlock()
			time.Sleep(10 * time.Microsecond)
			host.mu.Lock()
		}
		p := host.series.Match().Position()
		if p.Over() {
			m.b.Fatalf("the game is over after %d plies", plies-1)
		}
		legal := slices.Collect(p.Plies())
		house := legal[plies%len(legal)]
		next, _ := host.series.try(p.ToMove(), house)
		own := host.series.Party(p.ToMove()) == match.Host
		host.mu.Unlock()
		if own {
			if err := host.Play(house); err != nil {
				m.b.Fatal(err)
			}
			continue
		}
		m.send(nc, mustMarshal(m.b, &wire.Frame{Seq: seq, Ack: 2, Body: &wire.Frame_Move{Move: &wire.Move{
			Game: 1, Ply: uint32(plies), House: uint32(house), Hash: next.hash[:hashSize],
		}}}))
		seq++
	}
}

// legPlies is the number of plies of the games whose memory is measured.
const legPlies = 20

// watch lets someone watch a leg.
func (m *legMeter) watch(i int) {
	f, ticket := helloToWatchFrame(), ticketOf(i)
	f.GetHello().Invite = ticket.Bytes()
	_, r := m.greet(f)
	m.await(r, func(f *wire.Frame) bool { return f.GetWatched() != nil })
}

func (m *legMeter) close() {
	for _, nc := range append(m.open, m.kept...) {
		_ = nc.Close()
	}
	closeAll(m.links...)
	_ = m.front.Close()
	time.Sleep(100 * time.Millisecond)
}
