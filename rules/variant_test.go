package rules

import (
	"slices"
	"strings"
	"testing"
)

// TestPresets is the table of the rule sets, one line for each document.
func TestPresets(t *testing.T) {
	const owner, none = SweepOwner, SweepNone
	want := []NamedVariant{
		{"kalah", "Kalah", Variant{6, 4, false, true, CaptureOwn, false, TakeBoth, EndEitherSide, false, owner, false}},
		{
			"empty-capture", "Empty capture",
			Variant{6, 4, false, true, CaptureOwn, true, TakeBoth, EndEitherSide, false, owner, false},
		},
		{"video", "Video Mancala", Variant{6, 3, false, true, CaptureOwn, true, TakeBoth, EndToMove, true, owner, false}},
		{"bowls", "Bowls", Variant{6, 4, true, false, CaptureEither, false, TakeOpposite, EndEitherSide, false, none, false}},
	}
	list := Presets()
	if !slices.Equal(list, want) {
		t.Fatalf("the presets are %+v, not %+v", list, want)
	}
	for _, named := range list {
		v, err := Preset(named.Name)
		if err != nil || v != named.Variant || v.Validate() != nil {
			t.Errorf("%s is %+v, %v", named.Name, v, err)
		}
		other := withPie(must(v.WithSize(3, 7)))
		if other.Name() != named.Name || other.Title() != named.Title || other.Total() != 42 {
			t.Errorf("%+v has the name %q, the title %q and %d seeds", other, other.Name(), other.Title(), other.Total())
		}
	}
	list[0].Houses = 1
	if again := Presets(); !slices.Equal(again, want) {
		t.Error("a caller can change the presets")
	}
	custom := with(want[0].Variant, func(v *Variant) { v.Majority = true })
	if custom.Name() != "custom" || custom.Title() != "Custom rules" {
		t.Errorf("custom rules have the name %q and the title %q", custom.Name(), custom.Title())
	}
	if _, err := Preset("custom"); err == nil || !strings.Contains(err.Error(), "kalah, empty-capture, video, bowls") {
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
		"sweep rule 2 is unknown":                           with(kalah, func(v *Variant) { v.Sweep = 2 }),
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
	for _, v := range everyVariant() {
		if sized, err := v.WithSize(MaxHouses, MaxSeeds); err != nil || sized.Validate() != nil || sized.Total() != 200 {
			t.Errorf("%+v: %v", sized, err)
		}
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		v    Variant
		want []string
	}{
		{preset(t, "kalah"), []string{
			"Sowing skips the opponent's store.",
			"The last seed in your own store: you move again.",
			"The last seed in an empty house of your own captures the seeds opposite and itself, if there are any.",
			"The game ends when one side is empty after a move.",
			"Seeds left on a side go to its owner.",
		}},
		{withPie(preset(t, "video")), []string{
			"Sowing skips the opponent's store.",
			"The last seed in your own store: you move again.",
			"The last seed in an empty house of your own captures the seeds opposite and itself, even when there are none.",
			"The game ends when the player to move has no seeds.",
			"The game also ends when one store holds more than half of all seeds.",
			"Seeds left on a side go to its owner.",
			"After the first turn the second player may swap sides.",
		}},
		{preset(t, "bowls"), []string{
			"Sowing drops a seed into the opponent's store too.",
			"The last seed in your own store earns no extra turn.",
			"The last seed in any empty house captures the seeds opposite.",
			"The game ends when one side is empty after a move.",
			"Seeds left on a side count for nobody.",
		}},
	} {
		if got := c.v.Describe(); !slices.Equal(got, c.want) {
			t.Errorf("%v is described as\n%s", c.v, strings.Join(got, "\n"))
		}
	}
	if got := plain.Describe()[2]; got != "There are no captures." {
		t.Errorf("without captures: %q", got)
	}
}

// TestDescribeTellsAllVariantsApart would fail if a switch that changes the game went unsaid.
func TestDescribeTellsAllVariantsApart(t *testing.T) {
	seen := map[string]Variant{}
	for _, v := range everyVariant() {
		if v.Capture == CaptureNever {
			v.CaptureEmpty, v.Take = false, TakeBoth // without captures nothing turns on these
		}
		if v.Take == TakeOpposite {
			v.CaptureEmpty = false
		}
		text := strings.Join(v.Describe(), "\n")
		if w, ok := seen[text]; ok && w != v {
			t.Fatalf("%+v and %+v are both described as\n%s", v, w, text)
		}
		seen[text] = v
		for line := range strings.Lines(text) {
			if line = strings.TrimSuffix(line, "\n"); !strings.HasSuffix(line, ".") {
				t.Errorf("%q is no sentence", line)
			}
		}
	}
}
