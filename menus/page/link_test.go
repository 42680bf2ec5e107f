package page_test

import (
	"strings"
	"testing"

	"mancala/internal/match"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
	. "mancala/menus/page"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// here returns a game of two persons after some plies, in a program.
func here(t *testing.T, changes func(*ports.Ports)) *menustest.Bench {
	t.Helper()
	b := menustest.New(t, menustest.Shelf{}, changes)
	b.Play(settings.Setup{
		Variant: rulestest.Variant(t, "kalah", 6, 4), Seats: [2]string{match.KindPerson, match.KindPerson}, Names: [2]string{"Ann", "Bo"},
	}, 3, 6)
	return b
}

const fragment = "#game=kalah%286%2C4%29+3+6%0A%23+South%3A+Ann%0A%23+North%3A+Bo"

// The window asks for a page, proposes the one of the last club, says what is wrong with an
// address, and keeps a good one.
func TestALinkFromTheWindow(t *testing.T) {
	b := here(t, nil)
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Clubs = s.Clubs.With("club.example:443") })
	CopyLink(b, b.Scene())
	b.LayOut(1280, 720)
	if b.Says("https://club.example/"); b.Top().Name() != "link" {
		t.Fatalf("the screen %q", b.Top().Name())
	}
	for _, c := range [][2]string{
		{"ftp://club.example", ""},
		{"javascript://x/%0aalert(1)", ""},
		{"http://", ""},
		{"a b", ""},
		{"https://ann@club.example/", ""},
		{"192.168.1.20:7000", "http://192.168.1.20:7000/"},
		{" club.example/play/?x#y ", "https://club.example/play/"},
		{"http://[::1]:7000", "http://[::1]:7000/"},
	} {
		b.Write("#link.page", c[0])
		b.Click("#link.copy")
		if c[1] == "" {
			if b.LayOut(1280, 720); b.Top().Name() != "link" || b.Pad.Text != "" {
				t.Errorf("%q: the screen %q, copied %q", c[0], b.Top().Name(), b.Pad.Text)
			}
			b.Says("Type an address as in")
			continue
		}
		if got := b.Pad.Text; got != c[1]+fragment || b.Shared().Settings.Now().GamePage != c[1] || !strings.HasPrefix(b.Said(), "Copied the link.") {
			t.Errorf("%q: copied %q, kept %q, said %q", c[0], got, b.Shared().Settings.Now().GamePage, b.Said())
		}
		CopyLink(b, b.Scene())
		b.LayOut(1280, 720)
		b.Says(c[1])
		b.Pad.Text = ""
	}
}

// A window that hosts a game proposes the page that it serves, until the series ends.
func TestALinkToTheOwnPage(t *testing.T) {
	b := here(t, func(p *ports.Ports) { p.Link = func(addr string) string { return "http://" + addr + "/" } })
	b.Shared().Settings.Change(func(s *settings.Settings) { s.GamePage = "https://club.example/" })
	sc, link := b.Scene(), &tabletest.Link{Self: match.Host, HasGuests: true}
	proposed := func(want string) {
		t.Helper()
		CopyLink(b, sc)
		if got := b.Info("#link.page").Value; got != want {
			t.Errorf("%q is proposed, want %q", got, want)
		}
		b.Back()
	}
	proposed("https://club.example/")
	hosting := b.Begin(scene.Remote(link, match.Host, "Ann"))
	proposed("https://club.example/")
	link.Push(table.Listening{Addr: ":7000", Reachable: []string{"192.168.1.20:7000", "127.0.0.1:7000"}})
	hosting.Advance(0)
	proposed("http://192.168.1.20:7000/")
	link.Push(table.Failed{Note: rules.NewNote("netplay.broke")})
	hosting.Advance(0)
	proposed("https://club.example/")
}

// A page copies a link to itself at once.
func TestALinkFromAPage(t *testing.T) {
	b := here(t, func(p *ports.Ports) { p.Browser = &ports.Browser{Address: "https://club.example/"} })
	CopyLink(b, b.Scene())
	if got := b.Pad.Text; got != "https://club.example/"+fragment || b.Top().Name() == "link" {
		t.Errorf("copied %q, on the screen %q", got, b.Top().Name())
	}
}

// A link is opened as a game of two persons that is in no archive; a bad one gets a sentence.
func TestALinkIsOpened(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	OpenLink(b, fragment[1:])
	to, ok := b.Route().(ToReplay)
	if !ok || to.Game.ID != "" || to.Game.Names != [2]string{"Ann", "Bo"} || to.Scene.Match().Game().String() != "kalah(6,4) 3 6" {
		t.Fatalf("it leads to %+v", b.Route())
	}
	OpenLink(b, "game=bowls(3,2)+3%0A%23+south+wins+1-0+(resigned)")
	if to = b.Route().(ToReplay); to.Game.Names != match.SideNames || to.Scene.Match().Result().Outcome != rules.SouthWins {
		t.Errorf("%+v, %v", to.Game, to.Scene.Match().Result())
	}
	for _, bad := range []string{"game=chess+e4", "game=kalah(6,4)+3+3+3", "game=%", strings.Repeat("x", 1<<20)} {
		routes := len(b.Routes)
		OpenLink(b, bad)
		if b.LayOut(1280, 720); b.Top().Name() != "bad link" || len(b.Routes) != routes {
			t.Errorf("%.40q: the screen %q", bad, b.Top().Name())
		}
		b.Says("This link shows no game", "Ask for the link again")
		b.Click("#link.ok")
	}
}
