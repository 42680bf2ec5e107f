package meet

import (
	"context"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mancala/tools/need"
)

// strictServer starts a meeting point in this process that limits connections from this computer,
// too.
func strictServer(t *testing.T, files uint64) (*Server, string) {
	t.Helper()
	listener := need.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	s := NewServer(Config{Files: files})
	s.point.near = true
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return s, listener.Addr().String()
}

// from127 dials from an address of the loopback network, so attackers and honest people have
// different ones.
func from127(n byte, addr string) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, n)}, Timeout: need.Patience}
	return d.Dial("tcp", addr)
}

// attackers call act again and again, from one address, until the test ends.
func attackers(t *testing.T, n int, address byte, addr string, act func(nc net.Conn)) (attacks *atomic.Int64) {
	t.Helper()
	stop := make(chan struct{})
	var running sync.WaitGroup
	attacks = new(atomic.Int64)
	for range n {
		running.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				nc, err := from127(address, addr)
				if err != nil {
					time.Sleep(time.Millisecond)
					continue
				}
				attacks.Add(1)
				_ = nc.SetDeadline(time.Now().Add(3 * time.Second))
				act(nc)
				_ = nc.Close()
			}
		})
	}
	t.Cleanup(func() { close(stop); running.Wait() })
	return attacks
}

// honest has a host and a guest meet and talk, and returns the time taken.
func honest(t *testing.T, addr string) time.Duration {
	t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(t.Context(), need.Patience)
	defer cancel()
	nc := need.Must(from127(200, addr))(t)
	line := need.Must(Open(ctx, nc, "", ""))(t)
	defer line.Close()
	came := make(chan net.Conn, 1)
	go func() {
		defer close(came)
		guest, err := line.Next()
		if err != nil || guest == nil {
			return
		}
		if nc, err := from127(200, addr); err == nil {
			if host, err := Take(ctx, nc, guest.ID); err == nil {
				came <- host
			}
		}
	}()
	nc = need.Must(from127(201, addr))(t)
	guest := need.Must(Join(ctx, nc, line.Lookup))(t)
	m := met{<-came, guest}
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
			s, addr := strictServer(t, 1024)
			n := 150
			if name == "flooding" || name == "rubbish" || testing.Short() { // or they need this computer's time themselves
				n = 10
			}
			attacks := attackers(t, n, 1, addr, act)
			need.Until(t, "attackers come", func() bool { return attacks.Load() >= int64(n) })
			for range 3 {
				t.Logf("it took two honest people %v to meet", honest(t, addr))
			}
			t.Logf("%d connections of attackers, %+v", attacks.Load(), s.Counts())
			if c := s.Counts(); c.Hosts > 64+3 || c.Waiting > 16 {
				t.Errorf("one address has %+v", c)
			}
		})
	}
}

// TestGuessingIsSlow: one address learns at most ten times a minute whether a lookup is in use.
func TestGuessingIsSlow(t *testing.T) {
	_, addr := strictServer(t, 1024)
	answers := map[string]int{}
	began := time.Now()
	for i := range 13 {
		nc := need.Must(from127(7, addr))(t)
		_, err := Join(t.Context(), nc, adjectives[i])
		answers[fmt.Sprint(err)]++
		_ = nc.Close()
	}
	want := (&Refusal{NoneSuch}).Error()
	if answers[want] != maxWrong || answers[(&Refusal{Often}).Error()] != 3 || time.Since(began) < 3*wrongWait {
		t.Errorf("after %v the answers are %v", time.Since(began), answers)
	}
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
	s, addr := strictServer(t, 256)
	for i := range 3 * s.point.limits.Names {
		nc := need.Must(from127(byte(i%50), addr))(t)
		line, err := Open(t.Context(), nc, "", "")
		if err != nil {
			t.Fatalf("stranger %d: %v", i, err)
		}
		_ = line.Keep()
		_ = line.Close()
		for s.Counts().Hosts != s.Counts().Away { // until it has noticed
			time.Sleep(time.Millisecond)
		}
	}
	if c := s.Counts(); c.Away != s.point.limits.Names {
		t.Errorf("%+v", c)
	}
	honest(t, addr)
}
