package rules

import (
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"
)

// TestPresets lists the rule sets, one line for each document.
func TestPresets(t *testing.T) {
	const owner, none = SweepOwner, SweepNone
	want := []NamedVariant{
		{"kalah", Variant{6, 4, false, true, CaptureOwn, false, TakeBoth, EndEitherSide, false, owner, false, false, false, 0, false, 0, false, 0}},
		{"empty-capture", Variant{6, 4, false, true, CaptureOwn, true, TakeBoth, EndEitherSide, false, owner, false, false, false, 0, false, 0, false, 0}},
		{"video", Variant{6, 3, false, true, CaptureOwn, true, TakeBoth, EndToMove, true, owner, false, false, false, 0, false, 0, false, 0}},
		{"bowls", Variant{6, 4, true, false, CaptureEither, false, TakeOpposite, EndEitherSide, false, none, false, false, false, 0, false, 0, false, 0}},
		{"mangala", Variant{6, 4, false, true, CaptureOwn, false, TakeBoth, EndEitherSide, false, SweepEmptied, false, true, true, 0, false, 0, false, 0}},
		{"oware", Variant{6, 4, false, false, 0, false, TakeBoth, EndEitherSide, true, owner, false, false, false, OwareFamily, true, 0, false, 0}},
		{"togyz", Variant{9, 9, false, false, 0, false, TakeBoth, EndEitherSide, true, owner, false, false, false, TogyzFamily, false, 0, true, RepeatDraw}},
		{"bestemshe", Variant{5, 5, false, false, 0, false, TakeBoth, EndEitherSide, true, owner, false, false, false, TogyzFamily, false, 0, false, RepeatDraw}},
	}
	list := Presets()
	if !slices.Equal(list[:len(want)], want) { // another game comes after them
		t.Fatalf("the presets are %+v, and do not begin with %+v", list, want)
	}
	for _, named := range Presets() {
		v, err := Preset(named.Name)
		if err != nil || v != named.Variant || v.Validate() != nil {
			t.Errorf("%s is %+v, %v", named.Name, v, err)
		}
		other := withPie(need.Must(v.WithSize(3, 7))(t))
		if other.Name() != named.Name || other.Total() != 42 {
			t.Errorf("%+v has the name %q and %d seeds", other, other.Name(), other.Total())
		}
	}
	list[0].Houses = 1
	if Presets()[0] != want[0] {
		t.Error("a caller can change the presets")
	}
	custom := with(want[0].Variant, func(v *Variant) { v.Majority = true })
	if custom.Name() != "custom" {
		t.Errorf("custom rules have the name %q", custom.Name())
	}
	if _, err := Preset("custom"); err == nil || err.Error() != noPreset("custom") {
		t.Errorf("an unknown rule set is refused with %v", err)
	}
}

func TestValidate(t *testing.T) {
	kalah := preset(t, "kalah")
	for want, v := range map[string]Variant{
		"0 houses a side is not possible; choose 1 to 10":   with(kalah, func(v *Variant) { v.Houses = 0 }),
		"11 houses a side is not possible; choose 1 to 10":  with(kalah, func(v *Variant) { v.Houses = 11 }),
		"0 seeds a house is not possible; choose 1 to 10":   with(kalah, func(v *Variant) { v.Seeds = 0 }),
		"255 seeds a house is not possible; choose 1 to 10": with(kalah, func(v *Variant) { v.Seeds = 255 }),
		"capture rule 3 is unknown":                         with(kalah, func(v *Variant) { v.Capture = 3 }),
		"take rule 2 is unknown":                            with(kalah, func(v *Variant) { v.Take = 2 }),
		"end rule 2 is unknown":                             with(kalah, func(v *Variant) { v.End = 2 }),
		"sweep rule 4 is unknown":                           with(kalah, func(v *Variant) { v.Sweep = 4 }),
	} {
		if err := v.Validate(); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, not %q", v, err, want)
		}
		if p, err := Start(v); err == nil || p != (Position{}) {
			t.Errorf("a game by %+v starts with %v, %v", v, p, err)
		}
	}
	for _, size := range [][2]int{{0, 4}, {-1, 4}, {11, 4}, {262, 4}, {6, 0}, {6, 11}, {6, -250}} {
		if v, err := kalah.WithSize(size[0], size[1]); err == nil || v != kalah {
			t.Errorf("the size %v gives %+v, %v", size, v, err)
		}
	}
	stuck := 0
	for _, v := range everyVariant() {
		for n := range 30 {
			sized := need.Must(v.WithSize(1+n/10, 1+n%10))(t)
			if p, err := Start(sized); err != nil {
				stuck++
			} else if len(slices.Collect(p.Plies())) == 0 {
				t.Errorf("%v begins without a ply", p)
			}
		}
		if sized, err := v.WithSize(MaxHouses, MaxSeeds); err != nil || sized.Validate() != nil || sized.Total() != 200 {
			t.Errorf("%+v: %v", sized, err)
		}
	}
	if stuck != 16 { // Oware on the smallest board, with only forbidden grand slams as first plies
		t.Errorf("%d variants have no first ply", stuck)
	}
}

// TestDisciplines: house rules, sizes and the pie rule do not make a different game; a different
// sowing does.
func TestDisciplines(t *testing.T) {
	if got := strings.Join(Disciplines(), " "); got != "kalah mangala oware togyz bestemshe" {
		t.Errorf("disciplines %q", got)
	}
	for text, want := range map[string]string{
		"kalah(6,4)": "kalah", "bowls(6,6)+pie": "kalah", "video(6,3)": "kalah", "mangala(4,3)": "mangala",
		"custom(6,4,capture=never,leave=yes,even=no)": "mangala", "oware(5,3)+pie": "oware",
		"custom(6,4,family=oware,feed=no,slam=take)": "oware", "togyz(9,9)": "togyz", "bestemshe(5,5)+pie": "bestemshe",
		"custom(9,9,family=togyz,tuzdik=no,repeat=rows)": "bestemshe", "custom(5,5,family=togyz,tuzdik=yes)": "togyz",
	} {
		v, err := ParseVariant(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := v.Discipline(); got != want {
			t.Errorf("%s is a form of %s, not of %s", text, got, want)
		}
	}
	for _, p := range Presets() { // a switch that has no effect makes no game, either
		idle := p.Variant
		idle.LeaveOne, idle.Tuzdik = idle.LeaveOne || p.Family != KalahFamily, idle.Tuzdik || p.Family != TogyzFamily
		if got := idle.Discipline(); got != p.Discipline() {
			t.Errorf("%s with idle switches is a form of %s", p.Name, got)
		}
	}
}
