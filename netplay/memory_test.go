package netplay

import (
	"bufio"
	"crypto/tls"
	"io"
	"net"
	"runtime"
	"testing"
	"time"

	"mancala/match"
	"mancala/netplay/admission"
	"mancala/netplay/frames"
	"mancala/netplay/transport"
	"mancala/rules"
)

// BenchmarkMemory reports the memory of a host for each connection of several kinds, including the
// guest's socket: heap and stacks in use after a collection, in KiB.
func BenchmarkMemory(b *testing.B) {
	helloed := func(b *testing.B, nc net.Conn) {
		peer := append([]byte(frames.Preface), mustMarshal(b, helloFrame())...)
		if _, err := nc.Write(peer); err != nil {
			b.Fatal(err)
		}
		r := bufio.NewReader(nc)
		if _, err := r.Discard(len(frames.Preface)); err != nil {
			b.Fatal(err)
		}
		payload, err := frames.Read(r, nil, frames.Max)
		if err != nil {
			b.Fatal(err)
		}
		if f, err := readAFrame(payload); err != nil || f.GetWelcome() == nil {
			b.Fatalf("%s, %v instead of the rules", frameText(payload), err)
		}
	}
	bowls, err := rules.Preset("bowls")
	if err != nil {
		b.Fatal(err)
	}
	secured := func(b *testing.B, nc net.Conn) net.Conn {
		secure := tls.Client(nc, transport.GuestTLS())
		if err := secure.Handshake(); err != nil {
			b.Fatal(err)
		}
		return secure
	}
	for _, kind := range []struct {
		name     string
		insecure bool
		act      func(b *testing.B, nc net.Conn)
	}{
		{"plain-silent", true, func(*testing.B, net.Conn) {}},
		{"plain-preface", true, func(_ *testing.B, nc net.Conn) { _, _ = io.WriteString(nc, frames.Preface) }},
		{"plain-hello", true, helloed},
		{"tls-silent", false, func(*testing.B, net.Conn) {}},
		{"tls-half-hello", false, func(_ *testing.B, nc net.Conn) {
			_, _ = nc.Write(append([]byte("\x16\x03\x01\x08\x00\x01\x00\xff\xff\x03\x03"), make([]byte, 2000)...))
		}},
		{"tls-half-finished", false, func(b *testing.B, nc net.Conn) {
			_, _ = nc.Write(append(firstFlight(b), append([]byte("\x17\x03\x03\x04\x00"), make([]byte, 1000)...)...))
		}},
		{"tls-handshake", false, func(b *testing.B, nc net.Conn) { secured(b, nc) }},
		{"tls-hello", false, func(b *testing.B, nc net.Conn) { helloed(b, secured(b, nc)) }},
	} {
		b.Run(kind.name, func(b *testing.B) {
			const hosts = 13 // each lets that many guests read its rules
			const connections = hosts * admission.MaxReaders
			var addrs []string
			for range hosts {
				host := Host("127.0.0.1:0", HostConfig{Variant: bowls, Insecure: kind.insecure})
				defer func() { _ = host.Close() }()
				for n := len(addrs) + 1; len(addrs) < n; {
					for _, e := range host.Events() {
						addrs = append(addrs, e.(match.Listening).Addr)
					}
				}
			}
			for b.Loop() {
				var open []net.Conn
				before := inUse()
				for i := range connections {
					nc, err := net.Dial("tcp", addrs[i%hosts])
					if err != nil {
						b.Fatal(err)
					}
					open = append(open, nc)
					kind.act(b, nc)
				}
				time.Sleep(100 * time.Millisecond)
				b.ReportMetric(float64(inUse()-before)/1024/connections, "KiB/connection")
				for _, nc := range open {
					_ = nc.Close()
				}
				time.Sleep(100 * time.Millisecond)
			}
		})
	}
}

// firstFlight returns the first bytes of a guest.
func firstFlight(b *testing.B) []byte {
	here, there := net.Pipe()
	defer func() { _ = there.Close() }()
	go func() {
		_ = tls.Client(here, transport.GuestTLS()).Handshake()
	}()
	buf := make([]byte, 4096)
	n, err := there.Read(buf)
	if err != nil {
		b.Fatal(err)
	}
	return buf[:n]
}

// inUse returns the bytes of heap and stacks in use.
func inUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
