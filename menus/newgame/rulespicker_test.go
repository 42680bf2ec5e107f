package newgame

import (
	"slices"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/match"
	"mancala/match/matchtest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/menus/ports"
	"mancala/rules"
	"mancala/rules/rulestest"
)

func TestPresetsComeWithTheirSize(t *testing.T) {
	r := newRuleChoice(rulestest.Variant(t, "kalah", 2, 9))
	for i, preset := range rules.Presets() {
		if !r.choose(i) || r.variant != preset.Variant || r.index() != i {
			t.Errorf("choosing %s gives %v at place %d", preset.Name, r.variant, r.index())
		}
		r.resize(7, 8)
		if want := rulestest.Variant(t, preset.Name, 7, 8); r.variant != want || r.index() != i {
			t.Errorf("resized it is %v, at place %d", r.variant, r.index())
		}
		r.resize(11, 0)
		if r.variant.Houses != 7 || r.variant.Seeds != 8 {
			t.Errorf("a board of 11 houses was accepted: %v", r.variant)
		}
	}
}

func TestCustomRulesAreNotLost(t *testing.T) {
	r := newRuleChoice(rules.Variant{})
	custom := len(rules.Presets())
	if r.variant != rules.Presets()[0].Variant {
		t.Errorf("it begins with %v", r.variant)
	}
	before := r.variant
	if r.choose(custom) || r.variant != before {
		t.Error("custom rules were chosen before there were any")
	}
	v := rulestest.Variant(t, "bowls", 5, 3)
	v.Majority = true
	r.take(v)
	if r.index() != custom {
		t.Errorf("custom rules are at place %d", r.index())
	}
	r.choose(0)
	if !r.choose(custom) {
		t.Fatal("the custom rules are gone")
	}
	if v.Houses, v.Seeds = 6, 4; r.variant != v {
		t.Errorf("back come %v, want %v", r.variant, v)
	}
	r.resize(3, 3)
	r.choose(1)
	r.choose(custom)
	if r.variant.Houses != 6 || !r.variant.Majority {
		t.Errorf("back come %v", r.variant)
	}
}

func TestPieRuleIsInNoPreset(t *testing.T) {
	v := rulestest.Variant(t, "kalah", 6, 4)
	v.Pie = true
	if r := newRuleChoice(v); r.index() != len(rules.Presets()) || r.custom != v {
		t.Errorf("Kalah with the pie rule is at place %d", r.index())
	}
	if got := page.DescribeVariant(v); got != "Kalah with pie rule, 6 houses, 4 seeds" {
		t.Errorf("it is called %q", got)
	}
}

func TestRuleNotesSayOnlyWhatDiffers(t *testing.T) {
	for _, c := range []struct {
		name string
		want []string
	}{
		{"empty-capture", []string{"even when there are none"}},
		{"video", []string{"even when there are none", "player to move has no seeds", "more than half"}},
		{"bowls", []string{"opponent's store too", "no extra turn", "any empty house", "do not count"}},
	} {
		n := ruleNote(rulestest.Variant(t, c.name, 6, 4))
		if n.Heading != "Different from Kalah" || len(n.Lines) != len(c.want) {
			t.Fatalf("%s: %+v", c.name, n)
		}
		for i, part := range c.want {
			if !strings.Contains(n.Lines[i], part) {
				t.Errorf("%s: line %d is %q, want something with %q", c.name, i, n.Lines[i], part)
			}
		}
	}
	if n := ruleNote(rulestest.Variant(t, "kalah", 3, 9)); n.Heading != "The usual rules" || len(n.Lines) == 0 {
		t.Errorf("of Kalah it says %+v", n)
	}
	// Every switch that has an effect is described.
	for _, s := range ruleSwitches {
		for i := range s.options {
			v := rulestest.Variant(t, "kalah", 6, 4)
			changed := s.get(v) != i
			s.set(&v, i)
			if n := ruleNote(v); changed && len(n.Lines) != 1 {
				t.Errorf("%s: %s is told as %q", s.label, s.options[i], n.Lines)
			}
		}
	}
}

func TestPickerByKeys(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.TwoPlayersHere)
	b.Push(s)
	b.Key("Rules", ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	if got := s.picker.variant(); got != rules.Presets()[2].Variant || s.picker.seeds.Value != 3 {
		t.Errorf("chosen is %v, and the seeds say %d", got, s.picker.seeds.Value)
	}
	b.Key("Houses per side", ebiten.KeyEnd)
	b.Key("Seeds per house", ebiten.KeyHome)
	if got, want := s.picker.variant(), rulestest.Variant(t, "video", 10, 1); got != want {
		t.Errorf("chosen is %v, want %v", got, want)
	}
	b.Key("Moves first", ebiten.KeyArrowRight)
	if got := s.setup(); got.Starter != 1 {
		t.Errorf("first moves %v", got.Starter)
	}
}

func TestChoosingCustomOpensTheSwitches(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.TwoPlayersHere)
	b.Push(s)
	right := slices.Repeat([]ebiten.Key{ebiten.KeyArrowRight}, len(rules.Presets()))
	b.Key("Rules", right...)
	if b.Top().Name() != "custom rules" {
		t.Fatalf("the screen is %q", b.Top().Name())
	}
	b.Press(ebiten.KeyEscape)
	if b.Top() != page.Screen(s) || s.picker.names.Value() != "Bowls" {
		t.Errorf("cancelled, the screen is %q, and the rules %q", b.Top().Name(), s.picker.names.Value())
	}
	b.Click("Custom rules...")
	b.Key("Last seed in store", ebiten.KeyArrowRight)
	b.Click("OK")
	want := rules.Presets()[3].Variant
	want.ExtraTurn = true
	if got := s.picker.variant(); got != want || s.picker.names.Value() != "Custom" {
		t.Errorf("the rules are %v, called %q", got, s.picker.names.Value())
	}
	b.Key("Rules", ebiten.KeyArrowLeft, ebiten.KeyArrowRight)
	if got := s.picker.variant(); got != want || b.Top() != page.Screen(s) {
		t.Errorf("back at custom rules they are %v on the screen %q", got, b.Top().Name())
	}
}

func TestNotesScrollWhereTheyDoNotFit(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	s := NewSetup(b, page.PlayComputer)
	b.Push(s)
	b.LayOut(640, 400)
	small := s.picker.notes.Area
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
		s.picker.choice.choose(i)
		s.picker.show()
		b.LayOut(640, 400)
		if area := s.picker.notes.Area; area.Focusable() {
			t.Errorf("%s: the notes need %.0f units and have %.0f", ruleNames()[i], area.ContentHeight, area.Bounds().H)
		}
	}
}

func TestHostPlaysWhatWasChosen(t *testing.T) {
	settings := menustest.Shelf{}
	b := menustest.New(t, settings, nil)
	b.Push(newHostScreen(b))
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Key("Houses per side", ebiten.KeyArrowLeft)
	b.Key("Moves first", ebiten.KeyArrowRight)
	b.Click("Start hosting")
	want := rulestest.Variant(t, "empty-capture", 5, 4)
	if len(b.Hosted) != 1 || b.Hosted[0].Variant != want || b.Hosted[0].First != match.FirstHost || b.Hosted[0].Addr != ":7000" {
		t.Fatalf("hosted: %+v", b.Hosted)
	}
	b.LayOut(640, 400)
	b.Click("Cancel")
	if h := b.Top().(*hostScreen); h.picker.variant() != want {
		t.Errorf("after Cancel the form shows %v", h.picker.variant())
	}
	again := menustest.New(t, settings, nil)
	h := newHostScreen(again)
	if h.picker.variant() != want || h.first() != match.FirstHost {
		t.Errorf("the next run begins with %v, first moves %v", h.picker.variant(), h.first())
	}
}

func TestBadPortIsSaidAndNothingHosted(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	h := newHostScreen(b)
	b.Push(h)
	for _, port := range []string{"", "65536"} {
		b.Write("Port", port)
		if port == "" {
			b.Press(ebiten.KeyBackspace)
		}
		b.Press(ebiten.KeyEnter)
		if h.trouble.text == "" || len(b.Hosted) > 0 || h.Controls.Focused() != kit.Widget(h.port) {
			t.Errorf("port %q: trouble %q, hosted %v", port, h.trouble.text, b.Hosted)
		}
	}
}

func TestFailureToHostIsToldInFull(t *testing.T) {
	link := &matchtest.Link{}
	b := menustest.New(t, menustest.Shelf{}, func(c *ports.Ports) { c.Host = func(ports.HostRequest) match.Link { return link } })
	h := newHostScreen(b)
	b.Push(h)
	b.Key("Rules", ebiten.KeyArrowRight)
	b.Click("Start hosting")
	long := "Port 7000 is taken by another program (on a Mac often by AirPlay). Host at another port, such as 7001."
	link.Push(match.Failed{Note: rules.NewNote("netplay.usual-port-taken", "7000", "7001")})
	b.Scene().Advance(0)
	h.Update(&kit.Input{})
	if h.hosting != nil || h.trouble.text != long || h.Controls.Focused() != kit.Widget(h.port) || h.picker.names.Value() != "Empty capture" {
		t.Errorf("play %v, trouble %q, rules %q", h.hosting, h.trouble.text, h.picker.names.Value())
	}
	for _, size := range menustest.Windows {
		b.LayOut(size[0], size[1])
		box := h.trouble.panel.Inset(page.NotePadding)
		if height := kit.TextHeight(b.Shared().Canvas, long, box.W, page.NoteStyle); height > box.H+0.01 {
			t.Errorf("%v: it needs %.0f units and has %.0f", size, height, box.H)
		}
	}
	b.Click("Start hosting")
	if h.trouble.text != "" {
		t.Error("the next attempt still shows what went wrong with the last")
	}
}
