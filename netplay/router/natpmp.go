//go:build !js

package router

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/jackpal/gateway"
	natpmp "github.com/jackpal/go-nat-pmp"
)

// usualWays returns the protocols that routers speak.
func usualWays() []Way { return []Way{NATPMP{}, UPnP{}} }

// NATPMP asks the default router by NAT-PMP.
type NATPMP struct {
	// Gateway returns the router's address; nil means to ask the system.
	Gateway func() (net.IP, error)
}

// Open asks the router for the same port outside, and accepts the one that it gives.
func (n NATPMP) Open(ctx context.Context, port uint16) (Mapping, error) {
	find := n.Gateway
	if find == nil {
		find = gateway.DiscoverGateway
	}
	router, err := find()
	if err != nil {
		return Mapping{}, fmt.Errorf("%w: %w", ErrNoNetwork, err)
	}
	return within(ctx, func() (Mapping, error) { return openNATPMP(router, port) })
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
