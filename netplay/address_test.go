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

	"mancala/netplay/keys"
	"mancala/rules"
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
		"MANCALA://ada:7001/":        "ada:7001",
		"http://192.168.1.5:7000/":   "192.168.1.5:7000",
		"HTTP://[::1]:7001":          "[::1]:7001",
		"http://ada":                 "ada:80",
		"ada/":                       "ada:7000",
		"https://ada.example/":       "ada.example:443",
	}
	for in, want := range good {
		if got, invite, err := ParseAddress(in); err != nil || got != want || invite != (keys.Invite{}) {
			t.Errorf("%q is %q, %v, %v instead of %q", in, got, invite, err, want)
		}
	}
	bad := map[string]string{
		"": "netplay.no-address", "  ": "netplay.no-address", "mancala://": "netplay.no-address",
		":7000": "netplay.bad-address", "a b": "netplay.bad-address", "http://ada/x": "netplay.bad-address", "http://ada:1/?q": "netplay.bad-address", "ftp://ada": "netplay.bad-address", "a/b": "netplay.bad-address",
		"[::1": "netplay.bad-address", "1:2:3": "netplay.bad-address", "ada\x00": "netplay.bad-address",
		"user@ada": "netplay.code-word", "amber-fox-31@a/b": "netplay.bad-address", strings.Repeat("a", 300): "netplay.bad-address", "ada:7000:7001": "netplay.bad-address",
		"ada:": "netplay.bad-port", "ada:0": "netplay.bad-port", "ada:65536": "netplay.bad-port", "ada:http": "netplay.bad-port",
		"ada:-1": "netplay.bad-port", "ada:+1": "netplay.bad-port", "ada:07000": "netplay.bad-port",
		"mancala://ada:7000/#abcdefghijklmnopqrstuvwxyz": "netplay.bad-invite", "mancala://ada:7000/#": "netplay.bad-invite",
		"http://ada:7000/#abcdefghijklmnopqrstuvwxyz": "netplay.bad-invite", "https://": "netplay.no-address",
		"mancala://a b/#7uiq2ma5f4dx3ykbjohzt5cbwe": "netplay.bad-address",
		"mancala:///#7uiq2ma5f4dx3ykbjohzt5cbwe":    "netplay.no-address",
	}
	for in, want := range bad {
		got, _, err := ParseAddress(in)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
}

func TestParseInvite(t *testing.T) {
	want := keys.Invite{Addr: "ada.example:7000", Fingerprint: keys.Fingerprint{1}, Secret: keys.Secret{2}}
	for _, addr := range []string{"ada.example", "ada.example:7000"} {
		text := keys.Invite{Addr: addr, Fingerprint: want.Fingerprint, Secret: want.Secret}.String()
		if got, invite, err := ParseAddress(" " + text + "\n"); err != nil || got != want.Addr || invite != want {
			t.Errorf("%s is %q, %v, %v", text, got, invite, err)
		}
	}
	if got, invite, err := ParseAddress(want.Link()); err != nil || got != want.Addr || invite != want {
		t.Errorf("%s is %q, %v, %v", want.Link(), got, invite, err)
	}
}

func FuzzParseAddress(f *testing.F) {
	for _, s := range []string{"ada:7000", "mancala://a/#7uiq2ma5f4dx3ykbjohzt5cbwe", "[::1]:1", "mancala://a:1/#x", "::1", ":::", "[[a]]:1", "http://a/#7uiq2ma5f4dx3ykbjohzt5cbwe", "https://a:1/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, invite, err := ParseAddress(in)
		if err != nil {
			return
		}
		if _, _, err := net.SplitHostPort(got); err != nil {
			t.Fatalf("%q is %q: %v", in, got, err)
		}
		if again, _, err := ParseAddress(got); err != nil || again != got {
			t.Fatalf("%q is %q, and that is %q, %v", in, got, again, err)
		}
		if invite == (keys.Invite{}) {
			return
		}
		if again, same, err := ParseAddress(invite.String()); err != nil || again != got || same != invite {
			t.Fatalf("%q is %v, and that is %v, %v", in, invite, same, err)
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

// TestNetworkErrors turns every error of the network into its note.
func TestNetworkErrors(t *testing.T) {
	op := func(err error) error { return &net.OpError{Op: "dial", Net: "tcp", Err: err} }
	dial := []struct {
		err  error
		want string
	}{
		{op(os.NewSyscallError("connect", connectionRefused)), `refused "ada:7000"`},
		{op(os.NewSyscallError("connect", networkUnreachable)), `unreachable "ada:7000"`},
		{op(os.NewSyscallError("connect", hostUnreachable)), `unreachable "ada:7000"`},
		{op(&net.DNSError{Err: "no such host", Name: "ada", IsNotFound: true}), `no-such-computer "ada"`},
		{op(&net.DNSError{Err: "server misbehaving", Name: "ada", IsTemporary: true}), `no-lookup "ada"`},
		{op(&net.DNSError{Err: "timeout", Name: "ada", IsTimeout: true}), `no-lookup "ada"`},
		{op(os.ErrDeadlineExceeded), `silent "ada:7000"`},
		{context.DeadlineExceeded, `silent "ada:7000"`},
		{errors.New("strange"), `no-connection "ada:7000"`},
	}
	for _, test := range dial {
		checkNote(t, dialError("ada:7000", test.err), test.want, test.err)
	}
	listen := []struct {
		addr string
		err  error
		want string
	}{
		{":7000", op(os.NewSyscallError("bind", addressInUse)), `usual-port-taken "7000" "7001"`},
		{":8000", op(os.NewSyscallError("bind", addressInUse)), `port-taken "8000" "8001"`},
		{":80", op(os.NewSyscallError("bind", syscall.EACCES)), `port-forbidden "80" "7000"`},
		{"192.0.2.1:7000", op(os.NewSyscallError("bind", addressNotOurs)), `foreign-address "192.0.2.1:7000" "7000"`},
		{"nonsense", op(&net.AddrError{Err: "missing port"}), `bad-listen "nonsense"`},
		{":http ", op(&net.DNSError{Err: "unknown port"}), `bad-listen ":http"`},
		{":7000", errors.New("strange"), `no-hosting ":7000"`},
	}
	for _, test := range listen {
		checkNote(t, ListenError(test.addr, test.err), test.want, test.err)
	}
}

func checkNote(t *testing.T, got *rules.Note, want string, cause error) {
	t.Helper()
	if got.String() != "netplay."+want {
		t.Errorf("%v is %s instead of %s", cause, got.String(), want)
	}
	if !errors.Is(got, cause) {
		t.Errorf("%s does not name its cause", got.String())
	}
}
