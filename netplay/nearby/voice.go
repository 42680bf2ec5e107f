package nearby

import (
	"net/netip"
	"time"
)

const (
	sayAgain = time.Second // after a change, because packets get lost; also the shortest time between two announcements
	maxAlone = 20          // unicast answers a second
)

// voice decides about the announcements of one game: on which networks, with which addresses, and
// which questions are answered. It has neither clock nor socket.
type voice struct {
	instance Instance
	game     Game
	listen   netip.AddrPort

	said  map[string]time.Time // by network, the time of the last announcement
	alone int                  // unicast answers since then
	since time.Time
}

// on returns the announcement for a network, or false if no guest can join there.
func (v *voice) on(n Network) (Announcement, bool) {
	a := Announcement{Instance: v.instance, Game: v.game, Port: v.listen.Port()}
	at := v.listen.Addr().Unmap()
	if at.IsLoopback() && n.Has(at) { // every loopback address is this computer's
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

// told records that a network has just received an announcement.
func (v *voice) told(n Network, now time.Time) {
	if v.said == nil {
		v.said = map[string]time.Time{}
	}
	v.said[n.Name] = now
}

// reply is the answer to a packet.
type reply struct {
	packet []byte // for all programs on the network, or nil
	alone  bool   // only for the program that has asked
	later  bool   // everyone is to be told, but has been told just now
}

// answer answers a packet that came from an address of a network.
func (v *voice) answer(packet []byte, from netip.AddrPort, n Network, now time.Time) reply {
	a, ok := v.on(n)
	if !ok || !n.Has(from.Addr()) {
		return reply{}
	}
	q := ReadQuestion(packet, v.instance)
	alone := from.Port() != port
	switch {
	case q.Asked == NotAsked:
		return reply{}
	case alone && !v.mayAlone(now):
		return reply{}
	case !alone && now.Sub(v.said[n.Name]) < sayAgain: // strangers must not be able to flood the network
		return reply{later: q.Asked == ForGames}
	case !alone:
		v.told(n, now)
	}
	text, err := a.Answer(q, alone)
	if err != nil {
		return reply{}
	}
	return reply{packet: text, alone: alone}
}

// mayAlone reports whether another unicast answer may be sent.
func (v *voice) mayAlone(now time.Time) bool {
	if now.Sub(v.since) >= time.Second {
		v.since, v.alone = now, 0
	}
	v.alone++
	return v.alone <= maxAlone
}
