package listen

import (
	"io"
	"net"
	"time"

	wire "mancala/proto/mancala/v1"

	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// turnAway tells a guest with that preface, unencrypted, why the host does not talk to them.
func turnAway(nc net.Conn, preface string, code wire.RejectCode) {
	no := admission.Refusal{Code: code}.Reject()
	f := wire.Message(&wire.SeriesFrame{Body: &wire.SeriesFrame_Reject{Reject: no}})
	if preface == frames.Preface {
		f = &wire.Frame{Seq: 1, Body: &wire.Frame_Reject{Reject: no}}
	}
	b, err := frames.Append([]byte(preface), f, frames.Max)
	if err != nil {
		return
	}
	// The guest may not read until all its own bytes are read, and closing with bytes unread would
	// lose the answer.
	go func() {
		if _, err := nc.Write(b); err == nil {
			_ = transport.CloseWrite(nc)
		}
	}()
	_ = nc.SetReadDeadline(time.Now().Add(transport.LingerWait))
	_, _ = io.CopyN(io.Discard, nc, frames.Max)
}
