package gateway

import (
	"bufio"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"testing"
	"time"

	"mancala/hub/bus/local"
	"mancala/hub/club"
	"mancala/netplay/gate"
	"mancala/netplay/keys"
	wirelobby "mancala/netplay/lobby"
)

// benchHouse is a gateway behind a listener without encryption.
type benchHouse struct {
	club *club.Club
	gate *Gateway
	addr string
}

func newBenchHouse(b *testing.B) benchHouse {
	b.Helper()
	bus, err := local.New().Join("n0")
	if err != nil {
		b.Fatal(err)
	}
	g, log := New(), slog.New(slog.DiscardHandler)
	c, err := club.New(b.Context(), club.Config{Bus: bus, Hall: hall{}, Rand: rand.Reader, Log: log, Changed: g.Changed, Tell: g.Tell, Removed: g.Removed})
	if err != nil {
		b.Fatal(err)
	}
	g.Open(Config{Club: c, Archive: noArchive{}, Name: "The Club", Rand: rand.Reader, Log: log})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go func() {
		for n := 1; ; n++ {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			go g.Serve(context.Background(), nc, keys.Fingerprint{byte(n), byte(n >> 8), byte(n >> 16), 1}, gate.Address{})
		}
	}()
	b.Cleanup(func() { _ = l.Close(); g.Close(); c.Close(); _ = bus.Close() })
	return benchHouse{c, g, l.Addr().String()}
}

// enter brings a member in over a socket, and waits for the welcome.
func (h benchHouse) enter(b *testing.B, n int) net.Conn {
	nc, err := net.Dial("tcp", h.addr)
	if err != nil {
		b.Fatal(err)
	}
	c := hello(nil)
	c.GetHello().Name = fmt.Sprintf("Member %d x", n+2_000_000)
	out, err := wirelobby.AppendCall([]byte(wirelobby.Preface), c)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := nc.Write(out); err != nil {
		b.Fatal(err)
	}
	in := bufio.NewReaderSize(nc, 512)
	_, _ = in.Discard(len(wirelobby.Preface))
	if news, err := wirelobby.ReadNews(in); err != nil || news.GetWelcome() == nil {
		b.Fatalf("%v, %v", news, err)
	}
	return nc
}

// BenchmarkEnter has new members come in, one after the other.
func BenchmarkEnter(b *testing.B) {
	h, n := newBenchHouse(b), 0
	for b.Loop() {
		_ = h.enter(b, n).Close()
		n++
	}
}

// BenchmarkMemory measures the memory of a member who is inside and says nothing: heap and stacks,
// with the member's socket.
func BenchmarkMemory(b *testing.B) {
	const members = 1000
	for b.Loop() {
		h := newBenchHouse(b)
		_ = h.enter(b, members).Close()
		before := used()
		var all []net.Conn
		for i := range members {
			all = append(all, h.enter(b, i))
		}
		time.Sleep(100 * time.Millisecond)
		b.ReportMetric(float64(used()-before)/members, "B/member")
		for _, nc := range all {
			_ = nc.Close()
		}
	}
}

func used() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse + m.StackInuse)
}

// BenchmarkBoard has one table of 10,000 change, and one follower told of it.
func BenchmarkBoard(b *testing.B) {
	board, now := newBoard(), map[string]int{}
	for i := range 10_000 {
		now[tableID(i)] = 1
		set(b, board, tableID(i), now)
	}
	_, upTo, _, _ := board.since(0, nil, 1<<30)
	var out []byte
	n := 0
	for b.Loop() {
		n++
		now[tableID(n%10_000)] = n
		set(b, board, tableID(n%10_000), now)
		out, upTo, _, _ = board.since(upTo, out[:0], chunk)
	}
	b.ReportMetric(float64(len(out)), "B/change")
}

// BenchmarkList tells a newcomer of 10,000 tables.
func BenchmarkList(b *testing.B) {
	board, now := newBoard(), map[string]int{}
	for i := range 10_000 {
		now[tableID(i)] = 1
		set(b, board, tableID(i), now)
	}
	var out []byte
	for b.Loop() {
		out = out[:0]
		for upTo, all := uint64(0), false; !all; {
			out, upTo, all, _ = board.since(upTo, out, chunk)
		}
	}
	b.ReportMetric(float64(len(out))/10_000, "B/table")
}
