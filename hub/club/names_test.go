package club

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"mancala/match"
)

func name(t testing.TB, text string) Name {
	t.Helper()
	n, ok := NewName(text)
	if !ok {
		t.Fatalf("%q cannot be used", text)
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
	for _, text := range []string{
		"", " ", "a", "★★★", "...", "\x00\x01\x02", "\u200b\u200b\u200b", "é", "Admin", "ADMIN", "Аdmin", "Adrnin", "a.d.m.i.n", "Mode rator",
		"Guest", "host", "Mancala", "H0st", "Club Admin", "Admin7", "the MODERATOR", "Support (Hub)", "Refеree", "Schiedsrichter 2", "ＡＤＭＩＮ x",
	} {
		if n, ok := NewName(text); ok {
			t.Errorf("%q becomes %q with %q", text, n, n.Keys())
		}
	}
	for _, text := range []string{"Bo", "李明", "x1", "Admina", "Administer", "Badminton", "Guest, Chris", "Hub Meyer", "Supporter"} {
		if _, ok := NewName(text); !ok {
			t.Errorf("%q cannot be used", text)
		}
	}
}

func FuzzName(f *testing.F) {
	for _, text := range []string{"Ada", "Иван", "I l 1 |", "\xff\xfe", "Z\u0308\u0308\u0308", "ﬃﷺ", strings.Repeat("क्षि", 40), "ﬁ\u202e"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, ok := NewName(text)
		if !utf8.ValidString(n.String()) || n.String() != match.CleanName(n.String()) || len(n.String()) > match.MaxNameBytes {
			t.Errorf("%q becomes %q", text, n)
		}
		if k := n.Keys(); len(k) < 1 || len(k) > 3 || !slices.IsSorted(k) {
			t.Errorf("%q has the keys %q", text, k)
		}
		again, okAgain := NewName(n.String())
		if ok != okAgain || !slices.Equal(again.Keys(), n.Keys()) {
			t.Errorf("%q, %v, %q becomes %v, %q", n, ok, n.Keys(), okAgain, again.Keys())
		}
		if upper, _ := NewName(strings.ToUpper(n.String())); ok && len(upper.String()) == len(n.String()) && !resemble(n, upper) {
			t.Errorf("%q %q and %q %q do not resemble each other", n, n.Keys(), upper, upper.Keys())
		}
	})
}
