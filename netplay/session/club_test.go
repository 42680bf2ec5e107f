package session

import (
	"errors"
	"testing"
	"time"

	wire "mancala/proto/mancala/v1"
	"mancala/tools/need"

	"mancala/internal/match"
	"mancala/internal/table"
)

// club is a table of a club in memory: its owner, the connection of the player at seat B, and the
// program of that player. Bo, who has the seat A, plays by the owner itself. Frames that are not
// yet read are in up and down.
type club struct {
	t        *testing.T
	now      time.Time
	owner    *table.Owner
	member   *Member
	player   *Player
	up, down [][]byte
	heard    []Notice // at the player's end
	ends     []Notice // at the club's end
	todo     []func() // the calls to the table
	cuts     int
	has      uint32
}

var clubTerms = table.Terms{
	Series: [16]byte([]byte("abcdefghijklmnop")), Variant: kalah(3, 2).Canonical(), Club: true,
	Time: match.TimeControl{Base: time.Minute, Increment: time.Second},
}

// newClub returns a table with a game begun and the clocks running.
func newClub(t *testing.T, starter table.Seat) *club {
	t.Helper()
	owner := need.Must(table.NewOwner(table.OwnerConfig{Terms: clubTerms, Secret: [table.SecretSize]byte{1}, Local: [2]bool{true, false}}))(t)
	c := &club{t: t, now: noon, owner: owner}
	for _, e := range []struct {
		kind table.Kind
		arg  table.Seat
	}{{table.KindBegin, starter}, {table.KindClock, starter}} {
		need.Must(owner.Rule(e.kind, uint32(e.arg), "", c.now))(t)
	}
	return c
}

// connect returns the table with a new connection of the device, which brings its ticket or
// continues a series.
func (c *club) connect(s *Followed) *club {
	c.t.Helper()
	cfg := PlayerConfig{Name: "Gus", Binding: bound, Series: s, Rand: newSeeded(9), Device: seatKey([32]byte{7})}
	if s == nil {
		cfg.Club = &ClubSeat{Seat: table.B, Ticket: []byte("ticket"), Terms: clubTerms, Computer: true}
	}
	player := need.Must(NewPlayer(cfg, c.now))(c.t)
	c.player, c.up, c.down, c.heard, c.ends = player, nil, nil, nil, nil
	c.member = NewMember(c, [2]string{"Bo", "Gus"}, c.now)
	c.flush()
	return c
}

// sat returns a table with a following player.
func sat(t *testing.T, starter table.Seat) *club {
	t.Helper()
	c := newClub(t, starter).connect(nil)
	c.settle()
	if c.player.Series() == nil || !c.player.Series().Computer() || c.member.Ended() {
		t.Fatalf("the player has no seat: %+v", c.heard)
	}
	return c
}

// flush has the table answer, and takes the frames of both ends.
func (c *club) flush() {
	for len(c.todo) > 0 {
		do := c.todo[0]
		c.todo = c.todo[1:]
		do()
	}
	out := c.player.Drain()
	c.up, c.heard = append(c.up, split(out.Write)...), append(c.heard, out.Notices...)
	out = c.member.Drain()
	c.down, c.ends = append(c.down, split(out.Write)...), append(c.ends, out.Notices...)
}

// settle delivers everything.
func (c *club) settle() {
	for c.flush(); len(c.up)+len(c.down) > 0; c.flush() {
		switch {
		case len(c.up) > 0:
			p := c.up[0]
			c.up = c.up[1:]
			c.member.Step(c.now, p)
		default:
			p := c.down[0]
			c.down = c.down[1:]
			c.player.Step(c.now, p)
		}
	}
}

// bo plays for Bo, and returns the event on its way to the player.
func (c *club) bo(house uint32) table.Event {
	c.t.Helper()
	c.take(c.owner.Local(table.A, table.KindPly, house, "", c.now))
	c.flush()
	e, _ := need.Must2(eventFromWire(sent(c.t, c.down[len(c.down)-1]).GetEvent()))(c.t)
	c.down = nil
	return e
}

// cut breaks the connection and loses all frames on it.
func (c *club) cut() {
	c.player.Lost(ErrSilence)
	c.member.Lost(ErrSilence)
	c.flush()
}

// pass advances the time at both ends.
func (c *club) pass(d time.Duration) {
	c.now = c.now.Add(d)
	c.player.Tick(c.now)
	c.member.Tick(c.now)
	c.flush()
}

// tell has the member pass a message on.
func (c *club) tell(m table.Message) { c.member.Tell(&m, 0, c.now) }

// take sends the owner's decisions.
func (c *club) take(outs []table.Out, err error) {
	for _, out := range outs {
		switch {
		case out.Change != nil && out.Change.Event.N != 0:
			c.tell(table.Message{Topic: table.TellEvent, Event: &out.Change.Event, Tag: out.Tag})
		case out.Following != nil:
			c.tell(table.Message{Topic: table.TellFollowing, Following: *out.Following})
			for _, e := range c.owner.Since(min(c.has, out.Following.N)) {
				c.tell(table.Message{Topic: table.TellEvent, Event: &e, Tag: c.owner.Tag(e.N)})
			}
		case out.Refused != nil:
			c.tell(table.Message{Topic: table.TellRefused, Refused: *out.Refused})
		}
	}
	if err != nil {
		c.member.Leave(err)
	}
}

func (c *club) do(f func() ([]table.Out, error)) { c.todo = append(c.todo, func() { c.take(f()) }) }

// Join seats the device.
func (c *club) Join(*wire.Hello, time.Time) error {
	c.do(func() ([]table.Out, error) {
		err := c.owner.Join(table.B)
		snap := c.owner.State().Snapshot()
		c.tell(table.Message{Topic: table.TellSnapshot, Snapshot: &snap})
		return nil, err
	})
	return nil
}

// Follow continues the device, unless it is ahead.
func (c *club) Follow(f *wire.Follow, h table.Chain, _ time.Time) error {
	n := f.GetN()
	if c.has = n; n > c.owner.State().N {
		c.todo = append(c.todo, func() { c.member.Leave(table.ErrHistory) })
		return nil
	}
	c.do(func() ([]table.Out, error) { return c.owner.Attach(table.B, n, h, c.now) })
	return nil
}

// Wish decides a wish.
func (c *club) Wish(w table.Wish, _ time.Time) (bool, error) {
	c.do(func() ([]table.Out, error) { return c.owner.Wish(table.B, w, c.now) })
	return false, nil
}

// Acked takes an acknowledgement.
func (c *club) Acked(n uint32, news bool, _ time.Time) (bool, error) {
	c.do(func() ([]table.Out, error) { return c.owner.Acked(table.B, n, c.now) })
	return news, nil
}

// Cut counts the ends of connections.
func (c *club) Cut(why Ended) {
	c.cuts++
	c.ends = append(c.ends, why)
	c.do(func() ([]table.Out, error) {
		c.owner.Detach(table.B)
		return nil, nil
	})
}

// endOf returns how a connection ended, by the notices of an end.
func endOf(list []Notice) (e Ended) {
	for _, n := range list {
		if over, ok := n.(Ended); ok {
			e = over
		}
	}
	return e
}

// TestAtAClub has a player at a club play, lose the connection, and continue.
func TestAtAClub(t *testing.T) {
	c := sat(t, table.B)
	need.NoError(t, c.player.Wish(table.KindPly, 1, ""))
	c.settle()
	c.take(c.owner.Local(table.A, table.KindPly, 1, "", c.now))
	c.cut()
	c.connect(c.player.Series()).settle()
	if got, want := plies(c.player.Series().Follower().State()), plies(c.owner.State()); got != want || got != "[1 1] running" || c.cuts != 1 {
		t.Errorf("the player has %s, the club %s; %d cuts", got, want, c.cuts)
	}
}

// TestMemberFlood expects that plies, too, count as frames of which a member may send only so many:
// while the database of a club stands still, they wait in its memory.
func TestMemberFlood(t *testing.T) {
	c := sat(t, table.A)
	ply := wishFrame(t, table.Wish{Kind: table.KindPly, Game: 7, Ply: 1, Arg: 1, Seen: 1, ID: 1})
	for i := 0; i < 1000 && !c.member.Ended(); i++ {
		c.member.Step(c.now, ply)
	}
	if e := endOf(c.ends); !errors.Is(e.Err, ErrFlood) {
		t.Errorf("a thousand plies at once end with %+v", e)
	}
}
