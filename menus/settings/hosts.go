package settings

import (
	"slices"
	"strings"
)

// maxHosts is the largest number of remembered hosts, and maxAddress the largest length of an
// address in bytes.
const (
	maxHosts   = 5
	maxAddress = 260
)

// Hosts are the addresses joined last, the latest first. The zero value is empty.
type Hosts struct{ list [maxHosts]string }

// List returns the addresses.
func (h Hosts) List() []string {
	n := slices.Index(h.list[:], "")
	if n < 0 {
		n = maxHosts
	}
	return slices.Clone(h.list[:n])
}

// With returns the hosts with address at the front. It drops the oldest one.
func (h Hosts) With(address string) Hosts {
	if !isAddress(address) {
		return h
	}
	return newHosts(slices.Insert(h.Without(address).List(), 0, address))
}

// Without returns the hosts without address.
func (h Hosts) Without(address string) Hosts {
	return newHosts(slices.DeleteFunc(h.List(), func(a string) bool { return a == address }))
}

// newHosts returns the first maxHosts entries of a list.
func newHosts(list []string) (h Hosts) {
	copy(h.list[:], list)
	return h
}

// isAddress reports whether a text can be an address: printable and at most maxAddress bytes.
func isAddress(text string) bool { return text != "" && short(maxAddress)(text) == text }

// encode returns the text form: one address per line.
func (h Hosts) encode() string { return strings.Join(h.List(), "\n") }

// parseHosts parses the output of encode. It returns false for anything else.
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
