// Package address reads the addresses of hosts, clubs and meeting points as people write them, and
// knows the addresses of this computer. It opens no socket and looks no name up.
package address

import (
	"errors"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mancala/internal/match"
	"mancala/netplay/keys"
	"mancala/netplay/meet"
	"mancala/rules"
)

// note returns a note for the person at this end; package words has the sentences.
func note(code string, args ...any) *rules.Note { return rules.NewNote("netplay."+code, args...) }

// DefaultPort is the port of a host address that has none.
const DefaultPort = "7000"

// Parse parses a host's address or invite as a person types or pastes it, and returns it as
// host:port. It accepts a name or an IP address with or without a port ("ada.example",
// "192.168.1.5:7001", "fe80::1", "[fe80::1]:7000"); the default port is [DefaultPort]. It also
// accepts the link to a host's page, with or without an invite; its default port is 80, or 443 with
// https. A code with its meeting point ("amber-fox-31@meet.example.org", or the link to the point's
// page) is an invite. Its address has the form lookup@host:port, which Parse also accepts. The
// second value is the invite, or the zero value if there is none. An error is a [rules.Note] with
// the right form.
func Parse(text string) (addr string, invite keys.Invite, err error) {
	addr, invite, refused := parse(text)
	if refused != nil {
		return "", keys.Invite{}, refused
	}
	return addr, invite, nil
}

func parse(text string) (addr string, invite keys.Invite, refused *rules.Note) {
	scheme, rest := keys.CutScheme(strings.TrimSpace(text))
	if code, point, found := cutCode(scheme, rest); found {
		return parseMeeting(code, point, scheme)
	}
	invite, err := keys.ParseInvite(scheme + rest)
	switch {
	case err == nil:
		rest = invite.Addr
	case errors.Is(err, keys.ErrBadInvite):
		return "", keys.Invite{}, note("bad-invite")
	default:
		rest = strings.TrimSuffix(rest, "/")
	}
	if rest == "" {
		return "", keys.Invite{}, note("no-address")
	}
	if addr, refused = parseHostPort(rest, usualPort(scheme)); refused != nil {
		return "", keys.Invite{}, refused
	}
	if !invite.Fingerprint.IsZero() {
		invite.Addr = addr
	}
	return addr, invite, nil
}

// parseHostPort parses host and port; usual is the port if there is none.
func parseHostPort(text, usual string) (addr string, refused *rules.Note) {
	host, port := splitAddress(text, usual)
	if strings.ContainsAny(text, "/@?") || !plausibleHost(host) {
		return "", note("bad-address", match.CleanText(text))
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 || strconv.FormatUint(n, 10) != port {
		return "", note("bad-port", match.CleanText(port))
	}
	return net.JoinHostPort(host, port), nil
}

// cutCode splits a text into code and meeting point if it has the form of both: code before an "@",
// or behind the "#" of a link. A code without a point is not enough.
func cutCode(scheme, text string) (code, point string, found bool) {
	switch at, behind, linked := strings.Cut(text, "#"); {
	case linked && scheme != keys.Scheme:
		_, err := meet.ParseCode(behind)
		unknown := (*meet.UnknownWordError)(nil)
		return behind, strings.TrimSuffix(at, "/"), err == nil || errors.As(err, &unknown) && len(behind) < keys.CodeLength
	case linked:
		return "", "", false
	}
	if code, point, found = strings.Cut(text, "@"); found {
		return code, strings.TrimSuffix(strings.TrimSpace(point), "/"), true
	}
	c, err := meet.ParseCode(text)
	return text, "", err == nil && c.Secret != ""
}

// parseMeeting parses a code and the address of its meeting point.
func parseMeeting(code, point, scheme string) (addr string, invite keys.Invite, refused *rules.Note) {
	c, err := meet.ParseCode(code)
	unknown := (*meet.UnknownWordError)(nil)
	switch {
	case errors.As(err, &unknown):
		return "", keys.Invite{}, note("code-word", unknown.Word)
	case err != nil:
		return "", keys.Invite{}, note("bad-code")
	case point == "":
		return "", keys.Invite{}, note("code-alone", c.String())
	}
	usual := meet.DefaultPort
	if scheme == keys.PageScheme || scheme == keys.SecureScheme {
		usual = usualPort(scheme)
	}
	if addr, refused = parseHostPort(point, usual); refused != nil {
		return "", keys.Invite{}, refused
	}
	if addr = c.Lookup + "@" + addr; c.Secret != "" {
		invite = keys.Invite{Addr: addr, Code: c.Secret}
	}
	return addr, invite, nil
}

// ParsePoint parses the address of a meeting point as a person writes it, and returns it as
// host:port. An error is a [rules.Note] with the right form.
func ParsePoint(text string) (string, error) { return ParseHostPort(text, meet.DefaultPort) }

// ParseHostPort parses the name or the IP address of a computer as a person writes it, and returns
// it as host:port; usual is the port if there is none. An error is a [rules.Note] with the right
// form.
func ParseHostPort(text, usual string) (string, error) {
	addr, refused := parseHostPort(strings.TrimSpace(text), usual)
	if refused != nil {
		return "", refused
	}
	return addr, nil
}

// usualPort returns the default port for the scheme before an address.
func usualPort(scheme string) string {
	switch scheme {
	case keys.PageScheme:
		return "80"
	case keys.SecureScheme:
		return "443"
	}
	return DefaultPort
}

// splitAddress splits host and port; usual is the port if there is none.
func splitAddress(text, usual string) (host, port string) {
	if _, err := netip.ParseAddr(text); err == nil {
		return text, usual
	}
	if inside, ok := strings.CutPrefix(text, "["); ok {
		if inside, ok = strings.CutSuffix(inside, "]"); ok {
			return inside, usual
		}
	}
	if host, port, err := net.SplitHostPort(text); err == nil {
		return host, port
	}
	return text, usual
}

// plausibleHost reports whether a text may be a host name or an IP address.
func plausibleHost(host string) bool {
	if host == "" || len(host) > 253 {
		return false
	}
	if strings.Contains(host, ":") {
		ip, err := netip.ParseAddr(host)
		return err == nil && plausibleZone(ip.Zone())
	}
	return plausibleName(host)
}

// plausibleZone reports whether a text could be a name of an interface, such as "Ethernet 2" or
// "vEthernet (WSL)", or is empty.
func plausibleZone(text string) bool {
	return len(text) <= 64 && !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || strings.ContainsRune("[]%", r) })
}

// plausibleName reports whether a text could be a name of a host, or is empty.
func plausibleName(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M) && !strings.ContainsRune(".-_", r)
	})
}

// OtherPort returns another port to try.
func OtherPort(port string) string {
	if n, err := strconv.Atoi(port); err == nil && n > 1023 && n < 65535 {
		return strconv.Itoa(n + 1)
	}
	return DefaultPort
}

// WithoutPort returns the address of a connection without its port.
func WithoutPort(addr string) string {
	if at, err := netip.ParseAddrPort(addr); err == nil {
		return at.Addr().Unmap().String()
	}
	return addr
}

// MaxOthers is the number of other addresses of a host that a guest remembers.
const MaxOthers = 8

// Others returns the addresses of the form host:port in a list, except addr, each once, at most
// [MaxOthers].
func Others(addr string, list []string) (others []string) {
	for _, text := range list {
		other, refused := parseHostPort(text, "")
		if refused == nil && other != addr && !slices.Contains(others, other) && len(others) < MaxOthers {
			others = append(others, other)
		}
	}
	return others
}

// ByPoint reports whether an address leads to a host through a meeting point.
func ByPoint(addr string) bool {
	lookup, _ := meet.SplitAddress(addr)
	return lookup != ""
}

// virtualInterfaces are prefixes of the names of interfaces that lead to virtual machines and
// containers on this computer.
var virtualInterfaces = []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "cni", "lxc"}

// localAddr is an address of this computer.
type localAddr struct {
	netip.Addr
	virtual bool // it leads to virtual machines or containers on this computer
}

// localAddrs returns the addresses of all interfaces that are up, or nil if they are unknown.
func localAddrs() []localAddr {
	interfaces, _ := net.Interfaces()
	var list []localAddr
	for _, i := range interfaces {
		addrs, err := i.Addrs()
		if err != nil || i.Flags&net.FlagUp == 0 {
			continue
		}
		virtual := slices.ContainsFunc(virtualInterfaces, func(name string) bool { return strings.HasPrefix(i.Name, name) })
		for _, a := range addrs {
			if prefix, err := netip.ParsePrefix(a.String()); err == nil {
				at := prefix.Addr().Unmap()
				if at.Is6() && at.IsLinkLocalUnicast() {
					at = at.WithZone(i.Name)
				}
				list = append(list, localAddr{at, virtual})
			}
		}
	}
	return list
}

// Reachable returns the addresses under which a guest may reach a host that listens at an address,
// best first: IPv4 before IPv6, local network before internet. Link-local addresses, which have no
// zone, and the loopback address are only there if nothing else is. Text that is no address with a
// port is returned as it is.
func Reachable(listen string) []string {
	at, err := netip.ParseAddrPort(listen)
	if err != nil {
		return []string{listen}
	}
	return reachable(at, localAddrs())
}

// reachable is Reachable for a computer with these addresses.
func reachable(listen netip.AddrPort, local []localAddr) []string {
	at, port := listen.Addr().Unmap(), listen.Port()
	if !at.IsUnspecified() {
		return []string{netip.AddrPortFrom(at.WithZone(""), port).String()}
	}
	local = slices.DeleteFunc(slices.Clone(local), func(a localAddr) bool {
		return a.IsMulticast() || a.IsUnspecified() || a.IsLoopback() || at.Is4() && !a.Is4()
	})
	wide := func(a localAddr) bool { return !a.IsLinkLocalUnicast() }
	if slices.ContainsFunc(local, wide) {
		local = slices.DeleteFunc(local, func(a localAddr) bool { return !wide(a) })
	}
	slices.SortStableFunc(local, func(a, b localAddr) int { return a.rank() - b.rank() })
	if len(local) == 0 {
		local = []localAddr{{Addr: netip.AddrFrom4([4]byte{127, 0, 0, 1})}}
	}
	var list []string
	for _, a := range local {
		if text := netip.AddrPortFrom(a.WithZone(""), port).String(); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// onLink reports whether an address as host:port is a link-local one of IPv6, which is only valid
// with the zone of a link.
func onLink(addr string) (at netip.AddrPort, yes bool) {
	at, err := netip.ParseAddrPort(addr)
	return at, err == nil && at.Addr().Is6() && at.Addr().IsLinkLocalUnicast()
}

// ForBrowsers reports whether browsers can open the page at an address as host:port: not at a
// link-local one of IPv6, since links have no place for its zone.
func ForBrowsers(addr string) bool {
	_, link := onLink(addr)
	return !link
}

// Zoned returns the addresses to dial for one as host:port. A link-local one of IPv6 without a zone
// is tried on each link of this computer that has such addresses; the names of links differ from
// computer to computer, so people leave them out. Any other address is returned as it is.
func Zoned(addr string) []string {
	at, link := onLink(addr)
	if !link || at.Addr().Zone() != "" {
		return []string{addr}
	}
	return zoned(at, localAddrs())
}

func zoned(at netip.AddrPort, local []localAddr) (list []string) {
	slices.SortStableFunc(local, func(a, b localAddr) int { return a.rank() - b.rank() })
	for _, a := range local {
		text := netip.AddrPortFrom(at.Addr().WithZone(a.Zone()), at.Port()).String()
		if a.Zone() != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return []string{at.String()}
	}
	return list
}

// rank orders addresses: the lower, the more likely a guest can reach it.
func (a localAddr) rank() int {
	rank := 0
	if a.virtual {
		rank = 4
	}
	if a.Is6() {
		rank += 2
	}
	if !a.IsPrivate() {
		rank++
	}
	return rank
}

// IsNeighbour reports whether a connection comes from this computer or from the local network: from
// a private or link-local address in a network of one of this computer's interfaces.
func IsNeighbour(remote net.Addr) bool {
	at, err := netip.ParseAddrPort(remote.String())
	return err == nil && neighbour(at.Addr().Unmap(), localPrefixes())
}

func neighbour(a netip.Addr, networks []netip.Prefix) bool {
	a = a.WithZone("")
	for _, n := range networks {
		if n.Addr() == a || (a.IsPrivate() || a.IsLinkLocalUnicast()) && n.Contains(a) {
			return true
		}
	}
	return a.IsLoopback()
}

// localPrefixes returns the networks of all interfaces, each with this computer's address in it, or
// nil if they are unknown.
func localPrefixes() []netip.Prefix {
	addrs, _ := net.InterfaceAddrs()
	var list []netip.Prefix
	for _, a := range addrs {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil {
			list = append(list, netip.PrefixFrom(prefix.Addr().Unmap(), prefix.Bits()))
		}
	}
	return list
}

// LoopbackVariable is the environment variable that keeps the program off every network: if it is
// not empty, the program listens, announces and searches on loopback only.
const LoopbackVariable = "MANCALA_LOOPBACK"

// OnLoopback returns the loopback address that replaces host:port under [LoopbackVariable]: a
// loopback address stays as it is; localhost and an empty host become 127.0.0.1. Other addresses
// are refused with a [rules.Note]; a text without a port is returned unchanged. In an address with
// a meeting point, lookup@host:port, the point has to be on loopback.
func OnLoopback(addr string) (string, error) {
	inside, refused := onLoopback(addr)
	if refused != nil {
		return "", refused
	}
	return inside, nil
}

func onLoopback(addr string) (string, *rules.Note) {
	if lookup, point := meet.SplitAddress(addr); lookup != "" {
		inside, refused := onLoopback(point)
		return lookup + "@" + inside, refused
	}
	host, port, err := net.SplitHostPort(addr)
	switch {
	case err != nil:
		return addr, nil
	case host == "", host == "localhost":
		return net.JoinHostPort("127.0.0.1", port), nil
	}
	if at, err := netip.ParseAddr(host); err != nil || !at.Unmap().IsLoopback() {
		return "", note("loopback-alone", match.CleanText(addr))
	}
	return addr, nil
}
