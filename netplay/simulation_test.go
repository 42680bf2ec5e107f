package netplay

import (
	"bytes"
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
// delivers some again, and breaks, losing all that is on its way. Either process may end at any
// time without a word and start again from the content of its disk, with or without the last write;
// clocks jump; and the guest dials again while the host believes the old connection to be alive.
// Whatever happens, in the end both are together in the same game, and have the same games.
func TestSimulatedNetwork(t *testing.T) {
	if *oneSeed != 0 {
		if got := simulate(t, *oneSeed, nil); len(got.faults) > 0 {
			t.Error(strings.Join(got.faults, "\n"))
		}
		return
	}
	last := *seeds
	if testing.Short() {
		last = min(last, 300)
	}
	total := tally{}
	for seed := uint64(1); seed <= last; seed++ {
		got := simulate(t, seed, nil)
		if len(got.faults) > 0 {
			t.Fatalf("seed %d; go test -run Simulated -seed %d plays it again:\n%s", seed, seed, strings.Join(got.faults, "\n"))
		}
		for what, n := range got.tally {
			total[what] += n
		}
	}
	for _, what := range []string{
		"finished", "resigned", "named", "rematches", "again", "cut", "half cut", "host restarted", "guest restarted",
		"lost writes", "replaced", "clock jumped", "resumed", "rewound", "rematch withdrawn", "takeback withdrawn",
		"takeback refused", "said", "crossed resignations", "remembered",
	} {
		if total[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

type tally map[string]int

// simulation is a pair with a network between, in which each party's frames arrive in order, but
// late.
type simulation struct {
	*pair
	random  *rand.Rand
	old     [2][][]byte // the frames that have arrived from each party on this connection
	lazy    [2]bool     // whose frames are held back for a while
	zombie  *Session    // the host's session of a connection that is gone, which it does not know
	archive [2]archive
	seen    [2]int // events that the archives have
	had     *history
	hadGame int
	tally   tally
	faults  []string
	// sabotage breaks an end, in a test of the test.
	sabotage *sabotage
	hall     *hall // those who watch, or nil
}

// archive holds the games that one end has reported, as a recorder keeps them.
type archive struct {
	current string
	order   []string
	games   map[string]*game
}

// kept returns the games that are worth keeping: those with a ply, or an end.
func (a *archive) kept() (ids []string) {
	for _, id := range a.order {
		if g := a.games[id]; len(g.plies) > 0 || g.result.Ending != match.Running {
			ids = append(ids, id)
		}
	}
	return ids
}

// game is a game as one end has reported it.
type game struct {
	number int
	south  match.Party
	plies  []rules.House
	result match.Result
	rows   int // of the top scores
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
	random := rand.New(rand.NewPCG(seed, 7))
	variant, err := kalah.WithSize(1+random.IntN(6), 1+random.IntN(4))
	if err != nil {
		t.Fatal(err)
	}
	s := &simulation{
		pair: newPair(t, variant, match.First(random.IntN(3))), random: random, tally: tally{},
		archive: [2]archive{{games: map[string]*game{}}, {games: map[string]*game{}}},
	}
	s.deliverAll()
	return s
}

// run lets 500 things happen, and brings the two together at last.
func (s *simulation) run() {
	for step := 0; step < 500 && len(s.faults) == 0; step++ {
		s.step()
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

// reunite lets the guest come back for good, and checks the state of both then.
func (s *simulation) reunite() {
	if !s.together() {
		s.dial()
	}
	for range 3 { // what one frame makes the other end send arrives too
		s.deliverAll()
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

// settled checks, when both have just come together, that nothing is lost that both had.
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

// part notes the state of both when they lose each other.
func (s *simulation) part() {
	a, b := s.series[0], s.series[1]
	if s.had != nil || a.Number() != b.Number() || a.era != b.era {
		return
	}
	both := a.history()
	both.plies = both.plies[:commonPlies(both.plies, b.history().plies)]
	s.had, s.hadGame = &both, a.Number()
}

// again delivers a frame of this connection a second time.
func (s *simulation) again(from match.Party) {
	to := s.session[from.Other()]
	if len(s.old[from]) == 0 || to.Ended() {
		return
	}
	s.tally["again"]++
	if s.sabotage != nil && s.sabotage.again != nil {
		s.sabotage.again(to)
	}
	to.Step(s.now, s.old[from][s.random.IntN(len(s.old[from]))])
	s.collect(from.Other())
}

// severe breaks the connection. Some of the frames on their way still arrive; the host may not
// notice that the guest is gone.
func (s *simulation) severe() {
	if !s.together() {
		return
	}
	s.someArrive()
	s.part()
	if s.random.IntN(3) == 0 {
		s.tally["half cut"]++
		s.sent = [2][][]byte{}
		s.session[match.Guest].Lost(errTruncated)
		s.collect(match.Guest)
		return
	}
	s.tally["cut"]++
	s.cut()
}

func (s *simulation) someArrive() {
	for _, from := range [...]match.Party{match.Host, match.Guest} {
		for n := s.random.IntN(len(s.sent[from]) + 1); n > 0 && len(s.sent[from]) > 0; n-- {
			if s.session[from.Other()].Ended() {
				return
			}
			s.deliver(from)
		}
	}
}

// crash ends a process and starts it again. Its disk may have lost the last write.
func (s *simulation) crash(self match.Party) {
	s.someArrive()
	s.part()
	lost := 0
	if s.random.IntN(3) == 0 && len(s.disk[self]) > 1 {
		lost = 1
		s.tally["lost writes"]++
		if s.series[self.Other()].restored { // then both may have lost the same
			s.had = nil
		}
	}
	s.tally[self.String()+" restarted"]++
	s.collect(self)
	s.record()
	s.restart(self, lost)
	if self == match.Host {
		s.zombie = nil
	}
	if s.sabotage != nil && s.sabotage.restarted != nil {
		s.sabotage.restarted(s, self)
	}
	if s.random.IntN(2) == 0 && !s.session[self.Other()].Ended() {
		s.session[self.Other()].Lost(errTruncated)
		s.collect(self.Other())
	}
}

// jump moves the clock on, as when a lid is closed.
func (s *simulation) jump() {
	s.tally["clock jumped"]++
	s.part()
	s.now = s.now.Add(time.Duration(s.random.IntN(3600)) * time.Second)
	for p, session := range s.session {
		session.Tick(s.now)
		s.collect(match.Party(p))
	}
}

// dial has the guest come back. The host's old session stays as it is.
func (s *simulation) dial() {
	if guest := s.session[match.Guest]; !guest.Ended() {
		guest.Lost(errTruncated)
		s.collect(match.Guest)
	}
	s.record()
	if host := s.session[match.Host]; !host.Ended() {
		s.tally["replaced"]++
		s.zombie = host
	}
	s.old, s.lazy = [2][][]byte{}, [2]bool{}
	s.connect()
}

// act does something that a person at this end might do.
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
	case n < 106:
		_ = session.Play(rules.House(s.random.IntN(9)))
	default:
		if session.phase != playing {
			return
		}
		position := session.series.Match().Position()
		plies := slices.Collect(position.Plies())
		if len(plies) > 0 {
			_ = session.Play(plies[s.random.IntN(len(plies))])
		}
	}
}

func isResigning(s *Session) bool { return s.series != nil && s.series.resigning() }

// record takes over the events of the ends into the archives.
func (s *simulation) record() {
	for p := range s.archive {
		for _, e := range s.events[p][s.seen[p]:] {
			if *oneSeed != 0 {
				fmt.Printf("%v: %s\n", match.Party(p), eventText(e))
			}
			s.note(&s.archive[p], e)
		}
		s.seen[p] = len(s.events[p])
	}
}

// note takes one event over into an archive.
func (s *simulation) note(a *archive, e match.Event) {
	g := a.games[a.current]
	switch e := e.(type) {
	case match.GameStarted:
		if g = a.games[e.ID]; g == nil {
			g = &game{number: e.Number, south: e.Starter}
			a.games[e.ID] = g
			a.order = append(a.order, e.ID)
		}
		a.current, g.plies, g.result = e.ID, slices.Clone(e.Plies), match.Result{}
	case match.Played:
		g.plies = append(g.plies, e.Sowing.From)
		if e.N != len(g.plies) {
			s.fault("ply %d was told as ply %d", len(g.plies), e.N)
		}
	case match.Rewound:
		s.tally["rewound"]++
		g.plies, g.result = g.plies[:e.Plies], match.Result{}
	case match.GameOver:
		g.result = e.Result
		if e.Result.Ending == match.Desynced || e.Result.Ending == match.Abandoned {
			s.fault("game %d has ended: %v", g.number, e.Result.Ending)
		}
	case match.WinnerNamed:
		s.tally["named"]++
		a.games[e.GameID].rows = 1
	case match.PeerLeft:
		s.fault("a party left: %v", e.Note)
	case match.Failed:
		s.fault("failed: %v", e.Note)
	case match.Resumed:
		if e.Note != nil {
			s.tally["remembered"]++
		}
	case match.RematchWithdrawn:
		s.tally["rematch withdrawn"]++
	case match.TakebackWithdrawn:
		s.tally["takeback withdrawn"]++
	case match.TakebackAnswered:
		if !e.Granted {
			s.tally["takeback refused"]++
		}
	case match.Said:
		s.tally["said"]++
	}
}

// compare checks that the archives hold the same games, or one a beginning of the other; at the end
// exactly the same.
func (s *simulation) compare(end bool) {
	host, guest := &s.archive[match.Host], &s.archive[match.Guest]
	if one, other := host.kept(), guest.kept(); end && !slices.Equal(one, other) {
		s.fault("the host has the games %v, the guest %v", one, other)
	}
	for id, a := range host.games {
		b := guest.games[id]
		if b == nil {
			continue
		}
		equal := slices.Equal(a.plies, b.plies)
		switch {
		case a.south != b.south:
			s.fault("game %d has two starters", a.number)
		case end && !equal:
			s.fault("game %d has the plies %v and %v", a.number, a.plies, b.plies)
		case end && a.result != b.result:
			s.fault("game %d ended differently: %v and %v", a.number, a.result, b.result)
		case a.result.Ending == match.Finished && b.result.Ending == match.Finished && (!equal || a.result != b.result):
			s.fault("game %d was finished differently: %v and %v", a.number, a.plies, b.plies)
		case a.number < min(s.series[0].Number(), s.series[1].Number()) && (!equal || a.result != b.result):
			s.fault("game %d, long over, differs: %v %v and %v %v", a.number, a.plies, a.result, b.plies, b.result)
		}
	}
}

// check looks at the invariants when both are together and nothing is on its way.
func (s *simulation) check() {
	a, b := s.series[0], s.series[1]
	switch {
	case a.Number() != b.Number(), a.era != b.era, *a.hash() != *b.hash():
		s.fault("the ends are in game %d, %v, and in game %d, %v", a.Number(), a.history(), b.Number(), b.history())
	case *a.hash() != hashOf(a):
		s.fault("a hash is not that of the plies")
	case a.wants != b.wants:
		s.fault("the wishes for the next game are %v and %v", a.wants, b.wants)
	case a.Tally() != b.Tally():
		s.fault("the scores are %v and %v", a.Tally(), b.Tally())
	case a.Match().Result() != b.Match().Result():
		s.fault("the results are %v and %v", a.Match().Result(), b.Match().Result())
	case a.asks[0].open != b.asks[0].open || a.asks[1].open != b.asks[1].open:
		s.fault("the requests are %+v and %+v", a.asks, b.asks)
	case a.talk.said < b.talk.heard, b.talk.said < a.talk.heard, len(a.talk.unheard)+len(b.talk.unheard) > 0:
		s.fault("the lines are %+v and %+v", a.talk, b.talk)
	}
	for p, series := range s.series {
		restored, err := restoreSeries(s.disk[p][len(s.disk[p])-1])
		if err != nil {
			s.fault("the disk of the %v cannot be read: %v", match.Party(p), err)
		} else if !bytes.Equal(restored.bookmark("").State, withoutTalk(restored, series).State) {
			s.fault("the disk of the %v has another series", match.Party(p))
		}
	}
}

// withoutTalk returns the bookmark of a series as it is kept after a restart. Which lines were
// confirmed is not kept at once.
func withoutTalk(restored, series *Series) match.Bookmark {
	was, talk := series.restored, series.talk
	defer func() { series.restored, series.talk = was, talk }()
	series.restored, series.talk = true, restored.talk
	return series.bookmark("")
}

// count notes what a simulation has seen, so that one that sees nothing fails.
func (s *simulation) count() {
	for _, g := range s.archive[match.Host].games {
		s.tally[g.result.Ending.String()]++
	}
	s.tally["rematches"] += len(s.archive[match.Host].order) - 1
}
