package spelling

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// pairs are spellings of two names, and whether they are one to a reader.
var pairs = []struct {
	a, b string
	same bool
}{
	{"José", "Jose\u0301", true},                         // composed or not
	{"Việt", "Vie\u0323\u0302t", true},                   // two marks
	{"한글", "\u1112\u1161\u11ab\u1100\u1173\u11af", true}, // syllables or their letters
	{"ANNA", "anna", true},
	{"ИВАН", "иван", true},
	{"ΝΊΚΟΣ", "νίκος", true}, // a final sigma
	{"νίκοσ", "νίκος", true},
	{"Straße", "STRASSE", true},
	{"STRAẞE", "straße", true},
	{"IŞIK", "ışık", true}, // Turkish, both ways
	{"İlker", "ilker", true},
	{"İlker", "Ilker", true},
	{"ᾳ", "ΑΙ", true}, // an iota below
	{"Ａｎｎａ", "Anna", true},
	{"𝓐𝓷𝓷𝓪", "Anna", true},
	{"ﬁna", "fina", true},
	{"An\u200dna", "Anna", true}, // joiners and other invisible characters
	{"An\u200cna", "Anna", true},
	{"\u2066Anna\u2069", "Anna", true},
	{"An\u00adna", "Anna", true},
	{"An\ufe0fna", "Anna", true},
	{"Ann\u00a0Lee", "Ann Lee", true},
	{"Ann  Lee", "Ann Lee", true},
	{"Аnnа", "Anna", true}, // Cyrillic
	{"АННА", "AHHA", true}, // as they are written
	{"ναν", "vav", true},
	{"Αnna", "Anna", true}, // Greek
	{"Iris", "lris", true},
	{"Iris", "1ris", true},
	{"lRIS", "IRIS", true},
	{"B0b", "Bob", true},
	{"Ann 🙂", "Ann 🙂", true},
	{"❤️", "❤", true},

	{"José", "Jose", false}, // an accent can be seen
	{"Müller", "Muller", false},
	{"Ann", "Anna", false},
	{"Ann", "Ann!", false},
	{"Ann 🙂", "Ann 😢", false},
	{"Ann 🙂", "Ann", false},
	{"🙂", "😢", false},
	{"Ali", "All", false},
	{"Tom", "Torn", false}, // in the letters of this program
	{"Иван", "Ивам", false},
	{"李明", "李朋", false},
	{"ビリ", "ヒリ", false},
	{"कि क", "की क", false},
	{"Ann Lee", "AnnLee", false},
	{"Gus2", "Gus3", false},
}

func TestSame(t *testing.T) {
	for _, tt := range pairs {
		if Same(tt.a, tt.b) != tt.same || Same(tt.b, tt.a) != tt.same {
			t.Errorf("%q %q and %q %q: same must be %t", tt.a, Keys(tt.a), tt.b, Keys(tt.b), tt.same)
		}
		var p People
		p.Add(tt.a)
		p.Add(tt.b)
		if (p.Person(tt.a) == p.Person(tt.b)) != tt.same {
			t.Errorf("%q and %q: one person must be %t", tt.a, tt.b, tt.same)
		}
		// A search for either spelling finds both.
		for _, q := range []string{tt.a, tt.b} {
			for _, name := range []string{tt.a, tt.b} {
				if tt.same && !Find(q).In(Searchable("Bo", name)) {
					t.Errorf("%q does not find %q in %q", q, name, Searchable("Bo", name))
				}
			}
		}
	}
}

func TestSearch(t *testing.T) {
	for _, tt := range []struct {
		part, name string
		found      bool
	}{
		{"", "Anna", true},
		{"nn", "Anna", true},
		{"NN", "Anna", true},
		{"nn L", "Ann  Lee", true},
		{"ann ", "Ann Lee", true},
		{"ss", "Straße", true},
		{"ß", "STRASSE", true},
		{"osé", "JOSÉ", true},
		{"ose", "José", false},
		{"eric", "Éric", false},
		{"Éric", "Eric", false},
		{"ı", "ALI", true},
		{"lris", "Iris West", true}, // as a whole word
		{"West Iris", "Iris West", false},
		{"10", "Lola", false}, // as part of one
		{"r", "Tom", false},
		{"нн", "АННА", true},
		{"ann\nbo", "Ann", false},
		{"x", "Anna", false},
		{"🙂", "Ann 🙂", true},
		{"🙂", "Ann", false},
	} {
		if got := Find(tt.part).In(Searchable(tt.name)); got != tt.found {
			t.Errorf("%q in %q %q: %t", tt.part, tt.name, Searchable(tt.name), got)
		}
	}
}

// Spellings are one person's if a third is like both, in whatever order they come.
func TestPeople(t *testing.T) {
	names := []string{"ian", "lan", "Ian", "Bo", "IAN"}
	for range len(names) {
		names = append(names[1:], names[0])
		var p People
		for _, name := range names {
			p.Add(name)
		}
		for _, name := range names {
			if one := p.Person(name) == p.Person("Ian"); one != (name != "Bo") {
				t.Errorf("%q: %q is Ian: %t", names, name, one)
			}
		}
	}
}

// Every letter of Unicode in another case, form or width is the same letter.
func TestEveryLetter(t *testing.T) {
	for r := range unicode.MaxRune + 1 {
		if !unicode.In(r, unicode.L, unicode.M) || unicode.In(r, unicode.Han, unicode.Hangul) {
			continue
		}
		word := "a" + string(r) + "b"
		for _, other := range []string{strings.ToLower(word), strings.ToUpper(word), decomposed(word), fmt.Sprintf("a%cb", unicode.ToTitle(r))} {
			if !Same(word, other) || !Find(other).In(Searchable(word)) {
				t.Errorf("%U: %q %q and %q %q", r, word, Keys(word), other, Keys(other))
			}
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, tt := range pairs {
		f.Add(tt.a, tt.b)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if again := Fold(Fold(a)); again != Fold(a) || !utf8.ValidString(again) {
			t.Errorf("%q is folded as %q, and then as %q", a, Fold(a), again)
		}
		if Same(a, b) != Same(b, a) || !Same(a, a) || !Find(a).In(Searchable(b, a)) {
			t.Errorf("%q and %q", a, b)
		}
	})
}
