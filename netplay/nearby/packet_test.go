package nearby

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"flag"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"mancala/internal/match"
	"mancala/rules"
	"mancala/tools/need"
)

var update = flag.Bool("update", false, "write PROTOCOL.md from what the program does")

// chance is a source of bytes that are always the same.
type chance byte

func (c chance) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(c)
	}
	return len(p), nil
}

// home is the network of the tests, and there is the host's address on it.
var (
	home  = Network{"eth0", false, []netip.Prefix{netip.MustParsePrefix("192.168.1.9/24"), netip.MustParsePrefix("fe80::9/64")}}
	there = netip.MustParseAddr("192.168.1.5")
)

// announcement returns the announcement of a game from there.
func announcement(t *testing.T, g Game, tag byte) Announcement {
	t.Helper()
	i := need.Must(NewInstance(g.Name, chance(tag)))(t)
	return Announcement{Instance: i, Game: g, Addrs: []netip.Addr{there}, Port: 7000}
}

func pack(t *testing.T, a Announcement, gone bool) []byte {
	t.Helper()
	return need.Must(a.Pack(gone))(t)
}

func TestNewInstance(t *testing.T) {
	for name, want := range map[string]string{
		"Hilda": "Hilda aeaqcaib", "J. R.": "J R aeaqcaib", "": "aeaqcaib", "...": "aeaqcaib",
		strings.Repeat("ü", 24): strings.Repeat("ü", 24) + " aeaqcaib", strings.Repeat("愛", 24): strings.Repeat("愛", 18) + " aeaqcaib",
	} {
		i, err := NewInstance(name, chance(1))
		if err != nil || i.label != want || len(i.label) > longest {
			t.Errorf("%q became %q, %v", name, i.label, err)
		}
	}
	a, _ := NewInstance("Hilda", rand.Reader)
	b, _ := NewInstance("Hilda", rand.Reader)
	if a == b {
		t.Error("two hosts of one name have the same instance")
	}
	if _, err := NewInstance("Hilda", bytes.NewReader(nil)); err == nil {
		t.Error("no chance, and yet a name")
	}
}

// Every announced game is found.
func TestRoundTrip(t *testing.T) {
	full := Game{Name: "Bo. \\ \"B\" =愛", Variant: rules.Presets()[2].Variant, Full: true, Oldest: 2, Newest: 17}
	full.Variant.Pie = true
	for _, g := range []Game{hilda, full} {
		var l List
		if !l.Take(pack(t, announcement(t, g, 1), false), there, home, time.Time{}) {
			t.Fatal("nothing has changed")
		}
		got := l.Games()
		if len(got) != 1 || got[0].Game != g || got[0].Addr != netip.AddrPortFrom(there, 7000) {
			t.Errorf("%+v became %+v", g, got)
		}
	}
}

// A host that sends nonsense is cleaned, or not listed at all.
func TestHostileTexts(t *testing.T) {
	for _, c := range []struct {
		texts []string
		want  Game
		err   error
	}{
		{texts: []string{"proto=2-2"}, want: Game{Name: match.DefaultName(match.Host), Oldest: 2, Newest: 2}},
		{
			texts: []string{"PROTO=2-3", "name=\x1b[31mA\u202enn", "rules=kalah(6,4)", "state=full", "state=free", "more"},
			want:  Game{Name: "[31mAnn", Variant: rules.Presets()[0].Variant, Full: true, Oldest: 2, Newest: 3},
		},
		{texts: []string{"proto=2-2", "name=A", "rules=chess"}, want: Game{Name: "A", Oldest: 2, Newest: 2}},
		{texts: nil, err: errForeign},
		{texts: []string{"proto=2"}, err: errForeign},
		{texts: []string{"proto=3-2"}, err: errForeign},
		{texts: []string{"proto=0-2"}, err: errForeign},
		{texts: []string{"proto=2-2x"}, err: errForeign},
		{texts: []string{"proto=2-99999999999999999999"}, err: errForeign},
		{texts: []string{"proto=2-2", "key=short"}, err: errForeign},
		{texts: []string{"proto=2-2", "key=ABCDEFGHIJKLMNOPQRSTUVWXYZ"}, err: errForeign},
	} {
		got, err := readTexts(c.texts)
		if (err == nil) != (c.err == nil) || err == nil && got != c.want {
			t.Errorf("%q: %+v, %v", c.texts, got, err)
		}
	}
}

// question returns a packet with one question.
func question(t *testing.T, name string, kind dnsmessage.Type, class dnsmessage.Class) []byte {
	t.Helper()
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: 7},
		Questions: []dnsmessage.Question{{Name: dnsmessage.MustNewName(name), Type: kind, Class: class}},
	}
	return need.Must(m.Pack())(t)
}

func TestReadQuestion(t *testing.T) {
	i := need.Must(NewInstance("Hilda", chance(1)))(t)
	const in, anyClass = dnsmessage.ClassINET, dnsmessage.ClassANY
	for _, c := range []struct {
		name  string
		kind  dnsmessage.Type
		class dnsmessage.Class
		want  Asked
	}{
		{"_mancala._tcp.local.", dnsmessage.TypePTR, in, ForGames},
		{"_Mancala._TCP.local.", dnsmessage.TypePTR, in | unicast, ForGames},
		{"_mancala._tcp.local.", dnsmessage.TypeALL, anyClass, ForGames},
		{"_services._dns-sd._udp.local.", dnsmessage.TypePTR, in, ForTypes},
		{"Hilda aeaqcaib._mancala._tcp.local.", dnsmessage.TypeSRV, in, ForGames},
		{"hilda aeaqcaib._mancala._tcp.local.", dnsmessage.TypeTXT, in, ForGames},
		{"mancala-aeaqcaib.local.", dnsmessage.TypeA, in, ForGames},
		{"mancala-aeaqcaib.local.", dnsmessage.TypeAAAA, in, ForGames},
		{"_mancala._tcp.local.", dnsmessage.TypeA, in, NotAsked},
		{"_mancala._tcp.local.", dnsmessage.TypePTR, dnsmessage.ClassCHAOS, NotAsked},
		{"_http._tcp.local.", dnsmessage.TypePTR, in, NotAsked},
		{"Bo aeaqcaib._mancala._tcp.local.", dnsmessage.TypeSRV, in, NotAsked},
	} {
		if got := ReadQuestion(question(t, c.name, c.kind, c.class), i); got.Asked != c.want {
			t.Errorf("%s %v: %v", c.name, c.kind, got.Asked)
		}
	}
	if got := ReadQuestion(pack(t, announcement(t, hilda, 1), false), i); got.Asked != NotAsked {
		t.Error("an answer was read as a question")
	}
}

// A program that asks as in plain DNS gets its id and its question back.
func TestAnswerAlone(t *testing.T) {
	a := announcement(t, hilda, 1)
	for _, name := range []string{service, services} {
		packet := need.Must(a.Answer(ReadQuestion(question(t, name, dnsmessage.TypePTR, dnsmessage.ClassINET|unicast), a.Instance), true))(t)
		var m dnsmessage.Message
		need.NoError(t, m.Unpack(packet))
		if m.ID != 7 || len(m.Questions) != 1 || m.Questions[0].Name.String() != name || m.Questions[0].Class != dnsmessage.ClassINET {
			t.Errorf("%s: answered with %+v, %+v", name, m.Header, m.Questions)
		}
		for _, record := range m.Answers {
			if record.Header.TTL != legacyTTL || record.Header.Class != dnsmessage.ClassINET {
				t.Errorf("%s: %v", name, record.Header)
			}
		}
	}
}

// FuzzPackets gives any packet to both ends. Every listed game can be shown.
func FuzzPackets(f *testing.F) {
	i := need.Must(NewInstance("Hilda", chance(1)))(f)
	a := Announcement{Instance: i, Game: hilda, Addrs: []netip.Addr{there, netip.MustParseAddr("fe80::1")}, Port: 7000}
	ask := need.Must(Ask())(f)
	f.Add(ask)
	for _, gone := range []bool{false, true} {
		packet := need.Must(a.Pack(gone))(f)
		f.Add(packet)
		f.Add(packet[:len(packet)-5])
	}
	f.Fuzz(func(t *testing.T, packet []byte) {
		v := voice{instance: i, game: hilda, listen: netip.MustParseAddrPort("0.0.0.0:7000")}
		v.answer(packet, netip.AddrPortFrom(there, port), home, time.Unix(100, 0))
		var l List
		l.Take(packet, there, home, time.Unix(100, 0))
		for _, g := range l.Games() {
			if g.Name == "" || match.CleanName(g.Name) != g.Name || !home.Has(g.Addr.Addr()) || g.Addr.Port() == 0 ||
				g.Variant != (rules.Variant{}) && g.Variant.Validate() != nil || g.Fingerprint != "" && len(g.Fingerprint) != 26 {
				t.Errorf("listed %+v", g)
			}
		}
		if n := len(l.Games()); n > maxFromOne {
			t.Errorf("one packet lists %d games", n)
		}
	})
}

// The packet in PROTOCOL.md equals the packet sent.
func TestPacketOfPaper(t *testing.T) {
	want := "Hilda hosts kalah(6,4) at 192.168.1.5:7000; the letters are aeaqcaib\n"
	for chunk := range slices.Chunk(pack(t, announcement(t, hilda, 1), false), 48) {
		want += hex.EncodeToString(chunk) + "\n"
	}
	need.Example(t, "../../PROTOCOL.md", "announcement", want, *update)
}
