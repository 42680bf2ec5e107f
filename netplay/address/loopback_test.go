package address

import (
	"strings"
	"testing"
)

func TestOnLoopback(t *testing.T) {
	for addr, want := range map[string]string{
		":7000": "127.0.0.1:7000", "localhost:1": "127.0.0.1:1", "127.3.2.1:0": "127.3.2.1:0", "[::1]:7000": "[::1]:7000",
		"[::ffff:127.0.0.1]:7": "[::ffff:127.0.0.1]:7", "7000": "7000",
		"0.0.0.0:7000": "", "[::]:7000": "", "192.168.1.5:7000": "", "ada.example:7000": "", "128.0.0.1:7000": "", "[fe80::1%lo]:7": "",
	} {
		got, err := OnLoopback(addr)
		if got != want || (err != nil) != (want == "") || err != nil && !strings.Contains(err.Error(), "loopback-alone") {
			t.Errorf("%q became %q, %v", addr, got, err)
		}
	}
}
