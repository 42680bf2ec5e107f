package table

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mancala/rules"
)

var (
	oneSeed = flag.Uint64("seed", 0, "play this one seed of TestSimulatedTable or TestSimulatedLiar, and write what happens")
	mutant  = flag.Bool("mutant", false, "do not ask that everything has happened in the simulations, for mutants and few seeds")
	seeds   = flag.Uint64("seeds", 250, "how many seeds TestSimulatedTable and TestSimulatedLiar play")
)

// TestSimulatedTable has an owner and its follower play over lines that delay, break and lose
// messages; an old line may look alive to the owner. Each program may crash between any two steps,
// with or without its last writes, and may come back from an old copy of its disk. Clocks jump. The
// invariants hold after every step. Once all faults are over, all ends have the same series.
func TestSimulatedTable(t *testing.T) {
	total := map[string]int{}
	simulateSeeds(t, func(seed uint64) error {
		s := newSimulation(seed)
		err := s.run()
		for what, n := range s.tally {
			total[what] += n
		}
		return err
	})
	if *oneSeed != 0 || *mutant {
		return
	}
	for _, what := range []string{
		"cut", "replaced", "owner crashed", "follower crashed", "owner lost writes", "follower lost writes", "owner restored", "follower restored",
		"handed back", "remembered", "withdrawn", "refused", "over", "granted", "denied", "closed", "kept", "told later", "named", "rematch", "stale", "forgotten", "forgotten by the owner",
	} {
		if total[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

// simulateSeeds plays the seeds, or the requested one.
func simulateSeeds(t *testing.T, play func(seed uint64) error) {
	first, last := uint64(1), *seeds
	if *oneSeed != 0 {
		first, last = *oneSeed, *oneSeed
	}
	for seed := first; seed <= last; seed++ {
		if err := play(seed); err != nil {
			t.Fatalf("seed %d; go test ./table -run '^%s$' -seed %d plays it again: %v", seed, t.Name(), seed, err)
		}
	}
}

// simulation is a series of friends with its programs: an owner with a player in its program, and a
// follower. Package tables of a club plays its tables over its real store.
type simulation struct {
	random *rand.Rand
	now    time.Time
	owner  *ownerProgram
	guest  *followerProgram
	tally  map[string]int
	fault  error
	calm   bool // no faults any more
	short  bool // logs are short
	liar   bool // the owner lies
}

func newSimulation(seed uint64) *simulation {
	s := &simulation{random: rand.New(rand.NewPCG(seed, 25)), now: noon, tally: map[string]int{}}
	s.short = s.random.IntN(4) == 0
	variant, _ := rules.Preset("kalah")
	variant.Pie = s.random.IntN(4) == 0
	variant, _ = variant.WithSize(1+s.random.IntN(4), 1+s.random.IntN(3))
	terms := Terms{Series: [16]byte([]byte("abcdefghijklmnop")), Variant: variant.Canonical()}
	s.owner, s.guest = newOwnerProgram(s, terms), newFollowerProgram(s, terms)
	s.begin()
	return s
}

// begin seats the follower, and stores everything about the first event.
func (s *simulation) begin() {
	s.calm = true
	defer func() { s.calm = false }()
	g := s.guest
	g.line = &line{}
	s.check(s.owner.o.Join(B, g.line, 0, s.now))
	err := s.owner.o.Rule(KindBegin, uint32(1+s.random.IntN(2)), "", s.now)
	s.check(err)
	s.owner.send()
	for g.read() {
	}
	g.disk.sync()
	s.owner.disk.sync()
}

func (s *simulation) check(err error) {
	if err != nil && s.fault == nil {
		s.fault = err
	}
}

func (s *simulation) failf(format string, args ...any) { s.check(fmt.Errorf(format, args...)) }

func (s *simulation) logf(format string, args ...any) {
	if *oneSeed != 0 {
		fmt.Printf(format+"\n", args...)
	}
}

// chance is true once in n times.
func (s *simulation) chance(n int) bool { return s.random.IntN(n) == 0 }

// run makes 500 steps, and then ends all faults.
func (s *simulation) run() error {
	for step := 0; step < 500 && s.fault == nil; step++ {
		s.step()
		s.invariants()
	}
	if s.fault == nil {
		s.heal()
	}
	if errors.Is(s.fault, ErrStale) && (s.short || s.tally["owner restored"]+s.tally["follower restored"] > 0) {
		s.tally["stale"]++ // from a copy older than the log: the series is given up
		return nil
	}
	if s.caught() {
		return nil
	}
	return s.fault
}

// step makes one step: mostly a read or a wish, sometimes a fault.
func (s *simulation) step() {
	s.now = s.now.Add(time.Duration(s.random.IntN(100)) * time.Millisecond)
	e := s.guest
	switch s.random.IntN(100) {
	case 0:
		s.now = s.now.Add(time.Duration(s.random.IntN(120)-60) * time.Second)
	case 1, 2:
		e.cut()
	case 3:
		s.owner.crash(s.chance(4))
	case 4:
		e.crash(s.chance(4))
	case 5, 6, 7, 8:
		e.connect()
	case 9:
		e.disk.sync()
		s.owner.disk.sync()
	case 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29:
		s.owner.act()
	case 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44:
		e.act()
	default:
		if s.chance(2) {
			e.read()
		} else {
			s.owner.read(s.owner.line())
		}
	}
}

// heal ends the faults, and checks that everything begun ends.
func (s *simulation) heal() {
	s.calm = true
	e := s.guest
	for round := 0; round < 60 && s.fault == nil; round++ {
		busy := false
		if !e.gone && (e.line == nil || s.owner.line() != e.line) {
			busy = true
			e.connect()
		}
		for i := 0; i < 1000 && (e.read() || s.owner.read(s.owner.line())) && s.fault == nil; i++ {
			busy = true
		}
		s.invariants()
		if !busy {
			s.healed()
			return
		}
	}
	s.failf("the ends do not come to rest")
}

// line is a connection, with the messages on their way in both directions.
type line struct {
	toOwner, toFollower []message
	cut                 bool
}

// message is one frame; exactly one field is set.
type message struct {
	follow    *Following // the follower's own position
	wish      *Wish
	ack       *uint32
	back      *handBack
	following *Following
	event     *Event
	tag       Tag
	refused   *Refused
	reject    error
}

type handBack struct {
	events []Event
	tag    Tag
}

// disk keeps all writes; a crash may lose those not synced.
type disk struct {
	writes []stored
	synced int
}

// stored is one write: a record, and the archive that belongs to it.
type stored struct {
	record  []byte
	archive archive
	open    []Wish
}

func (d *disk) write(r Record, a archive) {
	d.writes = append(d.writes, stored{record: r.Append(nil), archive: a.clone()})
}

func (d *disk) sync() { d.synced = len(d.writes) - 1 }

// lose forgets a part of the data that was not synced, and reports whether there was any.
func (d *disk) lose(s *simulation) bool {
	keep := d.synced + s.random.IntN(len(d.writes)-d.synced)
	lost := keep+1 < len(d.writes)
	d.writes = d.writes[:keep+1]
	return lost
}

// restore puts an old copy in the place of the disk.
func (d *disk) restore(s *simulation) {
	d.writes = d.writes[:1+s.random.IntN(len(d.writes))]
	d.sync()
}

func (d *disk) last() stored { return d.writes[len(d.writes)-1] }

// load reads the newest write back.
func (d *disk) load() (Record, archive, error) {
	r, err := ParseRecord(d.last().record)
	return r, d.last().archive.clone(), err
}
