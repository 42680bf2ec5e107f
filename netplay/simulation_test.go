package netplay

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"mancala/match"
	"mancala/rules"
)

var oneSeed = flag.Uint64("seed", 0, "play this one seed of TestSimulatedNetwork, and write what happens")

// TestSimulatedNetwork lets two ends play against each other over a network that delays frames, delivers some again, and
// at last may break. Whatever happens, both have the same games, as far as both have them, and the same results.
func TestSimulatedNetwork(t *testing.T) {
	if *oneSeed != 0 {
		simulate(t, *oneSeed)
		return
	}
	total := tally{}
	for seed := uint64(1); seed <= 400; seed++ {
		got := simulate(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d; go test -run Simulated -seed %d plays it again", seed, seed)
		}
		for what, n := range got {
			total[what] += n
		}
	}
	for _, what := range []string{
		"finished", "resigned", "abandoned", "named", "rematches", "again", "cut", "left", "gone quiet", "crossed resignations",
	} {
		if total[what] == 0 {
			t.Errorf("the simulation never saw: %s (%v)", what, total)
		}
	}
}

type tally map[string]int

// simulation is a pair with a network between, in which each party's frames arrive in order, but late.
type simulation struct {
	*pair
	t      *testing.T
	random *rand.Rand
	old    [2][][]byte // what has arrived from each party
	lazy   [2]bool     // whose frames are held back for a while
	unsure bool        // a session has ended while its resignation was not acknowledged
	tally  tally
}

func simulate(t *testing.T, seed uint64) tally {
	random := rand.New(rand.NewPCG(seed, 7))
	variant, err := kalah.WithSize(1+random.IntN(6), 1+random.IntN(4))
	if err != nil {
		t.Fatal(err)
	}
	s := &simulation{
		pair: newPair(t, variant, match.Party(random.IntN(2))), t: t, random: random, tally: tally{},
	}
	cut := random.IntN(3000)
	for step := 0; step < 2000 && !t.Failed(); step++ {
		resigning := [2]bool{isResigning(s.session[0]), isResigning(s.session[1])}
		if step == cut {
			s.cut()
		}
		s.step()
		for i, session := range s.session {
			s.unsure = s.unsure || resigning[i] && session.Ended()
		}
		if step%16 == 0 {
			s.compare(false)
		}
	}
	for range 3 { // what one frame makes the other end send arrives too
		s.deliverAll()
	}
	s.compare(!s.session[0].Ended() && !s.session[1].Ended())
	s.count(s.games(match.Host))
	return s.tally
}

func isResigning(s *Session) bool { return s.series != nil && s.series.resigning() }

// step lets one thing happen.
func (s *simulation) step() {
	self := match.Party(s.random.IntN(2))
	session := s.session[self]
	switch n := s.random.IntN(1000); {
	case n < 400:
		if len(s.sent[self]) > 0 && !s.lazy[self] {
			s.old[self] = append(s.old[self], s.sent[self][0])
			s.deliver(self)
		}
	case n < 430:
		if len(s.old[self]) > 0 {
			s.tally["again"]++
			s.session[self.Other()].Step(s.now, s.old[self][s.random.IntN(len(s.old[self]))])
			s.collect(self.Other())
		}
	case n < 830:
		s.act(self, session)
	case n < 840:
		s.lazy[self] = !s.lazy[self]
	case n < 841 && s.random.IntN(5) == 0:
		session.Leave(match.ReasonQuit)
		s.tally["left"]++
	default:
		s.now = s.now.Add(time.Duration(s.random.IntN(1500)) * time.Millisecond)
		session.Tick(s.now)
	}
	s.collect(self)
}

// act does something that a person at this end might do.
func (s *simulation) act(self match.Party, session *Session) {
	switch n := s.random.IntN(100); {
	case n < 1:
		_ = session.Resign()
		if other := s.session[self.Other()]; isResigning(session) && isResigning(other) {
			s.tally["crossed resignations"]++
		}
	case n < 30:
		_ = session.Rematch()
	case n < 35:
		_ = session.NameWinner(fmt.Sprint("Winner ", self))
	case n < 40:
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

// cut breaks the connection; what is on its way is lost.
func (s *simulation) cut() {
	s.tally["cut"]++
	for i, session := range s.session {
		s.sent[i] = nil
		session.Lost(errTruncated)
		s.collect(match.Party(i))
	}
}

// game is what one end knows of a game.
type game struct {
	start  match.GameStarted
	plies  []match.Played
	result match.GameOver
	over   bool
	name   string
}

// games sorts events by games and returns them in order.
func (s *simulation) games(self match.Party) []*game {
	var list []*game
	for _, e := range s.events[self] {
		switch e := e.(type) {
		case match.GameStarted:
			list = append(list, &game{start: e})
		case match.Played:
			list[len(list)-1].plies = append(list[len(list)-1].plies, e)
		case match.GameOver:
			list[len(list)-1].result, list[len(list)-1].over = e, true
		case match.WinnerNamed:
			for _, g := range list {
				if g.start.ID == e.GameID {
					g.name = e.Name
				}
			}
		}
	}
	return list
}

// compare checks that the two ends have the same games; at the end, when nothing is on its way, that they have exactly
// the same.
func (s *simulation) compare(end bool) {
	host, guest := s.games(match.Host), s.games(match.Guest)
	if max(len(host), len(guest))-min(len(host), len(guest)) > 1 || end && len(host) != len(guest) {
		s.t.Errorf("the host has %d games, the guest %d", len(host), len(guest))
		return
	}
	for i := range min(len(host), len(guest)) {
		s.compareGame(host[i], guest[i], end)
	}
}

func (s *simulation) compareGame(a, b *game, end bool) {
	common := min(len(a.plies), len(b.plies))
	switch {
	case a.start.ID != b.start.ID, a.start.Self == b.start.Self, a.start.Starter != b.start.Starter:
		s.t.Errorf("the ends began different games: %+v and %+v", a.start, b.start)
	case !slices.Equal(a.plies[:common], b.plies[:common]):
		s.t.Errorf("the ends have different plies: %+v and %+v", a.plies, b.plies)
	case end && len(a.plies) != len(b.plies):
		s.t.Errorf("the ends have %d and %d plies", len(a.plies), len(b.plies))
	}
	left := func(g *game) bool {
		ending := g.result.Result.Ending
		return ending == match.Abandoned || s.unsure && ending == match.Resigned
	}
	if a.over && b.over && !left(a) && !left(b) && a.result != b.result {
		s.t.Errorf("the ends ended differently: %+v and %+v", a.result, b.result)
	}
	if end && a.over != b.over {
		s.t.Errorf("the game is over at one end only: %+v and %+v", a.result, b.result)
	}
}

// count notes what a simulation has seen, so that one that sees nothing fails.
func (s *simulation) count(games []*game) {
	for _, g := range games {
		if g.over {
			s.tally[g.result.Result.Ending.String()]++
		}
		if g.name != "" {
			s.tally["named"]++
		}
	}
	s.tally["rematches"] += max(0, len(games)-1)
	for _, e := range s.events[match.Host] {
		if _, ok := e.(match.PeerQuiet); ok {
			s.tally["gone quiet"]++
		}
		if *oneSeed != 0 {
			s.t.Log(eventText(e))
		}
	}
	for _, session := range s.session {
		if session.series != nil && *session.series.hash() != hashOf(session.series) {
			s.t.Error("a hash is not that of the plies")
		}
	}
	a, b := s.session[0], s.session[1]
	if a.phase == playing && b.phase == playing && *a.series.hash() != *b.series.hash() {
		s.t.Error("the ends have different hashes")
	}
}
