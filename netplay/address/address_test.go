package address

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"mancala/netplay/keys"
)

func TestParse(t *testing.T) {
	good := map[string]string{
		"ada":                        "ada:7000",
		" ada.example ":              "ada.example:7000",
		"ada-s_pc.local:1":           "ada-s_pc.local:1",
		"192.168.1.5":                "192.168.1.5:7000",
		"192.168.1.5:65535":          "192.168.1.5:65535",
		"::1":                        "[::1]:7000",
		"fe80::1%eth0":               "[fe80::1%eth0]:7000",
		"[2001:db8::7]":              "[2001:db8::7]:7000",
		"[fe80::1%Ethernet 2]:7001":  "[fe80::1%Ethernet 2]:7001",
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
		if got, invite, err := Parse(in); err != nil || got != want || invite != (keys.Invite{}) {
			t.Errorf("%q is %q, %v, %v instead of %q", in, got, invite, err, want)
		}
	}
	bad := map[string]string{
		"": "netplay.no-address", "  ": "netplay.no-address", "mancala://": "netplay.no-address",
		":7000": "netplay.bad-address", "a b": "netplay.bad-address", "http://ada/x": "netplay.bad-address", "http://ada:1/?q": "netplay.bad-address", "ftp://ada": "netplay.bad-address", "a/b": "netplay.bad-address",
		"fe80::1%a\x1bb": "netplay.bad-address", "fe80::1%a[": "netplay.bad-address", "::1%" + strings.Repeat("a", 70): "netplay.bad-address",
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
		got, _, err := Parse(in)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
}

func TestParseInvite(t *testing.T) {
	want := keys.Invite{Addr: "ada.example:7000", Fingerprint: keys.Fingerprint{1}, Secret: keys.Secret{2}}
	for _, addr := range []string{"ada.example", "ada.example:7000"} {
		text := keys.Invite{Addr: addr, Fingerprint: want.Fingerprint, Secret: want.Secret}.String()
		if got, invite, err := Parse(" " + text + "\n"); err != nil || got != want.Addr || invite != want {
			t.Errorf("%s is %q, %v, %v", text, got, invite, err)
		}
	}
	if got, invite, err := Parse(want.Link()); err != nil || got != want.Addr || invite != want {
		t.Errorf("%s is %q, %v, %v", want.Link(), got, invite, err)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"ada:7000", "mancala://a/#7uiq2ma5f4dx3ykbjohzt5cbwe", "[::1]:1", "mancala://a:1/#x", "::1", ":::", "[[a]]:1", "http://a/#7uiq2ma5f4dx3ykbjohzt5cbwe", "https://a:1/"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		got, invite, err := Parse(in)
		if err != nil {
			return
		}
		if _, _, err := net.SplitHostPort(got); err != nil {
			t.Fatalf("%q is %q: %v", in, got, err)
		}
		if again, _, err := Parse(got); err != nil || again != got {
			t.Fatalf("%q is %q, and that is %q, %v", in, got, again, err)
		}
		if invite == (keys.Invite{}) {
			return
		}
		if again, same, err := Parse(invite.String()); err != nil || again != got || same != invite {
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
		}},
		{"0.0.0.0:81", []string{"192.168.1.5:81", "10.0.0.5:81", "203.0.113.9:81", "172.17.0.1:81"}},
		{"192.168.1.5:7000", []string{"192.168.1.5:7000"}},
		{"[::1]:7000", []string{"[::1]:7000"}},
		{"[fe80::1%eth0]:7000", []string{"[fe80::1]:7000"}},
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
	for _, c := range []struct{ listen, local, want string }{
		{"[::]:7000", "127.0.0.1 ::1 fe80::1%eth0", "[fe80::1]:7000"},
		{"[::]:7000", "127.0.0.1 ::1 fe80::1%eth0 169.254.3.4", "169.254.3.4:7000 [fe80::1]:7000"},
		{"[::]:7000", "127.0.0.1 ::1 fe80::1%eth0 fd00::7", "[fd00::7]:7000"},
		{"0.0.0.0:7000", "127.0.0.1 ::1 fe80::1%eth0 fd00::7", "127.0.0.1:7000"},
		{"[::]:7000", "127.0.0.1 ::1", "127.0.0.1:7000"},
	} {
		var local []localAddr
		for text := range strings.FieldsSeq(c.local) {
			local = append(local, addr(text))
		}
		if got := strings.Join(reachable(netip.MustParseAddrPort(c.listen), local), " "); got != c.want {
			t.Errorf("%s with %s can be reached at %s", c.listen, c.local, got)
		}
	}
	if !slices.ContainsFunc(localAddrs(), func(a localAddr) bool { return a.IsLoopback() }) {
		t.Error("this computer has no loopback address")
	}
}

// A link-local address without a zone is tried on each link; any other is dialled as it is.
func TestZoned(t *testing.T) {
	local := []localAddr{
		{netip.MustParseAddr("fe80::7%docker0"), true},
		{Addr: netip.MustParseAddr("192.168.1.5")},
		{Addr: netip.MustParseAddr("fe80::8%wlan0")},
		{Addr: netip.MustParseAddr("fe80::9%eth0")},
	}
	got := zoned(netip.MustParseAddrPort("[fe80::1]:7000"), local)
	if want := []string{"[fe80::1%wlan0]:7000", "[fe80::1%eth0]:7000", "[fe80::1%docker0]:7000"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got := zoned(netip.MustParseAddrPort("[fe80::1]:7000"), nil); !slices.Equal(got, []string{"[fe80::1]:7000"}) {
		t.Errorf("without links: %q", got)
	}
	for _, addr := range []string{"[fe80::1%eth0]:7000", "[fd00::1]:7000", "169.254.1.1:7000", "ada:7000", "nonsense"} {
		if got := Zoned(addr); !slices.Equal(got, []string{addr}) {
			t.Errorf("%s: %q", addr, got)
		}
	}
}

// TestCodesAsAddresses reads codes as people write and paste them.
func TestCodesAsAddresses(t *testing.T) {
	for text, want := range map[string]string{
		"amber-fox-31@meet.example.org":              "amber@meet.example.org:7001 fox-31",
		"Amber Fox 31 @ meet.example.org:80":         "amber@meet.example.org:80 fox-31",
		"Amber Fox 31@meet.example.org:80":           "amber@meet.example.org:80 fox-31",
		"amber42-fox-31@192.0.2.1":                   "amber42@192.0.2.1:7001 fox-31",
		"amber-fox-31@[2001:db8::1]:7":               "amber@[2001:db8::1]:7 fox-31",
		"amber@meet.example.org":                     "amber@meet.example.org:7001 ",
		"http://meet.example.org:7001/#amber-fox-31": "amber@meet.example.org:7001 fox-31",
		"HTTP://meet.example.org/#amber-fox-31":      "amber@meet.example.org:80 fox-31",
		"https://meet.example.org/#amber-fox-31":     "amber@meet.example.org:443 fox-31",
		"meet.example.org:7001/#amber-fox-31":        "amber@meet.example.org:7001 fox-31",
		"mancala://amber-fox-31@meet.example.org/":   "amber@meet.example.org:7001 fox-31",
		"amber": "amber:7000 ",
	} {
		addr, invite, err := Parse(text)
		if got := addr + " " + invite.Code; err != nil || got != want {
			t.Errorf("%s is read as %s, %v, want %s", text, got, err, want)
		}
		if err != nil || invite.Code == "" {
			continue
		}
		for _, again := range []string{invite.String(), invite.Link()} {
			if a, i, err := Parse(again); err != nil || a != addr || i != invite {
				t.Errorf("%s is %s, which is read as %s, %v", text, again, a, err)
			}
		}
	}
	for text, want := range map[string]string{
		"amber-foks-31@meet.example.org":       `netplay.code-word "foks"`,
		"ambre-fox-31@meet.example.org":        `netplay.code-word "ambre"`,
		"amber-fox@meet.example.org":           "netplay.bad-code",
		"@meet.example.org":                    "netplay.bad-code",
		"amber-fox-31@":                        `netplay.code-alone "amber-fox-31"`,
		"amber-fox-31":                         `netplay.code-alone "amber-fox-31"`,
		"amber-fox-31@meet example":            `netplay.bad-address "meet example"`,
		"amber-fox-31@meet.example.org:0":      `netplay.bad-port "0"`,
		"amber-fox-31@a@b":                     `netplay.bad-address "a@b"`,
		"http://meet.example.org/#ambr-fox-31": `netplay.code-word "ambr"`,
	} {
		if _, _, err := Parse(text); err == nil || err.Error() != want {
			t.Errorf("%s fails with %v, want %s", text, err, want)
		}
	}
}

func TestOthers(t *testing.T) {
	for _, test := range []struct{ list, want []string }{
		{nil, nil},
		{[]string{"", "a", "a:x", "a:0", "a/b:1", "b@c:1", "\x1b:1"}, nil},
		{[]string{"a:1", "b:1", "b:1", "[::1]:2"}, []string{"b:1", "[::1]:2"}},
		{strings.Split("a:2 a:3 a:4 a:5 a:6 a:7 a:8 a:9 a:10 a:11", " "), strings.Split("a:2 a:3 a:4 a:5 a:6 a:7 a:8 a:9", " ")},
	} {
		if got := Others("a:1", test.list); !slices.Equal(got, test.want) {
			t.Errorf("%q gives %q", test.list, got)
		}
	}
}
