package netplay

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

var (
	oneSeed = flag.Uint64("seed", 0, "play this one seed of TestSimulatedNetwork, and write what happens")
	seeds   = flag.Uint64("seeds", 2000, "how many seeds TestSimulatedNetwork plays")
)

// TestSimulatedNetwork lets two ends play against each other over a network that delays frames,
// delivers some twice, and breaks, losing everything that is on its way. Either process may crash
// at any time and start again from the content of its disk, with or without the last write; clocks
// jump; and the guest dials again while the host believes the old connection to be alive. In the
// end both are always together in the same game, and have the same games.
func TestSimulatedNetwork(t *testing.T) {
	simulateSeeds(t, newSimulation, "reopened")
}

// TestSimulatedStoring does the same with a host that stores first, and loses everything that is
// not stored when its process ends. It never loses what it has acknowledged.
func TestSimulatedStoring(t *testing.T) {
	simulateSeeds(t, newStoringSimulation, "stored", "lost unstored")
}

// simulateSeeds plays the seeds, and checks that all of these things have happened, besides those
// of every simulation.
func simulateSeeds(t *testing.T, begin func(testing.TB, uint64) *simulation, besides ...string) {
	if *oneSeed != 0 {
		s := begin(t, *oneSeed)
		if s.run(); len(s.faults) > 0 {
			t.Error(strings.Join(s.faults, "\n"))
		}
		return
	}
	last := *seeds
	if testing.Short() {
		last = min(last, 300)
	}
	total := tally{}
	for seed := uint64(1); seed <= last; seed++ {
		s := begin(t, seed)
		if s.run(); len(s.faults) > 0 {
			t.Fatalf("seed %d; go test -run %s -seed %d plays it again:\n%s", seed, t.Name(), seed, strings.Join(s.faults, "\n"))
		}
		for what, n := range s.tally {
			total[what] += n
		}
	}
	for _, what := range append(besides,
		"finished", "resigned", "named", "rematches", "again", "cut", "half cut", "host restarted", "guest restarted",
		"lost writes", "replaced", "clock jumped", "resumed", "rewound", "rematch withdrawn", "takeback withdrawn",
		"takeback refused", "said", "crossed resignations", "remembered", "timed-out", "timed out while paused", "too late", "clocked",
	) {
		if total[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

type tally map[string]int

// simulation is a pair with a network in between, in which each party's frames arrive in order, but
// late.
type simulation struct {
	*pair
	random  *rand.Rand
	old     [2][][]byte // the frames that have arrived from each party on this connection
	lazy    [2]bool     // whose frames are delayed for a while
	zombie  *Session    // the host's session of a connection that is gone, which it does not know
	archive [2]archive
	seen    [2]int // events that the archives have
	had     *history
	hadGame int
	tally   tally
	faults  []string
	// sabotage breaks an end, to test the test.
	sabotage *sabotage
	hall     *hall // the watchers, or nil
	// promises are the states of the guest as it sent its frames, of a host that stores first.
	promises []promise
}

func (s *simulation) fault(format string, args ...any) {
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}

func simulate(t testing.TB, seed uint64, sabotage *sabotage) *simulation {
	s := newSimulation(t, seed)
	s.sabotage = sabotage
	s.run()
	return s
}

func newSimulation(t testing.TB, seed uint64) *simulation {
	return beginSimulation(t, seed, newClubPair(false))
}

func beginSimulation(t testing.TB, seed uint64, made func(testing.TB, rules.Variant, match.First) *pair) *simulation {
	random := rand.New(rand.NewPCG(seed, 7))
	variant, err := kalah.WithSize(1+random.IntN(6), 1+random.IntN(4))
	if err != nil {
		t.Fatal(err)
	}
	s := &simulation{
		pair: made(t, variant, match.First(random.IntN(3))), random: random, tally: tally{},
		archive: [2]archive{{games: map[string]*game{}}, {games: map[string]*game{}}},
	}
	s.deliverAndStore()
	return s
}

// run lets 500 things happen, and then reunites the two.
func (s *simulation) run() {
	for step := 0; step < 500 && len(s.faults) == 0; step++ {
		s.step()
		s.storeSome()
		s.record()
		if s.hall != nil {
			s.hall.step()
		}
		if step%16 == 0 {
			s.compare(false)
		}
	}
	if len(s.faults) == 0 {
		s.reunite()
	}
}

// reunite lets the guest come back for good, and then checks the state of both.
func (s *simulation) reunite() {
	if !s.together() {
		s.dial()
	}
	for range 3 { // frames that the other end sends in response to one frame arrive, too
		s.deliverAndStore()
	}
	s.record()
	if !s.together() {
		s.fault("the two do not come together: host %v, guest %v", s.session[0].cause, s.session[1].cause)
		return
	}
	s.check()
	s.compare(true)
	s.count()
}

// together reports whether both play on the same connection.
func (s *simulation) together() bool {
	return s.session[0].phase == playing && s.session[1].phase == playing
}

// step lets one thing happen.
func (s *simulation) step() {
	self := match.Party(s.random.IntN(2))
	session := s.session[self]
	switch n := s.random.IntN(1000); {
	case n < 420:
		s.arrive(self)
	case n < 450:
		s.again(self)
	case n < 880:
		s.act(self, session)
	case n < 890:
		s.lazy[self] = !s.lazy[self]
	case n < 900:
		s.severe()
	case n < 910:
		s.crash(self)
	case n < 914:
		s.jump()
	case n < 960:
		if !s.together() && s.session[match.Guest].Ended() {
			s.dial()
		}
	default:
		s.now = s.now.Add(time.Duration(s.random.IntN(1500)) * time.Millisecond)
		session.Tick(s.now)
		if s.zombie != nil {
			s.zombie.Tick(s.now)
		}
	}
	s.gather(self)
	if s.sabotage != nil && s.sabotage.after != nil && session.phase == playing {
		s.sabotage.after(s, self)
		s.gather(self)
	}
}

// gather collects the outputs of a party. Frames of a session without a peer go nowhere.
func (s *simulation) gather(self match.Party) {
	s.collect(self)
	if self == match.Host && s.zombie != nil {
		out := s.zombie.Drain()
		s.events[self] = append(s.events[self], out.Events...)
	}
	if s.session[self.Other()].Ended() && s.session[self].phase != greeting {
		s.sent[self] = s.sent[self][:min(len(s.sent[self]), 50)]
	}
}

// arrive delivers the oldest frame of a party.
func (s *simulation) arrive(from match.Party) {
	if len(s.sent[from]) > 0 && !s.lazy[from] && !s.session[from.Other()].Ended() {
		s.old[from] = append(s.old[from], s.sent[from][0])
		s.deliver(from)
		s.settled()
	}
}

// settled checks, when both have just reconnected, that nothing is lost that both had.
func (s *simulation) settled() {
	if s.had == nil || !s.together() {
		return
	}
	for p, series := range s.series {
		now := series.history()
		switch {
		case series.Number() > s.hadGame || series.Number() == s.hadGame && now.era > s.had.era:
		case series.Number() < s.hadGame, now.era < s.had.era, commonPlies(now.plies, s.had.plies) < len(s.had.plies):
			s.fault("the %v has lost what both had: game %d %+v, and now game %d %+v",
				match.Party(p), s.hadGame, *s.had, series.Number(), now)
		}
	}
	s.had = nil
	s.tally["resumed"]++
}

// act does something that a person at this end could do.
func (s *simulation) act(self match.Party, session *Session) {
	switch n := s.random.IntN(200); {
	case n < 2:
		_ = session.Resign()
		if other := s.session[self.Other()]; isResigning(session) && isResigning(other) {
			s.tally["crossed resignations"]++
		}
		if s.sabotage != nil && s.sabotage.resigned != nil && isResigning(session) {
			s.sabotage.resigned(session)
		}
	case n < 50:
		_ = session.Rematch()
	case n < 60:
		_ = session.WithdrawRematch()
	case n < 66:
		_ = session.NameWinner(fmt.Sprint("Winner ", self))
	case n < 80:
		if session.series != nil {
			_ = session.AskTakeback(session.series.Match().Plies() - 1 - s.random.IntN(3))
		}
	case n < 84:
		_ = session.WithdrawTakeback()
	case n < 94:
		_ = session.AnswerTakeback(s.random.IntN(2) == 0)
	case n < 100:
		_ = session.Say(s.now, fmt.Sprint("line ", s.random.IntN(100)))
	case n < 104:
		_ = session.Play(rules.House(s.random.IntN(9)))
	case n < 110:
		s.keepTime(self, session)
	default:
		if session.phase != playing {
			return
		}
		position := session.series.Match().Position()
		plies := slices.Collect(position.Plies())
		if len(plies) > 0 {
			_ = session.Play(plies[s.random.IntN(len(plies))])
			session.played(s.now)
		}
	}
}

func isResigning(s *Session) bool { return s.series != nil && s.series.resigning() }
