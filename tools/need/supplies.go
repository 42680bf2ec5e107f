package need

import (
	"net"
	"testing"
)

// Counter is a source of "random" bytes that are the same in every run: 1, 2, 3 and so on.
type Counter struct{ n byte }

// Read fills p.
func (c *Counter) Read(p []byte) (int, error) {
	for i := range p {
		c.n++
		p[i] = c.n
	}
	return len(p), nil
}

// Server accepts connections on a port of this computer until the test ends, and returns its
// address. Each connection is served on a goroutine, and then closed.
func Server(t testing.TB, serve func(net.Conn)) (addr string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			nc, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer nc.Close()
				serve(nc)
			}()
		}
	}()
	return listener.Addr().String()
}
