package menustest

import "mancala/menus/ports"

// Street is a network with announced games.
type Street struct {
	List []ports.NearbyGame
	// Err says why the search is impossible.
	Err error
	// Closed says that the search has ended.
	Closed bool
	told   bool
}

// Games returns the games; they have changed at the first call and after each Change.
func (s *Street) Games() (list []ports.NearbyGame, changed bool) {
	changed = !s.told
	s.told = true
	return s.List, changed
}

// Change replaces the games.
func (s *Street) Change(list ...ports.NearbyGame) { s.List, s.told = list, false }

// Trouble returns Err.
func (s *Street) Trouble() error { return s.Err }

// Close ends the search.
func (s *Street) Close() { s.Closed = true }
