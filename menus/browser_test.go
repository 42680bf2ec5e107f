package menus

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
)

// newPage returns the program as a page in a browser, served by host or, if nil, by no host.
// dialled collects the requests to join.
func newPage(t *testing.T, host *ports.PageHost) (b *bench, dialled *[]ports.JoinRequest, title *string) {
	dialled, title = new([]ports.JoinRequest), new(string)
	b = newBench(t, menustest.Shelf{}, func(c *Config) {
		c.Host = nil
		c.Dial = func(r ports.JoinRequest) table.Link {
			*dialled = append(*dialled, r)
			return &tabletest.Link{}
		}
		c.Browser = &ports.Browser{Host: host, SetTitle: func(text string, _ bool) { *title = text }}
	})
	b.LayOut(1280, 720)
	return b, dialled, title
}

// controls returns the IDs of the controls of the screen.
func controls(b *bench) (ids []string) {
	for _, c := range b.outside.picture(b.unit()).Controls {
		ids = append(ids, c.ID)
	}
	return ids
}

func TestAPageOffersWhatItCanDo(t *testing.T) {
	for _, c := range []struct {
		host *ports.PageHost
		join bool
	}{{nil, false}, {&ports.PageHost{Addr: "192.0.2.1:7000", Name: "Ada"}, true}} {
		b, _, _ := newPage(t, c.host)
		ids := controls(b)
		for _, id := range []string{"main.host", "main.exit"} {
			if slices.Contains(ids, id) {
				t.Errorf("%+v: the menu has %s", c.host, id)
			}
		}
		if slices.Contains(ids, "main.join") != c.join {
			t.Errorf("%+v: the menu has %q", c.host, ids)
		}
		b.Go(page.ToSettings{})
		b.LayOut(1280, 720)
		sections := b.Top().Form().Find("settings.section").(*kit.Choice)
		if sections.Choose(2); len(sections.Options) != 4 || !slices.Contains(controls(b), "settings.name") {
			t.Errorf("%+v: the settings have the sections %q, and there %q", c.host, sections.Options, controls(b))
		}
	}
}

// A page joins only its own host: nothing asks for an address.
func TestAPageJoinsItsHost(t *testing.T) {
	b, dialled, _ := newPage(t, &ports.PageHost{Addr: "192.0.2.1:7000", Name: "Ada", Unprotected: true})
	b.Click("Join Ada")
	b.LayOut(1280, 720)
	ids := controls(b)
	if slices.Contains(ids, "join.address") || slices.Contains(ids, "join.paste") || !slices.Contains(ids, "join.name") {
		t.Errorf("the form has %q", ids)
	}
	b.Press(ebiten.KeyEnter)
	if len(*dialled) != 1 || (*dialled)[0].Addr != "192.0.2.1:7000" || (*dialled)[0].Watch {
		t.Errorf("dialled: %+v", *dialled)
	}
}

// A browser keeps Ctrl+Q and Ctrl+N for itself, and the page sets the title of its tab.
func TestAPageCannotBeLeft(t *testing.T) {
	b, _, title := newPage(t, nil)
	b.ctrl(ebiten.KeyQ)
	b.ctrl(ebiten.KeyN)
	if b.quit || b.Top().Name() != "main menu" {
		t.Errorf("the program ends: %t; the screen is %q", b.quit, b.Top().Name())
	}
	if b.sounds.listen(); *title != "Mancala" {
		t.Errorf("the title is %q", *title)
	}
	for _, l := range page.Everywhere(b.Shared().Ports) {
		if l.Keys == "Ctrl+Q" || l.Keys == "Ctrl+N" {
			t.Errorf("the keys name %s", l.Keys)
		}
	}
}

// The tip of the padlock is also right for a page that may have been modified.
func TestAnUnprotectedPageSaysSo(t *testing.T) {
	for _, unprotected := range []bool{false, true} {
		b, _, _ := newPage(t, &ports.PageHost{Addr: "192.0.2.1:7000", Unprotected: unprotected})
		for _, level := range []match.Security{match.Encrypted, match.Verified, match.ByCode} {
			said := page.SecurityLine(b.Shared().Ports, level) + page.SecurityTip(b.Shared().Ports, level)
			if strings.Contains(said, "http") != unprotected {
				t.Errorf("level %d, unprotected %t: %q", level, unprotected, said)
			}
		}
		if said := page.SecurityLine(b.Shared().Ports, match.Plain); strings.Contains(said, "page") {
			t.Errorf("without encryption: %q", said)
		}
	}
}

// At a meeting point another code means another host.
func TestAPageAsksForACode(t *testing.T) {
	asked := 0
	host := &ports.PageHost{AskCode: func() { asked++ }}
	b, dialled, _ := newPage(t, host)
	if b.Click("Join the game"); asked != 1 || b.Top().Name() != "main menu" {
		t.Errorf("without a code: asked %d times, the screen is %q", asked, b.Top().Name())
	}
	host.Addr = "amber@192.0.2.1:7001"
	b.Click("Join the game")
	b.LayOut(1280, 720)
	if b.Click("Another code"); asked != 2 || len(*dialled) > 0 {
		t.Errorf("with a code: asked %d times, dialled %v", asked, *dialled)
	}
}

// A device for fingers shows no names of keys, at the start and after typing on the system's
// keyboard.
func TestAFingerNeedsNoKeyCaps(t *testing.T) {
	for b, want := range map[*ports.Browser][2]kit.Source{
		nil: {kit.Mouse, kit.Keyboard}, {}: {kit.Mouse, kit.Keyboard}, {Finger: true}: {kit.Touch, kit.Touch},
	} {
		r := newInputReader()
		r.in(b)
		before := r.none().Source
		if r.typed(); before != want[0] || r.none().Source != want[1] {
			t.Errorf("in %+v the input is of %d, and after a key of %d; want %v", b, before, r.none().Source, want)
		}
	}
}
