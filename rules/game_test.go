package rules

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"mancala/tools/need"

	"pgregory.net/rapid"
)

func TestGameText(t *testing.T) {
	for text, want := range map[string]string{
		"kalah(6,4)":                   "kalah(6,4)",
		"kalah(6,4) 3 6":               "kalah(6,4) 3 6",
		"\n kalah\t3\r\n6 ":            "kalah(6,4) 3 6",
		"kalah+pie 1 swap":             "kalah(6,4)+pie 1 swap",
		"bowls(3,2) 99 0":              `ply 1: "99" is no house; houses are numbers from 1`,
		"kalah(6,4) 1 x":               `ply 2: "x" is no house; houses are numbers from 1`,
		"kalah(6,4) 1 \x1b[2J":         `ply 2: "\x1b[2J" is no house; houses are numbers from 1`,
		"wari 1 2":                     noPreset("wari"),
		"":                             `there is no game in that text; a game is written as in "kalah(6,4) 3 6"`,
		strings.Repeat("1 ", 32<<10+1): "that is too long for a game",
	} {
		g, err := ParseGame(text)
		got := g.String()
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%.40q is read as %s, not %s", text, got, want)
		}
	}
}

// Every game survives the round trip through its text, and through JSON.
func TestGameRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Game{Variant: anyVariant().Draw(t, "variant")}
		p := need.Must(Start(g.Variant))(t)
		past := []Position{p}
		for range rapid.IntRange(0, 30).Draw(t, "plies") {
			plies := slices.Collect(p.Plies())
			if len(plies) == 0 {
				break
			}
			h := rapid.SampledFrom(plies).Draw(t, "house")
			p, _, _ = Play(past, h)
			past, g.Plies = append(past, p), append(g.Plies, h)
		}
		b := need.Must(json.Marshal(g))(t)
		var again Game
		need.NoError(t, json.Unmarshal(b, &again))
		if last, err := again.Replay(); err != nil || last != p {
			t.Fatalf("%s replays to %v, %v; the game was at %v", b, last, err, p)
		}
	})
}

// Variants with the same game tree are one variant: in texts, names and positions.
func TestCanonicalVariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyVariant().Draw(t, "variant")
		c := v.Canonical()
		if c.Canonical() != c || c.String() != v.String() || c.Name() != v.Name() {
			t.Fatalf("%+v has the canonical form %+v, %v and %v", v, c, v, c)
		}
		p := need.Must(Start(v))(t)
		raw := p
		raw.variant = v // not canonical
		for n := 0; n < 300 && !p.Over(); n++ {
			h := rapid.SampledFrom(slices.Collect(p.Plies())).Draw(t, "house")
			var s, rawS Sowing
			p, s, _ = p.Sow(h)
			raw, rawS, _ = raw.Sow(h)
			if s != rawS || p.board != raw.board || p.toMove != raw.toMove || p.end != raw.end {
				t.Fatalf("%v: %v and %v", v, p, raw)
			}
		}
	})
	v := Variant{Houses: 6, Seeds: 4, SowOpponentStore: true, Capture: CaptureEither, CaptureEmpty: true, Take: TakeOpposite, Sweep: SweepNone}
	if v.Name() != "bowls" || v.String() != "bowls(6,4)" {
		t.Errorf("bowls with an idle switch is %v", v)
	}
}
