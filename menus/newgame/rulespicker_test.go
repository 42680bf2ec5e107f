package newgame

import (
	"slices"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/internal/words"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPickerByKeys(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.TwoPlayersHere)
	b.Push(s)
	b.Key("Rules", ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	if got := s.picker.Variant(); got != rules.Presets()[2].Variant || b.Info("#rules.seeds").Selected != 3 {
		t.Errorf("chosen is %v, and the seeds say %d", got, b.Info("#rules.seeds").Selected)
	}
	b.Key("Houses per side", ebiten.KeyEnd)
	b.Key("Seeds per house", ebiten.KeyHome)
	if got, want := s.picker.Variant(), rulestest.Variant(t, "video", 10, 1); got != want {
		t.Errorf("chosen is %v, want %v", got, want)
	}
	b.Key("Who begins", ebiten.KeyArrowRight)
	if got := b.Info("Who begins").Value; got != "Player 2" {
		t.Errorf("%s begins", got)
	}
}

func TestChoosingCustomOpensTheSwitches(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.TwoPlayersHere)
	b.Push(s)
	last := rules.Presets()[len(rules.Presets())-1].Variant
	right := slices.Repeat([]ebiten.Key{ebiten.KeyArrowRight}, len(rules.Presets()))
	b.Key("Rules", right...)
	if b.Top().Name() != "custom rules" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	if b.Top() != page.Screen(s) || b.Info("#rules.names").Value != words.RulesTitle(last) {
		t.Errorf("cancelled, the screen is %q, and the rules %q", b.Top().Name(), b.Info("#rules.names").Value)
	}
	b.Choose("#rules.names", 3)
	b.Click("Custom rules...")
	b.Key("Last seed in store", ebiten.KeyArrowRight)
	b.Click("OK")
	want := rules.Presets()[3].Variant
	want.ExtraTurn = true
	if got := s.picker.Variant(); got != want || b.Info("#rules.names").Value != "Custom" {
		t.Errorf("the rules are %v, called %q", got, b.Info("#rules.names").Value)
	}
	b.Key("Rules", ebiten.KeyArrowLeft, ebiten.KeyArrowRight)
	if want, _ = want.WithSize(int(last.Houses), int(last.Seeds)); s.picker.Variant() != want || b.Top() != page.Screen(s) {
		t.Errorf("back at custom rules they are %v on the screen %q", s.picker.Variant(), b.Top().Name())
	}
}

func TestNotesScrollWhereTheyDoNotFit(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.PlayComputer)
	b.Push(s)
	b.LayOut(640, 400)
	small := b.Control("#rules.notes").(*kit.ScrollArea)
	if !small.Focusable() {
		t.Errorf("at the smallest size %.0f units of notes are in %.0f, and do not scroll", small.ContentHeight, small.Bounds().H)
	}
	b.LayOut(1280, 720)
	if small.Focusable() {
		t.Errorf("at the usual size %.0f units of notes do not fit %.0f", small.ContentHeight, small.Bounds().H)
	}
	for i := range rules.Presets() { // without a computer player the notes fit everywhere
		b := menustest.New(t, menustest.Shelf{}, nil)
		s := NewSetup(b, page.TwoPlayersHere)
		b.Push(s)
		b.Choose("#rules.names", i)
		b.LayOut(640, 400)
		if area := b.Control("#rules.notes").(*kit.ScrollArea); area.Focusable() {
			t.Errorf("%s: the notes need %.0f units and have %.0f", rules.Presets()[i].Name, area.ContentHeight, area.Bounds().H)
		}
	}
}

func TestHostPlaysWhatWasChosen(t *testing.T) {
	settings := menustest.Shelf{}
	b := menustest.New(t, settings, nil)
	b.Push(newHostScreen(b))
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Key("Houses per side", ebiten.KeyArrowLeft)
	b.Key("Who begins", ebiten.KeyArrowRight)
	b.Click("Start hosting")
	want := rulestest.Variant(t, "empty-capture", 5, 4)
	if len(b.Hosted) != 1 || b.Hosted[0].Variant != want || b.Hosted[0].First != match.FirstHost || b.Hosted[0].Addr != ":7000" {
		t.Fatalf("hosted: %+v", b.Hosted)
	}
	b.LayOut(640, 400)
	b.Click("Cancel")
	if h := b.Top().(*hostScreen); h.picker.Variant() != want {
		t.Errorf("after Cancel the form shows %v", h.picker.Variant())
	}
	again := menustest.New(t, settings, nil)
	h := newHostScreen(again)
	if h.picker.Variant() != want || h.first() != match.FirstHost {
		t.Errorf("the next run begins with %v, first moves %v", h.picker.Variant(), h.first())
	}
}

func TestBadPortIsSaidAndNothingHosted(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	b.Push(newHostScreen(b))
	for _, port := range []string{"", "65536"} {
		b.Write("Port", port)
		if port == "" {
			b.Press(ebiten.KeyBackspace)
		}
		b.Press(ebiten.KeyEnter)
		b.LayOut(1280, 720)
		if b.Says("A port is a number from 0 to 65535."); len(b.Hosted) > 0 || b.Focused() != "host.port" {
			t.Errorf("port %q: hosted %v, the focus is on %q", port, b.Hosted, b.Focused())
		}
	}
}

func TestFailureToHostIsToldInFull(t *testing.T) {
	link := &tabletest.Link{}
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.Host = func(ports.HostRequest) table.Link { return link } })
	b.Push(newHostScreen(b))
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Click("Start hosting")
	long := "Port 7000 is taken by another program (on a Mac often by AirPlay). Host at another port, such as 7001."
	link.Push(table.Failed{Note: rules.NewNote("netplay.usual-port-taken", "7000", "7001")})
	b.Scene().Advance(0)
	b.Pass(menustest.Tick)
	if !b.Shows("#host.start") || !b.Reads(long) || b.Focused() != "host.port" || b.Info("#rules.names").Value != "Empty capture" {
		t.Errorf("with the rules %q it says\n%s", b.Info("#rules.names").Value, b.Text())
	}
	for _, size := range menustest.Windows {
		if b.LayOut(size[0], size[1]); !b.Reads(long) {
			t.Errorf("%v: it is not shown in full", size)
		}
	}
	b.Click("Start hosting")
	if b.LayOut(1280, 720); b.Reads(long) {
		t.Error("the next attempt still shows what went wrong with the last")
	}
}
