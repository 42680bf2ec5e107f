// Package statistics computes how a person's play developed from the games that were kept: their
// rating against each opponent over time, and the results of the houses that they began with.
package statistics

import (
	"cmp"
	"slices"
	"time"

	"mancala/internal/glicko"
	"mancala/internal/match"
	"mancala/internal/past"
	"mancala/internal/spelling"
	"mancala/rules"
)

// Point is how a person compares with an opponent after a game against them.
type Point struct {
	// Game is the number of the game, from 0 for the oldest, among all that count.
	Game int
	// Lead is the person's Glicko-2 rating less the opponent's fixed one. At 0 both score equally;
	// at 200 the person scores three points of four.
	Lead float64
}

// Curve compares a person with one opponent over time, oldest first.
type Curve struct {
	// Opponent is the opponent's name, as it was spelt last, and Kind its kind, as in a
	// [match.Figure].
	Opponent, Kind string
	Points         []Point

	person int           // the opponent
	rating glicko.Rating // after the last game
	last   time.Time     // when that ended
}

// Opening counts the results of the games that a person began with a house.
type Opening struct {
	House            rules.House
	Won, Drawn, Lost int
}

// Played returns the number of games.
func (o Opening) Played() int { return o.Won + o.Drawn + o.Lost }

// Statistics are one person's statistics.
type Statistics struct {
	// Games counts the games that ended with a result, the first of them at First and the last at
	// Last.
	Games       int
	First, Last time.Time
	// Curves has a curve for each opponent, most games first.
	Curves []Curve
	// Openings has an entry for each house of Variant, the rules of most games that the person
	// began. It is empty if they never began.
	Openings []Opening
	Variant  rules.Variant

	people spelling.People // the opponents
}

// Of returns the statistics of the person who kept some games, given newest first. Games without a
// result for them do not count, nor do games that began with plies from elsewhere.
func Of(games []match.Record) Statistics {
	var s Statistics
	begun := map[rules.Variant]int{}
	for _, r := range games {
		if _, me, ok := result(r); ok {
			s.people.Add(r.Names[me.Opponent()])
		}
	}
	for _, r := range slices.Backward(games) {
		score, me, ok := result(r)
		if !ok {
			continue
		}
		if s.Games == 0 {
			s.First = r.Ended
		}
		s.Last = r.Ended
		c := s.curve(r.Names[me.Opponent()], r.Kinds[me.Opponent()])
		c.rate(score, r.Ended)
		c.Points = append(c.Points, Point{s.Games, c.rating.Value - glicko.Default.Start.Value})
		s.Games++
		if v := r.Game.Variant; begins(r, me) {
			if begun[v]++; begun[v] >= begun[s.Variant] {
				s.Variant = v
			}
		}
	}
	slices.SortStableFunc(s.Curves, func(a, b Curve) int {
		return cmp.Or(cmp.Compare(len(b.Points), len(a.Points)), cmp.Compare(a.Opponent, b.Opponent))
	})
	if begun[s.Variant] > 0 {
		s.Openings = openings(games, s.Variant)
	}
	return s
}

// result returns the score of the person who kept a game, and their side; false if it does not
// count.
func result(r match.Record) (score glicko.Score, me rules.Side, ok bool) {
	if r.Kinds[rules.South] != match.KindPerson {
		me = rules.North
	}
	switch r.Standing() {
	case match.StandingWon:
		score = glicko.Win
	case match.StandingDrawn:
		score = glicko.Draw
	case match.StandingLost:
		score = glicko.Loss
	default:
		return 0, me, false
	}
	return score, me, !r.Opened
}

// curve returns the curve of an opponent.
func (s *Statistics) curve(name, kind string) *Curve {
	person := s.people.Person(name)
	i := slices.IndexFunc(s.Curves, func(c Curve) bool { return c.person == person && c.Kind == kind })
	if i < 0 {
		i = len(s.Curves)
		s.Curves = append(s.Curves, Curve{person: person, Kind: kind, rating: glicko.Default.Start})
	}
	s.Curves[i].Opponent = name
	return &s.Curves[i]
}

// rate counts a game that ended at a time.
func (c *Curve) rate(score glicko.Score, ended time.Time) {
	fixed := glicko.Default.Start
	fixed.Deviation = glicko.Default.MinDeviation
	away := time.Duration(0)
	if !c.last.IsZero() {
		away = past.Age(c.last, ended)
	}
	c.rating, _ = glicko.Default.Game(c.rating, fixed, score, away, 0)
	c.last = ended
}

// begins reports whether the person's own first house began the game.
func begins(r match.Record, me rules.Side) bool {
	plies := r.Game.Plies
	return me == rules.South && len(plies) > 0 && (len(plies) < 2 || plies[1] != rules.Swap)
}

// openings counts the results of the games by some rules, by the house that began them.
func openings(games []match.Record, v rules.Variant) []Opening {
	list := make([]Opening, v.Houses)
	for i := range list {
		list[i].House = rules.House(i + 1)
	}
	for _, r := range games {
		score, me, ok := result(r)
		if !ok || r.Game.Variant != v || !begins(r, me) {
			continue
		}
		i := int(r.Game.Plies[0]) - 1
		if i < 0 || i >= len(list) {
			continue
		}
		switch score {
		case glicko.Win:
			list[i].Won++
		case glicko.Draw:
			list[i].Drawn++
		default:
			list[i].Lost++
		}
	}
	return list
}
