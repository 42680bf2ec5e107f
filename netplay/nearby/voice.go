package nearby

import (
	"net/netip"
	"time"
)

const (
	sayAgain  = time.Second // after a change, because packets get lost; and the shortest time between two
	maxAlone  = 20          // answers a second to single programs
	allOfThem = time.Second
)

// voice decides what is told about one game: where, with which addresses, and which questions are
// answered. It has neither clock nor socket.
type voice struct {
	instance Instance
	game     Game
	listen   netip.AddrPort

	said  map[string]time.Time // by network, when all were told last
	alone int                  // answers to single programs since then
	since time.Time
}

// on returns what is announced on a network. It is false for one on which nobody can join.
func (v *voice) on(n Network) (Announcement, bool) {
	a := Announcement{Instance: v.instance, Game: v.game, Port: v.listen.Port()}
	at := v.listen.Addr().Unmap()
	if at.IsLoopback() && n.Has(at) { // each address there is this computer's
		a.Addrs = []netip.Addr{at}
		return a, true
	}
	for _, p := range n.Prefixes {
		switch addr := p.Addr().Unmap(); {
		case !at.IsUnspecified() && addr != at.WithZone(""):
		case at.IsUnspecified() && addr.Is6() && (at.Is4() || addr.IsLinkLocalUnicast()):
		default:
			a.Addrs = append(a.Addrs, addr)
		}
	}
	return a, len(a.Addrs) > 0
}

// say returns the packet for all programs on a network, or nil.
func (v *voice) say(n Network, gone bool, now time.Time) []byte {
	a, ok := v.on(n)
	if !ok {
		return nil
	}
	packet, err := a.Pack(gone)
	if err != nil {
		return nil
	}
	v.told(n, now)
	return packet
}

// told notes that all on a network have been told.
func (v *voice) told(n Network, now time.Time) {
	if v.said == nil {
		v.said = map[string]time.Time{}
	}
	v.said[n.Name] = now
}

// answer returns the answer to a packet that came from an address of a network, or nil: for all, or,
// if alone is set, for that address.
func (v *voice) answer(packet []byte, from netip.AddrPort, n Network, now time.Time) (reply []byte, alone bool) {
	a, ok := v.on(n)
	if !ok || !n.Has(from.Addr()) {
		return nil, false
	}
	q := ReadQuestion(packet, v.instance)
	if q.Asked == NotAsked || !v.may(from, n, now) {
		return nil, false
	}
	alone = from.Port() != port
	if reply, err := a.Answer(q, alone); err == nil {
		return reply, alone
	}
	return nil, false
}

// may reports whether it is not too soon for another answer, so that strangers cannot have the
// network flooded.
func (v *voice) may(from netip.AddrPort, n Network, now time.Time) bool {
	if from.Port() == port {
		if now.Sub(v.said[n.Name]) < sayAgain {
			return false
		}
		v.told(n, now)
		return true
	}
	if now.Sub(v.since) >= allOfThem {
		v.since, v.alone = now, 0
	}
	v.alone++
	return v.alone <= maxAlone
}
