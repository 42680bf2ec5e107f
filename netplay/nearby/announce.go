package nearby

import (
	"crypto/rand"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// lookAgain is the time between two looks for networks that have come up.
const lookAgain = 5 * time.Second

// ErrUnshared is the error of [Announce] for a host that only programs on this computer can reach.
var ErrUnshared = errors.New("a game on loopback is not announced")

// Announcer announces a hosted game until it is closed.
type Announcer struct {
	conn  *multicastConn
	again chan struct{} // the announcement must be repeated
	done  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex
	voice voice
}

// AnnounceConfig configures an [Announcer].
type AnnounceConfig struct {
	Game Game
	// Listen is the address that the host listens on. The game is announced on the networks of that
	// address, or on all if it is unspecified.
	Listen netip.AddrPort
	// Loopback announces only on loopback.
	Loopback bool
}

// Announce starts to announce a game on the local networks, including those that come up later.
func Announce(cfg AnnounceConfig) (*Announcer, error) {
	if cfg.Listen.Addr().Unmap().IsLoopback() && !cfg.Loopback {
		return nil, ErrUnshared
	}
	instance, err := NewInstance(cfg.Game.Name, rand.Reader)
	if err != nil {
		return nil, err
	}
	conn, err := open(cfg.Loopback, true)
	if err != nil {
		return nil, err
	}
	a := &Announcer{
		conn: conn, again: make(chan struct{}, 1), done: make(chan struct{}),
		voice: voice{instance: instance, game: cfg.Game, listen: cfg.Listen},
	}
	a.say(false)
	a.ended.Go(func() { a.conn.receive(a.answer) })
	a.ended.Go(a.repeat)
	return a, nil
}

// Set announces that the game is full, or free.
func (a *Announcer) Set(full bool) {
	a.mu.Lock()
	changed := a.voice.game.Full != full
	a.voice.game.Full = full
	a.mu.Unlock()
	if !changed {
		return
	}
	a.say(false)
	a.sayAgain()
}

// Close says goodbye. Call it exactly once.
func (a *Announcer) Close() {
	close(a.done)
	a.say(true)
	a.conn.close()
	a.ended.Wait()
}

// say announces the game on all networks, or says goodbye.
func (a *Announcer) say(gone bool) {
	for _, n := range a.conn.all() {
		a.mu.Lock()
		packet := a.voice.say(n.Network, gone, time.Now())
		a.mu.Unlock()
		if packet != nil {
			a.conn.send(packet, n)
		}
	}
}

// answer answers a question.
func (a *Announcer) answer(packet []byte, from netip.AddrPort, on network) {
	a.mu.Lock()
	reply := a.voice.answer(packet, from, on.Network, time.Now())
	a.mu.Unlock()
	switch {
	case reply.later:
		a.sayAgain()
	case reply.packet == nil:
	case reply.alone:
		on.sendTo(reply.packet, from)
	default:
		a.conn.send(reply.packet, on)
	}
}

// sayAgain repeats the announcement within a second.
func (a *Announcer) sayAgain() {
	select {
	case a.again <- struct{}{}:
	default:
	}
}

// repeat repeats announcements after changes, and notices networks that come up.
func (a *Announcer) repeat() {
	again, waits := time.NewTimer(sayAgain), true
	defer again.Stop()
	looks := time.NewTicker(lookAgain)
	defer looks.Stop()
	for {
		select {
		case <-a.done:
			return
		case <-a.again:
			if !waits {
				again.Reset(sayAgain)
				waits = true
			}
		case <-again.C:
			a.say(false)
			waits = false
		case <-looks.C:
			if changed, err := a.conn.look(); err == nil && changed {
				a.say(false)
				a.sayAgain()
			}
		}
	}
}

const (
	sayAgain = time.Second // after a change, because packets get lost; also the shortest time between two announcements
	maxAlone = 20          // unicast answers a second
)

// voice decides about the announcements of one game: the networks, the addresses, and the questions
// to answer. It has no clock or socket.
type voice struct {
	instance Instance
	game     Game
	listen   netip.AddrPort

	said  map[way]time.Time // the time of the last announcement
	alone int               // unicast answers since then
	since time.Time
}

// way is a network over one version of IP.
type way struct {
	name string
	six  bool
}

// maxAddrs is the largest number of addresses that are announced: a packet has few records, and
// should fit into a frame of Ethernet.
const maxAddrs = 16

// on returns the announcement for a network, or false if no guest can join there. The addresses
// that are of most use come first.
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
		case at.IsUnspecified() && at.Is4() && addr.Is6():
		default:
			a.Addrs = append(a.Addrs, addr)
		}
	}
	slices.SortStableFunc(a.Addrs, func(a, b netip.Addr) int { return rank(a) - rank(b) })
	a.Addrs = a.Addrs[:min(len(a.Addrs), maxAddrs)]
	return a, len(a.Addrs) > 0
}

// rank orders the addresses of a host: IPv4, IPv6, and IPv6 that is only valid on one link.
func rank(a netip.Addr) int {
	switch {
	case a.Is4():
		return 0
	case !a.IsLinkLocalUnicast():
		return 1
	}
	return 2
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
		v.said = map[way]time.Time{}
	}
	v.said[n.way()] = now
}

// reply is the answer to a packet.
type reply struct {
	packet []byte // for all programs on the network, or nil
	alone  bool   // only for the program that has asked
	later  bool   // the answer is for everyone, but was just sent
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
	case !alone && now.Sub(v.said[n.way()]) < sayAgain: // strangers must not be able to flood the network
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

// mayAlone reports whether it may send another unicast answer.
func (v *voice) mayAlone(now time.Time) bool {
	if now.Sub(v.since) >= time.Second {
		v.since, v.alone = now, 0
	}
	v.alone++
	return v.alone <= maxAlone
}
