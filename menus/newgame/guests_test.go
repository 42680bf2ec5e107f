package newgame

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/menustest"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/rules/rulestest"
)

const (
	annsAddress = "192.168.1.20:7000"
	annsInvite  = "mancala://192.168.1.20:7000/#abcdefghijklmnopqrstuvwxyz-abcdefghijklmnopqrstuvwxyz"
)

// told checks the last call of the link.
func told(t *testing.T, link *tabletest.Link, want string) {
	t.Helper()
	if len(link.Said) == 0 || link.Said[len(link.Said)-1] != want {
		t.Errorf("the link was told %q, want %q at the end", link.Said, want)
	}
}

func TestACopiedInviteKeepsOthersOut(t *testing.T) {
	b, _, link := hostAt(t, annsAddress)
	b.Enter("#host.copy-invite")
	told(t, link, "invite to "+annsAddress)
	if !strings.HasPrefix(b.Pad.Text, "mancala://"+annsAddress) || b.Info("#host.invite-only").Selected != 1 {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	b.Key("#host.invite-only", ebiten.KeyEnter)
	told(t, link, "admit {Ask:0 InviteOnly:false NoWatchers:false}")
	if b.Shared().Settings.Now().Admission.InviteOnly {
		t.Error("an invite changes what later games begin with")
	}
	link.HasGuests = false
	if b.Enter("#host.copy-invite"); b.Said() != "Without encryption there are no invites. Send the address." {
		t.Errorf("without guests it says %q", b.Said())
	}
}

func TestWhoMayComeInIsRemembered(t *testing.T) {
	texts := menustest.Shelf{}
	b := menustest.New(t, texts, nil)
	b.Push(newHostScreen(b))
	b.LayOut(1280, 720)
	b.Says("Ask about strangers")
	b.Enter("#host.guests")
	b.Key("#guests.ask", ebiten.KeyArrowLeft)
	b.Key("#guests.watch", ebiten.KeyEnter)
	b.Key("#guests.show", ebiten.KeyEnter)
	b.Press(ebiten.KeyEscape)
	b.LayOut(1280, 720)
	b.Says("Everyone")
	b.Enter("#host.start")
	want := match.Admission{Ask: match.AskNone, NoWatchers: true}
	if r := b.Hosted[0]; r.Admission != want || !r.Hidden || r.First != match.FirstToss {
		t.Errorf("hosted: %+v", r)
	}
	if again := menustest.New(t, texts, nil).Shared().Settings.Now(); again.Admission != want || !again.Hidden {
		t.Errorf("remembered: %+v", again)
	}
}

// gate is a fake port on the router.
type gate struct {
	opening ports.Opening
	changed bool
	closed  int
}

func (g *gate) Opening() (ports.Opening, bool) {
	defer func() { g.changed = false }()
	return g.opening, g.changed
}

func (g *gate) Close() { g.closed++ }

func TestTheRoutersAddressComesFirst(t *testing.T) {
	g, asked := &gate{}, ""
	link := &tabletest.Link{HasGuests: true}
	b := menustest.New(t, menustest.Shelf{"open-port": "yes"}, func(p *ports.Ports) {
		p.Host = func(ports.HostRequest) table.Link { return link }
		p.OpenPort = func(addr string) ports.OpenedPort { asked = addr; return g }
	})
	b.Push(newHostScreen(b))
	b.Enter("#host.start")
	link.Push(table.Listening{Addr: "[::]:7000", Reachable: []string{annsAddress}})
	b.Pass(2 * menustest.Tick)
	if b.Says(annsAddress); asked != "[::]:7000" {
		t.Errorf("asked for %q", asked)
	}
	g.opening, g.changed = ports.Opening{State: ports.PortOpen, Public: "198.51.100.23:7000"}, true
	b.Pass(menustest.Tick)
	if b.Says("198.51.100.23:7000"); !b.Shows("#host.others") {
		t.Error("the other address is not offered")
	}
	b.Press(ebiten.KeyEscape)
	if b.Press(ebiten.KeyEscape); g.closed != 1 {
		t.Errorf("the port was closed %d times", g.closed)
	}
}

// knockAt makes guests knock, and waits for the card and the end of its quiet time.
func knockAt(b *menustest.Bench, h *hostScreen, link *tabletest.Link, names ...string) {
	for i, name := range names {
		link.Push(table.Knocked{Knock: i + 1, Peer: name, Addr: "203.0.113.7"})
	}
	b.Pass(menustest.Tick)
	h.Attend(false)
	b.Pass(time.Second)
}

func TestAKnockIsAnswered(t *testing.T) {
	for id, want := range map[string]string{"let-in": "1", "not-now": "0", "never": "2"} {
		b, h, link := hostAt(t, annsAddress)
		knockAt(b, h, link, "Bo")
		if b.Top().Name() != "knock" {
			t.Fatalf("the screen is %q", b.Top().Name())
		}
		b.Enter("#knock." + id + "-1")
		told(t, link, "answer knock 1: "+want)
		h.Attend(false)
		if b.Pass(2 * menustest.Tick); b.Top() != h || b.Shows("#host.answer") {
			t.Errorf("%s: the screen is %q", id, b.Top().Name())
		}
	}
}

func TestKeysForAnotherScreenAnswerNoKnock(t *testing.T) {
	b, h, link := hostAt(t, annsAddress)
	link.Push(table.Knocked{Knock: 1, Peer: "Bo", Addr: "203.0.113.7"})
	b.Pass(menustest.Tick)
	if h.Attend(true); b.Top() != h {
		t.Error("a busy person is asked")
	}
	h.Attend(false)
	for range 100 { // the user keeps typing
		b.Press(ebiten.KeyEnter)
	}
	if len(link.Said) > 0 {
		t.Errorf("the link was told %q", link.Said)
	}
	b.Pass(time.Second)
	if b.Press(ebiten.KeyEscape); b.Top() != h {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	if h.Attend(false); b.Top() != h {
		t.Error("the same knock is asked about again")
	}
	if b.Pass(menustest.Tick); !b.Shows("Bo wants to play") {
		t.Error("the knock cannot be answered later")
	}
}

func TestSeveralKnocks(t *testing.T) {
	b, h, link := hostAt(t, annsAddress)
	knockAt(b, h, link, "Bo", "Cleo", "Di", "Eve")
	card := b.Top()
	if b.LayOut(1280, 720); !b.Reads("4 guests want to play") || !b.Shows("#knock.never-3") || b.Shows("#knock.never-4") {
		t.Errorf("the card says\n%s", b.Text())
	}
	b.Enter("#knock.never-2")
	told(t, link, "answer knock 2: 2")
	if text := b.Text(); b.Top() != card || strings.Contains(text, "Cleo") || !strings.Contains(text, "Di") || !strings.Contains(text, "Eve") {
		t.Errorf("the card says\n%s", text)
	}
	link.Push(table.KnockEnded{Knock: 1}, table.KnockEnded{Knock: 3}, table.KnockEnded{Knock: 4})
	if b.Pass(2 * menustest.Tick); b.Top() != h {
		t.Error("the card stays without guests")
	}
}

func TestAGuestIsLetInOnTheBoardOfAGameThatEnded(t *testing.T) {
	b, h, link := hostAt(t, annsAddress)
	link.Push(table.Connected{Peer: "Bo", Self: match.Host, Variant: rulestest.Variant(t, "kalah", 6, 4)},
		table.GameStarted{ID: "g", Self: rules.South}, table.PeerLeft{Note: rules.NewNote("netplay.left", "Bo")})
	b.Pass(menustest.Tick)
	knockAt(b, h, link, "Cleo")
	b.Enter("#knock.let-in-1")
	if n := len(link.Said); n < 2 || link.Said[n-2] != "wait again" || link.Said[n-1] != "answer knock 1: 1" {
		t.Errorf("the link was told %q", link.Said)
	}
}

func TestACopiedInviteIsOffered(t *testing.T) {
	b, _, links, dialled := joining(t, menustest.Shelf{})
	b.Pad.Text = annsInvite
	b.Push(newJoinScreen(b))
	if b.Focused() != "join.invited" || b.Info("#join.invited").Value != annsAddress {
		t.Fatal("the invite is not offered")
	}
	b.Press(ebiten.KeyEnter)
	if len(*dialled) != 1 || (*dialled)[0].Invite != annsInvite || (*dialled)[0].Addr != annsAddress {
		t.Fatalf("dialled are %+v", *dialled)
	}
	(*links)[0].Push(table.Connected{Peer: "Ann", Self: match.Guest, Variant: rulestest.Variant(t, "kalah", 6, 4)},
		table.GameStarted{ID: "g", Self: rules.North})
	b.Pass(2 * menustest.Tick)
	if hosts := b.Shared().Settings.Now().Hosts.List(); !slices.Equal(hosts, []string{annsAddress}) {
		t.Errorf("remembered are %q", hosts)
	}
}

func TestWaysIntoAFullGame(t *testing.T) {
	for id, want := range map[string]ports.JoinRequest{
		"full.wait": {Addr: "ann:7000", Wait: true}, "full.watch": {Addr: "ann:7000", Watch: true},
	} {
		b, _, links, dialled := joining(t, menustest.Shelf{})
		b.Write("#join.address", "ann:7000")
		b.Press(ebiten.KeyEnter)
		(*links)[0].Push(table.Failed{Note: rules.NewNote("netplay.full")})
		b.Pass(2 * menustest.Tick)
		if b.Enter("#" + id); !reflect.DeepEqual((*dialled)[1], want) {
			t.Errorf("%s dials %+v", id, *dialled)
		}
	}
}

func TestAChangedKeyIsTrustedOnlyIfThePersonSaysSo(t *testing.T) {
	b, j, links, dialled := joining(t, menustest.Shelf{})
	b.Write("#join.address", "ann:7000")
	b.Press(ebiten.KeyEnter)
	(*links)[0].Push(table.Failed{Note: rules.NewNote("netplay.key-changed", "ann:7000", "old", "new")})
	b.Pass(2 * menustest.Tick)
	if b.Press(ebiten.KeyEnter); b.Top() != j || len(*dialled) != 1 {
		t.Fatalf("Enter leads to %q, and %d were dialled", b.Top().Name(), len(*dialled))
	}
	b.Enter("#join.connect")
	(*links)[1].Push(table.Failed{Note: rules.NewNote("netplay.key-changed", "ann:7000", "old", "new")})
	b.Pass(2 * menustest.Tick)
	if b.Enter("#key.trust"); len(*dialled) != 3 || !(*dialled)[2].TrustNewKey {
		t.Errorf("dialled are %+v", *dialled)
	}
}

func TestAGuestSeesWhyTheyWait(t *testing.T) {
	b, j, links, _ := joining(t, menustest.Shelf{})
	j.open("ann:7000")
	(*links)[0].Push(table.HeldUp{By: table.HeldUpByGame})
	b.Pass(menustest.Tick)
	b.Says("Waiting for the host", "Stop waiting")
	(*links)[0].Push(table.PeerLeft{Note: rules.NewNote("netplay.not-now")})
	b.Pass(2 * menustest.Tick)
	b.Says(words.Sentence(rules.NewNote("netplay.not-now")), "Connect")
}

func TestOneWhoWatchesSeesWhatTheyWaitFor(t *testing.T) {
	b, _, links, dialled := joining(t, menustest.Shelf{})
	b.Write("#join.address", "ann")
	if b.Enter("#join.watch"); !(*dialled)[0].Watch {
		t.Fatalf("the request is %+v", *dialled)
	}
	for _, c := range []struct {
		e    table.News
		want string
	}{
		{table.Watched{Names: [2]string{"Ann", ""}, Variant: rulestest.Variant(t, "kalah", 6, 4)}, "Ann waits for a guest"},
		{table.Paused{Note: rules.NewNote("netplay.watch-dropped", "Ann")}, "The connection to Ann dropped - waiting"},
		{table.Resumed{}, "Ann waits for a guest"},
	} {
		(*links)[0].Push(c.e)
		b.Pass(2 * menustest.Tick)
		b.Says(c.want)
	}
}

func TestGamesNearbyAreListedAndJoined(t *testing.T) {
	b, _, _, dialled := joining(t, menustest.Shelf{})
	kalah := rulestest.Variant(t, "kalah", 6, 4)
	s := &menustest.Street{List: []ports.NearbyGame{
		{ID: "1", Name: "Ann", Addr: "ann:7000", Variant: kalah, Fingerprint: "abc"},
		{ID: "2", Name: "Bo", Addr: "bo:7000", Variant: kalah, Full: true},
		{ID: "3", Name: "Cleo", Addr: "cleo:7000", Variant: kalah, Newer: true},
	}}
	b.Shared().Ports.Nearby = func() ports.Nearby { return s }
	b.Pass(menustest.Tick)
	if !b.Shows("Ann") || !b.Shows("Bo") || b.Control("Cleo").Focusable() {
		t.Fatal("the games are not listed")
	}
	b.Key("#join.near-1")
	s.Change(s.List[1:]...)
	if b.Pass(menustest.Tick); b.Focused() != "join.near-1" {
		t.Error("the focus has left the list")
	}
	b.Click("#join.near-1")
	if b.Top().Name() != "full" || len(*dialled) > 0 {
		t.Errorf("a full game leads to %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	s.Change(ports.NearbyGame{ID: "1", Name: "Ann", Addr: "ann:7000", Variant: kalah, Fingerprint: "abc"})
	b.Pass(menustest.Tick)
	if b.Enter("#join.near-1"); len(*dialled) != 1 || (*dialled)[0].Fingerprint != "abc" || !s.Closed {
		t.Errorf("dialled are %+v; the search is closed: %v", *dialled, s.Closed)
	}
}

func TestWhyNoGamesAreFoundNearby(t *testing.T) {
	b, _, _, _ := joining(t, menustest.Shelf{})
	s := &menustest.Street{Err: errors.New("This computer cannot look for games.")}
	b.Shared().Ports.Nearby = func() ports.Nearby { return s }
	b.Pass(menustest.Tick)
	b.Says("This computer cannot look for games.")
	s.Err = nil
	s.Change()
	if b.Pass(menustest.Tick); b.Reads("This computer cannot look for games.") {
		t.Error("it still says so")
	}
}

func TestAMeetingPointIsAskedToSendGuests(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(newHostScreen(b))
	b.LayOut(1280, 720)
	b.Says("Not set up")
	b.Enter("#host.internet")
	b.Write("#internet.meeting-point", "meet.example.org")
	b.Press(ebiten.KeyEscape)
	b.LayOut(1280, 720)
	b.Says("Through meet.example.org")
	b.Enter("#host.start")
	if via := b.Hosted[0].Via; via != "meet.example.org" {
		t.Errorf("the game is hosted through %q", via)
	}
}
