package main

import (
	"mancala/netplay/address"
	"mancala/netplay/keys"
)

// pageLink returns the link that opens a host's page in a browser; invite is one, or an address as
// host:port. It returns "" if browsers cannot open that address.
func pageLink(invite string) string {
	addr, read, err := address.Parse(invite)
	if err != nil || read.IsZero() {
		read = keys.Invite{Addr: addr}
	}
	if !address.ForBrowsers(addr) {
		return ""
	}
	return read.Link()
}
