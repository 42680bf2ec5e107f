package link

import (
	"context"
	"net"
	"testing"

	"mancala/internal/table"
	"mancala/netplay/transport"
)

// A host with only a port is reachable only on loopback, and nothing else is listened at or
// dialled.
func TestLoopbackAlone(t *testing.T) {
	host := endOf(t, Host(":0", HostConfig{Common: Common{Name: "Hilda"}, Variant: kalah64, Transport: transport.Loopback{}}))
	at := expect[table.Listening](host)
	for _, addr := range append(at.Reachable, at.Addr) {
		if name, _, err := net.SplitHostPort(addr); err != nil || !net.ParseIP(name).IsLoopback() {
			t.Errorf("it is to be reached at %s", addr)
		}
	}
	guest := endOf(t, Join(at.Addr, GuestConfig{Common: Common{Name: "Gus"}, Transport: transport.Loopback{}}))
	expect[table.Connecting](guest)
	expect[table.Connected](guest)

	for _, link := range []table.Link{
		Host("0.0.0.0:0", HostConfig{Common: Common{Name: "Hilda"}, Variant: kalah64, Transport: transport.Loopback{}}),
		Join("ada.example", GuestConfig{Common: Common{Name: "Gus"}, Transport: transport.Loopback{}}),
	} {
		end := endOf(t, link)
		if _, host := link.(*hostLink); !host {
			expect[table.Connecting](end)
		}
		if failed := expect[table.Failed](end); failed.Note.Code != "netplay.loopback-alone" {
			t.Errorf("an outside address: %v", failed.Note)
		}
	}
	if _, err := (transport.Loopback{}).Dial(context.Background(), "192.0.2.1:7000"); err == nil {
		t.Error("an outside address was dialled")
	}
}
