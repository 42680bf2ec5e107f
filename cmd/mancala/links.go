package main

import (
	"mancala/netplay/address"
	"mancala/netplay/keys"
)

// pageLink returns the link that opens a host's page in a browser; invite is one, or an address as
// host:port.
func pageLink(invite string) string {
	addr, read, err := address.Parse(invite)
	if err != nil || read.IsZero() {
		read = keys.Invite{Addr: addr}
	}
	return read.Link()
}
