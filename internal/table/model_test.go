package table

import (
	"slices"

	"mancala/internal/match"
	"mancala/rules"

	"pgregory.net/rapid"
)

// model implements a series a second time, as plainly as possible: it replays lists of houses for
// every question, without hashes.
type model struct {
	terms   Terms
	n       uint32
	games   []modelGame
	ask     Ask
	denied  [3][]uint32 // by seat: denied requests of the game, by the plies left
	wants   [3]bool
	ids     [3]uint32
	named   uint32 // the newest game whose winner was named
	closed  bool
	running bool // a clock runs
}

type modelGame struct {
	south  Seat
	plies  []rules.House
	ending match.Ending
	loser  Seat
	met    bool
}

func (m *model) game() *modelGame { return &m.games[len(m.games)-1] }

func (m *model) position() rules.Position { return m.game().position(m.terms) }

func (g *modelGame) position(t Terms) rules.Position {
	p, err := rules.Replay(t.Variant, g.plies...)
	if err != nil {
		panic(err)
	}
	return p
}

// mover returns the seat to move after the first n plies.
func (m *model) mover(n int) Seat {
	g := m.game()
	p, err := rules.Replay(m.terms.Variant, g.plies[:n]...)
	if err != nil {
		panic(err)
	}
	if p.ToMove() == rules.South {
		return g.south
	}
	return g.south.Other()
}

// winner returns who won the newest ended game, and its number.
func (m *model) winner() (Seat, uint32) {
	for i, g := range slices.Backward(m.games) {
		if g.ending == match.Running {
			continue
		}
		switch p := g.position(m.terms); {
		case g.loser != Nobody:
			return g.loser.Other(), uint32(i + 1)
		case g.ending != match.Finished:
		case p.Outcome() == rules.SouthWins:
			return g.south, uint32(i + 1)
		case p.Outcome() == rules.NorthWins:
			return g.south.Other(), uint32(i + 1)
		}
		return Nobody, uint32(i + 1)
	}
	return Nobody, 0
}

// seen is a wish with the game that its wisher saw.
type seen struct {
	Wish
	at    []rules.House
	wrong bool // the hash is that of another game
}

// refusal returns why the model refuses a wish.
func (m *model) refusal(by Seat, w *seen) Code {
	number := uint32(len(m.games))
	runs := number > 0 && m.game().ending == match.Running
	switch {
	case w.ID <= m.ids[by]:
		return Replayed
	case m.closed:
		return Ended
	}
	switch w.Kind {
	case KindPly:
		return m.refusalPly(by, w)
	case KindResign, KindAsk:
		switch {
		case w.Game != number:
			return Late
		case !runs:
			return Ended
		case !m.through(w):
			return Late
		case w.Kind == KindAsk:
			return m.refusalAsk(by, w)
		}
	case KindUnask, KindGrant, KindDeny:
		if m.ask.N == 0 || (m.ask.By == by) != (w.Kind == KindUnask) || m.ask.N != w.Arg {
			return NothingAsked
		}
		if w.Kind == KindGrant && (!m.through(w) || len(w.at) != int(m.ask.Left)) {
			return NotLegal
		}
	case KindWant, KindUnwant:
		return m.refusalNext(by, w)
	case KindName:
		if winner, game := m.winner(); winner != by || game != w.Game || m.named == game {
			return NotWinner
		}
	}
	return 0
}

// through reports whether the current game continues the one that a wisher saw.
func (m *model) through(w *seen) bool {
	plies := m.game().plies
	return !w.wrong && w.Game == uint32(len(m.games)) && len(w.at) <= len(plies) && slices.Equal(w.at, plies[:len(w.at)])
}

func (m *model) refusalPly(by Seat, w *seen) Code {
	g := m.game()
	switch {
	case w.Game != uint32(len(m.games)) || int(w.Ply) != len(g.plies)+1:
		return Late
	case g.ending != match.Running:
		return Ended
	case m.ask.By == by:
		return Asked
	case w.Arg > 255 || m.mover(len(g.plies)) != by || m.position().Legal(rules.House(w.Arg)) != nil:
		return NotLegal
	case w.wrong:
		return Mismatch
	}
	return 0
}

func (m *model) refusalNext(by Seat, w *seen) Code {
	switch {
	case m.game().ending == match.Running:
		return Running
	case w.Arg != uint32(len(m.games))+1:
		return Late
	case m.wants[by] && w.Kind == KindWant:
		return Asked
	case !m.wants[by] && w.Kind == KindUnwant:
		return NothingAsked
	}
	return 0
}

func (m *model) refusalAsk(by Seat, w *seen) Code {
	switch {
	case m.terms.Time.Timed():
		return Timed
	case m.terms.Rated:
		return Rated
	case m.ask.N != 0:
		return Asked
	case int(w.Arg) >= len(m.game().plies):
		return NoSuchPly
	case m.often(by, w.Arg):
		return Often
	case m.mover(int(w.Arg)) != by:
		return NoSuchPly
	}
	return 0
}

// often reports whether a request for a decision was denied three times since the last request for
// a later decision.
func (m *model) often(by Seat, left uint32) bool {
	most, count := uint32(0), 0
	for _, l := range m.denied[by] {
		if l > most {
			count = 0
		}
		most, count = max(most, l), count+1
	}
	return count >= 3 && left <= most
}

// take applies an accepted wish.
func (m *model) take(by Seat, w *seen) {
	m.n++
	m.ids[by] = w.ID
	g := m.game()
	switch w.Kind {
	case KindPly:
		g.plies = append(slices.Clone(g.plies), rules.House(w.Arg))
		if m.ask.N != 0 && m.ask.By != by && w.Seen >= m.ask.N {
			m.deny()
		}
		if m.position().Over() {
			m.end(match.Finished, Nobody)
		}
	case KindResign:
		m.end(match.Resigned, by)
	case KindAsk:
		m.ask = Ask{m.n, by, w.Arg}
	case KindUnask:
		m.ask = Ask{}
	case KindGrant:
		g.plies, m.ask, m.denied = g.plies[:m.ask.Left:m.ask.Left], Ask{}, [3][]uint32{}
	case KindDeny:
		m.deny()
	case KindWant, KindUnwant:
		m.wants[by] = w.Kind == KindWant
		if m.wants[A] && m.wants[B] {
			m.begin(g.south.Other())
		}
	case KindName:
		m.named = w.Game
	case KindEnd:
		m.close(by)
	}
}

func (m *model) close(by Seat) {
	g := m.game()
	switch {
	case g.ending != match.Running:
	case m.terms.Rated && g.met:
		m.end(match.Resigned, by)
	default:
		m.end(match.Abandoned, Nobody)
	}
	m.closed = true
}

func (m *model) deny() {
	m.denied[m.ask.By] = append(m.denied[m.ask.By], m.ask.Left)
	m.ask = Ask{}
}

func (m *model) begin(south Seat) {
	m.games = append(m.games, modelGame{south: south})
	m.wants, m.denied, m.running = [3]bool{}, [3][]uint32{}, false
}

func (m *model) end(e match.Ending, loser Seat) {
	g := m.game()
	g.ending, g.loser, m.ask, m.wants, m.running = e, loser, Ask{}, [3]bool{}, false
}

// same fails the test unless state and model agree.
func (m *model) same(t *rapid.T, s *State) {
	g := m.game()
	r := s.Series.Match().Result()
	if s.N != m.n || s.Series.Number() != len(m.games) || s.Seat(rules.South) != g.south || !slices.Equal(s.Series.Match().Game().Plies, g.plies) {
		t.Fatalf("event %d, game %d, %v; the model has event %d, game %d, %v", s.N, s.Series.Number(), s.Series.Match().Game(), m.n, len(m.games), g.plies)
	}
	if s.Series.Match().Position() != m.position() || r.Ending != g.ending || s.Ask != m.ask || (s.Closed.N != 0) != m.closed || s.Met != g.met || s.Clocks.Running != m.running {
		t.Fatalf("%v, %+v, closed %v, met %v, clock %v; the model has %+v", r, s.Ask, s.Closed, s.Met, s.Clocks.Running, *m)
	}
	if side, won := r.Winner(); g.loser != Nobody && (!won || s.Seat(side) == g.loser) {
		t.Fatalf("%v; the model says that %d has lost", r, g.loser)
	}
	winner, game := m.winner()
	if s.Last.Winner != winner || s.Last.Game != game || s.Last.Named != (m.named == game && game != 0) {
		t.Fatalf("last game %+v; the model has %d, %d, %d", s.Last, winner, game, m.named)
	}
	tally := m.tally()
	if s.Series.Tally() != tally {
		t.Fatalf("tally %v; the model has %v", s.Series.Tally(), tally)
	}
	if s.Wants != [2]bool{m.wants[A], m.wants[B]} || s.LastID != [2]uint32{m.ids[A], m.ids[B]} {
		t.Fatalf("wants %v, ids %v; the model has %v, %v", s.Wants, s.LastID, m.wants, m.ids)
	}
}

// tally counts the results of all games.
func (m *model) tally() match.Tally {
	tally := match.Tally{}
	for _, g := range m.games {
		result := match.Result{}
		switch {
		case g.ending == match.Finished:
			result.Outcome = g.position(m.terms).Outcome()
		case g.loser != Nobody && g.loser == g.south:
			result.Outcome = rules.NorthWins
		case g.loser != Nobody:
			result.Outcome = rules.SouthWins
		}
		tally = tally.Add(result, g.south.Party())
	}
	return tally
}

// hashAfter returns the hash of the game that the wisher saw.
func hashAfter(t Terms, game int, plies []rules.House) (short [16]byte) {
	p, err := rules.Start(t.Variant)
	if err != nil {
		panic(err)
	}
	h := startHash(t.Variant, t.gameID(game))
	for i, house := range plies {
		next, sowing, err := p.Sow(house)
		if err != nil {
			return short
		}
		h, p = h.next(i+1, sowing, next), next
	}
	return h.short()
}
