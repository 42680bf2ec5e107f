package tabletest

import (
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/rules"
)

// Games are the games of a scripted link. They give its news the series that it comes with, so a
// script need not.
type Games struct {
	// Series has the current game; nil until a game begins by the rules of the last connection.
	Series *match.Series

	self    match.Party
	variant rules.Variant
	met     bool
}

// Complete returns an event with a copy of the series, if it needs one and has none. Another
// connection begins another series. The end of a game that runs breaks it off.
func (g *Games) Complete(e table.News) table.News {
	switch e := e.(type) {
	case table.Connected:
		g.meet(e.Self, e.Variant)
	case table.Watched:
		if e.Names[match.Guest] != "" {
			g.meet(match.Host, e.Variant)
		}
	case table.GameStarted:
		if e.Series == nil {
			e.Series = g.now(e.Self)
		}
		return e
	case table.Played:
		if e.Series == nil {
			e.Series = g.now(rules.South)
		}
		return e
	case table.Rewound:
		if e.Series == nil {
			e.Series = g.now(rules.South)
		}
		return e
	case table.GameOver:
		if e.Series == nil {
			e.Series = g.now(rules.South)
			_ = e.Series.Match().Abort(match.Abandoned) // or it has ended
		}
		return e
	}
	return e
}

func (g *Games) meet(self match.Party, v rules.Variant) {
	if g.met {
		g.Series = nil
	}
	g.self, g.variant, g.met = self, v, true
}

// now returns a copy of the series. If there is none, this end has a side in its first game.
func (g *Games) now(self rules.Side) *match.Series {
	if g.Series == nil {
		starter := g.self
		if self == rules.North {
			starter = starter.Other()
		}
		g.Series = Series(g.variant, starter, 1)
	}
	return g.Series.Copy()
}

// Series returns a series in its game of a number, with that game's first plies. It panics if there
// is none.
func Series(v rules.Variant, starter match.Party, number int, plies ...rules.House) *match.Series {
	s, err := match.ResumeSeries(rules.Game{Variant: v, Plies: plies}, starter, number, match.Tally{})
	if err != nil {
		panic(err)
	}
	return s
}

// Resigned returns the end of the game of a series that a party resigns.
func Resigned(s *match.Series, by match.Party) table.GameOver {
	s = s.Copy()
	_ = s.Match().Resign(s.Side(by)) // it runs
	return table.GameOver{Series: s, By: by}
}
