package netplay

import (
	"io"
	"testing"
	"testing/synctest"

	"mancala/match"
)

func TestBrokenFrames(t *testing.T) {
	tests := []struct{ what, in, detail, text string }{
		{"oversized", "\x81\x20", "a frame has too many bytes", `netplay.nonsense "Raw"`},
		{
			"negative", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "a frame has a negative length",
			`netplay.nonsense "Raw"`,
		},
		{
			"overlong", "\x80\x00", "the length of a frame is written with too many bytes",
			`netplay.nonsense "Raw"`,
		},
		{"garbled", "\x04\xff\xff\xff\xff", "a frame cannot be read", `netplay.nonsense "Raw"`},
		{"truncated", "\x04\x08", "", `netplay.dropped "Raw"`},
	}
	for _, test := range tests {
		synctest.Test(t, func(t *testing.T) {
			host, peer := seatedHost(t)
			peer.sendBytes([]byte(test.in))
			if test.detail == "" {
				_ = peer.nc.Close()
			} else {
				peer.expect(`3/2 Leave reason:LEAVE_REASON_PROTOCOL_ERROR detail:"` + test.detail + `"`)
			}
			if test.detail == "" {
				wantEvents(t, host, "Paused reason 0, wait 60: "+test.text)
			} else {
				wantEvents(t, host, "GameOver abandoned", "PeerLeft reason 0 local false: "+test.text)
			}
			_ = host.Close()
		})
	}
}

// TestStrangers lets something else than a guest connect: the host does not mind, and is silent if
// it is not understood.
func TestStrangers(t *testing.T) {
	strangers := []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "\x00\x00\x00\x00\x00", "MNC2rest",
	}
	for _, first := range strangers {
		synctest.Test(t, func(t *testing.T) {
			host, listener := bubbleHost(t)
			peer := newRawPeer(t, listener.dial())
			go func() { _, _ = peer.nc.Write([]byte(first)) }()
			if said, err := io.ReadAll(peer.r); err != nil || len(said) > 0 {
				t.Errorf("to %q the host says %q, %v", first, said, err)
			}
			wantEvents(t, host)
			_ = host.Close()
		})
	}
}

func TestNotAHost(t *testing.T) {
	tests := []struct{ first, want string }{
		{"HTTP/1.1 400 Bad Request\r\n", "stranger-web"},
		{"RTSP/1.0 400 Bad Request\r\n", "stranger-web"},
		{"\x15\x03\x01\x00\x02\x02\x46", "stranger-encrypted"},
		{"SSH-2.0-OpenSSH\r\n", "stranger-ssh"},
		{"220 mail\r\n", "stranger"},
		{"MNC2....", "other-version"},
	}
	for _, test := range tests {
		synctest.Test(t, func(t *testing.T) {
			guest, peer := bubbleGuest(t)
			go peer.drain()
			_, _ = peer.nc.Write([]byte(test.first)) // the guest hangs up within it
			synctest.Wait()
			events := guest.Events()
			if len(events) != 1 {
				t.Fatalf("%q: %v", test.first, events)
			}
			failed, ok := events[0].(match.Failed)
			if !ok || failed.Note.String() != "netplay."+test.want+` "host:7000"` || failed.Note.Err == nil {
				t.Errorf("%q: %+v", test.first, events[0])
			}
			_ = guest.Close()
		})
	}
}

func TestHostHangsUp(t *testing.T) {
	for _, first := range []string{"", "MN", preface} {
		synctest.Test(t, func(t *testing.T) {
			guest, peer := bubbleGuest(t)
			if first != "" {
				peer.sendBytes([]byte(first))
			}
			_ = peer.nc.Close()
			wantEvents(t, guest, `Failed: netplay.hung-up "host:7000"`)
			_ = guest.Close()
		})
	}
}
