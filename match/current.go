package match

import "mancala/rules"

// current is the current game of a table; the zero value is none.
type current struct {
	variant   rules.Variant
	series    *Series
	gameID    string
	number    int
	wanted    [2]bool     // who has asked for the next game
	asks      [2]takeback // by party: who asks to take plies back
	opened    bool        // it began with plies that were not played here
	wentBack  bool        // plies of it have been taken back
	clocks    Clocks      // as told last
	by        Party       // who resigned or ran out of time
	estimates estimates
}

// takeback is a request to go back to the position after some plies.
type takeback struct {
	open  bool
	plies int
}

// Match returns the current game, or nil before the first. It is to be read only.
func (c *current) Match() *Match {
	if c.series == nil {
		return nil
	}
	return c.series.Match()
}

// GameID returns the name of the current game.
func (c *current) GameID() string { return c.gameID }

// Number returns the number of the current game in its series, counted from 1.
func (c *current) Number() int { return c.number }

// Side returns the side that a party has in the current game.
func (c *current) Side(p Party) rules.Side {
	if c.series == nil {
		return rules.South
	}
	return c.series.Side(p)
}

// Party returns who has a side in the current game.
func (c *current) Party(s rules.Side) Party {
	if c.series == nil {
		return Host
	}
	return c.series.Party(s)
}

// Starter returns who made, or makes, the first ply of the current game.
func (c *current) Starter() Party { return c.Party(rules.South) }

// Tally returns how the games of the series ended so far, the current one included once it has
// ended.
func (c *current) Tally() Tally {
	if c.series == nil {
		return Tally{}
	}
	return c.series.Tally()
}

// Opened reports that the current game began with plies that were not played at this table.
func (c *current) Opened() bool { return c.opened }

// Loser returns the party that resigned or ran out of time, if the game ended so.
func (c *current) Loser() Party { return c.by }

// Wanted reports whether a party has asked for the next game.
func (c *current) Wanted(p Party) bool { return c.wanted[p&1] }

// Asks returns the position that a party asks to go back to, as the number of plies left, and
// whether it asks.
func (c *current) Asks(p Party) (plies int, ok bool) { return c.asks[p&1].plies, c.asks[p&1].open }

// Clocks returns the clocks of the current game as they were told last; the zero value if it has
// none.
func (c *current) Clocks() Clocks { return c.clocks }

// Estimate returns the verdict of a computer player on the position in which it chose the n-th ply
// of the current game, counted from 1. It returns false if the value was proved, if the player
// gives none, or if a person or the other end chose.
func (c *current) Estimate(n int) (v Verdict, ok bool) {
	at, ok := c.estimates[n]
	if m := c.Match(); !ok || n > m.Plies() {
		return Verdict{}, false
	} else if before, s := m.Ply(n); before != at.in || s.From != at.house {
		return Verdict{}, false
	}
	return at.verdict, true
}
