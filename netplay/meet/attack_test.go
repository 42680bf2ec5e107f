package meet

import (
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"mancala/netplay/faults"
	"mancala/tools/need"
)

// attackers call act again and again, from one address, until the result is called. It returns how
// often they did.
func attackers(p *faults.Pipes, n int, act func(nc net.Conn)) (stop func() (attacks int64)) {
	stopped := make(chan struct{})
	var running sync.WaitGroup
	var attacks atomic.Int64
	for range n {
		running.Go(func() {
			for {
				select {
				case <-stopped:
					return
				case <-time.After(time.Millisecond): // or no time would pass
				}
				nc := p.ConnectFrom("203.0.113.1:1")
				attacks.Add(1)
				_ = nc.SetDeadline(time.Now().Add(3 * time.Second))
				act(nc)
				_ = nc.Close()
			}
		})
	}
	return func() int64 {
		close(stopped)
		running.Wait()
		return attacks.Load()
	}
}

// honest has a host and a guest meet and talk, and returns the time taken.
func honest(t *testing.T, p *faults.Pipes) time.Duration {
	t.Helper()
	began := time.Now()
	line := need.Must(Open(t.Context(), p.ConnectFrom("198.51.100.1:1"), "", ""))(t)
	defer line.Close()
	hosts := make(chan net.Conn, 1)
	go func() {
		guest, err := line.Next()
		if err != nil {
			t.Error(err)
			close(hosts)
			return
		}
		host, err := Take(t.Context(), p.ConnectFrom("198.51.100.1:1"), guest.ID)
		need.NoError(t, err)
		hosts <- host
	}()
	m := met{guest: need.Must(Join(t.Context(), p.ConnectFrom("198.51.100.2:1"), line.Lookup))(t)}
	m.host = <-hosts
	defer m.close()
	for range 10 {
		echo(t, m, 100)
	}
	return time.Since(began)
}

// TestHonestAmongAttackers: two people meet while strangers attack in several ways.
func TestHonestAmongAttackers(t *testing.T) {
	for name, act := range map[string]func(nc net.Conn){
		"silent": func(nc net.Conn) { _, _ = io.Copy(io.Discard, nc) },
		"dripping": func(nc net.Conn) {
			for range 40 {
				if _, err := nc.Write([]byte("M")); err != nil {
					return
				}
				time.Sleep(50 * time.Millisecond)
			}
		},
		"guessing": func(nc net.Conn) {
			_, _ = nc.Write([]byte("MEET1 join azure\n"))
			_, _ = io.Copy(io.Discard, nc)
		},
		"hosting": func(nc net.Conn) {
			_, _ = nc.Write([]byte("MEET1 open\n"))
			_, _ = nc.Read(make([]byte, MaxLine))
		},
		"flooding": func(nc net.Conn) {
			_, _ = nc.Write([]byte("MEET1 open\n"))
			for range 1000 {
				if _, err := nc.Write([]byte("ping\nkeep\n")); err != nil {
					return
				}
			}
		},
		"rubbish": func(nc net.Conn) { _, _ = nc.Write(make([]byte, 1<<16)) },
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
				n := 150
				if name == "flooding" || name == "rubbish" || testing.Short() { // they cost much time of the processor
					n = 10
				}
				stop := attackers(p, n, act)
				time.Sleep(time.Second)
				for range 3 {
					if took := honest(t, p); took > 2*time.Second {
						t.Errorf("it took two honest people %v to meet", took)
					}
				}
				c := s.Counts()
				if attacks := stop(); attacks < int64(n) {
					t.Errorf("there were %d attacks", attacks)
				} else {
					t.Logf("%d connections of attackers, %+v", attacks, c)
				}
				if c.Hosts > 64+3 || c.Waiting > 16 {
					t.Errorf("one address has %+v", c)
				}
			})
		})
	}
}

// TestGuessingIsSlow: one address learns at most ten times a minute whether a lookup is in use.
func TestGuessingIsSlow(t *testing.T) {
	inBubble(t, func(t *testing.T, _ *Server, p *faults.Pipes) {
		answers := map[string]int{}
		began := time.Now()
		for i := range 13 {
			nc := p.ConnectFrom("203.0.113.7:1")
			_, err := Join(t.Context(), nc, adjectives[i])
			answers[fmt.Sprint(err)]++
			_ = nc.Close()
		}
		want := (&Refusal{NoneSuch}).Error()
		if answers[want] != 10 || answers[(&Refusal{Often}).Error()] != 3 || time.Since(began) != 3*wrongWait {
			t.Errorf("after %v the answers are %v", time.Since(began), answers)
		}
	})
}

// TestFastSender: bytes beyond the burst pass at the rate.
func TestFastSender(t *testing.T) {
	addr := startServer(t)
	line := openAt(t, addr)
	defer line.Close()
	m := meetAt(t, addr, line)
	defer m.close()
	go func() { _, _ = m.guest.Write(make([]byte, 1<<20)) }()
	began := time.Now()
	const n = burst + 64<<10
	need.Must(io.CopyN(io.Discard, m.host, n))(t)
	if took := time.Since(began); took < 900*time.Millisecond {
		t.Errorf("%d bytes pass in %v", n, took)
	}
}

// TestSquatters: strangers who open lookups and hang up do not keep others out.
func TestSquatters(t *testing.T) {
	inBubble(t, func(t *testing.T, s *Server, p *faults.Pipes) {
		for i := range 3 * s.point.limits.Names {
			line, err := Open(t.Context(), p.ConnectFrom(fmt.Sprintf("203.0.%d.1:1", i%50)), "", "")
			if err != nil {
				t.Fatalf("stranger %d: %v", i, err)
			}
			_ = line.Keep()
			_ = line.Close()
			synctest.Wait() // until it has noticed
		}
		if c := s.Counts(); c.Away != s.point.limits.Names {
			t.Errorf("%+v", c)
		}
		honest(t, p)
	})
}
