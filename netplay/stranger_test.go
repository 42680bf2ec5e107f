package netplay

import (
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
	"mancala/tools/need"
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

// TestStrangers connects programs that are not guests: the host is not disturbed, and does not
// answer if it cannot be understood.
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
			_, _ = peer.nc.Write([]byte(test.first)) // the guest closes the connection while reading it
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
	for _, first := range []string{"", "MN", frames.Preface} {
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

// TestStrangersOverLoopback lets a web browser, a TLS client of another protocol and others connect
// to a host. None of them disturbs the guest.
func TestStrangersOverLoopback(t *testing.T) {
	host, addr := listeningHost(t)
	strangers := []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n", strings.Repeat("\x00", 100_000), frames.Preface + "\xff\xff\xff\x7f",
	}
	for _, first := range strangers {
		nc := newRawPeer(t, dialBare(t, addr))
		nc.sendBytes([]byte(first))
		nc.drain()
	}
	web := &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2", "http/1.1"}}
	if nc, err := tls.Dial("tcp", addr, web); err == nil {
		_ = nc.Close()
		t.Error("the host speaks another protocol")
	}
	guest := join(t, addr)
	expect[match.Connected](host)
	expect[match.Connected](guest)
}

// dialRaw returns a raw peer with an encrypted connection to a host.
func dialRaw(t *testing.T, addr string) *rawPeer {
	t.Helper()
	nc := dialBare(t, addr)
	return newRawPeer(t, transport.NewSecure(tls.Client(nc, transport.GuestTLS()), nc))
}

// dialBare returns a connection to a host.
func dialBare(t *testing.T, addr string) net.Conn {
	t.Helper()
	nc, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	if err := nc.SetDeadline(time.Now().Add(need.Patience)); err != nil {
		t.Fatal(err)
	}
	return nc
}

func TestNotAHostOverLoopback(t *testing.T) {
	web, secure := httptest.NewServer(nil), httptest.NewUnstartedServer(nil)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	t.Cleanup(web.Close)
	t.Cleanup(secure.Close)
	if text := failure(t, join(t, web.Listener.Addr().String())); !strings.Contains(text, "netplay.stranger-web") {
		t.Error(text)
	}
	text := failure(t, join(t, secure.Listener.Addr().String()))
	if !strings.Contains(text, "netplay.stranger-encrypted") && !strings.Contains(text, "netplay.hung-up") {
		t.Error(text)
	}
}

func TestTruncatedOverLoopback(t *testing.T) {
	host, addr := listeningHost(t)
	raw := dialRaw(t, addr)
	raw.greet()
	raw.sendBytes([]byte("\x20half"))
	_ = raw.nc.Close()
	expect[match.Connected](host)
	expect[match.GameStarted](host)
	if paused := expect[match.Paused](host); paused.Note.String() != `netplay.dropped "Raw"` {
		t.Errorf("%+v", paused)
	}
}
