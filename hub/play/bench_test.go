package play

import (
	"fmt"
	"math"
	"net"
	"runtime"
	"sync"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/listen"
	"mancala/rules"
	"mancala/tools/need"
)

// BenchmarkPly is the time from a ply at one board to the other, through front, encryption, leg,
// table, store and the other leg, with both players' programs in this process; and the same at a
// table that a thousand people watch. Players think for 200 ms, as long as
// it takes to show the ply to so many.
func BenchmarkPly(b *testing.B) {
	for _, watchers := range []int{0, 1000} {
		b.Run(fmt.Sprint(watchers, " watchers"), func(b *testing.B) { benchmarkPly(b, watchers) })
	}
}

func benchmarkPly(b *testing.B, watchers int) {
	c := newClub(b, "a")
	c.quiet = true
	s := setup(b, "watched")
	var players [2]*guest
	players[0], players[1] = c.seatBoth("a", s)
	for i := range watchers {
		watch(b, c.hallOf("a"), s, fmt.Sprintf("192.0.%d.%d:1", i/250, i%250+1))
	}
	b.ResetTimer()
	b.StopTimer()
	for range b.N {
		mover, other := players[0], players[1]
		p, err := rules.Replay(s.Variant, mover.game...)
		if err != nil {
			b.Fatal(err)
		}
		if p.Over() {
			again(b, players)
			p, _ = rules.Start(s.Variant)
		}
		if p.ToMove() != mover.self {
			mover, other = other, mover
		}
		time.Sleep(200 * time.Millisecond)
		n := len(mover.game)
		b.StartTimer()
		if !mover.move(s.Variant) {
			b.Fatal("no ply")
		}
		for mover.look(); len(other.game) == n; other.look() {
			time.Sleep(20 * time.Microsecond)
		}
		b.StopTimer()
	}
}

// BenchmarkPlies is the time for a ply if many tables play at once, with all players' programs in
// this process.
func BenchmarkPlies(b *testing.B) {
	const tables = 50
	c := newClub(b)
	c.quiet, c.pace = true, Pace{Burst: math.MaxFloat64}
	c.start("a")
	var all [tables][2]*guest
	s := [tables]Setup{}
	for i := range all {
		s[i] = setup(b, fmt.Sprint("many", i))
		all[i][0], all[i][1] = c.seatBoth("a", s[i])
	}
	b.ResetTimer()
	plies := 0
	for plies < b.N {
		for i := range all {
			for _, g := range all[i] {
				g.look()
				if g.move(s[i].Variant) {
					plies++
				}
				if g.result.Ending != match.Running {
					_ = g.Rematch()
				}
			}
		}
		time.Sleep(20 * time.Microsecond)
	}
}

// BenchmarkTableMemory is the memory of a table with two players who are connected and do nothing,
// without encryption.
func BenchmarkTableMemory(b *testing.B) {
	const tables = 300
	for range b.N {
		c := newClub(b, "a")
		c.quiet = true
		hall := c.hallOf("a")
		before := memory()
		var wait sync.WaitGroup
		for i := range tables {
			s := setup(b, fmt.Sprint("memory", i))
			s.Time = match.TimeControl{Base: time.Hour}
			c.table("a", s)
			for p := range s.Players {
				wait.Add(1)
				go func() {
					defer wait.Done()
					sitDown(b, hall, s, p)
				}()
			}
		}
		wait.Wait()
		need.Until(b, "all play", func() bool {
			for _, t := range hall.Tables() {
				if !t.Online[0] || !t.Online[1] {
					return false
				}
			}
			return true
		})
		time.Sleep(100 * time.Millisecond)
		b.ReportMetric(float64(memory()-before)/tables/1024, "KiB/table")
		c.kill("a")
	}
}

// memory returns the bytes of heap and stacks in use.
func memory() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc + m.StackInuse
}

// sitDown takes a seat with the frames that a player's program sends.
func sitDown(b *testing.B, hall *Hall, s Setup, p int) {
	nc := knock(b, hall, listen.Request{Kind: listen.Guest, Invite: s.Players[p].Ticket, Addr: "192.0.2.1:1"}, &wire.Hello{
		Name: "Raw", MinProtocol: 2, MaxProtocol: 2, ClientId: make([]byte, 16), Role: wire.Role_ROLE_PLAYER, Invite: s.Players[p].Ticket.Bytes(),
	})
	time.Sleep(20 * time.Millisecond) // for the Welcome
	write(b, nc, nil, &wire.Frame{Seq: 2, Ack: 1, Body: &wire.Frame_Accept{Accept: &wire.Accept{}}})
}

// watch watches a table without reading, so that its program takes no time of the players.
func watch(b *testing.B, hall *Hall, s Setup, addr string) {
	knock(b, hall, listen.Request{Kind: listen.Watcher, Invite: s.Watch, Addr: addr}, &wire.Hello{
		Name: "Raw", MinProtocol: 2, MaxProtocol: 2, Role: wire.Role_ROLE_WATCHER, Invite: s.Watch.Bytes(),
	})
}

// knock connects to a hall and says Hello.
func knock(b *testing.B, hall *Hall, k listen.Request, hello *wire.Hello) net.Conn {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Error(err)
		return nil
	}
	defer listener.Close()
	nc, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Error(err)
		return nil
	}
	b.Cleanup(func() { _ = nc.Close() })
	there, err := listener.Accept()
	if err != nil {
		b.Error(err)
		return nil
	}
	hall.Receive(there, k)
	write(b, nc, []byte("MNC1"), &wire.Frame{Seq: 1, Body: &wire.Frame_Hello{Hello: hello}})
	return nc
}

// write sends a frame behind some bytes.
func write(b *testing.B, nc net.Conn, before []byte, f *wire.Frame) {
	out, err := frames.Append(before, f, frames.Max)
	if err == nil {
		_, err = nc.Write(out)
	}
	if err != nil {
		b.Error(err)
	}
}

// again begins the next game.
func again(b *testing.B, players [2]*guest) {
	number := players[0].number
	for _, g := range players {
		need.Until(b, "a wish", func() bool { g.look(); return g.Rematch() == nil })
	}
	for _, g := range players {
		g.until("the next game", func() bool { return g.number == number+1 })
	}
}
