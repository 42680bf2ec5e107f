//go:build unix

package link

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
	"mancala/tools/need"
)

func TestMain(m *testing.M) {
	if !watchAsCrowd() {
		os.Exit(m.Run())
	}
}

// stage is a host and a guest over loopback who play by chance, one game after another.
type stage struct {
	b        *testing.B
	links    [2]table.Link
	woken    chan struct{}
	random   *rand.Rand
	self     [2]rules.Side     // of each end, in this game
	position [2]rules.Position // as each end has it
	addr     string
	plies    [2]int // that each end has seen
	games    [2]int
	over     [2]bool
	watchers int
	later    atomic.Int64 // how far the ends' clock is ahead: a wish for a game is made once a second
}

func (s *stage) now() time.Time { return time.Now().Add(time.Duration(s.later.Load())) }

func newStage(b *testing.B, watchers int) *stage {
	s := &stage{b: b, woken: make(chan struct{}, 1), random: rand.New(rand.NewPCG(1, 2))}
	common := func(name string) Common {
		return Common{Name: name, Insecure: true, Now: s.now, Keep: kept, Notify: func() {
			select {
			case s.woken <- struct{}{}:
			default:
			}
		}}
	}
	s.links[match.Host] = Host("127.0.0.1:0", HostConfig{
		Common: common("Hilda"), Variant: kalah(6, 4), First: match.FirstHost, Watchers: max(watchers, 1),
	})
	s.until(func() bool { return s.addr != "" })
	s.links[match.Guest] = Join(s.addr, GuestConfig{Common: common("Gus")})
	b.Cleanup(func() { _, _ = s.links[match.Guest].Close(), s.links[match.Host].Close() })
	s.until(func() bool { return s.games == [2]int{1, 1} })
	if watchers > 0 {
		watchFrom(b, watchers, s.addr)
		s.until(func() bool { return s.watchers == watchers })
	}
	return s
}

// until takes events until the awaited one comes.
func (s *stage) until(there func() bool) {
	limit := time.After(need.Patience)
	for !there() {
		for i, l := range s.links {
			if l != nil {
				for _, e := range l.Events() {
					s.take(i, e)
				}
			}
		}
		if there() {
			return
		}
		select {
		case <-s.woken:
		case <-limit:
			s.b.Fatal("an event does not come")
		}
	}
}

func (s *stage) take(i int, e table.News) {
	switch e := e.(type) {
	case table.Listening:
		s.addr = e.Addr
	case table.Watchers:
		s.watchers = e.N
	case table.GameStarted:
		s.games[i]++
		s.self[i], s.over[i] = e.Self, false
		s.position[i] = e.Series.Match().Position()
	case table.Played:
		s.plies[i]++
		s.position[i] = e.Series.Match().Position()
	case table.GameOver:
		s.over[i] = true
	case table.Failed:
		s.b.Fatal(e.Note)
	}
}

// ply makes a ply, of the next game if this one is over, and waits until both ends have it.
func (s *stage) ply() {
	if s.over == [2]bool{true, true} {
		games := s.games[0] + 1
		s.later.Add(int64(2 * time.Second))
		for self, l := range s.links {
			need.NoError(s.b, l.Wish(match.Party(self), table.KindWant, 0, ""))
		}
		s.until(func() bool { return s.games == [2]int{games, games} })
	}
	at := s.position[match.Host]
	mover := 0
	if at.ToMove() != s.self[match.Host] {
		mover = 1
	}
	houses := slices.Collect(at.Plies())
	n := s.plies[0] + 1
	need.NoError(s.b, s.links[mover].Wish(match.Party(mover), table.KindPly, int(houses[s.random.IntN(len(houses))]), ""))
	s.until(func() bool { return s.plies == [2]int{n, n} && s.over[0] == s.over[1] })
}

// BenchmarkGames reports the time and the processor time of a ply, both ends in this process.
func BenchmarkGames(b *testing.B) {
	s := newStage(b, 0)
	before := processorTime(b)
	for b.Loop() {
		s.ply()
	}
	b.ReportMetric(float64((processorTime(b)-before).Nanoseconds())/1e3/float64(b.N), "cpu-us/ply")
}

func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	need.NoError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkWatchedPly compares the time of a ply from one end to the other without watchers and
// with the most watchers, in another process. Both are in one run, so the ratio has a meaning on a
// busy machine. A ply comes when the one before it is just shown to the watchers.
func BenchmarkWatchedPly(b *testing.B) {
	var took [2][]time.Duration
	stages := [2]*stage{newStage(b, 0), newStage(b, 64)}
	for b.Loop() {
		for i, s := range stages {
			for range 10 {
				began := time.Now()
				s.ply()
				took[i] = append(took[i], time.Since(began))
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	half := len(took[0]) / 2
	for i := range took {
		slices.Sort(took[i])
	}
	b.ReportMetric(float64(took[0][half].Nanoseconds())/1e3, "alone-us")
	b.ReportMetric(float64(took[1][half].Nanoseconds())/1e3, "watched-us")
	b.ReportMetric(float64(took[1][half])/float64(took[0][half]), "ratio")
}

// watchersEnv makes the test binary a crowd of watchers: its value is their number and the address.
const watchersEnv = "MANCALA_TEST_WATCHERS"

// watchAsCrowd watches until the standard input ends, if the environment says so.
func watchAsCrowd() bool {
	n, addr := 0, ""
	if _, err := fmt.Sscan(os.Getenv(watchersEnv), &n, &addr); err != nil {
		return false
	}
	for range n {
		l := Watch(addr, GuestConfig{Common: Common{Name: "Wim", Insecure: true}})
		go func() {
			for range time.Tick(time.Second) {
				l.Events()
			}
		}()
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return true
}

// watchFrom has another process watch; it must wait for this one's plies.
func watchFrom(b *testing.B, n int, addr string) {
	cmd := exec.Command("nice", "-n", "19", os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %s", watchersEnv, n, addr))
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close()
		_ = cmd.Wait()
	})
}
