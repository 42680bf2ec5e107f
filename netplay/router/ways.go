//go:build !js

package router

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/huin/goupnp"
	"github.com/huin/goupnp/dcps/internetgateway2"
	"github.com/huin/goupnp/httpu"
	"github.com/huin/goupnp/soap"
	"github.com/huin/goupnp/ssdp"
	"github.com/jackpal/gateway"
	natpmp "github.com/jackpal/go-nat-pmp"
)

const (
	routers    = "urn:schemas-upnp-org:device:InternetGatewayDevice:1" // newer ones answer to it, too
	maxRouters = 4
	maxReply   = 1 << 20 // bytes of a router's description
	otherPorts = 3       // tries at other ports if the same one is taken
)

// UPnP asks the routers of the local network by UPnP.
type UPnP struct {
	// Search returns the URLs of routers' descriptions; nil means to ask the network.
	Search func(ctx context.Context) ([]*url.URL, error)
}

// forwarder is the part of a router that opens ports, in any version.
type forwarder interface {
	GetExternalIPAddressCtx(ctx context.Context) (string, error)
	AddPortMappingCtx(ctx context.Context, remote string, outer uint16, protocol string, inner uint16, host string,
		enabled bool, description string, seconds uint32) error
	DeletePortMappingCtx(ctx context.Context, remote string, outer uint16, protocol string) error
}

// client speaks HTTP to routers: without a proxy or redirects, and with limited replies.
var client = &http.Client{
	Transport:     limited{&http.Transport{Proxy: nil, DisableKeepAlives: true, ResponseHeaderTimeout: patience}},
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	Timeout:       patience,
}

// setUp makes the library use that client.
var setUp = sync.OnceFunc(func() { goupnp.HTTPClientDefault = client })

// limited limits the size of replies.
type limited struct{ http.RoundTripper }

func (l limited) RoundTrip(r *http.Request) (*http.Response, error) {
	reply, err := l.RoundTripper.RoundTrip(r)
	if err == nil {
		reply.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(reply.Body, maxReply), reply.Body}
	}
	return reply, err
}

// Open asks the routers that answer, one after the other, until one opens the port.
func (u UPnP) Open(ctx context.Context, port uint16) (Mapping, error) {
	setUp()
	search := u.Search
	if search == nil {
		search = searchNetwork
	}
	list, err := search(ctx)
	if err != nil {
		return Mapping{}, err
	}
	if len(list) == 0 {
		return Mapping{}, errors.New("no router answers by UPnP")
	}
	list = list[:min(len(list), maxRouters)]
	return first(list, func(at *url.URL) (Mapping, error) { return openUPnP(ctx, at, port) })
}

// first returns the first port that open opens for an element of the list, or all errors, joined.
func first[T any](list []T, open func(T) (Mapping, error)) (Mapping, error) {
	var errs []error
	for _, at := range list {
		m, err := open(at)
		if err == nil {
			return m, nil
		}
		errs = append(errs, err)
	}
	return Mapping{}, errors.Join(errs...)
}

// openUPnP asks one router for a port.
func openUPnP(ctx context.Context, at *url.URL, port uint16) (Mapping, error) {
	self, err := neighbour(at)
	if err != nil {
		return Mapping{}, err
	}
	forwarders, err := forwardersOf(ctx, at)
	if err != nil {
		return Mapping{}, err
	}
	return first(forwarders, func(f forwarder) (Mapping, error) { return forward(ctx, f, self, port) })
}

// neighbour returns this computer's address on the router's network, or an error if they share
// none: anyone may answer the search, and must not be able to direct requests to other computers.
func neighbour(at *url.URL) (self netip.Addr, err error) {
	router, err := netip.ParseAddr(at.Hostname())
	if err != nil || at.Scheme != "http" {
		return self, fmt.Errorf("a router is at %q", at.String())
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return self, err
	}
	for _, a := range addrs {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Masked().Contains(router.Unmap()) && p.Addr().Is4() {
			return p.Addr(), nil
		}
	}
	return self, fmt.Errorf("a router is at %s, which is no network of this computer", router)
}

// forwardersOf reads a router's description, and returns its services that open ports.
func forwardersOf(ctx context.Context, at *url.URL) ([]forwarder, error) {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	root, err := goupnp.DeviceByURLCtx(asking, at)
	if err != nil {
		return nil, err
	}
	var list []forwarder
	add := func(f forwarder, s *soap.SOAPClient) {
		if s.EndpointURL.Host == at.Host && s.EndpointURL.Scheme == "http" { // and nowhere else
			s.HTTPClient = *client
			list = append(list, f)
		}
	}
	// An error means that the router has no service of this kind.
	second, _ := internetgateway2.NewWANIPConnection2ClientsFromRootDevice(root, at)
	for _, c := range second {
		add(c, c.SOAPClient)
	}
	original, _ := internetgateway2.NewWANIPConnection1ClientsFromRootDevice(root, at)
	for _, c := range original {
		add(c, c.SOAPClient)
	}
	ppp, _ := internetgateway2.NewWANPPPConnection1ClientsFromRootDevice(root, at)
	for _, c := range ppp {
		add(c, c.SOAPClient)
	}
	if len(list) == 0 {
		return nil, errors.New("the router has nothing that opens ports")
	}
	return list, nil
}

// forward opens the port, or another one outside if that is taken.
func forward(ctx context.Context, f forwarder, self netip.Addr, port uint16) (Mapping, error) {
	addr, err := outer(ctx, f)
	if err != nil {
		return Mapping{}, err
	}
	lifetime := lease
	for try := range otherPorts + 1 {
		outside := port + uint16(try)
		err := add(ctx, f, self, port, outside, lifetime)
		if code(err) == 725 { // the router allows only permanent mappings
			lifetime = 0
			err = add(ctx, f, self, port, outside, 0)
		}
		switch {
		case err == nil:
			return Mapping{
				Public: netip.AddrPortFrom(addr, outside), Lifetime: lifetime,
				Close: func(ctx context.Context) error { return f.DeletePortMappingCtx(ctx, "", outside, "TCP") },
			}, nil
		case code(err) != 718 || outside == 65535: // 718: another computer has it
			if code(err) != 0 {
				err = fmt.Errorf("%w: %w", ErrRefused, err)
			}
			return Mapping{}, err
		}
	}
	return Mapping{}, fmt.Errorf("%w: all ports that were tried are taken", ErrRefused)
}

// outer returns the router's own public address.
func outer(ctx context.Context, f forwarder) (netip.Addr, error) {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	text, err := f.GetExternalIPAddressCtx(asking)
	if err != nil {
		return netip.Addr{}, err
	}
	addr, err := netip.ParseAddr(strings.TrimSpace(text))
	if err != nil {
		return addr, fmt.Errorf("the router's outer address is %q", text)
	}
	if !public(addr) {
		return addr, &PrivateError{addr}
	}
	return addr, nil
}

func add(ctx context.Context, f forwarder, self netip.Addr, port, outside uint16, lifetime time.Duration) error {
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return f.AddPortMappingCtx(asking, "", outside, "TCP", port, self.String(), true, "mancala", uint32(lifetime/time.Second))
}

// code returns the UPnP error code of a router, or 0.
func code(err error) int {
	fault := (*soap.SOAPFaultError)(nil)
	if !errors.As(err, &fault) {
		return 0
	}
	return fault.Detail.UPnPError.Errorcode
}

// searchNetwork searches all networks of this computer for routers until patience ends.
func searchNetwork(ctx context.Context) ([]*url.URL, error) {
	own, err := ownAddrs()
	if err != nil {
		return nil, err
	}
	asking, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var (
		group sync.WaitGroup
		mu    sync.Mutex
		list  []*url.URL
		seen  = map[string]bool{}
	)
	for _, addr := range own {
		group.Go(func() {
			for _, at := range searchFrom(asking, addr) {
				mu.Lock()
				if !seen[at.Host] {
					seen[at.Host] = true
					list = append(list, at)
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	return list, ctx.Err()
}

// searchFrom searches the network of one address of this computer. A network that cannot be asked
// has no router.
func searchFrom(ctx context.Context, own netip.Addr) []*url.URL {
	asker, err := httpu.NewHTTPUClientAddr(own.String())
	if err != nil {
		return nil
	}
	defer asker.Close()
	replies, err := ssdp.RawSearch(ctx, asker, routers, 2)
	if err != nil {
		return nil
	}
	var list []*url.URL
	for _, reply := range replies {
		if at, err := reply.Location(); err == nil {
			list = append(list, at)
		}
	}
	return list
}

// ownAddrs returns the private IPv4 addresses of this computer.
func ownAddrs() ([]netip.Addr, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	var list []netip.Addr
	for _, i := range interfaces {
		const not = net.FlagLoopback | net.FlagPointToPoint
		addrs, err := i.Addrs()
		if err != nil || i.Flags&not != 0 || i.Flags&net.FlagUp == 0 || i.Flags&net.FlagMulticast == 0 {
			continue
		}
		for _, a := range addrs {
			if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().Is4() && p.Addr().IsPrivate() {
				list = append(list, p.Addr())
			}
		}
	}
	if len(list) == 0 {
		return nil, ErrNoNetwork
	}
	return list, nil
}

// NATPMP asks the default router by NAT-PMP.
type NATPMP struct {
	// Gateway returns the router's address; nil means to ask the system.
	Gateway func() (net.IP, error)
}

// Open asks the router for the same port outside, and accepts any port in reply.
func (n NATPMP) Open(ctx context.Context, port uint16) (Mapping, error) {
	find := n.Gateway
	if find == nil {
		find = gateway.DiscoverGateway
	}
	asking, cancel := context.WithTimeout(ctx, 4*patience) // some systems start a program to find the router
	defer cancel()
	return within(asking, func() (Mapping, error) {
		router, err := find()
		if err != nil {
			return Mapping{}, fmt.Errorf("%w: %w", ErrNoNetwork, err)
		}
		return openNATPMP(router, port)
	})
}

// openNATPMP asks a router for a port.
func openNATPMP(router net.IP, port uint16) (Mapping, error) {
	client := natpmp.NewClientWithTimeout(router, patience)
	outer, err := client.GetExternalAddress()
	if err != nil {
		return Mapping{}, told(err)
	}
	addr := netip.AddrFrom4(outer.ExternalIPAddress)
	if !public(addr) {
		return Mapping{}, &PrivateError{addr}
	}
	given, err := client.AddPortMapping("tcp", int(port), int(port), int(lease/time.Second))
	if err != nil {
		return Mapping{}, told(err)
	}
	free := func() (Mapping, error) {
		_, err := client.AddPortMapping("tcp", int(port), 0, 0)
		return Mapping{}, err
	}
	lifetime := time.Duration(given.PortMappingLifetimeInSeconds) * time.Second
	if given.MappedExternalPort == 0 || lifetime < shortest { // with zeros a router says that a port is closed
		_, _ = free()
		return Mapping{}, fmt.Errorf("%w: it gives port %d for %s", ErrRefused, given.MappedExternalPort, lifetime)
	}
	return Mapping{
		Public:   netip.AddrPortFrom(addr, given.MappedExternalPort),
		Lifetime: min(lifetime, lease),
		Close: func(ctx context.Context) error {
			_, err := within(ctx, free)
			return err
		},
	}, nil
}

// told wraps an error of the library in ErrRefused if the router has refused. The library says so
// only in the text of the error.
func told(err error) error {
	if strings.HasPrefix(err.Error(), "Non-zero result code") {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return err
}
