package ruleset

import (
	"fmt"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/rules"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

// everyCombination calls do with every combination of the switches of v's family.
func everyCombination(v rules.Variant, do func(rules.Variant)) {
	list := switchesOf(v.Family)
	var set func(rules.Variant, int)
	set = func(v rules.Variant, i int) {
		if i == len(list) {
			do(v)
			return
		}
		for option := range list[i].options {
			list[i].Set(&v, option)
			set(v, i+1)
		}
	}
	set(v, 0)
}

// some returns a function that calls do for every nth variant.
func some(n int, do func(rules.Variant)) func(rules.Variant) {
	i := 0
	return func(v rules.Variant) {
		if i++; i%n == 0 {
			do(v)
		}
	}
}

// TestEverySwitchHasWords checks that each switch of each family has a label, and an option for
// each value.
func TestEverySwitchHasWords(t *testing.T) {
	for _, game := range familyGames() {
		list := switchesOf(game.Family)
		if has := rules.Switches(game.Family); len(list) != len(has) {
			t.Errorf("the family of %s shows %d of %d switches", game.Name(), len(list), len(has))
		}
		for _, s := range list {
			if len(s.options) != len(s.Words) {
				t.Errorf("%s has %d options for %v", s.Name, len(s.options), s.Words)
			}
		}
	}
}

func TestSwitchesReachEveryRuleSet(t *testing.T) {
	seen := map[rules.Variant]bool{}
	for _, game := range familyGames() {
		start := rulestest.Variant(t, game.Name(), 3, 2)
		before, want := len(seen), 1
		everyCombination(start, func(v rules.Variant) {
			need.NoError(t, v.Validate())
			seen[v] = true
			again := start
			for _, s := range switchesOf(game.Family) {
				s.Set(&again, s.Get(v))
			}
			if again != v {
				t.Fatalf("the switches of %v read %v", v, again)
			}
		})
		for _, s := range switchesOf(game.Family) {
			want *= len(s.options)
		}
		if got := len(seen) - before; got != want {
			t.Errorf("%d rule sets of the family of %s, want %d", got, game.Name(), want)
		}
	}
	if want := 6144 + 48 + 16; len(seen) != want {
		t.Errorf("%d rule sets, want %d", len(seen), want)
	}
	for _, preset := range rules.Presets() {
		if v := rulestest.Variant(t, preset.Name, 3, 2); !seen[v] || v.Canonical() != v {
			t.Errorf("%s cannot be set by its switches", preset.Name)
		}
	}
}

// games walks all games of a number of plies and records every position.
func games(p rules.Position, depth int, path string, into map[string]string) {
	into[path] = p.Notation()
	if depth == 0 {
		return
	}
	for h := range p.Plies() {
		next, _, err := p.Sow(h)
		if err == nil {
			games(next, depth-1, path+h.String(), into)
		}
	}
}

func TestIdleSwitchesChangeNoGame(t *testing.T) {
	changed := 0
	everyCombination(rulestest.Variant(t, "kalah", 3, 1), some(7, func(v rules.Variant) {
		w := v.Canonical()
		if w == v || v.Pie {
			return
		}
		changed++
		a, errA := rules.Start(v)
		b, errB := rules.Start(w)
		if errA != nil || errB != nil {
			t.Fatal(errA, errB)
		}
		as, bs := map[string]string{}, map[string]string{}
		games(a, 6, "", as)
		games(b, 6, "", bs)
		if fmt.Sprint(as) != fmt.Sprint(bs) || w.Canonical() != w {
			t.Errorf("%v and %v are different games", v, w)
		}
	}))
	if changed == 0 {
		t.Error("no switch is ever idle")
	}
}

func TestMeaningOfEveryRuleSetFits(t *testing.T) {
	for _, code := range menustest.Languages() {
		menustest.Speak(t, code)
		b := menustest.New(t, menustest.Shelf{}, nil)
		s := NewCustom(b, rulestest.Variant(t, "kalah", 6, 4), nil)
		b.Push(s)
		for _, size := range menustest.Windows {
			b.LayOut(size[0], size[1])
			if size[0] < 1280 {
				continue // the page may scroll
			}
			last := s.choices[len(s.choices)-1].Bounds()
			everyCombination(s.set, some(13, func(v rules.Variant) {
				s.set = v
				b.LayOut(size[0], size[1])
				if now := s.choices[len(s.choices)-1].Bounds(); now != last || s.Controls.Info(s.choices[0]).Hidden {
					t.Errorf("%s at %v: with %v the page scrolls: %+v was at %+v", code, size, v, now, last)
				}
			}))
		}
	}
}

func TestSwitchesByKeys(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	var got []rules.Variant
	open := func(v rules.Variant) *Custom {
		s := NewCustom(b, v, func(v rules.Variant) { got = append(got, v) })
		b.Push(s)
		return s
	}
	s := open(rulestest.Variant(t, "empty-capture", 6, 4))
	b.Key("Capturing row", ebiten.KeyArrowLeft)
	if !b.Control("A capture takes").(*kit.Choice).Disabled || !b.Control("Nothing opposite").(*kit.Choice).Disabled {
		t.Error("what a capture takes can be set where there are no captures")
	}
	b.Key("Capturing row", ebiten.KeyArrowRight)
	if s.variant().Name() != "empty-capture" {
		t.Errorf("there and back again it is %v", s.variant())
	}
	b.Key("Nothing opposite", ebiten.KeyArrowLeft)
	if page.RuleTitle(s.variant()) != "Kalah" {
		t.Errorf("it is called %q, want Kalah", page.RuleTitle(s.variant()))
	}
	b.Press(ebiten.KeyEnter)
	if len(got) != 1 || got[0] != rulestest.Variant(t, "kalah", 6, 4) || b.Top().Name() != "main menu" {
		t.Errorf("handed over: %v, on %q", got, b.Top().Name())
	}
	open(rulestest.Variant(t, "kalah", 6, 4))
	b.Key("Opponent's store", ebiten.KeyArrowRight)
	b.Click("Cancel")
	if len(got) != 1 || b.Top().Name() != "main menu" {
		t.Errorf("cancelled, and still handed over: %v", got)
	}
}

func TestIdleSwitchesAreHandedOverPlain(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	var got rules.Variant
	v := rulestest.Variant(t, "empty-capture", 6, 4)
	v.Take = rules.TakeOpposite
	b.Push(NewCustom(b, v, func(v rules.Variant) { got = v }))
	b.Click("OK")
	if got.CaptureEmpty || got.Take != rules.TakeOpposite {
		t.Errorf("handed over: %+v", got)
	}
}

// TestAllGamesAreKept opens the rules of every named rule set, and checks that they return
// unchanged.
func TestAllGamesAreKept(t *testing.T) {
	for _, named := range rules.Presets() {
		s := NewCustom(menustest.New(t, menustest.Shelf{}, nil), named.Variant, func(rules.Variant) {})
		if got := s.variant(); got != named.Variant {
			t.Errorf("%s comes back as %v", named.Name, got)
		}
		r := newRuleChoice(named.Variant)
		r.resize(3, 2)
		if want := rulestest.Variant(t, named.Name, 3, 2); r.variant != want {
			t.Errorf("%s of another size is %v", named.Name, r.variant)
		}
	}
}

// TestFamiliesByKeys changes the family back and forth: each keeps its switches, and the size
// stays.
func TestFamiliesByKeys(t *testing.T) {
	b := menustest.New(t, menustest.Shelf{}, nil)
	var got rules.Variant
	s := NewCustom(b, rulestest.Variant(t, "bowls", 5, 3), func(v rules.Variant) { got = v })
	b.Push(s)
	b.Key("Sowing and captures as in", ebiten.KeyArrowRight)
	if want := rulestest.Variant(t, "oware", 5, 3); s.variant() != want || b.Shows("Last seed in store") {
		t.Fatalf("the family of Oware begins with %v", s.variant())
	}
	b.Key("Capture of everything", ebiten.KeyArrowRight, ebiten.KeyArrowRight)
	b.Key("Sowing and captures as in", ebiten.KeyArrowLeft)
	if want := rulestest.Variant(t, "bowls", 5, 3); s.variant() != want {
		t.Errorf("back at Kalah's family it is %v", s.variant())
	}
	b.Key("Sowing and captures as in", ebiten.KeyArrowRight)
	b.Press(ebiten.KeyEnter)
	want := rulestest.Variant(t, "oware", 5, 3)
	want.Slam = rules.SlamForbid
	if got != want {
		t.Errorf("handed over: %v, want %v", got, want)
	}
}
