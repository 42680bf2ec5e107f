package main

import (
	"rsc.io/qr"

	"mancala/netplay"
	"mancala/netplay/keys"
)

// pageLink returns the link that opens a host's page in a browser; invite is one, or an address as
// host:port.
func pageLink(invite string) string {
	addr, read, err := netplay.ParseAddress(invite)
	if err != nil || read.IsZero() {
		read = keys.Invite{Addr: addr}
	}
	return read.Link()
}

// qrCode returns the QR code of a text, row by row; true is dark. It is nil if the text is too
// long.
func qrCode(text string) [][]bool {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil
	}
	rows := make([][]bool, code.Size)
	for y := range rows {
		rows[y] = make([]bool, code.Size)
		for x := range rows[y] {
			rows[y][x] = code.Black(x, y)
		}
	}
	return rows
}
