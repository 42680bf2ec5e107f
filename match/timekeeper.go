package match

// Timekeeper is the part of a host's link that tells the guest about time. It is for a host that
// passes a game on between two players, such as a club, and not for one who plays: the host decides
// alone. Like a [Link] it never blocks, and its methods may be called from one goroutine at a time.
// They return an error if no series has begun. News that is told while the connection is down
// reaches the guest once it is back.
type Timekeeper interface {
	// Tell tells the guest, and those who watch, how the clocks of the current game stand. Call it
	// whenever they change in another way than by running. The moment in the clocks is one of the
	// clock that the host was given.
	Tell(c Clocks) error
	// TimeOut ends the current game at its present ply because a party's clock has run down. A ply
	// of the guest's that is on its way has come too late. It returns [ErrEnded] in a game that has
	// ended or that the host has resigned, [ErrAsked] while a request of the host's to take plies
	// back is open, and [ErrPaused] at the moment in which the guest is coming back: call it again
	// after the Resumed event.
	TimeOut(p Party) error
	// Absent tells the guest whether the other player is away.
	Absent(absent bool) error
}

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

// Clocks returns the clocks of the current game as they were told last; the zero value if it has
// none.
func (t *Table) Clocks() Clocks { return t.clocks }

// Absent reports that the other player is not connected to the host that passes the game on.
func (t *Table) Absent() bool { return t.absent }

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
