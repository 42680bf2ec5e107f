package netplay

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"mancala/match"
	"mancala/tools/need"
)

// BenchmarkWatchedPly measures the time of a ply from one player's link to the other's, over
// loopback, with no watchers and with many, who are in another process; both in one run, so that
// their ratio is meaningful on a busy machine. A ply comes when watchers are just being shown the
// one before it.
func BenchmarkWatchedPly(b *testing.B) {
	for _, watchers := range []int{maxWatchers, 1000} {
		b.Run(strconv.Itoa(watchers), func(b *testing.B) {
			var took [2][]time.Duration
			alone, watched := newStage(b, 0), newStage(b, watchers)
			for b.Loop() {
				for i, s := range [...]*playedStage{alone, watched} {
					time.Sleep(10 * showAfter) // nothing is shown any more
					for range 10 {
						took[i] = append(took[i], s.ply(b))
						time.Sleep(showAfter + time.Millisecond)
					}
				}
			}
			at := func(i int, share float64) float64 {
				slices.Sort(took[i])
				return float64(took[i][int(share*float64(len(took[i])-1))].Nanoseconds()) / 1e3
			}
			b.ReportMetric(at(0, 0.5), "alone-us")
			b.ReportMetric(at(1, 0.5), "watched-us")
			b.ReportMetric(at(1, 0.5)/at(0, 0.5), "ratio")
			b.ReportMetric(at(1, 0.9)/at(0, 0.9), "ratio-p90")
		})
	}
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
		l := Watch(addr, GuestConfig{Name: "Wim", Insecure: true})
		go func() {
			for range time.Tick(time.Second) {
				l.Events()
			}
		}()
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	return true
}

// watchFrom lets another process watch.
func watchFrom(b *testing.B, n int, addr string) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if nice, err := exec.LookPath("nice"); err == nil { // they would be on other computers
		cmd = exec.Command(nice, "-n", "19", os.Args[0], "-test.run=^$")
	}
	cmd.Env = append(os.Environ(), watchersEnv+"="+strconv.Itoa(n)+" "+addr)
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

// playedStage is a host and a guest over loopback, with watchers.
type playedStage struct{ links [2]match.Link }

func newStage(b *testing.B, watchers int) *playedStage {
	s := new(playedStage)
	s.links[match.Host] = Host("127.0.0.1:0", HostConfig{
		Name: "Hilda", Variant: kalah, First: match.FirstHost, Insecure: true, Watchers: max(watchers, 1),
	})
	b.Cleanup(func() { closeAll(s.links[match.Guest], s.links[match.Host]) })
	addr := awaitEvent[match.Listening](b, s.links[match.Host]).Addr
	s.links[match.Guest] = Join(addr, GuestConfig{Name: "Gus", Insecure: true})
	awaitEvent[match.GameStarted](b, s.links[match.Guest])
	if watchers > 0 {
		watchFrom(b, watchers, addr)
	}
	for gallery := s.links[match.Host].(*hostLink).audience.gallery; ; time.Sleep(time.Millisecond) {
		gallery.mu.Lock()
		n := len(gallery.watchers)
		gallery.mu.Unlock()
		if n == watchers {
			return s
		}
	}
}

// awaitEvent returns the next event of a type.
func awaitEvent[E match.Event](b *testing.B, l match.Link) E {
	for end := time.Now().Add(need.Patience); time.Now().Before(end); runtime.Gosched() {
		for _, e := range l.Events() {
			if e, ok := e.(E); ok {
				return e
			}
		}
	}
	b.Fatal("an event does not come")
	panic("unreachable")
}

// ply makes a ply, or begins the next game, and returns the time that it took to arrive.
func (s *playedStage) ply(b *testing.B) time.Duration {
	host := s.links[match.Host].(*hostLink)
	host.mu.Lock()
	series := host.series
	p, over := series.Match().Position(), !series.running()
	mover := series.Party(p.ToMove())
	host.mu.Unlock()
	if over {
		mustPlay(b, s.links[0].Rematch())
		mustPlay(b, s.links[1].Rematch())
		awaitEvent[match.GameStarted](b, s.links[0])
		awaitEvent[match.GameStarted](b, s.links[1])
		return s.ply(b)
	}
	for h := range p.Plies() {
		s.links[mover.Other()].Events() // its own last ply
		began := time.Now()
		mustPlay(b, s.links[mover].Play(h))
		awaitEvent[match.Played](b, s.links[mover.Other()])
		return time.Since(began)
	}
	return 0
}

func mustPlay(b *testing.B, err error) {
	if err != nil {
		b.Fatal(err)
	}
}
