package need

import (
	"net"
	"testing"
)

// Addresses returns some addresses of this machine, host:port, that are free now.
func Addresses(t testing.TB, count int) (list []string) {
	t.Helper()
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		list = append(list, l.Addr().String())
	}
	return list
}
