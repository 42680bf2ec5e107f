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

// turnAway tells a guest, unencrypted, why the host does not talk to them.
func turnAway(nc net.Conn, code wire.RejectCode) {
	f := &wire.Frame{Body: &wire.Frame_Reject{Reject: admission.Refusal{Code: code}.Reject()}}
	b, err := frames.Append([]byte(frames.Preface), f, frames.Max)
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
