package netplay

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/rules"
)

// byzantine makes frames of a peer that obeys no rules: any message with any fields, which reuse
// all values seen before, and now and then a legal ply.
type byzantine struct {
	random *rand.Rand
	bytes  [][]byte // seen, and some that are never valid
}

func newByzantine(random *rand.Rand) *byzantine {
	b := &byzantine{random: random}
	for _, n := range []int{0, 1, 15, 16, 17, 31, 32, 33, 3000} {
		b.bytes = append(b.bytes, make([]byte, n))
	}
	return b
}

// sees remembers the byte strings of a frame.
func (b *byzantine) sees(payload []byte) {
	f, err := readAFrame(payload)
	if err != nil {
		return
	}
	var look func(m protoreflect.Message)
	look = func(m protoreflect.Message) {
		m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
			switch f.Kind() {
			case protoreflect.MessageKind:
				look(v.Message())
			case protoreflect.BytesKind:
				b.bytes = append(b.bytes, v.Bytes())
			}
			return true
		})
	}
	look(f.ProtoReflect())
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// frame returns the next frame for a session, or bytes that are not a frame.
func (b *byzantine) frame(s *Session) []byte {
	if b.random.IntN(50) == 0 {
		return []byte{0xff, 0xff, byte(b.random.IntN(256))}
	}
	f := new(wire.Frame)
	if ply, ok := b.ply(s); ok {
		f.Body = ply
	} else {
		bodies := f.ProtoReflect().Descriptor().Oneofs().ByName("body").Fields()
		body := bodies.Get(b.random.IntN(bodies.Len()))
		b.fill(f.ProtoReflect().Mutable(body).Message(), s)
	}
	f.Seq, f.Ack = s.got+1, s.sent
	if b.random.IntN(12) == 0 {
		f.Seq = pick(b.random, []uint64{0, s.got, s.got + 2, 1, 1<<64 - 1})
	}
	if b.random.IntN(8) == 0 {
		f.Ack = uint64(b.random.IntN(int(s.sent) + 2))
	}
	payload, err := proto.Marshal(f)
	if err != nil {
		panic(err)
	}
	return payload
}

// ply returns a legal ply of the peer, now and then with a wrong hash.
func (b *byzantine) ply(s *Session) (*wire.Frame_Move, bool) {
	if s.series == nil || b.random.IntN(3) > 0 {
		return nil, false
	}
	series := s.series
	legal := slices.Collect(series.Match().Position().Plies())
	if len(legal) == 0 {
		return nil, false
	}
	ply, err := series.try(series.Side(series.self.Other()), pick(b.random, legal))
	if err != nil {
		return nil, false
	}
	hash := slices.Clone(ply.hash[:hashSize])
	if b.random.IntN(20) == 0 {
		hash[0] ^= 1
	}
	return &wire.Frame_Move{Move: &wire.Move{
		Game: uint32(series.Number()), Ply: uint32(ply.n), House: uint32(ply.house), Hash: hash,
	}}, true
}

// fill sets fields to values that are likely to be valid, or to any values.
func (b *byzantine) fill(m protoreflect.Message, s *Session) {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if b.random.IntN(4) == 0 {
			continue
		}
		switch f.Kind() {
		case protoreflect.MessageKind:
			b.fill(m.Mutable(f).Message(), s)
		case protoreflect.BoolKind:
			m.Set(f, protoreflect.ValueOfBool(b.random.IntN(2) == 0))
		case protoreflect.StringKind:
			m.Set(f, protoreflect.ValueOfString(pick(b.random, []string{
				"Eve", "", "\x1b[2J\u202e", strings.Repeat("x", 600), "kalah(6,4)", "kalah(6,4) 3 6", "bowls(6,4) 1",
			})))
		case protoreflect.BytesKind:
			m.Set(f, protoreflect.ValueOfBytes(pick(b.random, b.bytes)))
		case protoreflect.EnumKind:
			m.Set(f, protoreflect.ValueOfEnum(protoreflect.EnumNumber(b.random.IntN(f.Enum().Values().Len()+2)-1)))
		case protoreflect.Uint32Kind:
			m.Set(f, protoreflect.ValueOfUint32(uint32(b.number(s))))
		case protoreflect.Uint64Kind:
			m.Set(f, protoreflect.ValueOfUint64(b.number(s)))
		default:
			panic(fmt.Sprintf("no value for %s", f.FullName()))
		}
	}
}

func (b *byzantine) number(s *Session) uint64 {
	numbers := []uint64{0, 1, 2, 3, 6, 255, 1<<32 - 1, 1<<64 - 1}
	if s.series != nil {
		numbers = append(numbers, uint64(s.series.Number()), uint64(s.series.Number()+1), uint64(s.series.Match().Plies()))
	}
	return pick(b.random, numbers)
}

// byzantineState brings a pair into a random state of a session, and returns the victim.
func byzantineState(t *testing.T, random *rand.Rand, self match.Party) *simulation {
	variant := kalah
	if random.IntN(3) == 0 {
		variant, _ = rules.Preset("bowls")
	}
	made := pick(random, []func(testing.TB, rules.Variant, match.First) *pair{newClubPair(false), newClubPair(false), newClubPair(true)})
	sim := &simulation{
		pair: made(t, variant, match.First(random.IntN(3))), random: random, tally: tally{},
		archive: [2]archive{{games: map[string]*game{}}, {games: map[string]*game{}}},
	}
	if random.IntN(6) == 0 {
		sim.room.desk.Policy.Ask = match.AskAll
	}
	if random.IntN(6) == 0 {
		watchInstead(sim)
		return sim
	}
	for range random.IntN(8) { // some of the greeting
		for _, from := range [...]match.Party{match.Guest, match.Host} {
			if len(sim.sent[from]) > 0 {
				sim.deliver(from)
			}
		}
		sim.storeSome()
		if random.IntN(4) == 0 {
			_ = sim.do(match.Guest, (*Session).Accept)
		}
	}
	if sim.together() {
		sim.deliverAndStore()
		for range random.IntN(120) {
			sim.storeSome()
			if sim.step(); sim.session[self].Ended() && random.IntN(2) == 0 {
				sim.dial()
			}
		}
	}
	return sim
}

// TestByzantinePeer sends any frames in any state to either end. Nothing may panic, go back, or
// move a seed but by a legal ply of the peer's, and a host gives the seat to an honest guest
// afterwards.
func TestByzantinePeer(t *testing.T) {
	last := *seeds
	if testing.Short() {
		last = min(last, 300)
	}
	lived, phases := 0, map[phase]int{}
	for seed := uint64(1); seed <= last; seed++ {
		at, frames := attack(t, seed)
		phases[at]++
		lived += frames
	}
	for p := greeting; p < ended; p++ {
		if phases[p] == 0 {
			t.Errorf("no session was in phase %d when the attack began: %v", p, phases)
		}
	}
	if lived < int(last) {
		t.Errorf("%d frames of %d attacks did not end the session", lived, last)
	}
}

// attack sends frames to one end until it has had enough. It returns the phase that the end was in
// at first, and how many frames did not end the session.
func attack(t *testing.T, seed uint64) (at phase, lived int) {
	defer func() {
		if t.Failed() {
			t.Logf("that was seed %d", seed)
		}
	}()
	random := rand.New(rand.NewPCG(seed, 11))
	self := match.Party(random.IntN(2))
	sim := byzantineState(t, random, self)
	s := sim.session[self]
	at = s.phase
	evil := newByzantine(random)
	for ; lived < 30 && !s.Ended(); lived++ {
		for _, payload := range sim.sent[self] {
			evil.sees(payload)
		}
		sim.sent[self] = nil
		oppose(t, sim, s, self, evil)
	}
	if self == match.Host {
		honestGuest(t, sim)
	}
	return at, lived
}

// oppose gives one frame to a session, lets its person act, and checks the changes.
func oppose(t *testing.T, sim *simulation, s *Session, self match.Party, evil *byzantine) {
	sim.now = sim.now.Add(time.Duration(evil.random.IntN(2000)) * time.Millisecond)
	payload := evil.frame(s)
	before, plies := snapshot(s), pliesOf(s)
	s.Step(sim.now, payload)
	out := sim.collect(self)
	checkSession(t, s, before, out)
	after := pliesOf(s)
	if s.series != nil && snapshot(s).number == before.number && len(after) > len(plies) {
		if n := len(after); n != len(plies)+1 && before.phase != resuming || before.phase == playing && mover(s, n) != self.Other() {
			t.Errorf("%s made the plies %v out of %v", frameText(payload), after, plies)
		}
	}
	if len(out.Write) > 2*frames.MaxLarge || len(out.Events) > 1000 {
		t.Errorf("%s caused %d bytes and %d events", frameText(payload), len(out.Write), len(out.Events))
	}
	sim.storeSome()
	before = snapshot(s)
	if evil.random.IntN(2) == 0 {
		sim.act(self, s)
	} else {
		s.Tick(sim.now)
	}
	checkSession(t, s, before, sim.collect(self))
}

func pliesOf(s *Session) []rules.House {
	if s.series == nil {
		return nil
	}
	return slices.Clone(s.series.Match().Game().Plies)
}

// mover returns who made the n-th ply of the current game.
func mover(s *Session, n int) match.Party {
	_, sowing := s.series.Match().Ply(n)
	return s.series.Party(sowing.Mover)
}

// honestGuest joins a host after an attack, and gets the seat.
func honestGuest(t *testing.T, sim *simulation) {
	for _, s := range []*Session{sim.session[match.Host], sim.room.session} { // the seat may be another connection's
		if s != nil {
			s.Lost(frames.ErrTruncated)
			s.Drain()
		}
	}
	if r := sim.room; r.series != nil { // the host's person waits for another guest
		r.series.leave(goodbye{reason: match.ReasonLater, note: leftHere(match.ReasonLater, true)})
		r.tidy()
	}
	sim.room.open, sim.room.desk.Policy, sim.series = true, openDoor, [2]*Series{}
	sim.room.desk.Tick(sim.now)
	sim.now = sim.now.Add(10 * time.Minute)
	sim.connect()
	sim.deliverAndStore()
	if sim.session[match.Guest].phase == offered {
		_ = sim.do(match.Guest, (*Session).Accept)
		sim.deliverAndStore()
	}
	if !sim.together() {
		t.Fatalf("an honest guest is in phase %d, because of %v", sim.session[1].phase, sim.session[1].Cause())
	}
}

// TestByzantineConnection sends such frames, and other bytes, through whole connections. The
// goroutines of both ends end, and a host then lets an honest guest in.
func TestByzantineConnection(t *testing.T) {
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 13))
			host, listener := bubbleHost(t)
			peer := newRawPeer(t, listener.dial())
			go peer.drain()
			peer.annoy(random, helloFrame(), acceptFrame())
			time.Sleep(time.Minute)
			host.Events()
			host.WaitAgain()
			time.Sleep(2 * time.Second)
			host.Events()
			next := newRawPeer(t, listener.dial())
			next.greet()
			wantEvents(t, host, "Connected", "GameStarted")
			_ = host.Close()
		})
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 17))
			guest, peer := bubbleGuest(t)
			go peer.drain()
			peer.annoy(random, welcomeFrame(), seatedFrame())
			time.Sleep(time.Minute)
			_ = guest.Close()
		})
	}
}

// annoy sends some frames of a proper opening, then random frames and bytes, and closes the
// connection.
func (p *rawPeer) annoy(random *rand.Rand, opening ...*wire.Frame) {
	evil := newByzantine(random)
	_, _ = p.nc.Write([]byte(frames.Preface))
	opening = opening[:random.IntN(len(opening)+1)]
	for _, f := range opening {
		p.send(f)
	}
	supposed := &Session{got: uint64(len(opening))} // as the other end may be
	for range 1 + random.IntN(20) {
		payload := evil.frame(supposed)
		b := append(protowire.AppendVarint(nil, uint64(len(payload))), payload...)
		switch random.IntN(30) {
		case 0:
			b = b[:random.IntN(len(b))]
		case 1:
			b = append([]byte{0xff, 0xff, 0xff, 0x7f}, b...)
		}
		if _, err := p.nc.Write(b); err != nil {
			break
		}
		supposed.got++
		time.Sleep(time.Duration(random.IntN(3000)) * time.Millisecond)
	}
	_ = p.nc.Close()
}
