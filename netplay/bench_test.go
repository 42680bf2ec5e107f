package netplay

import (
	"math/rand/v2"
	"net"
	"sync"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/rules"
)

// BenchmarkGames plays whole games over loopback, one after another, both ends in this process.
func BenchmarkGames(b *testing.B) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	there, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	here, err := listener.Accept()
	if err != nil {
		b.Fatal(err)
	}
	bots := []*bot{newBot(b, match.Host, here), newBot(b, match.Guest, there)}
	plies := 0
	for b.Loop() {
		for _, bot := range bots {
			n, ok := <-bot.over
			if !ok {
				b.FailNow()
			}
			plies += n
		}
		for _, bot := range bots {
			bot.conn.update(func(time.Time) { _ = bot.conn.session.Rematch() })
		}
	}
	for _, bot := range bots {
		bot.conn.update(func(time.Time) { bot.conn.session.Leave(match.ReasonQuit) })
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(plies)*2, "us/ply")
}

// bot plays random plies as fast as it can.
type bot struct {
	b      *testing.B
	conn   *conn
	events chan match.Event
	over   chan int // the plies of each game that is over
}

func newBot(b *testing.B, self match.Party, nc net.Conn) *bot {
	session, err := NewSession(SessionConfig{Self: self, Variant: kalah}, time.Now())
	if err != nil {
		b.Fatal(err)
	}
	bot := &bot{b: b, events: make(chan match.Event, 1000), over: make(chan int, 1)}
	bot.conn = newConn(new(sync.Mutex), nc, session, time.Now, func(_ *conn, out Output) {
		for _, e := range out.Events {
			bot.events <- e
		}
	})
	go bot.play()
	bot.conn.mu.Lock()
	defer bot.conn.mu.Unlock()
	bot.conn.start()
	return bot
}

func (b *bot) play() {
	random := rand.New(rand.NewPCG(1, 2))
	var self rules.Side
	plies := 0
	move := func(p rules.Position) {
		if p.Over() || p.ToMove() != self {
			return
		}
		var legal []rules.House
		for h := range p.Plies() {
			legal = append(legal, h)
		}
		b.conn.update(func(time.Time) { _ = b.conn.session.Play(legal[random.IntN(len(legal))]) })
	}
	for e := range b.events {
		switch e := e.(type) {
		case match.GameStarted:
			self, plies = e.Self, 0
			p, _ := rules.Start(kalah)
			move(p)
		case match.Played:
			plies++
			move(e.After)
		case match.GameOver:
			b.over <- plies
		case match.PeerLeft:
			if e.Reason != match.ReasonQuit {
				b.b.Error(e.Note.String())
			}
			close(b.over)
			return
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	payload := unframe(mustMarshal(b, &wire.Frame{Seq: 30, Ack: 29, Body: &wire.Frame_Move{Move: &wire.Move{
		Game: 1, Ply: 30, House: 4, Hash: make([]byte, hashSize),
	}}}))[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readAFrame(payload); err != nil {
			b.Fatal(err)
		}
	}
}

func mustMarshal(t testing.TB, f *wire.Frame) []byte {
	b, err := marshalFrame(f)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// BenchmarkBookmark makes the bookmark after a ply late in a game, the only part of a save for
// which a board waits.
func BenchmarkBookmark(b *testing.B) {
	series, err := newSeries(match.Host, make([]byte, idSize), "Peer", kalah, match.Host)
	if err != nil {
		b.Fatal(err)
	}
	series.begin()
	for n := 0; n < 40 && series.running(); n++ {
		position := series.Match().Position()
		for h := range position.Plies() {
			ply, err := series.try(position.ToMove(), h)
			if err != nil {
				b.Fatal(err)
			}
			_ = series.take(ply)
			break
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		series.bookmark("host:7000")
	}
}
