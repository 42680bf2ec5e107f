package session

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/table"
)

var (
	oneSeed = flag.Uint64("seed", 0, "play this one seed of TestSimulatedNetwork, and write what happens")
	seeds   = flag.Uint64("seeds", 100, "how many seeds TestSimulatedNetwork plays")
)

// TestSimulatedNetwork has a host, a guest and watchers play over lines that delay and break, in
// virtual time. Each program may crash between any two steps, with or without its last writes, and
// may come back from an old copy of its disk; it may leave for a while, or for good. The invariants
// hold after every step. Once all faults are over, both ends have the same series.
func TestSimulatedNetwork(t *testing.T) {
	first, last := uint64(1), *seeds
	if *oneSeed != 0 {
		first, last = *oneSeed, *oneSeed
	}
	total := simulate(t, first, last)
	if last-first < 99 {
		return
	}
	for _, what := range []string{
		"cut", "replaced", "host crashed", "guest crashed", "host lost writes", "guest lost writes", "host restored", "guest restored",
		"handed back", "remembered", "withdrawn", "refused", "over", "granted", "closed", "kept", "told later", "named", "rematch",
		"watched ply", "watched all", "quiet", "silent", "both forgot",
	} {
		if total[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

// TestLongSimulatedNetwork plays many more seeds.
func TestLongSimulatedNetwork(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	simulate(t, 1_000, 5_000)
}

// simulate plays seeds, and returns how often things have happened.
func simulate(t *testing.T, first, last uint64) map[string]int {
	t.Helper()
	total := map[string]int{}
	for seed := first; seed <= last; seed++ {
		n := newNetwork(seed)
		err := n.run()
		for what, k := range n.tally {
			total[what] += k
		}
		if err != nil {
			t.Fatalf("seed %d; go test ./netplay/session -run TestSimulatedNetwork -seed %d plays it again: %v", seed, seed, err)
		}
	}
	return total
}

// network is a host's program, a guest's program, and watchers.
type network struct {
	random *rand.Rand
	bytes  seeded
	now    time.Time
	host   *hostProgram
	guest  *guestProgram
	views  []*viewer
	lines  []*cable
	made   map[table.Wish]bool // all that the guest's person ever wished
	tally  map[string]int
	fault  error
	calm   bool
}

// cable is a connection: frames that are on their way, each with the moment when it arrives.
type cable struct {
	client   end
	conn     *Conn
	up, down []packet
	deaf     bool // nothing arrives any more, and no end knows it
	gone     bool
	delay    time.Duration
}

type packet struct {
	at      time.Time
	payload []byte
}

func newNetwork(seed uint64) *network {
	n := &network{
		random: rand.New(rand.NewPCG(seed, 3)), bytes: seeded{rand.NewChaCha8([32]byte{byte(seed), byte(seed >> 8), byte(seed >> 16), 7})},
		now: noon, made: map[table.Wish]bool{}, tally: map[string]int{},
	}
	v := kalah(1+n.random.IntN(4), 1+n.random.IntN(3))
	cfg := ServerConfig{Name: "Hilda", Variant: v, First: match.First(n.random.IntN(3)), Admission: anyone{}, Rand: n.bytes}
	n.host = &hostProgram{network: n, cfg: cfg, archive: newArchive()}
	n.host.server = NewServer(cfg)
	n.guest = &guestProgram{network: n, archive: newArchive()}
	if n.chance(4) { // they come before the guest
		n.watch()
		n.step(2 * audienceEvery)
	}
	n.begin()
	return n
}

// begin gives the guest the seat, and stores everything about it.
func (n *network) begin() {
	n.calm = true
	n.guest.dial()
	for i := 0; i < 100 && n.fault == nil && (n.guest.series == nil || n.host.server.Current() == nil || !n.host.server.Current().begun); i++ {
		n.step(10 * time.Millisecond)
	}
	if n.host.server.Current() == nil || n.guest.series == nil {
		n.failf("no series has begun")
		return
	}
	n.calm = false
	n.host.disk.sync()
	n.guest.disk.sync()
}

func (n *network) check(err error) {
	if err != nil && n.fault == nil {
		n.fault = err
	}
}

func (n *network) failf(format string, args ...any) { n.check(fmt.Errorf(format, args...)) }

func (n *network) logf(format string, args ...any) {
	if *oneSeed != 0 {
		fmt.Printf("%s "+format+"\n", append([]any{n.now.Format("04:05.000")}, args...)...)
	}
}

func (n *network) chance(k int) bool { return n.random.IntN(k) == 0 }

// run makes 400 steps, and then ends all faults.
func (n *network) run() error {
	for i := 0; i < 400 && n.fault == nil; i++ {
		n.happen()
		n.invariants()
	}
	if n.fault == nil {
		n.heal()
	}
	return n.fault
}

// happen makes one event happen, and advances the time.
func (n *network) happen() {
	switch n.random.IntN(100) {
	case 0, 1:
		n.cut(n.guest.line)
	case 2:
		if n.guest.line != nil {
			n.guest.line.deaf = true
		}
	case 3:
		n.host.crash(n.chance(5))
	case 4:
		n.guest.crash(n.chance(5))
	case 5:
		n.host.disk.sync()
		n.guest.disk.sync()
	case 6, 7:
		n.watch()
	case 8:
		n.step(time.Duration(n.random.IntN(40)) * time.Second)
	case 9, 10, 11, 12, 13, 14, 15, 16:
		n.guest.dial()
	default:
		switch n.random.IntN(4) {
		case 0:
			n.host.act()
		case 1:
			n.guest.act()
		}
	}
	n.step(time.Duration(n.random.IntN(400)) * time.Millisecond)
}

// step advances the time: frames arrive and timers fire, in order.
func (n *network) step(d time.Duration) {
	until := n.now.Add(d)
	for _, l := range slices.Clone(n.lines) {
		n.flush(l)
	}
	for i := 0; n.fault == nil; i++ {
		if i > 100_000 {
			n.failf("there is no end of it")
		}
		n.host.server.Gallery().Tick(n.now)
		next := until
		for _, l := range n.lines {
			next = earlier(next, l.next())
		}
		if at := n.host.server.Gallery().NextTick(); !at.IsZero() {
			next = earlier(next, at)
		}
		if !next.After(until) && next.After(n.now) {
			n.now = next
		}
		if !n.work() && !n.now.Before(until) {
			return
		}
	}
}

// next is the moment of the next event on a line.
func (l *cable) next() time.Time {
	next := noon.Add(1 << 60)
	if len(l.up) > 0 && !l.deaf {
		next = earlier(next, l.up[0].at)
	}
	if len(l.down) > 0 && !l.deaf && l.client != nil {
		next = earlier(next, l.down[0].at)
	}
	if l.client != nil && !l.client.Ended() {
		next = earlier(next, l.client.NextTick())
	}
	if !l.conn.Ended() {
		next = earlier(next, l.conn.NextTick())
	}
	return next
}

// work does all due work, and reports whether there was any.
func (n *network) work() (busy bool) {
	for _, l := range slices.Clone(n.lines) {
		if l.gone {
			continue
		}
		if len(l.up) > 0 && !l.deaf && !l.up[0].at.After(n.now) {
			p := l.up[0]
			l.up, busy = l.up[1:], true
			n.logf("to the host: %s", name(p.payload))
			l.conn.Step(n.now, p.payload)
		}
		if len(l.down) > 0 && !l.deaf && !l.down[0].at.After(n.now) && l.client != nil {
			p := l.down[0]
			l.down, busy = l.down[1:], true
			n.logf("to %T: %s", l.client, name(p.payload))
			l.client.Step(n.now, p.payload)
		}
		if l.client != nil && !l.client.Ended() && !l.client.NextTick().After(n.now) {
			l.client.Tick(n.now)
			busy = true
		}
		if !l.conn.Ended() && !l.conn.NextTick().After(n.now) {
			l.conn.Tick(n.now)
			busy = true
		}
		n.flush(l)
	}
	n.lines = slices.DeleteFunc(n.lines, func(l *cable) bool { return l.gone })
	return busy
}

// flush carries out the outputs of a line's ends.
func (n *network) flush(l *cable) {
	n.host.drain()
	if l.client != nil {
		out := l.client.Drain()
		if g, ok := l.client.(*Player); ok && n.guest.line == l {
			n.guest.took(g, out)
		}
		if v, ok := l.client.(*Watcher); ok {
			n.seen(v, out)
		}
		n.put(l, &l.up, out.Write)
	}
	if l.client != nil && l.client.Ended() && l.conn.Ended() || l.client != nil && l.client.Ended() && len(l.up) == 0 {
		l.conn.Lost(errLine)
		n.host.drain()
	}
	if out := l.conn.Drain(); len(out.Write) > 0 || out.Done {
		n.put(l, &l.down, out.Write)
		if out.Done && len(l.down) == 0 && l.client != nil && !l.client.Ended() && !l.deaf {
			l.client.Lost(errLine)
			n.flush(l)
			return
		}
	}
	if l.conn.Ended() && (l.client == nil || l.client.Ended()) {
		l.gone = true
		if n.guest.line == l {
			n.guest.line = nil
		}
	}
}

var errLine = errors.New("the line is gone")

// put puts frames on their way, in order.
func (n *network) put(l *cable, way *[]packet, b []byte) {
	at := n.now.Add(l.delay)
	for _, p := range split(b) {
		*way = append(*way, packet{at, p})
	}
}

// cut breaks a line: either end may notice it, and some frames on their way are lost.
func (n *network) cut(l *cable) {
	if l == nil {
		return
	}
	n.tally["cut"]++
	n.logf("cut")
	if n.chance(2) {
		l.up = l.up[:n.random.IntN(len(l.up)+1)]
	} else {
		l.up = nil
	}
	l.down = nil
	if l.client != nil {
		l.client.Lost(errLine)
	}
	if len(l.up) == 0 {
		l.conn.Lost(errLine)
	}
	n.flush(l)
	l.down = nil
}

// heal ends the faults, and checks that everything begun ends.
func (n *network) heal() {
	n.calm = true
	n.logf("heal")
	for round := 0; round < 12 && n.fault == nil; round++ {
		if n.guest.line != nil && n.guest.line.deaf {
			n.cut(n.guest.line)
		}
		if n.guest.line == nil {
			n.guest.dial()
		}
		n.step(40 * time.Second)
		n.invariants()
	}
	if n.fault == nil {
		n.healed()
	}
}
