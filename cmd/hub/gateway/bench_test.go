package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"mancala/internal/match/lobby"
	"mancala/netplay/keys"
	"mancala/netplay/limit"
	wirelobby "mancala/netplay/lobby"
	"mancala/tools/need"
)

// benchHouse returns the address of a gateway without encryption.
func benchHouse(b *testing.B) (addr string) {
	b.Helper()
	h := newTestClub(b, 1)
	h.gates[0].log = slog.New(slog.DiscardHandler)
	var n atomic.Uint32
	return need.Server(b, func(nc net.Conn) {
		n := n.Add(1)
		h.gates[0].Serve(context.Background(), nc, keys.Fingerprint{byte(n), byte(n >> 8), byte(n >> 16), 1}, limit.AddressOf(""))
	})
}

// enter brings a member in over a socket, and waits for the welcome.
func enter(b *testing.B, addr string, n int) net.Conn {
	nc := need.Must(net.Dial("tcp", addr))(b)
	if news, in := raw(b, nc, named(fmt.Sprintf("Member %d x", n+2_000_000))).Body.(wirelobby.Welcome); !in {
		b.Fatal(news)
	}
	return nc
}

// BenchmarkEnter has new members come in, one after the other.
func BenchmarkEnter(b *testing.B) {
	addr, n := benchHouse(b), 0
	for b.Loop() {
		_ = enter(b, addr, n).Close()
		n++
	}
}

// BenchmarkMemory measures the memory of a member who is inside and says nothing: heap and stacks,
// with the member's socket.
func BenchmarkMemory(b *testing.B) {
	const members = 1000
	for b.Loop() {
		addr := benchHouse(b)
		_ = enter(b, addr, members).Close()
		before := used()
		var all []net.Conn
		for i := range members {
			all = append(all, enter(b, addr, i))
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
		members := []lobby.Member{{ID: idOf("m", i)}, {ID: idOf("other", i)}}
		now[tableID(i)] = row{Table: lobby.Table{ID: tableID(i), Settings: lobby.Settings{Variant: kalah}, Members: members[:1+i%2]}}
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
