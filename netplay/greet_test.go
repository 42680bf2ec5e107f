package netplay

import (
	"crypto/tls"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"mancala/match"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
)

// TestOneEndEncrypts: if only one end encrypts, there is no fallback, and the guest is told.
func TestOneEndEncrypts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		secure, plain := keyedHost(t, HostConfig{}), keyedHost(t, HostConfig{Insecure: true})
		guest := secure.join("host", GuestConfig{Insecure: true})
		wantEvents(t, guest, "match.Connecting", "Failed: netplay.encryption-needed")
		guest = plain.join("host", GuestConfig{})
		wantEvents(t, guest, "match.Connecting", `Failed: netplay.no-encryption "host:7000"`)
		if text := plain.Door().Invite("host:7000"); text != "" {
			t.Errorf("a host that does not encrypt gives the invite %s", text)
		}
		guest = plain.join("host", GuestConfig{Insecure: true})
		securityIs(t, guest, match.Plain)
		securityIs(t, plain, match.Plain)
		wantEvents(t, secure)
		time.Sleep(time.Minute)
		_, _, _ = guest.Close(), plain.Close(), secure.Close()
	})
}

// TestGuestOfProtocolOne: an encrypting host tells an old guest what to do, in a sentence that
// every version shows.
func TestGuestOfProtocolOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		peer := newRawPeer(t, host.listener.dial())
		go func() { _, _ = io.WriteString(peer.nc, frames.Preface+"\x04\x08\x01\x10\x01") }()
		peer.expectPreface()
		peer.expect(`1/0 Reject code:REJECT_CODE_ENCRYPTION_NEEDED text:"This host encrypts its games. Install`)
		peer.drain()
		wantEvents(t, host)
		_ = host.Close()
	})
}

// secureRaw returns a raw peer that encrypts.
func (k keyed) secureRaw(t *testing.T) *rawPeer {
	nc := k.listener.dial()
	return newRawPeer(t, transport.NewSecure(tls.Client(nc, transport.GuestTLS()), nc))
}

// TestLateHello: guests may take their time, and are disconnected if they take too much.
func TestLateHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host := keyedHost(t, HostConfig{})
		for _, late := range []time.Duration{50 * time.Millisecond, handshakeWait - time.Millisecond} {
			peer := host.secureRaw(t)
			time.Sleep(late / 2)
			peer.sendBytes([]byte(frames.Preface))
			time.Sleep(late / 2)
			peer.expectPreface()
			peer.send(helloFrame())
			peer.expect("1/1 Welcome")
			_ = peer.nc.Close()
			synctest.Wait()
			host.Events()
		}
		for name, act := range map[string]func(p *rawPeer){
			"nothing":                  func(*rawPeer) {},
			"half a first record":      func(p *rawPeer) { _, _ = p.nc.(*transport.Secure).Below().Write([]byte("\x16\x03\x01\x02\x00\x01")) },
			"a handshake and no Hello": func(p *rawPeer) { _ = p.nc.(*transport.Secure).Handshake() },
			"the preface alone":        func(p *rawPeer) { p.sendBytes([]byte(frames.Preface)) },
		} {
			peer := host.secureRaw(t)
			began := time.Now()
			go func() {
				act(peer)
				time.Sleep(handshakeWait / 2)
			}()
			time.Sleep(time.Second)
			_, _ = io.Copy(io.Discard, peer.nc.(*transport.Secure).Below())
			if took := time.Since(began); took != handshakeWait {
				t.Errorf("%s: the connection lasted %v", name, took)
			}
		}
		wantEvents(t, host)
		_ = host.Close()
		time.Sleep(time.Minute)
	})
}

// Bytes that a record may have before the TLS handshake ends, as PROTOCOL.md says.
const (
	maxFirstRecord = 2048
	maxNextRecord  = 1024
)

// TestGreetingIsBounded claims and sends too much before the TLS handshake ends.
func TestGreetingIsBounded(t *testing.T) {
	record := func(n int) string { return "\x16\x03\x01" + string([]byte{byte(n >> 8), byte(n)}) }
	for name, bytes := range map[string]string{
		"a long record":    record(maxFirstRecord + 1),
		"the longest":      record(0xffff),
		"many records":     strings.Repeat(record(1000)+strings.Repeat("\x01", 1000), 20),
		"a long handshake": record(2000) + "\x01\x00\xff\xff" + strings.Repeat("x", 1996) + strings.Repeat(record(1000)+strings.Repeat("x", 1000), 5),
		"a long second":    record(4) + "\x01\x00\xff\xff" + record(maxNextRecord+1),
	} {
		synctest.Test(t, func(t *testing.T) {
			host := keyedHost(t, HostConfig{})
			nc := host.listener.dial()
			began := time.Now()
			go func() { _, _ = io.WriteString(nc, bytes) }()
			_, _ = io.Copy(io.Discard, nc)
			if time.Since(began) != 0 {
				t.Errorf("%s: the host waited for more", name)
			}
			_ = nc.Close()
			wantEvents(t, host)
			_ = host.Close()
		})
	}
}

// joinedConn holds the second write back, which ends the handshake, and sends it with the third.
type joinedConn struct {
	net.Conn
	writes int
	held   []byte
}

func (c *joinedConn) Write(p []byte) (int, error) {
	if c.writes++; c.writes == 2 {
		c.held = slices.Clone(p)
		return len(p), nil
	}
	_, err := c.Conn.Write(append(c.held, p...))
	c.held = nil
	return len(p), err
}

// TestALongFrameBehindTheHandshake has guests send a first frame of up to the largest size, in one
// piece with the end of the handshake: the limit is for the handshake alone.
func TestALongFrameBehindTheHandshake(t *testing.T) {
	for _, size := range []int{maxNextRecord, maxFirstRecord, frames.Max} {
		synctest.Test(t, func(t *testing.T) {
			host := keyedHost(t, HostConfig{})
			config := transport.GuestTLS()
			config.DynamicRecordSizingDisabled = true
			joined := &joinedConn{Conn: host.listener.dial()}
			peer := newRawPeer(t, transport.NewSecure(tls.Client(joined, config), joined))
			hello := helloFrame()
			hello.GetHello().AppVersion = strings.Repeat("1", size-len(mustMarshal(t, hello))-3) // a tag and longer lengths
			b := mustMarshal(t, hello)
			if len(b) != size+2 {
				t.Fatalf("the frame has %d bytes, not %d", len(b)-2, size)
			}
			peer.sendBytes(append([]byte(frames.Preface), b...))
			if joined.writes != 3 {
				t.Errorf("the guest has written %d times", joined.writes)
			}
			peer.expectPreface()
			peer.expect("1/1 Welcome")
			_, _ = peer.nc.Close(), host.Close()
		})
	}
}

// TestGuestsHaveToNameTheProtocol has guests encrypt without ALPN, with another protocol and with
// several: only those who name this one are let in.
func TestGuestsHaveToNameTheProtocol(t *testing.T) {
	for _, test := range []struct {
		offers []string
		in     bool
	}{{nil, false}, {[]string{"h2"}, false}, {[]string{"h2", transport.Protocol}, true}} {
		synctest.Test(t, func(t *testing.T) {
			host := keyedHost(t, HostConfig{})
			config := transport.GuestTLS()
			config.NextProtos = test.offers
			nc := tls.Client(host.listener.dial(), config)
			if err := nc.Handshake(); (err == nil) != test.in {
				t.Errorf("a guest who offers %q: %v", test.offers, err)
			}
			wantEvents(t, host)
			_, _ = nc.NetConn().Close(), host.Close()
		})
	}
}
