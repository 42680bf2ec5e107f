package netplay

import (
	"bytes"
	"fmt"
	"slices"

	"mancala/match"
	"mancala/rules"
)

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

// record adds the events of both ends to the archives.
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

// note adds one event to an archive.
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
	case match.Clocked:
		s.tally["clocked"]++
	case match.Rewound:
		s.tally["rewound"]++
		if g.result.Ending == match.TimedOut {
			s.tally["reopened"]++
		}
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

// compare checks that the archives hold the same games, or that one is a prefix of the other; at
// the end they have to be equal.
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

// check checks the invariants when both are connected and nothing is on its way.
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

// withoutTalk returns the bookmark of a series in the form after a restart. Confirmations of lines
// are not kept at once.
func withoutTalk(restored, series *Series) match.Bookmark {
	was, talk := series.restored, series.talk
	defer func() { series.restored, series.talk = was, talk }()
	series.restored, series.talk = true, restored.talk
	return series.bookmark("")
}

// count tallies the cases that a simulation has covered, so that a simulation that covers nothing
// fails.
func (s *simulation) count() {
	for _, g := range s.archive[match.Host].games {
		s.tally[g.result.Ending.String()]++
	}
	s.tally["rematches"] += len(s.archive[match.Host].order) - 1
}
