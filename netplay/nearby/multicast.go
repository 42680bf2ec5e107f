// Package nearby announces a hosted game to other computers on the same network, and finds the
// games that they announce: DNS-based service discovery (RFC 6763) over multicast DNS (RFC 6762).
//
// [Announcement.Pack], [Ask] and [List] are the protocol, as pure functions of packets; [Announce]
// and [Browse] are the sockets. PROTOCOL.md describes the packets.
package nearby

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/net/ipv4"
	"golang.org/x/net/ipv6"
)

// port is the port of multicast DNS.
const port = 5353

// errorPause is the pause after a read error, which may recur at once.
const errorPause = 10 * time.Millisecond

// The multicast groups of all programs on a network.
var (
	group4 = net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: port}
	group6 = net.UDPAddr{IP: net.ParseIP("ff02::fb"), Port: port}
)

// multicastConn sends and receives multicast DNS on the networks of this computer, over IPv4 and
// IPv6.
type multicastConn struct {
	loopback bool // only the loopback interface, instead of all others
	bands    []*band

	mu       sync.Mutex // also for sending: the interface and the packet belong together
	networks []network
	others   bool // there are networks besides, on which nobody can be asked
}

// band is the socket of a multicastConn for one version of IP.
type band struct {
	six     bool
	conn    *net.UDPConn
	shared  bool // other programs may send to its port unasked
	group   net.UDPAddr
	packets packets
	joined  map[int]bool // interfaces, by index
}

// packets has the options of a socket that both versions of IP have.
type packets interface {
	JoinGroup(*net.Interface, net.Addr) error
	SetMulticastInterface(*net.Interface) error
}

// network is a network over one version of IP, with the interface that leads to it.
type network struct {
	Network
	iface net.Interface
	band  *band
}

// open opens the sockets. If another program keeps the port of multicast DNS and needPort is false,
// it takes another port, on which it receives only answers. It fails if neither version of IP has a
// socket.
func open(loopback, needPort bool) (*multicastConn, error) {
	r := &multicastConn{loopback: loopback}
	four, err := newBand("udp4", group4, needPort)
	if err == nil {
		r.bands = append(r.bands, four)
	}
	if !loopback { // which has no multicast over IPv6, and always IPv4
		if six, err := newBand("udp6", group6, needPort); err == nil {
			r.bands = append(r.bands, six)
		}
	}
	if len(r.bands) == 0 {
		return nil, err
	}
	if _, err := r.look(); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func newBand(version string, group net.UDPAddr, needPort bool) (*band, error) {
	conn, err := net.ListenUDP(version, &group)
	shared := err == nil
	if err != nil && !needPort {
		conn, err = net.ListenUDP(version, nil)
	}
	if err != nil {
		return nil, err
	}
	b := &band{six: group.IP.To4() == nil, conn: conn, shared: shared, group: group, joined: map[int]bool{}}
	// If the system cannot set these, its defaults do nearly as well.
	if b.six {
		p := ipv6.NewPacketConn(conn)
		_ = errors.Join(p.SetMulticastLoopback(true), p.SetMulticastHopLimit(255), p.SetHopLimit(255))
		b.packets = p
	} else {
		p := ipv4.NewPacketConn(conn)
		_ = errors.Join(p.SetMulticastLoopback(true), p.SetMulticastTTL(255), p.SetTTL(255))
		b.packets = p
	}
	return b, nil
}

// close closes the sockets.
func (r *multicastConn) close() {
	for _, b := range r.bands {
		_ = b.conn.Close()
	}
}

// look finds the present networks, and reports whether they have changed.
func (r *multicastConn) look() (bool, error) {
	list, err := net.Interfaces()
	if err != nil {
		return false, err
	}
	var networks []network
	others := false
	for _, i := range list {
		prefixes := r.prefixes(i)
		if len(prefixes) > 0 && !neighbourly(i) {
			others = true
			continue
		}
		for _, b := range r.bands {
			if slices.ContainsFunc(prefixes, func(p netip.Prefix) bool { return p.Addr().Is6() == b.six }) {
				networks = append(networks, network{Network{i.Name, b.six, prefixes}, i, b})
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range networks {
		if b := n.band; b.shared && !b.joined[n.iface.Index] {
			// A network that cannot be joined still receives the answers to its own questions.
			b.joined[n.iface.Index] = b.packets.JoinGroup(&n.iface, &b.group) == nil
		}
	}
	same := slices.EqualFunc(networks, r.networks, func(a, b network) bool {
		return a.iface.Index == b.iface.Index && a.band == b.band && slices.Equal(a.Prefixes, b.Prefixes)
	})
	r.networks, r.others = networks, others
	return !same, nil
}

// prefixes returns the addresses of an interface that is up, of those that the multicastConn is
// for.
func (r *multicastConn) prefixes(i net.Interface) []netip.Prefix {
	if inside := i.Flags&net.FlagLoopback != 0; inside != r.loopback || i.Flags&net.FlagUp == 0 {
		return nil
	}
	addrs, err := i.Addrs()
	if err != nil {
		return nil
	}
	var list []netip.Prefix
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, p)
		}
	}
	return list
}

// neighbourly reports whether an interface leads to a network on which all computers can be asked
// at once, or back to this computer.
func neighbourly(i net.Interface) bool {
	return i.Flags&net.FlagLoopback != 0 || i.Flags&net.FlagMulticast != 0 && i.Flags&net.FlagPointToPoint == 0
}

// all returns the networks of the last look.
func (r *multicastConn) all() []network {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.networks
}

// send sends a packet to all programs on a network.
func (r *multicastConn) send(packet []byte, n network) {
	r.mu.Lock()
	defer r.mu.Unlock()
	b, to := n.band, n.band.group
	if err := b.packets.SetMulticastInterface(&n.iface); err != nil {
		return // it has just gone
	}
	if four, ok := b.packets.(*ipv4.PacketConn); ok {
		// On loopback Linux would choose the address of another interface.
		if _, err := four.WriteTo(packet, &ipv4.ControlMessage{Src: n.source()}, &to); err == nil {
			return
		}
	} else {
		to.Zone = n.iface.Name
	}
	_, _ = b.conn.WriteToUDP(packet, &to)
}

// source returns the IPv4 address of this computer on the network.
func (n network) source() net.IP {
	for _, p := range n.Prefixes {
		if p.Addr().Is4() {
			return p.Addr().AsSlice()
		}
	}
	return nil
}

// sendTo sends a packet to one program on a network.
func (n network) sendTo(packet []byte, to netip.AddrPort) {
	_, _ = n.band.conn.WriteToUDPAddrPort(packet, to)
}

// receive calls f with each packet from a known network until the sockets are closed.
func (r *multicastConn) receive(f func(packet []byte, from netip.AddrPort, on network)) {
	var ended sync.WaitGroup
	for _, b := range r.bands {
		ended.Go(func() { r.receiveOn(b, f) })
	}
	ended.Wait()
}

func (r *multicastConn) receiveOn(b *band, f func(packet []byte, from netip.AddrPort, on network)) {
	buffer := make([]byte, maxPacket+1)
	for {
		n, from, err := b.conn.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // Windows reports packets that could not be delivered
			time.Sleep(errorPause)
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		networks := r.all()
		if i := slices.IndexFunc(networks, func(n network) bool { return n.band == b && n.Has(from.Addr()) }); i >= 0 {
			f(buffer[:n], from, networks[i])
		}
	}
}
