package link

import (
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/faults"
	"mancala/rules"
	"mancala/tools/need"
)

// faulty is a transport with slow, late lines that break now and then.
type faulty struct {
	listener *faults.Pipes
	latency  time.Duration
	rate     int // bytes a second; zero means any
	cuts     int // breaks the line on one write in cuts; zero means never
	calm     int // writes before the first one that may
	insecure bool

	mu     sync.Mutex
	random *rand.Rand
	broken int
}

// breaks reports whether the line breaks now.
func (f *faulty) breaks() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.calm > 0 {
		f.calm--
		return false
	}
	if f.cuts == 0 || f.random.IntN(f.cuts) > 0 {
		return false
	}
	f.broken++
	return true
}

func (f *faulty) Listen(context.Context, string) (net.Listener, error) { return f.listener, nil }

func (f *faulty) Dial(context.Context, string) (net.Conn, error) {
	here, there := net.Pipe()
	return f.line(here), f.listener.Pass(f.line(there))
}

// line returns a connection with late writes.
func (f *faulty) line(nc net.Conn) net.Conn {
	l := &faultyLine{Conn: nc, f: f, queue: make(chan late, 1000), done: make(chan struct{})}
	go l.carry()
	return l
}

type faultyLine struct {
	net.Conn
	f     *faulty
	queue chan late
	done  chan struct{}
	once  sync.Once
}

type late struct {
	due   time.Time
	bytes []byte
}

func (l *faultyLine) Write(b []byte) (int, error) {
	select {
	case l.queue <- late{time.Now().Add(l.f.latency), append([]byte(nil), b...)}:
		return len(b), nil
	case <-l.done:
		return 0, net.ErrClosed
	}
}

// carry writes the bytes that are due, one by one if the line is slow.
func (l *faultyLine) carry() {
	for {
		select {
		case <-l.done:
			return
		case next := <-l.queue:
			time.Sleep(time.Until(next.due))
			step := len(next.bytes)
			if l.f.rate > 0 {
				step = 1
			}
			for b := next.bytes; len(b) > 0; b = b[step:] {
				if l.f.rate > 0 {
					time.Sleep(time.Second / time.Duration(l.f.rate))
				}
				if _, err := l.Conn.Write(b[:step]); err != nil {
					return
				}
			}
			if l.f.breaks() {
				_ = l.Close()
				return
			}
		}
	}
}

func (l *faultyLine) Close() error {
	l.once.Do(func() { close(l.done) })
	return l.Conn.Close()
}

// TestFaultyLines plays whole games over lines of all kinds.
func TestFaultyLines(t *testing.T) {
	for what, f := range map[string]*faulty{
		"150 ms of latency":         {latency: 150 * time.Millisecond},
		"one cut in 100":            {latency: 20 * time.Millisecond, cuts: 100},
		"one cut in 12":             {latency: 20 * time.Millisecond, cuts: 12},
		"2000 bytes a second":       {rate: 2000},
		"all of it":                 {latency: 150 * time.Millisecond, rate: 2000, cuts: 30},
		"plain, 100 bytes a second": {rate: 100, insecure: true},
		"plain, all of it":          {latency: 150 * time.Millisecond, rate: 100, cuts: 30, insecure: true},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				f.listener, f.random, f.calm = faults.NewPipes(), rand.New(rand.NewPCG(1, 2)), 10
				host := HostConfig{
					Common: Common{Name: "Hilda", Rand: new(need.Counter), Insecure: f.insecure}, Variant: kalah64, First: match.FirstHost, Transport: f,
				}
				links := []table.Link{
					Host(":7000", host),
					Join("host", GuestConfig{Common: Common{Name: "Gus", Rand: new(need.Counter), Insecure: f.insecure}, Transport: f}),
				}
				playGames(t, links, 5)
				f.mu.Lock()
				if f.cuts > 0 && f.cuts < 100 && f.broken < 3 {
					t.Errorf("the line broke %d times", f.broken)
				}
				f.mu.Unlock()
				for _, link := range links {
					link.Leave(table.ReasonQuit)
					_ = link.Close()
				}
				time.Sleep(time.Minute) // for the last bytes on their way
			})
		})
	}
}

// playGames plays games between two links to their end, and checks that both have the same ones.
func playGames(t *testing.T, links []table.Link, games int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	var results [2][]match.Result
	for began := time.Now(); len(results[0]) < games || len(results[1]) < games; time.Sleep(100 * time.Millisecond) {
		if time.Since(began) > 6*time.Hour {
			t.Fatalf("after six hours there are %d and %d games", len(results[0]), len(results[1]))
		}
		for i, link := range links {
			for _, e := range link.Events() {
				switch e := e.(type) {
				case table.GameOver:
					r := e.Series.Match().Result()
					if r.Ending != match.Finished {
						t.Fatalf("game %d ended: %v", len(results[i])+1, r)
					}
					results[i] = append(results[i], r)
				case table.PeerLeft, table.Failed:
					t.Fatal(eventText(e))
				}
			}
			for range 20 { // most of these plies are refused
				_ = link.Wish(match.Party(i), table.KindPly, int(1+housesOf(random)), "")
			}
			_ = link.Wish(match.Party(i), table.KindWant, 0, "")
		}
	}
	for n := range games {
		if results[0][n] != results[1][n] {
			t.Errorf("game %d ended %v and %v", n+1, results[0][n], results[1][n])
		}
	}
}

func housesOf(random *rand.Rand) rules.House { return rules.House(random.IntN(int(kalah64.Houses))) }
