package netplay

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
)

func TestParseAddress(t *testing.T) {
	good := map[string]string{
		"ada":                        "ada:7000",
		" ada.example ":              "ada.example:7000",
		"ada-s_pc.local:1":           "ada-s_pc.local:1",
		"192.168.1.5":                "192.168.1.5:7000",
		"192.168.1.5:65535":          "192.168.1.5:65535",
		"::1":                        "[::1]:7000",
		"fe80::1%eth0":               "[fe80::1%eth0]:7000",
		"[2001:db8::7]":              "[2001:db8::7]:7000",
		"[2001:db8::7]:7001":         "[2001:db8::7]:7001",
		"mancala://ada:7001/":        "ada:7001",
		"mancala://[2001:db8::7]/":   "[2001:db8::7]:7000",
		"mancala://192.168.1.5:7000": "192.168.1.5:7000",
		"bücher.example":             "bücher.example:7000",
	}
	for in, want := range good {
		if got, err := ParseAddress(in); err != nil || got != want {
			t.Errorf("%q is %q, %v instead of %q", in, got, err, want)
		}
	}
	bad := map[string]string{
		"": "Write the address", "  ": "Write the address", "mancala://": "Write the address",
		":7000": "is not an address", "a b": "is not an address", "http://ada": "is not an address", "a/b": "is not an address",
		"[::1": "is not an address", "1:2:3": "is not an address", "ada\x00": "is not an address",
		"user@ada": "is not an address", strings.Repeat("a", 300): "is not an address", "ada:7000:7001": "is not an address",
		"ada:": "is not a port", "ada:0": "is not a port", "ada:65536": "is not a port", "ada:http": "is not a port",
		"ada:-1": "is not a port", "ada:+1": "is not a port", "ada:07000": "is not a port",
		"mancala://ada:7000/#abcdefghijklmnopqrstuvwxyz": "encrypted",
	}
	for in, want := range bad {
		got, err := ParseAddress(in)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), ".") {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"ada:7000", "[::1]:1", "mancala://a:1/#x", "::1", ":::", "[[a]]:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, err := ParseAddress(in)
		if err != nil {
			return
		}
		if _, _, err := net.SplitHostPort(got); err != nil {
			t.Fatalf("%q is %q: %v", in, got, err)
		}
		if again, err := ParseAddress(got); err != nil || again != got {
			t.Fatalf("%q is %q, and that is %q, %v", in, got, again, err)
		}
	})
}

func TestReachable(t *testing.T) {
	addr := func(text string) localAddr { return localAddr{Addr: netip.MustParseAddr(text)} }
	docker := localAddr{netip.MustParseAddr("172.17.0.1"), true}
	local := []localAddr{
		addr("127.0.0.1"), addr("::1"), addr("fe80::1%eth0"), addr("169.254.3.4"), addr("2001:db8::7"), addr("fd00::7"), docker,
		addr("203.0.113.9"), addr("192.168.1.5"), addr("10.0.0.5"), addr("192.168.1.5"), addr("224.0.0.1"),
	}
	tests := []struct {
		listen string
		want   []string
	}{
		{"[::]:7000", []string{
			"192.168.1.5:7000", "10.0.0.5:7000", "203.0.113.9:7000", "[fd00::7]:7000", "[2001:db8::7]:7000", "172.17.0.1:7000",
			"127.0.0.1:7000",
		}},
		{"0.0.0.0:81", []string{"192.168.1.5:81", "10.0.0.5:81", "203.0.113.9:81", "172.17.0.1:81", "127.0.0.1:81"}},
		{"192.168.1.5:7000", []string{"192.168.1.5:7000"}},
		{"[::1]:7000", []string{"[::1]:7000"}},
		{"[::ffff:10.0.0.5]:7000", []string{"10.0.0.5:7000"}},
	}
	for _, test := range tests {
		if got := reachable(netip.MustParseAddrPort(test.listen), local); !slices.Equal(got, test.want) {
			t.Errorf("%s can be reached at %q, not %q", test.listen, got, test.want)
		}
	}
	if got := reachable(netip.MustParseAddrPort("[::]:7000"), nil); !slices.Equal(got, []string{"127.0.0.1:7000"}) {
		t.Errorf("without interfaces: %q", got)
	}
	if !slices.ContainsFunc(localAddrs(), func(a localAddr) bool { return a.IsLoopback() }) {
		t.Error("this computer has no loopback address")
	}
}

// TestNetworkErrors turns every error of the network into its sentence.
func TestNetworkErrors(t *testing.T) {
	op := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	dial := []struct {
		err  error
		want string
	}{
		{op(os.NewSyscallError("connect", connectionRefused)), "Nobody is hosting a game at ada:7000."},
		{op(os.NewSyscallError("connect", networkUnreachable)), "There is no way from this computer to ada:7000."},
		{op(os.NewSyscallError("connect", hostUnreachable)), "There is no way from this computer to ada:7000."},
		{op(&net.DNSError{Err: "no such host", Name: "ada", IsNotFound: true}), "There is no computer named ada."},
		{op(&net.DNSError{Err: "server misbehaving", Name: "ada", IsTemporary: true}), "The name ada could not be looked up."},
		{op(&net.DNSError{Err: "timeout", Name: "ada", IsTimeout: true}), "The name ada could not be looked up."},
		{op(os.ErrDeadlineExceeded), "Nothing answers at ada:7000."},
		{context.DeadlineExceeded, "Nothing answers at ada:7000."},
		{errors.New("strange"), "No connection to ada:7000 could be made."},
	}
	for _, test := range dial {
		checkSentence(t, dialError("ada:7000", test.err), test.want, test.err)
	}
	listen := []struct {
		addr string
		err  error
		want string
	}{
		{":7000", op(os.NewSyscallError("bind", addressInUse)), "Port 7000 is taken by another program (on a Mac often by AirPlay)."},
		{":8000", op(os.NewSyscallError("bind", addressInUse)), "Port 8000 is taken by another program. Host at another port, such as 8001"},
		{":80", op(os.NewSyscallError("bind", syscall.EACCES)), "This system does not let you host at port 80."},
		{"192.0.2.1:7000", op(os.NewSyscallError("bind", addressNotOurs)), "192.0.2.1:7000 is not an address of this computer."},
		{"nonsense", op(&net.AddrError{Err: "missing port"}), `It is not possible to host at "nonsense".`},
		{":http ", op(&net.DNSError{Err: "unknown port"}), `It is not possible to host at ":http".`},
		{":7000", errors.New("strange"), "This computer cannot host at :7000."},
	}
	for _, test := range listen {
		checkSentence(t, listenError(test.addr, test.err), test.want, test.err)
	}
}

func checkSentence(t *testing.T, got *sentence, want string, cause error) {
	t.Helper()
	if !strings.HasPrefix(got.text, want) || !strings.HasSuffix(got.text, ".") {
		t.Errorf("%v is %q instead of %q", cause, got.text, want)
	}
	if !errors.Is(got, cause) {
		t.Errorf("%q does not name its cause", got.text)
	}
}
