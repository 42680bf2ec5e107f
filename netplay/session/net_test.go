package session

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mancala/netplay/limit"
	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/rules"
)

var noon = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

// seeded is a source of random bytes.
type seeded struct{ *rand.ChaCha8 }

func newSeeded(seed uint64) io.Reader {
	return seeded{rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16)})}
}

// end is one end of a connection.
type end interface {
	Step(now time.Time, payload []byte)
	Tick(now time.Time)
	NextTick() time.Time
	Lost(err error)
	Drain() Output
	Ended() bool
}

// wired is a server and the ends of its guests and watchers, in one room: their frames arrive when
// a test says so.
type wired struct {
	t      *testing.T
	now    time.Time
	random io.Reader
	server *Server
	work   Work // the last, whose lists are used again
	log    []string
	heard  []ServerNotice
	stored map[*Owned]Record
}

// plug is one connection. Frames that are not yet read are in up and down.
type plug struct {
	w        *wired
	name     string
	client   end
	conn     *Conn
	up, down [][]byte
	heard    []Notice
	done     bool // the client's end is closed
	stored   *Record
	synced   int
}

func kalah(houses, seeds int) rules.Variant {
	v, _ := rules.Preset("kalah")
	v, _ = v.WithSize(houses, seeds)
	return v
}

// newWired returns a server; on its board, kalah(2,1), the starter wins with houses 2 and 1 at
// once.
func newWired(t *testing.T, v rules.Variant, first match.First) *wired {
	w := &wired{t: t, now: noon, random: newSeeded(3), stored: map[*Owned]Record{}}
	w.server = NewServer(ServerConfig{Name: "Hilda", AppVersion: "1.0", Variant: v, First: first, Admission: anyone{}, Rand: w.random})
	return w
}

// restarted returns a host that has taken up a series from its record, and the series.
func restarted(t *testing.T, old Record) (*wired, *Owned) {
	t.Helper()
	w := newWired(t, old.Terms.Variant, match.FirstHost)
	o := need.Must(RestoreOwned(old, w.now))(t)
	w.server.Keep(o, true)
	return w, o
}

func (w *wired) dial(name string, client end, b Binding) *plug {
	return &plug{w: w, name: name, client: client, conn: w.server.Accept(b, limit.Address{}, w.now)}
}

var bound = Binding{Exported: [32]byte{1, 2, 3}, Host: [16]byte{4, 5, 6}}

// guest returns the connection of a guest, new or continuing a series.
func (w *wired) guest(s *Followed) *plug {
	w.t.Helper()
	p := need.Must(NewPlayer(PlayerConfig{Name: "Gus", AppVersion: "1.0", Rand: w.random, Series: s, Binding: bound}, w.now))(w.t)
	g := w.dial("G", p, bound)
	g.flush()
	return g
}

func (w *wired) watcher() *plug {
	g := w.dial("W", NewWatcher(WatcherConfig{Name: "Wim"}, w.now), Binding{})
	g.flush()
	return g
}

func (g *plug) player() *Player { return g.client.(*Player) }

// split returns the payloads of frames.
func split(b []byte) (payloads [][]byte) {
	r := bufio.NewReader(bytes.NewReader(b))
	for {
		p, err := frames.Read(r, nil, frames.MaxLarge)
		if err != nil {
			return payloads
		}
		payloads = append(payloads, p)
	}
}

// flush takes the frames of both ends.
func (g *plug) flush() {
	out := g.client.Drain()
	g.up = append(g.up, split(out.Write)...)
	g.heard = append(g.heard, out.Notices...)
	if p, ok := g.client.(*Player); ok && out.Store && p.series != nil {
		r := p.series.Record()
		g.stored = &r
	}
	if out.Sync {
		g.synced++
	}
	g.done = g.done || out.Done
	g.w.drain()
	if g.conn.phase == watching { // without waiting until it is time
		g.w.server.gallery.catchUp(&g.conn.place)
	}
	g.down = append(g.down, split(g.conn.Drain().Write)...)
}

func (w *wired) drain() {
	w.work = w.server.Drain(w.work)
	w.heard = append(w.heard, w.work.Notices...)
	for _, s := range w.work.Stored {
		if s.Delete {
			delete(w.stored, s.Series)
			continue
		}
		w.stored[s.Series] = s.Series.Record()
	}
}

// name writes a frame as dialogues have it.
func name(p []byte) string {
	f := new(wire.Frame)
	if err := parseFrame(p, frames.MaxLarge, f); err != nil {
		return err.Error()
	}
	switch b := f.GetBody().(type) {
	case *wire.Frame_Event:
		e := b.Event
		return fmt.Sprintf("Event%d %v(%d)", e.N, kindName(e.Wish.GetKind()), e.By)
	case *wire.Frame_Wish:
		return fmt.Sprintf("Wish%d %v", b.Wish.Id, kindName(b.Wish.GetKind()))
	case *wire.Frame_Ack:
		return fmt.Sprintf("Ack%d", b.Ack.N)
	case *wire.Frame_Following:
		return fmt.Sprintf("Following(%d)", b.Following.N)
	case *wire.Frame_Follow:
		return fmt.Sprintf("Follow(%d)", b.Follow.N)
	case *wire.Frame_Refused:
		return fmt.Sprintf("Refused%d %v after %d", b.Refused.Id, table.Code(b.Refused.Code), b.Refused.N)
	case *wire.Frame_HandBack:
		return fmt.Sprintf("HandBack of %d", len(b.HandBack.Events))
	case *wire.Frame_Reject:
		return "Reject " + strings.TrimPrefix(b.Reject.Code.String(), "REJECT_CODE_")
	case *wire.Frame_Leave:
		return "Leave " + strings.TrimPrefix(b.Leave.Reason.String(), "LEAVE_REASON_")
	case *wire.Frame_Disagree:
		return "Disagree " + table.Accusation(b.Disagree.Code).String()
	case *wire.Frame_Waiting:
		return "Waiting " + strings.TrimPrefix(b.Waiting.Reason.String(), "WAIT_REASON_")
	case *wire.Frame_Snapshot:
		return "Snapshot " + strings.TrimPrefix(b.Snapshot.State.String(), "WATCH_STATE_")
	case nil:
		return "nothing"
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", f.GetBody()), "*mancalav1.Frame_")
}

func kindName(k wire.EventKind) string {
	word := strings.TrimPrefix(k.String(), "EVENT_KIND_")
	return word[:1] + strings.ToLower(word[1:])
}

// hear delivers a guest's frame to the server; read delivers one to the guest.
func (g *plug) hear() {
	p := g.up[0]
	g.up = g.up[1:]
	g.w.log = append(g.w.log, g.name+" "+name(p))
	g.conn.Step(g.w.now, p)
	g.flush()
}

func (g *plug) read() {
	p := g.down[0]
	g.down = g.down[1:]
	g.w.log = append(g.w.log, "H "+name(p))
	g.client.Step(g.w.now, p)
	g.flush()
}

// settle delivers everything.
func (g *plug) settle() {
	g.flush()
	for len(g.up)+len(g.down) > 0 {
		switch {
		case len(g.up) > 0:
			g.hear()
		default:
			g.read()
		}
	}
}

// wish and host let the guest, and the host's person, wish something.
func (g *plug) wish(k table.Kind, arg uint32, text string) error {
	err := g.player().Wish(k, arg, text)
	g.flush()
	return err
}

func (g *plug) host(k table.Kind, arg uint32, text string) error {
	err := g.w.server.Wish(k, arg, text, g.w.now)
	g.flush()
	return err
}

func (g *plug) must(err error) {
	g.w.t.Helper()
	if err != nil {
		g.w.t.Fatal(err)
	}
}

// cut breaks the connection and loses all frames on it.
func (g *plug) cut() {
	lost := errors.New("cut")
	g.up, g.down = nil, nil
	g.client.Lost(lost)
	g.conn.Lost(lost)
	g.flush()
	g.up, g.down = nil, nil
}

// pass advances the time at all ends of the connection.
func (g *plug) pass(d time.Duration) {
	g.w.now = g.w.now.Add(d)
	g.client.Tick(g.w.now)
	g.conn.Tick(g.w.now)
	g.w.server.Gallery().Tick(g.w.now)
	g.flush()
}

// take returns the dialogue since the last call.
func (w *wired) take() string {
	defer func() { w.log = nil }()
	return strings.Join(w.log, "\n") + "\n"
}

func (w *wired) expect(want string) {
	w.t.Helper()
	want = strings.TrimLeft(strings.ReplaceAll(want, "\t", ""), "\n")
	if got := w.take(); got != want {
		w.t.Errorf("the dialogue is\n%s; want\n%s", got, want)
	}
}

// ending returns how a connection ended, at the guest's end.
func (g *plug) ending() (e Ended) {
	for _, n := range g.heard {
		if over, ok := n.(Ended); ok {
			e = over
		}
	}
	return e
}

// plies returns the game at an end, and how it ended.
func plies(s *table.State) string {
	m := s.Series.Match()
	return fmt.Sprint(m.Game().Plies, " ", m.Result().Ending)
}

func (g *plug) sameGame(want string) {
	g.w.t.Helper()
	o, f := g.w.server.Current(), g.player().Series()
	if got := plies(o.Owner().State()); got != want {
		g.w.t.Errorf("the owner has %s; want %s", got, want)
	}
	if got := plies(f.Follower().State()); got != want {
		g.w.t.Errorf("the guest has %s; want %s", got, want)
	}
}

// anyone admits every guest while the seat is free.
type anyone struct{}

func (anyone) Hello(c *Conn, _ time.Time) admission.Refusal {
	if c.server.current != nil && !c.hello.Watch {
		return admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL}
	}
	return admission.Refusal{}
}

func (anyone) Accepted(c *Conn, now time.Time) {
	if c.server.current != nil {
		c.Reject(admission.Refusal{Code: wire.RejectCode_REJECT_CODE_GAME_FULL})
		return
	}
	c.Seat(now)
}

func (anyone) Follow(*Conn, *Owned, time.Time) admission.Refusal { return admission.Refusal{} }
