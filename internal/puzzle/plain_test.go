package puzzle

import (
	"fmt"

	"mancala/rules"
)

// judge proves whether a ply of p is worth less than (-1), exactly (0) or more than (1) the claim
// to its mover. The claim is in seeds, or a result if only that counts.
type judge interface {
	worth(p rules.Position, h rules.House, seeds int) int
}

// judges are the judges of variants that were asked for.
type judges map[rules.Variant]judge

// of returns a judge for a variant that shares no code with package rules or the engine.
func (js judges) of(v rules.Variant) judge {
	v.Pie = false
	switch {
	case js[v] != nil:
	case v.Acyclic():
		js[v] = newPlainSolver(v)
	default:
		js[v] = newRingJudge(v)
	}
	return js[v]
}

// plainSolver proves values a second time. Its search shares no code with package rules or the
// engine. It knows Mangala, and Kalah with or without empty captures. It bounds the side to move's
// further lead over the other.
type plainSolver struct {
	m                     int
	captureEmpty, mangala bool
	known                 []plainEntry
	boards                int
}

// plainBoard holds the houses, the mover's first.
type plainBoard [2 * rules.MaxHouses]int8

type plainEntry struct {
	board     plainBoard
	set       bool
	low, high int16
}

// newPlainSolver returns a solver for a variant: kalah, empty-capture or mangala.
func newPlainSolver(v rules.Variant) *plainSolver {
	name := v.Name()
	if name != "kalah" && name != "empty-capture" && name != "mangala" {
		panic("the plain solver does not know " + v.String())
	}
	return &plainSolver{m: int(v.Houses), captureEmpty: name == "empty-capture", mangala: name == "mangala", known: make([]plainEntry, 1<<20)}
}

// board returns the houses of a position.
func (s *plainSolver) board(p rules.Position) (b plainBoard) {
	for i := range s.m {
		h := rules.House(i + 1)
		b[i] = int8(p.Seeds(rules.Pit{Side: p.ToMove(), House: h}))
		b[s.m+i] = int8(p.Seeds(rules.Pit{Side: p.ToMove().Opponent(), House: h}))
	}
	return b
}

// sow plays house i (from 0). It returns the board after it for the same side, the seeds won,
// whether the side moves again, and whether the game is over; won then includes the rest.
func (s *plainSolver) sow(b plainBoard, i int) (after plainBoard, won int, again, over bool) {
	m, n := s.m, int(b[i])
	b[i] = 0
	at := i
	if s.mangala && n > 1 { // one stays
		b[i] = 1
		n--
	}
	for ; n > 0; n-- {
		// Places 0..m-1 are own houses, m the own store, m+1..2m the other's houses.
		at = (at + 1) % (2*m + 1)
		switch {
		case at < m:
			b[at]++
		case at == m:
			won++
		default:
			b[at-1]++
		}
	}
	again = at == m
	if at < m && b[at] == 1 && (b[2*m-1-at] > 0 || s.captureEmpty) {
		won += int(b[at] + b[2*m-1-at])
		b[at], b[2*m-1-at] = 0, 0
	}
	if s.mangala && at > m && b[at-1]%2 == 0 {
		won += int(b[at-1])
		b[at-1] = 0
	}
	own, other := 0, 0
	for j := range m {
		own, other = own+int(b[j]), other+int(b[m+j])
	}
	switch {
	case own > 0 && other > 0:
		return b, won, again, false
	case s.mangala: // the side without seeds gets the rest
		return plainBoard{}, won + other - own, false, true
	}
	return plainBoard{}, won + own - other, false, true
}

// turned returns the board as the other side sees it.
func (s *plainSolver) turned(b plainBoard) (t plainBoard) {
	copy(t[:s.m], b[s.m:2*s.m])
	copy(t[s.m:], b[:s.m])
	return t
}

func (s *plainSolver) entry(b plainBoard) *plainEntry {
	hash := uint64(14695981039346656037)
	for _, n := range b[:2*s.m] {
		hash = (hash ^ uint64(n)) * 1099511628211
	}
	return &s.known[(hash^hash>>29)%uint64(len(s.known))]
}

// atLeast reports whether the side to move gets at least so many seeds more than the other from a
// board on.
func (s *plainSolver) atLeast(b plainBoard, n int) bool {
	left := 0
	for _, c := range b {
		left += int(c)
	}
	if n > left || n <= -left { // no side gets more than all seeds left
		return n <= -left
	}
	e := s.entry(b)
	if e.set && e.board == b {
		if int(e.low) >= n || int(e.high) < n {
			return int(e.low) >= n
		}
	}
	s.boards++
	proved := s.tries(b, n)
	if e = s.entry(b); !e.set || e.board != b {
		*e = plainEntry{board: b, set: true, low: -1000, high: 1000}
	}
	if proved {
		e.low = max(e.low, int16(n))
	} else {
		e.high = min(e.high, int16(n-1))
	}
	return proved
}

// tries reports whether some ply gets at least n seeds more. It tries extra turns first.
func (s *plainSolver) tries(b plainBoard, n int) bool {
	for _, extra := range []bool{true, false} {
		for i := s.m - 1; i >= 0; i-- {
			if b[i] == 0 || extra != (int(b[i])%(2*s.m+1) == s.m-i) {
				continue
			}
			if s.plyAtLeast(b, i, n) {
				return true
			}
		}
	}
	return false
}

// plyAtLeast reports whether house i gets the side to move at least n seeds more than the other.
func (s *plainSolver) plyAtLeast(b plainBoard, i, n int) bool {
	after, won, again, over := s.sow(b, i)
	switch {
	case over:
		return won >= n
	case again:
		return s.atLeast(after, n-won)
	}
	return !s.atLeast(s.turned(after), won-n+1)
}

// worth implements judge, stores included.
func (s *plainSolver) worth(p rules.Position, h rules.House, seeds int) int {
	b, lead := s.board(p), p.Lead(p.ToMove())
	atLeast := func(n int) bool {
		if h == rules.Swap { // the other side gets the houses of the swapper, and moves
			return !s.atLeast(b, -n+1-lead)
		}
		return s.plyAtLeast(b, int(h)-1, n-lead)
	}
	switch {
	case !atLeast(seeds):
		return -1
	case atLeast(seeds + 1):
		return 1
	}
	return 0
}

// prove proves everything that a puzzle claims: the value of each ply, that the line is best play
// of both sides, and that exactly the right plies keep the value.
func prove(s judge, p Puzzle) error {
	if err := p.Check(); err != nil {
		return err
	}
	for _, v := range p.Values {
		if w := s.worth(p.Position, v.Ply, v.Seeds); w != 0 {
			return fmt.Errorf("ply %v is not worth %d (%+d): %v", v.Ply, v.Seeds, w, p)
		}
	}
	at, value := p.Position, p.Best()
	for i, h := range p.Line {
		mine := value
		if at.ToMove() != p.Solver() {
			mine = -value
		}
		for ply := range at.Plies() {
			if err := provePly(s, p, at, i, ply, mine); err != nil {
				return err
			}
		}
		at, _, _ = at.Sow(h)
	}
	return nil
}

// provePly proves the claim about a ply at number i of the line. Best play there is worth that much
// to the side to move.
func provePly(s judge, p Puzzle, at rules.Position, i int, ply rules.House, value int) error {
	switch w := s.worth(at, ply, value); {
	case w > 0, ply == p.Line[i] && w < 0:
		return fmt.Errorf("ply %d: %v is worth %+d against best play: %v", i+1, ply, w, p)
	case p.Right[i] == 0:
		return nil
	default:
		keeps := w == 0
		if p.Kind == Result { // 1 is a win, 0 a draw, and a loss is not asked for
			keeps = s.worth(at, ply, class(value)) >= 0
		}
		if keeps != p.Right[i].Has(ply) {
			return fmt.Errorf("ply %d: %v keeps the value: %v: %v", i+1, ply, keeps, p)
		}
		return nil
	}
}
