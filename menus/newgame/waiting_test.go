package newgame

import (
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// hostAt returns a program that hosts at addresses.
func hostAt(t *testing.T, addresses ...string) (*menustest.Bench, *hostScreen, *tabletest.Link) {
	t.Helper()
	return hostBy(t, func(*ports.Ports) {}, addresses...)
}

// hostBy is hostAt for a program with other ports.
func hostBy(t *testing.T, changes func(*ports.Ports), addresses ...string) (*menustest.Bench, *hostScreen, *tabletest.Link) {
	t.Helper()
	link := &tabletest.Link{HasGuests: true}
	b := menustest.New(t, menustest.Shelf{}, func(p *ports.Ports) {
		changes(p)
		p.Host = func(ports.HostRequest) table.Link { return link }
	})
	h := newHostScreen(b)
	b.Push(h)
	b.LayOut(1280, 720)
	b.Enter("#host.start")
	if b.Says("Opening the port..."); b.Shows("#host.copy") {
		t.Error("before the port is open there is something to copy")
	}
	link.Push(table.Listening{Addr: ":7000", Reachable: addresses})
	b.Pass(menustest.Tick)
	return b, h, link
}

func TestTheAddressIsTheScreen(t *testing.T) {
	b, _, _ := hostAt(t, "192.168.1.20:7000", "10.0.0.7:7000", "127.0.0.1:7000")
	if b.Says("Waiting for the other player", "192.168.1.20:7000"); b.Focused() != "host.copy" {
		t.Errorf("the focus is on %q", b.Focused())
	}
	if b.Press(ebiten.KeyEnter); b.Pad.Text != "192.168.1.20:7000" || b.Said() != "Copied 192.168.1.20:7000" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	b.Enter("#host.others")
	b.Click("10.0.0.7:7000")
	b.LayOut(1280, 720)
	b.Says("10.0.0.7:7000")
	if b.Enter("#host.copy"); b.Pad.Text != "10.0.0.7:7000" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	if b.Press(ebiten.KeyEscape); b.Scene() != nil || !b.Shows("#host.start") {
		t.Error("Escape does not stop hosting")
	}
}

func TestAnAddressOfThisComputerAloneIsCalledThat(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:7000": true, "[::1]:7000": true, "localhost:7000": true, "192.168.1.20:7000": false, "odd": false,
	} {
		b, _, _ := hostAt(t, address)
		if got := strings.Contains(b.Text(), "only on this computer"); got != want {
			t.Errorf("of %s it says %q", address, b.Text())
		}
	}
}

func TestAHostSeesThatAGuestReadsTheRules(t *testing.T) {
	b, _, link := hostAt(t, "192.168.1.20:7000")
	link.Push(table.Deciding{Peers: []string{"Bo"}})
	b.Pass(menustest.Tick)
	if b.Says("Bo is reading the rules"); b.Scene().Stage() != table.StageListening {
		t.Errorf("the stage is %v", b.Scene().Stage())
	}
	b.Pass(menustest.Tick)
	if b.Pass(5*time.Second) > 0 {
		t.Error("the seat is not empty, and breathes")
	}
	link.Push(table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo"), Reason: table.ReasonDeclined})
	b.Pass(menustest.Tick)
	b.Says("Waiting for the other player")
}

func TestTheEmptySeatBreathesSlowly(t *testing.T) {
	b, _, _ := hostAt(t, "192.168.1.20:7000")
	if n := b.Pass(2 * time.Second); n < 8 || n > 16 {
		t.Errorf("in two seconds it is drawn %d times", n)
	}
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Still = true })
	b.Pass(menustest.Tick)
	if n := b.Pass(2 * time.Second); n > 0 {
		t.Errorf("without motion it is drawn %d times", n)
	}
}

// joining returns a program at the join screen, with its links and its requests.
func joining(t *testing.T, texts menustest.Shelf) (b *menustest.Bench, j *joinScreen, links *[]*tabletest.Link, dialled *[]ports.JoinRequest) {
	t.Helper()
	links, dialled = &[]*tabletest.Link{}, &[]ports.JoinRequest{}
	b = menustest.New(t, texts, func(p *ports.Ports) {
		p.Dial = func(r ports.JoinRequest) table.Link {
			*links, *dialled = append(*links, &tabletest.Link{}), append(*dialled, r)
			return (*links)[len(*links)-1]
		}
	})
	j = newJoinScreen(b)
	b.Push(j)
	b.LayOut(1280, 720)
	return b, j, links, dialled
}

func TestHostsAreRememberedAndJoinedAgain(t *testing.T) {
	texts := menustest.Shelf{}
	for _, address := range []string{"ann:7000", "bo:7001"} {
		b, _, links, _ := joining(t, texts)
		b.Write("#join.address", address)
		b.Press(ebiten.KeyEnter)
		(*links)[0].Push(table.Connected{Peer: "Ann", Self: match.Guest, Variant: rulestest.Variant(t, "kalah", 6, 4)},
			table.GameStarted{ID: "g-1", Self: rules.North})
		b.Pass(2 * menustest.Tick)
	}
	b, _, _, dialled := joining(t, texts)
	if typed := b.Info("#join.address").Value; typed != "bo:7001" || b.Info("#join.host-1").Label != "bo:7001" || b.Shows("#join.host-3") {
		t.Fatalf("it begins with %q", typed)
	}
	if b.Click("ann:7000"); len(*dialled) != 1 || (*dialled)[0].Addr != "ann:7000" {
		t.Errorf("dialled are %+v", *dialled)
	}
	for _, hostile := range []string{"\n\n\n", strings.Repeat("x", 1<<16), "a\x1b[2J", "\xff\xfe"} {
		if b, _, _, _ := joining(t, menustest.Shelf{"address": hostile}); b.Shows("#join.host-1") || b.Info("#join.address").Value != "" {
			t.Errorf("%.20q gives a host, or an address", hostile)
		}
	}
	full := "a:1\nb:2\n" + strings.Repeat("long-name.", 20) + "example:65535\nd:4\n[fe80::1]:7000"
	b, j, _, _ := joining(t, menustest.Shelf{"address": full})
	if !b.Shows("#join.host-5") {
		t.Error("the fifth host is missing")
	}
	j.trouble.Text = strings.Repeat("No game is hosted there. ", 6)
	for _, size := range append(menustest.Windows, [2]int{600, 1000}) {
		window := b.LayOut(size[0], size[1])
		for _, w := range j.Controls.Widgets() {
			if r := w.Bounds(); r.Y < 8 || r.Bottom() > window.H-8 || r.Right() > window.W-8 {
				t.Errorf("%v: %q lies at %+v", size, menustest.Label(w), r)
			}
		}
	}
}

// The message about an address stays until another one is typed.
func TestTroubleGoesWhenTheAddressChanges(t *testing.T) {
	b, _, links, _ := joining(t, menustest.Shelf{})
	b.Write("#join.address", "ann:1")
	b.Press(ebiten.KeyEnter)
	(*links)[0].Push(table.Failed{Note: rules.NewNote("netplay.refused", "ann:1")})
	b.Pass(2 * menustest.Tick)
	trouble := words.Sentence(rules.NewNote("netplay.refused", "ann:1"))
	b.Says(trouble)
	b.Top().Update(&kit.Input{Text: "x"})
	if b.LayOut(1280, 720); strings.Contains(b.Text(), trouble) {
		t.Error("while another address is typed the trouble is still there")
	}
	b.Pad.Text = "  bo:7000\n"
	if b.Enter("#join.paste"); b.Info("#join.address").Value != "bo:7000" || b.Focused() != "join.connect" {
		t.Errorf("pasted is %q", b.Info("#join.address").Value)
	}
}

// The language can change while a game is above the lobby of its peer.
func TestLobbiesOutliveALanguage(t *testing.T) {
	_, h, _ := hostAt(t, "192.168.1.20:7000")
	h.name.SetText("Ann")
	menustest.Speak(t, "de")
	again := h.Renewed().(*hostScreen)
	if again.hosting != h.hosting || again.name.Text() != "Ann" || again.waiting.state() != "Warten auf Mitspieler" || len(again.waiting.addresses) != 1 {
		t.Errorf("the host says %q", again.waiting.state())
	}
	b, j, _, dialled := joining(t, menustest.Shelf{})
	j.open("ann:7000")
	b.Stack.Screens[1] = j.Renewed()
	b.LayOut(1280, 720)
	b.Top().(*joinScreen).NextPeer()
	if len(*dialled) != 2 || (*dialled)[1].Addr != "ann:7000" {
		t.Errorf("dialled are %+v", *dialled)
	}
}
