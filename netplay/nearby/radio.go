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
)

// port is the port of multicast DNS.
const port = 5353

// errorPause is the pause after a read error, which may recur at once.
const errorPause = 10 * time.Millisecond

// group is the multicast group of all programs on a network.
var group = net.UDPAddr{IP: net.IPv4(224, 0, 0, 251), Port: port}

// radio is a multicast DNS socket on the networks of this computer.
type radio struct {
	loopback bool // only the loopback interface, instead of all others
	conn     *net.UDPConn
	shared   bool // other programs may send to its port unasked

	mu       sync.Mutex // also for sending: the interface and the packet belong together
	packets  *ipv4.PacketConn
	joined   map[int]bool // interfaces, by index
	networks []network
}

// network is a network with the interface that leads to it.
type network struct {
	Network
	iface net.Interface
}

// tune opens the socket. If another program keeps the port of multicast DNS and needPort is false,
// it takes another port, on which it receives only answers.
func tune(loopback, needPort bool) (*radio, error) {
	conn, err := net.ListenUDP("udp4", &group)
	shared := err == nil
	if err != nil && !needPort {
		conn, err = net.ListenUDP("udp4", nil)
	}
	if err != nil {
		return nil, err
	}
	r := &radio{loopback: loopback, conn: conn, shared: shared, packets: ipv4.NewPacketConn(conn), joined: map[int]bool{}}
	// If the system cannot set these, its defaults do nearly as well.
	_ = errors.Join(r.packets.SetMulticastLoopback(true), r.packets.SetMulticastTTL(255), r.packets.SetTTL(255))
	if _, err := r.look(); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return r, nil
}

// look finds the present networks, and reports whether they have changed.
func (r *radio) look() (bool, error) {
	list, err := net.Interfaces()
	if err != nil {
		return false, err
	}
	var networks []network
	for _, i := range list {
		if prefixes := r.prefixes(i); len(prefixes) > 0 {
			networks = append(networks, network{Network{i.Name, prefixes}, i})
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, n := range networks {
		if r.shared && !r.joined[n.iface.Index] {
			// A network that cannot be joined still receives the answers to its own questions.
			r.joined[n.iface.Index] = r.packets.JoinGroup(&n.iface, &group) == nil
		}
	}
	same := slices.EqualFunc(networks, r.networks, func(a, b network) bool {
		return a.iface.Index == b.iface.Index && slices.Equal(a.Prefixes, b.Prefixes)
	})
	r.networks = networks
	return !same, nil
}

// prefixes returns the addresses of an interface that leads to a network with neighbours.
func (r *radio) prefixes(i net.Interface) []netip.Prefix {
	inside := i.Flags&net.FlagLoopback != 0
	if inside != r.loopback || i.Flags&net.FlagUp == 0 || i.Flags&net.FlagPointToPoint != 0 ||
		!inside && i.Flags&net.FlagMulticast == 0 {
		return nil
	}
	addrs, err := i.Addrs()
	if err != nil {
		return nil
	}
	var list []netip.Prefix
	heard := false // packets are sent over IPv4
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, p)
			heard = heard || p.Addr().Is4()
		}
	}
	if !heard {
		return nil
	}
	return list
}

// all returns the networks of the last look.
func (r *radio) all() []network {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.networks
}

// send sends a packet to all programs on a network.
func (r *radio) send(packet []byte, n network) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.packets.SetMulticastInterface(&n.iface); err != nil {
		return // it has just gone
	}
	// On loopback Linux would choose the address of another interface.
	from := &ipv4.ControlMessage{Src: n.source()}
	if _, err := r.packets.WriteTo(packet, from, &group); err != nil {
		_, _ = r.packets.WriteTo(packet, nil, &group)
	}
}

// source returns the address of this computer on the network.
func (n network) source() net.IP {
	for _, p := range n.Prefixes {
		if p.Addr().Is4() {
			return p.Addr().AsSlice()
		}
	}
	return nil
}

// sendTo sends a packet to one program.
func (r *radio) sendTo(packet []byte, to netip.AddrPort) {
	_, _ = r.conn.WriteToUDPAddrPort(packet, to)
}

// hear calls f with each packet from a known network until the socket is closed.
func (r *radio) hear(f func(packet []byte, from netip.AddrPort, on network)) {
	buffer := make([]byte, maxPacket+1)
	for {
		n, from, err := r.conn.ReadFromUDPAddrPort(buffer)
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // Windows reports packets that could not be delivered
			time.Sleep(errorPause)
			continue
		}
		from = netip.AddrPortFrom(from.Addr().Unmap(), from.Port())
		networks := r.all()
		if i := slices.IndexFunc(networks, func(n network) bool { return n.Has(from.Addr()) }); i >= 0 {
			f(buffer[:n], from, networks[i])
		}
	}
}
