package netplay

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/rules"
)

// counter is a source of "random" bytes that are the same in every run: 1, 2, 3 and so on.
type counter struct{ n byte }

func (c *counter) Read(p []byte) (int, error) {
	for i := range p {
		c.n++
		p[i] = c.n
	}
	return len(p), nil
}

// epoch is when the clock of a test starts.
var epoch = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// openDoor lets every guest in.
var openDoor = match.Admission{Ask: match.AskNone}

// pair is the two ends of a series with the frames on their way between them. Index 0 is the
// host's, 1 the guest's.
type pair struct {
	t       testing.TB
	now     time.Time
	random  io.Reader
	room    *room
	variant rules.Variant
	first   match.First
	session [2]*Session // the newest; an older one of the host may not know yet that it has no peer
	series  [2]*Series
	sent    [2][][]byte // payloads that the party has sent and the other has not received
	events  [2][]match.Event
	disk    [2][]match.Bookmark // all that was kept, oldest first
	// storing says that the host stores before it acknowledges; its writes wait in unstored.
	storing bool
	// ticket says that the guest has come with a ticket, as to a club, though the host is no
	// referee.
	ticket bool
	// unaware says that the guest has not come to a club, even if the host claims to be a referee.
	unaware  bool
	unstored []unstored
}

// unstored is a state of the host's series that is not on its disk yet.
type unstored struct {
	bookmark match.Bookmark
	session  *Session
	mark     Mark
}

// store writes the n oldest states that wait to the host's disk. Only the last one needs to be told
// of.
func (p *pair) store(n int) {
	if n == 0 {
		return
	}
	last := p.unstored[n-1]
	for _, u := range p.unstored[:n] {
		p.disk[match.Host] = append(p.disk[match.Host], u.bookmark)
	}
	p.unstored = p.unstored[n:]
	if last.session.Stored(last.mark); last.session == p.session[match.Host] {
		p.collect(match.Host)
	}
}

func newPair(t testing.TB, v rules.Variant, first match.First) *pair {
	t.Helper()
	return startPair(&pair{t: t, variant: v, first: first})
}

// newClubPair returns a function that makes pairs whose guest has a ticket, and so believes the
// host about time.
func newClubPair(storing bool) func(t testing.TB, v rules.Variant, first match.First) *pair {
	return func(t testing.TB, v rules.Variant, first match.First) *pair {
		t.Helper()
		return startPair(&pair{t: t, variant: v, first: first, storing: storing, ticket: true})
	}
}

func startPair(p *pair) *pair {
	p.t.Helper()
	p.now, p.random, p.room = epoch, new(counter), newRoom(openDoor)
	p.connect()
	return p
}

// connect makes the guest dial: a new connection, for a new series or the present one.
func (p *pair) connect() {
	p.t.Helper()
	p.sent = [2][][]byte{}
	for _, self := range [...]match.Party{match.Host, match.Guest} {
		cfg := SessionConfig{Self: self, AppVersion: "1.0", Name: "Hilda", PeerAddr: "192.0.2.7:50000", Rand: p.random}
		if self == match.Host {
			cfg.Variant, cfg.First, cfg.room, cfg.StoreFirst = p.variant, p.first, p.room, p.storing
		} else {
			cfg.Name, cfg.PeerAddr, cfg.Series = "Gus", "192.0.2.1:7000", p.series[match.Guest]
			cfg.Refereed = (p.room.referee || p.ticket) && !p.unaware
		}
		s, err := NewSession(cfg, p.now)
		if err != nil {
			p.t.Fatal(err)
		}
		p.session[self] = s
		p.collect(self)
	}
}

// cut breaks the connection; frames on their way are lost.
func (p *pair) cut() {
	p.sent = [2][][]byte{}
	for i, s := range p.session {
		s.Lost(frames.ErrTruncated)
		p.collect(match.Party(i))
	}
	p.sent = [2][][]byte{}
}

// restart ends the process of a party and starts it again from the content of its disk, without the
// last writes that are lost. The other end is not told.
func (p *pair) restart(self match.Party, lost int) {
	p.t.Helper()
	kept := p.disk[self]
	kept = kept[:max(1, len(kept)-lost)]
	p.disk[self] = kept[len(kept)-1:] // the write that was read is not lost later
	series, err := restoreSeries(kept[len(kept)-1])
	if err != nil {
		p.t.Fatal(err)
	}
	if self == match.Host {
		p.unstored = nil
	}
	p.series[self] = series
	p.session[self] = &Session{cfg: p.session[self].cfg, phase: ended, cause: frames.ErrTruncated}
	p.sent = [2][][]byte{}
	if self == match.Host {
		p.room = newRoom(openDoor)
		p.room.series = series
	}
	series.reopen("")
	p.take(self, series)
}

// take handles the events of a series.
func (p *pair) take(self match.Party, series *Series) {
	events, changed := series.drain()
	p.events[self] = append(p.events[self], events...)
	if changed {
		p.disk[self] = append(p.disk[self], series.bookmark(""))
	}
}

// collect carries out the output of a session and returns it.
func (p *pair) collect(self match.Party) Output {
	out := p.session[self].Drain()
	p.sent[self] = append(p.sent[self], unframe(out.Write)...)
	p.events[self] = append(p.events[self], out.Events...)
	if self == match.Host {
		p.room.desk.Tick(p.now)
		events, _ := p.room.drain()
		p.events[self] = append(p.events[self], events...)
	}
	if series := p.session[self].series; series != nil {
		p.series[self] = series
	}
	switch {
	case out.Keep && p.storing && self == match.Host:
		p.unstored = append(p.unstored, unstored{p.series[self].bookmark(""), p.session[self], out.Mark})
	case out.Keep:
		p.disk[self] = append(p.disk[self], p.series[self].bookmark(""))
	}
	return out
}

// unframe returns the payloads of the frames that a session wrote.
func unframe(b []byte) (payloads [][]byte) {
	for r := bufio.NewReader(bytes.NewReader(b)); ; {
		payload, err := frames.Read(r, nil, frames.MaxLarge)
		if err == io.EOF {
			return payloads
		}
		if err != nil {
			panic(fmt.Sprintf("a session wrote %x, which is no row of frames: %v", b, err))
		}
		payloads = append(payloads, payload)
	}
}

// deliver gives the oldest frame that a party has sent to the other one.
func (p *pair) deliver(from match.Party) {
	payload := p.sent[from][0]
	p.sent[from] = p.sent[from][1:]
	p.session[from.Other()].Step(p.now, payload)
	p.collect(from.Other())
}

func (p *pair) deliverAll() {
	for len(p.sent[0])+len(p.sent[1]) > 0 {
		for _, from := range [...]match.Party{match.Host, match.Guest} {
			for len(p.sent[from]) > 0 {
				p.deliver(from)
			}
		}
	}
}

// do lets a party act and collects the output.
func (p *pair) do(self match.Party, act func(s *Session) error) error {
	err := act(p.session[self])
	p.collect(self)
	return err
}

// frameText writes a payload as text that is the same in every run: "3/2 Move game:1 ply:1 house:3
// hash:0x...".
func frameText(payload []byte) string {
	f, err := readAFrame(payload)
	if err != nil {
		return err.Error()
	}
	m := f.ProtoReflect()
	text := fmt.Sprintf("%d/%d", f.GetSeq(), f.GetAck())
	body := m.WhichOneof(m.Descriptor().Oneofs().ByName("body"))
	if body == nil {
		return text
	}
	return text + " " + string(body.Message().Name()) + messageText(m.Get(body).Message())
}

func messageText(m protoreflect.Message) string {
	var fields []protoreflect.FieldDescriptor
	m.Range(func(f protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		fields = append(fields, f)
		return true
	})
	slices.SortFunc(fields, func(a, b protoreflect.FieldDescriptor) int { return int(a.Number()) - int(b.Number()) })
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, " %s:%s", f.Name(), valueText(f, m.Get(f)))
	}
	return b.String()
}

func valueText(f protoreflect.FieldDescriptor, v protoreflect.Value) string {
	switch {
	case f.IsList():
		return fmt.Sprint(v.List().Len())
	case f.Kind() == protoreflect.EnumKind:
		if named := f.Enum().Values().ByNumber(v.Enum()); named != nil {
			return string(named.Name())
		}
	case f.Kind() == protoreflect.MessageKind:
		return "{" + strings.TrimSpace(messageText(v.Message())) + "}"
	case f.Kind() == protoreflect.BytesKind:
		return "0x" + hex.EncodeToString(v.Bytes())
	case f.Kind() == protoreflect.StringKind:
		return fmt.Sprintf("%q", v.String())
	}
	return v.String()
}

// eventText writes an event as text.
func eventText(e match.Event) string {
	switch e := e.(type) {
	case match.Deciding:
		return fmt.Sprintf("Deciding %q", e.Peers)
	case match.Knocked:
		return fmt.Sprintf("Knocked %d: %q from %s", e.Knock, e.Peer, e.Addr)
	case match.KnockEnded:
		return fmt.Sprintf("KnockEnded %d", e.Knock)
	case match.SeatWanted:
		return fmt.Sprintf("SeatWanted by %q", e.By)
	case match.HeldUp:
		return "HeldUp by the " + [...]string{"host's person", "game"}[e.By]
	case match.Offered:
		return fmt.Sprintf("Offered %q %v, %s starts", e.Host, e.Variant, [...]string{"the toss says who", "host", "guest"}[e.First])
	case match.Connected:
		return fmt.Sprintf("Connected %q at %s as %v, %v", e.Peer, e.Addr, e.Self, e.Variant)
	case match.GameStarted:
		text := fmt.Sprintf("GameStarted %s number %d, %v starts, plays %v", e.ID, e.Number, e.Starter, e.Self)
		if e.Tossed {
			text += " by the toss"
		}
		if len(e.Plies) > 0 {
			text += fmt.Sprintf(", after %v", e.Plies)
		}
		if e.Before != (match.Tally{}) {
			text += fmt.Sprintf(", before it %d:%d and %d drawn", e.Before.Wins[0], e.Before.Wins[1], e.Before.Draws)
		}
		return text
	case match.Rewound:
		return fmt.Sprintf("Rewound to %d %s", e.Plies, e.After.Notation())
	case match.RematchWithdrawn:
		return fmt.Sprintf("RematchWithdrawn by %v", e.By)
	case match.TakebackAsked:
		return fmt.Sprintf("TakebackAsked by %v, back to %d", e.By, e.Plies)
	case match.TakebackAnswered:
		return fmt.Sprintf("TakebackAnswered by %v, granted %v", e.By, e.Granted)
	case match.TakebackWithdrawn:
		return fmt.Sprintf("TakebackWithdrawn by %v", e.By)
	case match.Said:
		return fmt.Sprintf("Said by %v: %s", e.By, e.Text)
	case match.Paused:
		return fmt.Sprintf("Paused reason %d, wait %d: %s", e.Reason, e.Wait, e.Note.String())
	case match.Resumed:
		return strings.TrimSuffix("Resumed: "+e.Note.String(), ": ")
	case match.Played:
		return fmt.Sprintf("Played %d %v house %v %s", e.N, e.Sowing.Mover, e.Sowing.From, e.After.Notation())
	case match.GameOver:
		return fmt.Sprintf("GameOver %v %v by %v", e.Result.Ending, e.Result, e.By)
	case match.RematchWanted:
		return fmt.Sprintf("RematchWanted by %v", e.By)
	case match.WinnerNamed:
		return fmt.Sprintf("WinnerNamed %q in %s", e.Name, e.GameID)
	case match.Watched:
		return fmt.Sprintf("Watched %q against %q, %v", e.Names[match.Guest], e.Names[match.Host], e.Variant)
	case match.Watchers:
		return fmt.Sprintf("Watchers %d", e.N)
	case match.Clocked:
		c := e.Clocks
		text := fmt.Sprintf("Clocked %v, south %v, north %v", c.Control, c.Left[0], c.Left[1])
		if c.Running {
			text += fmt.Sprintf(", %v runs", c.Side)
		}
		return text
	case match.PeerAbsent:
		return fmt.Sprintf("PeerAbsent %v", e.Absent)
	case match.PeerQuiet:
		return fmt.Sprintf("PeerQuiet %v", e.Quiet)
	case match.PeerLeft:
		kept := ""
		if e.Kept {
			kept = " kept"
		}
		return fmt.Sprintf("PeerLeft reason %d local %v%s: %s", e.Reason, e.Local, kept, e.Note.String())
	case match.Failed:
		return fmt.Sprintf("Failed: %s (%v)", e.Note.String(), e.Note.Err)
	}
	return fmt.Sprintf("%T", e)
}

// marshalFrame returns the wire form of a frame.
func marshalFrame(f *wire.Frame) ([]byte, error) { return appendFrame(nil, f) }

// readAFrame reads the bytes of a frame, its length prefix left off.
func readAFrame(payload []byte) (*wire.Frame, error) {
	f := new(wire.Frame)
	return f, unmarshalFrame(payload, frames.MaxLarge, f)
}
