package club

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
)

func name(t testing.TB, text string) Name {
	t.Helper()
	n, err := NewName(text)
	if err != nil {
		t.Fatalf("%q cannot be used: %v", text, err)
	}
	return n
}

func resemble(a, b Name) bool { return a.Resembles(b.Keys()...) }

func TestNamesThatResembleEachOther(t *testing.T) {
	for _, pair := range [][2]string{
		{"Ada", "ada"},
		{"Ada", "ADA"},
		{"Ada", "Аda"},
		{"Ada", "Adа"},
		{"Ada", "Αda"},
		{"Ada", "A d a"},
		{"Ada", "A.d.a."},
		{"Ada", "★Ada★"},
		{"Ada", "Ａｄａ"},
		{"Ada", "𝓐𝓭𝓪"},
		{"O'Hara", "OʼHara"},
		{"Ada", "Adaˑ"},
		{"Zoë", "Zoe"},
		{"Zoë", "ZOË"},
		{"Iris", "lris"},
		{"Iris", "1ris"},
		{"Bob", "B0b"},
		{"Samsa", "S@m$a"},
		{"Tom", "Torn"},
		{"Will", "VVill"},
		{"Иван", "иван"},
		{"Иван", "ИВАН"},
		{"Straße", "STRASSE"},
		{"Łukasz", "Lukasz"},
		{"Søren", "Soren"},
		{"Paypal", "Рауpal"},
		{"李明", "李 明"},
		{"Αθηνά", "αθηνα"},
	} {
		a, b := name(t, pair[0]), name(t, pair[1])
		if !resemble(a, b) || !resemble(b, a) {
			t.Errorf("%q %q and %q %q do not resemble each other", a, a.Keys(), b, b.Keys())
		}
	}
}

func TestNamesThatDiffer(t *testing.T) {
	for _, pair := range [][2]string{
		{"Ada", "Ida"},
		{"Ada", "Adam"},
		{"Ali", "All"},
		{"Иван", "Ивам"},
		{"Nan", "Van"},
		{"Ruby", "Rubu"},
		{"李明", "李朋"},
		{"Νίκη", "Λίκη"},
		{"कि क", "की क"},
		{"Ann", "Anna"},
		{"Gus2", "Gus3"},
		{"ビリ", "ヒリ"},
	} {
		if a, b := name(t, pair[0]), name(t, pair[1]); resemble(a, b) {
			t.Errorf("%q %q and %q %q resemble each other", a, a.Keys(), b, b.Keys())
		}
	}
}

func TestNamesThatCannotBeUsed(t *testing.T) {
	for code, texts := range map[lobby.Reason][]string{
		lobby.ReasonName: {
			"", " ", "a", "★★★", "...", "\x00\x01\x02", "\u200b\u200b\u200b", "é",
		},
		lobby.ReasonNameOffice: {
			"Admin", "ADMIN", "Аdmin", "Adrnin", "a.d.m.i.n", "Mode rator", "Guest", "host", "Mancala", "H0st", "Club Admin", "Admin7",
			"the MODERATOR", "Support (Hub)", "Refеree", "Schiedsrichter 2", "ＡＤＭＩＮ x", "Adm1n", "Аdm1n", "Adm|n", "adm!n", "4dmin",
			"Admin!", "1Admin1", "Club-Adm1n2", "M0derat0r", "5taff", "$taff", "0perat0r", "Support3r Support", "Moderatorin",
		},
		lobby.ReasonNameMark: {
			"Cy (computer)", "Robby (Computer)", "Cy (1800)", "Cy (1800?)", "Cy（1800）", "Cy [1800]", "Cy (1800).", "Cy (1800", "Cy ⟨computer⟩ ★",
			"(Cy)", "a member who has left", "A member who has 1eft", "Computer", "C0mputer", "(deleted)", "Gelöscht", "delеted",
		},
	} {
		for _, text := range texts {
			n, err := NewName(text)
			if no := (*lobby.Refusal)(nil); !errors.As(err, &no) || no.Reason != code {
				t.Errorf("%q becomes %q with %q, %v; want %v", text, n, n.Keys(), err, code)
			}
		}
	}
	for _, text := range []string{
		"Bo", "李明", "x1", "Admina", "Administer", "Badminton", "Guest, Chris", "Hub Meyer", "Supporter", "Ann (Bonn) Meyer", "Ann :)", "Al1", "R2D2",
		"Computerfan", "Ann!",
	} {
		if _, err := NewName(text); err != nil {
			t.Errorf("%q cannot be used: %v", text, err)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, text := range []string{"Ada", "Иван", "I l 1 |", "\xff\xfe", "Z\u0308\u0308\u0308", "ﬃﷺ", strings.Repeat("क्षि", 40), "ﬁ\u202e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := NewName(text)
		ok := err == nil
		if !utf8.ValidString(n.String()) || n.String() != match.CleanName(n.String()) || len(n.String()) > match.MaxNameBytes {
			t.Errorf("%q becomes %q", text, n)
		}
		if k := n.Keys(); len(k) < 1 || len(k) > 3 || !slices.IsSorted(k) {
			t.Errorf("%q has the keys %q", text, k)
		}
		again, errAgain := NewName(n.String())
		okAgain := errAgain == nil
		if ok != okAgain || !slices.Equal(again.Keys(), n.Keys()) {
			t.Errorf("%q, %v, %q becomes %v, %q", n, ok, n.Keys(), okAgain, again.Keys())
		}
		if upper, _ := NewName(strings.ToUpper(n.String())); ok && len(upper.String()) == len(n.String()) && !resemble(n, upper) {
			t.Errorf("%q %q and %q %q do not resemble each other", n, n.Keys(), upper, upper.Keys())
		}
	})
}

// BenchmarkName reads a name with letters that look like others.
func BenchmarkName(b *testing.B) {
	for b.Loop() {
		NewName("Ιrís von Würmlingen")
	}
}
