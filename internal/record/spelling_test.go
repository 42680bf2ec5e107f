package record

import (
	"testing"

	"mancala/internal/match"
	"mancala/tools/need"
)

// spelled are games against people whose names are spelt in several ways.
func spelled(t *testing.T, l *Ledger) {
	t.Helper()
	clocked(l)
	for _, tt := range [][2]string{
		{"nfc", "José"},
		{"nfd", "Jose\u0301"},
		{"plain", "Jose"},
		{"wide", "ＪＯＳÉ"},
		{"greek", "Νίκος"},
		{"capitals", "ΝΊΚΟΣ"},
		{"latin", "Anna"},
		{"cyrillic", "Аnnа"},
		{"joined", "An\u200dna"},
		{"emoji", "🙂"},
	} {
		g := game(t, tt[0], wonBySouth)
		g.Names, g.Kinds = [2]string{"Me", tt[1]}, [2]string{match.KindPerson, match.KindRemote}
		mustSave(t, l, g)
	}
}

// A search finds every spelling that a reader cannot tell from the query, and names stay as they
// were written.
func TestSpellingsAreOneName(t *testing.T) {
	everyBook(t, func(t *testing.T, l *Ledger) {
		spelled(t, l)
		for name, want := range map[string]string{
			"José": "wide nfd nfc", "jose\u0301": "wide nfd nfc", "Jose": "plain", "νίκοσ": "capitals greek", "ΝΊΚΟΣ": "capitals greek",
			"anna": "joined cyrillic latin", "Аnna": "joined cyrillic latin", "nn": "joined cyrillic latin", "🙂": "emoji", "osé": "wide nfd nfc", "x": "",
		} {
			list, total, err := l.Games(t.Context(), match.GameQuery{Name: name})
			if got := gameIDs(list); got != want || total != len(list) || err != nil {
				t.Errorf("%q finds %q, %d, %v; want %q", name, got, total, err, want)
			}
		}
		if g, _, err := l.Game(t.Context(), "nfd"); g.Names[1] != "Jose\u0301" || err != nil {
			t.Errorf("the name is %+q, %v", g.Names[1], err)
		}
		figures := need.Must(l.Figures(t.Context()))(t)
		played := map[string]int{}
		for _, f := range figures.By {
			played[f.Opponent] = f.Played
		}
		if len(figures.By) != 5 || figures.Total.Played != 10 || played["Jose"] != 1 || played["🙂"] != 1 {
			t.Errorf("the figures are %+v", figures)
		}
	})
}
