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

	"mancala/hub/bus/bustest"
	"mancala/hub/club"
	"mancala/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
	"mancala/tools/need"
)

// benchHouse is a gateway behind a listener without encryption.
type benchHouse struct {
	club    *club.Club
	gateway *Gateway
	addr    string
}

func newBenchHouse(b *testing.B) benchHouse {
	b.Helper()
	bus := need.Must(bustest.New(b).Join("n0"))(b)
	log := slog.New(slog.DiscardHandler)
	g := need.Must(New(bus, log))(b)
	c := need.Must(club.New(b.Context(), club.Config{Bus: bus, Games: playing{}, Rand: rand.Reader, Log: log, Notifier: g}))(b)
	g.Open(Config{Club: c, Archive: noArchive{}, Name: "The Club"})
	l := need.Must(net.Listen("tcp", "127.0.0.1:0"))(b)
	go func() {
		for n := 1; ; n++ {
			nc, err := l.Accept()
			if err != nil {
				return
			}
			go g.Serve(context.Background(), nc, keys.Fingerprint{byte(n), byte(n >> 8), byte(n >> 16), 1}, limit.Address{})
		}
	}()
	b.Cleanup(func() { _ = l.Close(); g.Close(); c.Close(); _ = bus.Close() })
	return benchHouse{c, g, l.Addr().String()}
}

// enter brings a member in over a socket, and waits for the welcome.
func (h benchHouse) enter(b *testing.B, n int) net.Conn {
	nc := need.Must(net.Dial("tcp", h.addr))(b)
	c := hello(nil)
	c.GetHello().Name = fmt.Sprintf("Member %d x", n+2_000_000)
	out := need.Must(wirelobby.AppendCall([]byte(wirelobby.Preface), c))(b)
	need.Must(nc.Write(out))(b)
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

// fullBoard returns a board with 10,000 tables, far more than the list has room for.
func fullBoard(b *testing.B) (*board, map[string]row) {
	full, now := newBoard(), map[string]row{}
	for i := range 10_000 {
		now[tableID(i)] = row{Table: lobby.Table{ID: tableID(i), Settings: lobby.Settings{Variant: kalah}, Playing: i%2 == 0}}
		set(b, full, tableID(i), now)
	}
	return full, now
}

// BenchmarkBoard has one table of 10,000 close and open again, and one follower told of it.
func BenchmarkBoard(b *testing.B) {
	board, now := fullBoard(b)
	var f follower
	out, _, _ := board.since(&f, nil, 1<<30)
	bytes, n := 0, 0
	for b.Loop() {
		n++
		id := tableID(n % 10_000)
		set(b, board, id, nil)
		set(b, board, id, now)
		out, _, _ = board.since(&f, out[:0], chunk)
		bytes += len(out)
	}
	b.ReportMetric(float64(bytes)/float64(n), "B/change")
}

// BenchmarkList tells a newcomer of the newest of 10,000 tables.
func BenchmarkList(b *testing.B) {
	board, _ := fullBoard(b)
	var out []byte
	for b.Loop() {
		var f follower
		out = out[:0]
		for all := false; !all; {
			out, all, _ = board.since(&f, out, chunk)
		}
	}
	b.ReportMetric(float64(len(out)), "B")
}
