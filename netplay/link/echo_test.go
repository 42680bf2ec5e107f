package link

import (
	"bufio"
	"io"
	"net"
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/frames"
	"mancala/netplay/session"
	"mancala/tools/need"
)

// caller is a guest of a host over loopback; the benchmark reads and writes its connection.
type caller struct {
	b      *testing.B
	host   table.Link
	nc     net.Conn
	r      *bufio.Reader
	player *session.Player
	ahead  time.Duration // of the clock: a wish for a game is made once a second
}

func (c *caller) now() time.Time { return time.Now().Add(c.ahead) }

func newCaller(b *testing.B) *caller {
	c := &caller{b: b}
	c.host = Host("127.0.0.1:0", HostConfig{
		Common: Common{Name: "Hilda", Insecure: true, Now: c.now, Keep: kept}, Variant: kalah(6, 4), First: match.FirstGuest,
	})
	b.Cleanup(func() { _ = c.host.Close() })
	var err error
	if c.nc, err = net.Dial("tcp", event[table.Listening](b, c.host).Addr); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = c.nc.Close() })
	if c.player, err = session.NewPlayer(session.PlayerConfig{Name: "Gus"}, c.now()); err != nil {
		b.Fatal(err)
	}
	c.r = bufio.NewReader(c.nc)
	c.write([]byte(session.Preface))
	need.Must(io.ReadFull(c.r, make([]byte, len(session.Preface))))(b)
	c.write(c.player.Drain().Write)
	c.until(func() bool { return c.player.Series() != nil && c.state().Series != nil })
	return c
}

func (c *caller) state() *table.State { return c.player.Series().State() }

func (c *caller) write(b []byte) {
	need.Must(c.nc.Write(b))(c.b)
}

// read reads a frame, and returns how many bytes it has.
func (c *caller) read() int {
	payload := need.Must(frames.Read(c.r, nil, c.player.FrameLimit()))(c.b)
	c.player.Step(c.now(), payload)
	return len(payload) + 1
}

// until reads and answers frames until the awaited one comes.
func (c *caller) until(there func() bool) {
	for !there() {
		c.read()
		c.write(c.player.Drain().Write)
	}
}

// wish returns the frame of the guest's next ply, which is not sent yet.
func (c *caller) wish() []byte {
	for {
		st := c.state()
		m := st.Series.Match()
		ply := slices.Collect(m.Position().Plies())
		switch was := m.Plies(); {
		case !m.Running():
			c.ahead += 2 * time.Second
			game := st.Series.Number() + 1
			_ = c.player.Wish(table.KindWant, uint32(game), "")
			c.write(c.player.Drain().Write)
			event[table.RematchWanted](c.b, c.host)
			need.NoError(c.b, c.host.Wish(match.Host, table.KindWant, 0, ""))
			c.until(func() bool { return c.state().Series.Number() == game })
		case st.Seat(m.Position().ToMove()) == table.B:
			need.NoError(c.b, c.player.Wish(table.KindPly, uint32(ply[was%len(ply)]), ""))
			return slices.Clone(c.player.Drain().Write)
		default:
			need.NoError(c.b, c.host.Wish(match.Host, table.KindPly, int(ply[was%len(ply)]), ""))
			c.until(func() bool { return c.state().Series.Match().Plies() != was })
		}
	}
}

// event returns the next event of a type.
func event[E table.News](b *testing.B, l table.Link) E {
	for limit := time.Now().Add(need.Patience); time.Now().Before(limit); time.Sleep(time.Millisecond) {
		for _, e := range l.Events() {
			if e, is := e.(E); is {
				return e
			}
		}
	}
	b.Fatalf("there is no %T", *new(E))
	panic("unreachable")
}

// exchange sends a wish and waits for its event, which has size bytes.
func (c *caller) exchange(wish []byte) (took time.Duration, size int) {
	n, _ := c.player.Series().Follower().Position()
	began := time.Now()
	c.write(wish)
	need.Must(c.r.Peek(1))(c.b)
	took = time.Since(began)
	size = c.read()
	if now, _ := c.player.Series().Follower().Position(); now != n+1 {
		c.b.Fatal("the answer to a wish is not its event")
	}
	return took, size
}

// BenchmarkPlyAgainstEcho sends plies over loopback to a host, who validates, hashes and
// authenticates each and answers with its event; and after each the same bytes to a bare echo,
// which answers with as many as the event had. It reports the medians and their ratio.
func BenchmarkPlyAgainstEcho(b *testing.B) {
	c, there, sizes := newCaller(b), net.Conn(nil), make(chan int, 1)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	go echo(listener, sizes)
	if there, err = net.Dial("tcp", listener.Addr().String()); err != nil {
		b.Fatal(err)
	}
	defer func() { _, _ = there.Close(), listener.Close() }()
	var took [2][]time.Duration
	buf := make([]byte, 4096)
	for b.Loop() {
		wish := c.wish()
		ply, size := c.exchange(wish)
		sizes <- size
		began := time.Now()
		_, _ = there.Write(wish)
		need.Must(io.ReadFull(there, buf[:size]))(b)
		took[0], took[1] = append(took[0], ply), append(took[1], time.Since(began))
	}
	slices.Sort(took[0])
	slices.Sort(took[1])
	half := len(took[0]) / 2
	b.ReportMetric(float64(took[0][half].Nanoseconds())/1e3, "us/ply")
	b.ReportMetric(float64(took[1][half].Nanoseconds())/1e3, "us/echo")
	b.ReportMetric(float64(took[0][half])/float64(took[1][half]), "ratio")
}

// echo answers each read of the first connection with the given number of bytes.
func echo(listener net.Listener, sizes <-chan int) {
	nc, err := listener.Accept()
	if err != nil {
		return
	}
	for buf := make([]byte, 4096); ; {
		if _, err := nc.Read(buf); err != nil {
			return
		}
		if _, err := nc.Write(buf[:<-sizes]); err != nil {
			return
		}
	}
}

// kept takes a series as the disk does, but at once.
func kept(_ match.Bookmark, stored func()) {
	if stored != nil {
		go stored()
	}
}
