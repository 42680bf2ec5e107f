package match

type (
	// Clocked says how the clocks of the current game stand. The moment in them is one of the clock
	// that this end was given.
	Clocked struct{ Clocks Clocks }
	// PeerAbsent says whether the other player is connected to the host, which is not itself the
	// other player. It is only about a connection that is up: after Resumed it is told again.
	PeerAbsent struct{ Absent bool }
)

func (Clocked) isEvent()    {}
func (PeerAbsent) isEvent() {}

// AtClub reports that the other end is a club, which passes the game on between two players. No one
// else keeps clocks; watchers are not told more.
func (t *Table) AtClub() bool { return t.club || t.clocks.Control.Timed() }

// Awaited reports that the other player may not have come to the first game yet: they have played
// nothing.
func (t *Table) Awaited() bool {
	m := t.Match()
	if m == nil || t.number > 1 {
		return m == nil
	}
	for n := 1; n <= m.Plies(); n++ {
		if _, sowing := m.Ply(n); t.Party(sowing.Mover) != t.self {
			return false
		}
	}
	return true
}
