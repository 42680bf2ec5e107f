package netplay

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/keys"
	"mancala/rules"
)

// TestDoor plays the dialogues in testdata/door, in which several guests come to one host. A file
// is a list of steps: commands, a line "----", and what came of them up to an empty line. Frames
// arrive at once and are not written. With -update the outcomes are rewritten.
//
//	host [RULES] [host|guest|toss starts]   a host who listens; a guest from 10.0.0.0/8 is local
//	admit local|all|none|invite             about whom the host's person is asked; only with an invite
//	NAME comes ADDRESS [HOW]                a guest connects, and how: invite, forged (with a wrong
//	                                        secret), wait, back (takes the series up again), mute
//	                                        (sends nothing after its Hello), withholds (sends no Toss)
//	NAME ACTION [ARGUMENT]                  accept, play H, resign, leave REASON, lost
//	host play H|leave REASON                the host's person acts
//	host again                              the host waits for the next guest
//	host remove|bar                         the host sends the guest in the seat away
//	answer N in|now|never                   the host's person answers a knock
//	pass DURATION                           time passes, a tenth of a second at a time
func TestDoor(t *testing.T) {
	checkDialogues(t, "testdata/door/*.txt", 5, func(t *testing.T, out *strings.Builder) func(line string) {
		return (&crowd{t: t, out: out}).command
	})
}

// crowd is a host with everyone who has connected.
type crowd struct {
	t       *testing.T
	out     *strings.Builder
	now     time.Time
	random  io.Reader
	room    *room
	variant rules.Variant
	first   match.First
	guests  []*visitor // all that ever came, oldest first
}

// visitor is a guest with both ends of the connection.
type visitor struct {
	name, addr      string
	host, guest     *Session
	mute, withholds bool
}

func (c *crowd) command(line string) {
	words := strings.Fields(line)
	switch {
	case len(words) > 2 && words[1] == "comes":
		c.comes(words[0], words[2], words[3:])
	case words[0] == "host" && (len(words) == 1 || strings.Contains(words[1], "(")):
		c.begin(words[1:])
	case words[0] == "host":
		c.person(words[1:])
	case words[0] == "admit":
		c.admit(words[1])
	case words[0] == "answer":
		n := 0
		_, _ = fmt.Sscan(words[1], &n)
		c.room.desk.Answer(n, map[string]match.Answer{"in": match.LetIn, "now": match.NotNow, "never": match.Never}[words[2]], c.now)
	case words[0] == "pass":
		c.pass(words[1])
		return
	default:
		c.act(words[0], words[1:])
	}
	c.settle()
}

func (c *crowd) begin(words []string) {
	c.now, c.random, c.variant, c.first = epoch, new(counter), kalah, match.FirstHost
	for _, w := range words {
		if parsed, err := rules.ParseVariant(w); err == nil {
			c.variant = parsed
		}
		switch w {
		case "guest":
			c.first = match.FirstGuest
		case "toss":
			c.first = match.FirstToss
		}
	}
	c.room, c.guests = newRoom(match.Admission{}), nil
	lots := uint64(0)
	c.room.desk.Draw = func() uint64 { lots++; return lots } // the oldest first
}

func (c *crowd) admit(whom string) {
	a := &c.room.desk.Policy
	switch whom {
	case "local":
		a.Ask = match.AskStrangers
	case "all":
		a.Ask = match.AskNone
	case "none":
		a.Ask = match.AskAll
	case "invite":
		a.InviteOnly, c.room.secret = true, keys.Secret{1, 2, 3}
	default:
		c.t.Fatalf("admit whom: %s", whom)
	}
}

// comes connects a guest, or an earlier one again on a new connection.
func (c *crowd) comes(name, addr string, how []string) {
	v := &visitor{name: name, addr: addr}
	cfg := SessionConfig{
		Self: match.Host, Name: "Hilda", PeerAddr: addr + ":50000", Rand: c.random, Variant: c.variant, First: c.first,
		room: c.room, local: func() bool { return strings.HasPrefix(addr, "10.") },
	}
	if strings.Contains(addr, ":") {
		cfg.PeerAddr = "[" + addr + "]:50000"
	}
	var err error
	if v.host, err = NewSession(cfg, c.now); err != nil {
		c.t.Fatal(err)
	}
	cfg = SessionConfig{Self: match.Guest, Name: name, PeerAddr: "192.0.2.1:7000", Rand: c.random}
	for _, w := range how {
		switch w {
		case "invite":
			cfg.Invite = c.room.secret.Bytes()
		case "forged":
			cfg.Invite = make([]byte, 16)
		case "wait":
			cfg.Wait = true
		case "mute":
			v.mute = true
		case "withholds":
			v.withholds = true
		case "back":
			old := c.find(name)
			cfg.Series = old.guest.series
			cfg.Series.drain()
		}
	}
	if v.guest, err = NewSession(cfg, c.now); err != nil {
		c.t.Fatal(err)
	}
	c.guests = append(c.guests, v)
}

// find returns the newest guest with a name.
func (c *crowd) find(name string) *visitor {
	for _, v := range slices.Backward(c.guests) {
		if v.name == name {
			return v
		}
	}
	c.t.Fatalf("%s has not come", name)
	return nil
}

func (c *crowd) act(name string, words []string) {
	v := c.find(name)
	switch words[0] {
	case "lost":
		v.host.Lost(frames.ErrTruncated)
		v.guest.Lost(frames.ErrTruncated)
		v.guest.Drain()
	default:
		c.say(name, actOn(c.t, v.guest, c.now, words[0], strings.Join(words[1:], " ")))
	}
}

// person acts for the host's person, as the link does.
func (c *crowd) person(words []string) {
	r := c.room
	switch {
	case words[0] == "again":
		if r.series != nil && r.series.paused {
			r.series.leave(goodbye{reason: match.ReasonLater, note: leftHere(match.ReasonLater, true)})
			c.tellAll("host", r.series)
			r.tidy()
		}
		r.open = true
	case words[0] == "remove" || words[0] == "bar":
		series := r.series
		r.dismiss(words[0] == "bar")
		c.tellAll("host", series)
	case r.session == nil:
		c.say("host", ErrNoGame)
	default:
		c.say("host", actOn(c.t, r.session, c.now, words[0], strings.Join(words[1:], " ")))
	}
}

func (c *crowd) say(who string, err error) {
	if err != nil {
		fmt.Fprintf(c.out, "%s is refused: %v\n", who, err)
	}
}

// settle delivers everything, and writes down everyone's events.
func (c *crowd) settle() {
	for busy := true; busy; {
		busy = false
		for _, v := range c.guests {
			busy = c.exchange(v) || busy
		}
		c.room.desk.Tick(c.now)
		events, changed := c.room.drain()
		c.write("host", events)
		busy = busy || len(changed) > 0
	}
}

// exchange delivers the frames of one connection, and reports whether there were any.
func (c *crowd) exchange(v *visitor) bool {
	busy := false
	for i, from := range []*Session{v.host, v.guest} {
		who, to := [2]string{"host", v.name}[i], [2]*Session{v.guest, v.host}[i]
		out := from.Drain()
		c.write(who, out.Events)
		for _, payload := range unframe(out.Write) {
			f, err := readAFrame(payload)
			if err != nil {
				c.t.Fatal(err)
			}
			if i == 1 && (v.mute && f.GetHello() == nil || v.withholds && f.GetToss() != nil) {
				continue
			}
			busy = true
			to.Step(c.now, payload)
		}
	}
	return busy
}

func (c *crowd) tellAll(who string, s *Series) {
	events, _ := s.drain()
	c.write(who, events)
}

func (c *crowd) write(who string, events []match.Event) {
	for _, e := range events {
		fmt.Fprintf(c.out, "    %s: %s\n", who, eventText(e))
	}
}

func (c *crowd) pass(text string) {
	d, err := time.ParseDuration(text)
	if err != nil {
		c.t.Fatal(err)
	}
	for end := c.now.Add(d); c.now.Before(end); {
		c.now = c.now.Add(100 * time.Millisecond)
		before := c.out.Len()
		for _, v := range c.guests {
			v.host.Tick(c.now)
			v.guest.Tick(c.now)
		}
		c.settle()
		if c.out.Len() > before {
			written := c.out.String()
			c.out.Reset()
			fmt.Fprintf(c.out, "%sat %s:\n%s", written[:before], c.now.Format("15:04:05.0"), written[before:])
		}
	}
}
