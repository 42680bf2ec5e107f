package netplay

import (
	"io"
	"net"
	"runtime"
	"slices"
	"testing"
	"time"

	"mancala/match"
)

// BenchmarkWatchedPly measures the time of a ply from one player's link to the other's, over
// loopback, with no watchers and with 64; both in one run, so that their ratio is meaningful on a
// busy machine. Players think for a while between plies.
func BenchmarkWatchedPly(b *testing.B) {
	alone, watched := newStage(b, 0), newStage(b, maxWatchers)
	var took [2][]time.Duration
	for b.Loop() {
		for i, s := range [...]*playedStage{alone, watched} {
			time.Sleep(2 * time.Millisecond)
			took[i] = append(took[i], s.ply(b))
		}
	}
	for i := range took {
		slices.Sort(took[i])
	}
	at := func(list []time.Duration, share float64) float64 {
		return float64(list[int(share*float64(len(list)-1))].Nanoseconds()) / 1e3
	}
	b.ReportMetric(at(took[0], 0.5), "alone-us")
	b.ReportMetric(at(took[1], 0.5), "watched-us")
	b.ReportMetric(at(took[1], 0.5)/at(took[0], 0.5), "ratio")
	b.ReportMetric(at(took[1], 0.9)/at(took[0], 0.9), "ratio-p90")
}

// playedStage is a host and a guest over loopback, with watchers.
type playedStage struct{ links [2]match.Link }

func newStage(b *testing.B, watchers int) *playedStage {
	s := new(playedStage)
	s.links[match.Host] = Host("127.0.0.1:0", HostConfig{Name: "Hilda", Variant: kalah, First: match.FirstHost, Insecure: true})
	b.Cleanup(func() { closeAll(s.links[match.Guest], s.links[match.Host]) })
	addr := awaitEvent[match.Listening](b, s.links[match.Host]).Addr
	s.links[match.Guest] = Join(addr, GuestConfig{Name: "Gus", Insecure: true})
	awaitEvent[match.GameStarted](b, s.links[match.Guest])
	for range watchers {
		nc, err := net.Dial("tcp", addr)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = nc.Close() })
		if _, err := nc.Write(append([]byte(preface), mustMarshal(b, helloToWatchFrame())...)); err != nil {
			b.Fatal(err)
		}
		go func() { _, _ = io.Copy(io.Discard, nc) }()
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
	for end := time.Now().Add(patience); time.Now().Before(end); runtime.Gosched() {
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
