package match

// peer is the other end of a table, and the connection to it.
type peer struct {
	paused  *Paused // the connection is down
	quiet   bool
	absent  bool
	club    bool // it passes the game on
	listen  Listening
	meeting *Meeting // nil if there is no meeting point
	offer   Offered
}

// Paused returns why and for how long the connection is down, and whether it is. A paused table
// plays nothing.
func (p *peer) Paused() (Paused, bool) {
	if p.paused == nil {
		return Paused{}, false
	}
	return *p.paused, true
}

// Quiet reports that nothing has been heard of the other end for a while.
func (p *peer) Quiet() bool { return p.quiet }

// Listening returns the last event of that name, with the addresses of a host.
func (p *peer) Listening() Listening { return p.listen }

// Meeting returns the last event of that name, or nil if the host has no meeting point.
func (p *peer) Meeting() *Meeting { return p.meeting }

// Offer returns the rules that a guest is asked to agree to.
func (p *peer) Offer() Offered { return p.offer }

// Absent reports that the other player is not connected to the host that passes the game on.
func (p *peer) Absent() bool { return p.absent }
