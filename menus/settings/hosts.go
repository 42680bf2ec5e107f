package settings

import (
	"slices"
	"strings"
)

// maxHosts is how many hosts are remembered, and maxAddress how many bytes the address of one has
// at most.
const (
	maxHosts   = 5
	maxAddress = 260
)

// Hosts are the addresses that were joined last, the last one first. The zero value has none.
type Hosts struct{ list [maxHosts]string }

// List returns the addresses.
func (h Hosts) List() []string {
	n := slices.Index(h.list[:], "")
	if n < 0 {
		n = maxHosts
	}
	return slices.Clone(h.list[:n])
}

// With returns the hosts after one more was joined; that of longest ago gives way.
func (h Hosts) With(address string) Hosts {
	if !isAddress(address) {
		return h
	}
	return newHosts(slices.Insert(h.Without(address).List(), 0, address))
}

// Without returns the hosts but for one.
func (h Hosts) Without(address string) Hosts {
	return newHosts(slices.DeleteFunc(h.List(), func(a string) bool { return a == address }))
}

// newHosts returns the first few of a list.
func newHosts(list []string) (h Hosts) {
	copy(h.list[:], list)
	return h
}

// isAddress reports whether a text may be an address: printable and not too long.
func isAddress(text string) bool { return text != "" && short(maxAddress)(text) == text }

// encode returns the text form: an address a line.
func (h Hosts) encode() string { return strings.Join(h.List(), "\n") }

// parseHosts reads what encode writes. Of a text that is anything else it returns false.
func parseHosts(text string) (Hosts, bool) {
	if text == "" || len(text) > maxHosts*(maxAddress+1) {
		return Hosts{}, false
	}
	list := strings.Split(text, "\n")
	for i, a := range list {
		if !isAddress(a) || slices.Contains(list[:i], a) || i >= maxHosts {
			return Hosts{}, false
		}
	}
	return newHosts(list), true
}
