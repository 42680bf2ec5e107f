package meet_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/link"
	"mancala/netplay/meet"
	"mancala/rules"
	"mancala/tools/need"
)

var soakPairs = flag.Int("pairs", 20, "how many pairs play through one meeting point at once")

// TestSoak plays a whole game with each of many pairs at the same time, through one meeting point
// in its own process; by the code, encrypted end to end.
func TestSoak(t *testing.T) {
	point := meet.StartProcess(t)
	n := *soakPairs
	began := time.Now()
	tables := make([]*pair, n)
	inOrder(n, 16, func(i int) { tables[i] = newTable(point, uint64(i)) })
	defer func() {
		for _, tbl := range tables {
			tbl.close()
		}
	}()
	met := time.Since(began)
	var playing sync.WaitGroup
	for _, tbl := range tables {
		playing.Go(tbl.play)
	}
	playing.Wait()
	lines, games := 0, 0
	for i, tbl := range tables {
		if tbl.err != nil {
			t.Errorf("pair %d: %v", i, tbl.err)
			continue
		}
		games++
		lines += tbl.plies
	}
	t.Logf("%d of %d games of %d plies in all: met after %v, done after %v", games, n, lines, met, time.Since(began))
}

// inOrder calls do n times, several at once.
func inOrder(n, atOnce int, do func(i int)) {
	slots := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		running.Go(func() {
			do(i)
			<-slots
		})
	}
	running.Wait()
}

// pair is a host and a guest.
type pair struct {
	ends   [2]table.Link
	ended  [2]match.Result
	over   [2]bool
	begun  [2]bool
	code   string
	plies  int
	random *rand.Rand
	err    error
}

// newTable has a host and a guest meet and begin a game.
func newTable(point string, seed uint64) *pair {
	b := &pair{random: rand.New(rand.NewPCG(seed, 1))}
	b.ends[match.Host] = link.Host("127.0.0.1:0", link.HostConfig{Common: link.Common{Name: "Ada"}, Variant: rules.Presets()[0].Variant, Via: point})
	if b.until(func() bool { return b.code != "" }); b.err != nil {
		return b
	}
	b.ends[match.Guest] = link.Join(b.code+"@"+point, link.GuestConfig{Common: link.Common{Name: "Bo"}})
	b.until(func() bool { return b.begun[match.Host] && b.begun[match.Guest] })
	return b
}

func (b *pair) close() {
	for _, end := range b.ends {
		if end != nil {
			_ = end.Close()
		}
	}
}

// until reads events until so holds.
func (b *pair) until(so func() bool) {
	for deadline := time.Now().Add(need.Patience); b.err == nil && !so(); time.Sleep(2 * time.Millisecond) {
		for p, end := range b.ends {
			if end != nil {
				b.take(match.Party(p), end.Events())
			}
		}
		if time.Now().After(deadline) {
			b.err = fmt.Errorf("nothing goes on: begun %v, over %v, %d plies", b.begun, b.over, b.plies)
		}
	}
}

func (b *pair) take(p match.Party, events []table.News) {
	for _, e := range events {
		switch e := e.(type) {
		case table.Meeting:
			b.code = e.Code
		case table.GameStarted:
			b.begun[p] = true
		case table.Played:
			b.plies++
		case table.GameOver:
			b.over[p], b.ended[p] = true, e.Series.Match().Result()
		case table.Failed:
			b.err = e.Note
		case table.PeerLeft:
			b.err = e.Note
		}
	}
}

// play plays the game to its end.
func (b *pair) play() {
	b.until(func() bool {
		for self, end := range b.ends {
			_ = end.Wish(match.Party(self), table.KindPly, 1+b.random.IntN(6), "") // most of these plies are refused
		}
		return b.over[match.Host] && b.over[match.Guest]
	})
	if b.err == nil && (b.ended[0] != b.ended[1] || b.ended[0].Ending != match.Finished) {
		b.err = fmt.Errorf("the ends have %+v and %+v", b.ended[0], b.ended[1])
	}
}
