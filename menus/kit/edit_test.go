package kit

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// The text of an edit is written with | for the caret and [ for the other end of the selection.

func parseEdit(t *testing.T, s string) *edit {
	t.Helper()
	e := &edit{anchor: -1, caret: -1}
	for _, r := range s {
		switch r {
		case '|':
			e.caret = len(e.text)
		case '[':
			e.anchor = len(e.text)
		default:
			e.text = append(e.text, r)
		}
	}
	if e.caret < 0 {
		t.Fatalf("%q has no caret", s)
	}
	if e.anchor < 0 {
		e.anchor = e.caret
	}
	return e
}

func (e *edit) String() string {
	var b strings.Builder
	for i := range len(e.text) + 1 {
		if i == e.anchor && e.anchor != e.caret {
			b.WriteByte('[')
		}
		if i == e.caret {
			b.WriteByte('|')
		}
		if i < len(e.text) {
			b.WriteRune(e.text[i])
		}
	}
	return b.String()
}

func TestEdit(t *testing.T) {
	const acute = "\u0301"
	tests := []struct {
		name, from string
		do         func(*edit)
		want       string
	}{
		{"insert", "a|b", func(e *edit) { e.insert("xy") }, "axy|b"},
		{"insert over a selection", "a[bc|d", func(e *edit) { e.insert("x") }, "ax|d"},
		{"insert over a selection made backwards", "a|bc[d", func(e *edit) { e.insert("x") }, "ax|d"},
		{"insert nothing", "a[bc|d", func(e *edit) { e.insert("\x00\x07") }, "a[bc|d"},
		{"insert lines", "|", func(e *edit) { e.insert("\r\na\r\nb\tc\n") }, "a b c|"},
		{"insert broken UTF-8", "|", func(e *edit) { e.insert("a\xff\xfeb") }, "ab|"},
		{"insert direction marks", "|", func(e *edit) { e.insert("a\u202eb\u200f") }, "ab|"},
		{"insert a narrow space", "|", func(e *edit) { e.insert("a\u00a0b") }, "a b|"},
		{"insert an accent", "e|x", func(e *edit) { e.insert(acute) }, "e" + acute + "|x"},
		{"a letter before a lone accent", "|" + acute, func(e *edit) { e.insert("a") }, "a" + acute + "|"},
		{"backspace", "ab|c", func(e *edit) { e.deleteTo(e.prev(e.caret)) }, "a|c"},
		{"backspace at the start", "|abc", func(e *edit) { e.deleteTo(e.prev(e.caret)) }, "|abc"},
		{"backspace of a selection", "a[bc|d", func(e *edit) { e.deleteTo(e.prev(e.caret)) }, "a|d"},
		{"backspace of a letter with accents", "xe" + acute + "\u0323|y", func(e *edit) { e.deleteTo(e.prev(e.caret)) }, "x|y"},
		{"delete", "a|bc", func(e *edit) { e.deleteTo(e.next(e.caret)) }, "a|c"},
		{"delete at the end", "abc|", func(e *edit) { e.deleteTo(e.next(e.caret)) }, "abc|"},
		{"delete a family", "a|👨\u200d👩\u200d👧b", func(e *edit) { e.deleteTo(e.next(e.caret)) }, "a|b"},
		{"delete a hand with a skin", "|👋🏽!", func(e *edit) { e.deleteTo(e.next(e.caret)) }, "|!"},
		{"delete a word", "one| two  three", func(e *edit) { e.deleteTo(e.wordEnd(e.caret)) }, "one|  three"},
		{"delete a word backwards", "one two,  |three", func(e *edit) { e.deleteTo(e.wordStart(e.caret)) }, "one |three"},
		{"word left from within", "one tw|o", func(e *edit) { e.moveTo(e.wordStart(e.caret), false) }, "one |two"},
		{"word right, selecting", "one |two x", func(e *edit) { e.moveTo(e.wordEnd(e.caret), true) }, "one [two| x"},
		{"word right over an address", "|10.0.0.1:7000", func(e *edit) { e.moveTo(e.wordEnd(e.caret), false) }, "10|.0.0.1:7000"},
		{"select all", "a|bc", func(e *edit) { e.selectAll() }, "[abc|"},
		{"select a word", "one t|wo x", func(e *edit) { e.selectWord(e.caret) }, "one [two| x"},
		{"move into a letter", "|e" + acute + "x", func(e *edit) { e.moveTo(1, false) }, "e" + acute + "|x"},
		{"move past the end", "|ab", func(e *edit) { e.moveTo(99, false) }, "ab|"},
		{"set", "a[b|c", func(e *edit) { e.set("xyz") }, "xyz|"},
		{"limit", "abc|", func(e *edit) { e.maxRunes = 4; e.insert("xyz") }, "abcx|"},
		{"limit frees what is selected", "[abc|d", func(e *edit) { e.maxRunes = 4; e.insert("wxyz") }, "wxy|d"},
		{"limit cuts no letter from its accent", "ab|", func(e *edit) { e.maxRunes = 3; e.insert("e" + acute) }, "ab|"},
		{"limit below what is there", "abcd|e", func(e *edit) { e.limit(2) }, "ab|"},
		{"filter", "1|", func(e *edit) { e.filter = unicode.IsDigit; e.insert("a2b3") }, "123|"},
	}
	for _, test := range tests {
		e := parseEdit(t, test.from)
		if test.do(e); e.String() != test.want {
			t.Errorf("%s: %q becomes %q, want %q", test.name, test.from, e, test.want)
		}
	}
}

// model is the same text in the simplest form: letters with their accents, and positions between
// them.
type model struct {
	clusters      []string
	caret, anchor int
	maxRunes      int
}

func clustersOf(s string) []string {
	var out []string
	joined := false
	for _, r := range s {
		if len(out) > 0 && (joined || unicode.IsMark(r) || r == zeroWidthJoiner || r == zeroWidthNonJoiner) {
			out[len(out)-1] += string(r)
		} else {
			out = append(out, string(r))
		}
		joined = r == zeroWidthJoiner
	}
	return out
}

func (m *model) text() string { return strings.Join(m.clusters, "") }

// splice replaces the clusters a..b with the clusters of s that fit.
func (m *model) splice(a, b int, s string) {
	before, after := strings.Join(m.clusters[:a], ""), strings.Join(m.clusters[b:], "")
	fits := ""
	for _, c := range clustersOf(s) {
		if m.maxRunes > 0 && utf8.RuneCountInString(before+fits+c+after) > m.maxRunes {
			break
		}
		fits += c
	}
	m.clusters = clustersOf(before + fits + after)
	m.caret, m.anchor = 0, 0
	for n := 0; n < len(before+fits); m.caret++ {
		n += len(m.clusters[m.caret])
	}
	m.anchor = m.caret
}

func (m *model) delete(to int) {
	a, b := min(m.caret, m.anchor), max(m.caret, m.anchor)
	if a == b {
		to = min(max(to, 0), len(m.clusters))
		a, b = min(m.caret, to), max(m.caret, to)
	}
	m.splice(a, b, "")
}

func (m *model) move(to int, extend bool) {
	m.caret = min(max(to, 0), len(m.clusters))
	if !extend {
		m.anchor = m.caret
	}
}

// runes returns the rune index of cluster i.
func (m *model) runes(i int) int { return utf8.RuneCountInString(strings.Join(m.clusters[:i], "")) }

func TestEditAgainstAModel(t *testing.T) {
	letters := rapid.SampledFrom([]string{
		"a", "B", "7", " ", ",", "é", "e\u0301", "\u0301", "n\u0303\u0323", "й", "\u200d", "日", "🙂", "-",
	})
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.SampledFrom([]int{0, 0, 5, 12}).Draw(t, "limit")
		noDash := func(r rune) bool { return r != '-' }
		e := &edit{maxRunes: limit, filter: noDash}
		m := &model{maxRunes: limit}
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			extend := rapid.Bool().Draw(t, "extend")
			switch rapid.SampledFrom([]string{"insert", "left", "right", "backspace", "delete", "all", "home", "set"}).Draw(t, "op") {
			case "insert":
				s := strings.Join(rapid.SliceOfN(letters, 1, 5).Draw(t, "s"), "")
				e.insert(s)
				if s = strings.ReplaceAll(s, "-", ""); s != "" {
					m.splice(min(m.caret, m.anchor), max(m.caret, m.anchor), s)
				}
			case "left":
				e.moveTo(e.prev(e.caret), extend)
				m.move(m.caret-1, extend)
			case "right":
				e.moveTo(e.next(e.caret), extend)
				m.move(m.caret+1, extend)
			case "backspace":
				e.deleteTo(e.prev(e.caret))
				m.delete(m.caret - 1)
			case "delete":
				e.deleteTo(e.next(e.caret))
				m.delete(m.caret + 1)
			case "all":
				e.selectAll()
				m.anchor, m.caret = 0, len(m.clusters)
			case "home":
				e.moveTo(0, extend)
				m.move(0, extend)
			case "set":
				s := strings.ReplaceAll(strings.Join(rapid.SliceOfN(letters, 0, 8).Draw(t, "s"), ""), "-", "")
				e.set(s)
				m.splice(0, len(m.clusters), s)
			}
			checkEdit(t, e)
			if got, want := string(e.text), m.text(); got != want {
				t.Fatalf("text %q, want %q", got, want)
			}
			if e.caret != m.runes(m.caret) || e.anchor != m.runes(m.anchor) {
				t.Fatalf("%q: caret %d and anchor %d, want %d and %d", e, e.caret, e.anchor, m.runes(m.caret), m.runes(m.anchor))
			}
		}
	})
}

// checkEdit checks the invariants.
func checkEdit(t interface{ Fatalf(string, ...any) }, e *edit) {
	for _, i := range []int{e.caret, e.anchor} {
		if i < 0 || i > len(e.text) || !e.boundary(i) {
			t.Fatalf("%q: no caret can stand at %d", string(e.text), i)
		}
	}
	if e.maxRunes > 0 && len(e.text) > e.maxRunes {
		t.Fatalf("%q is longer than %d", string(e.text), e.maxRunes)
	}
	if e.filter != nil && slices.ContainsFunc(e.text, func(r rune) bool { return !e.filter(r) }) {
		t.Fatalf("%q has what the filter refuses", string(e.text))
	}
	for i := 0; i < len(e.text); i = e.next(i) {
		if next := e.next(i); next <= i || e.prev(next) != i {
			t.Fatalf("%q: from %d the next is %d and back it is %d", string(e.text), i, next, e.prev(next))
		}
	}
}

// FuzzEdit types arbitrary bytes, with caret movements in between.
func FuzzEdit(f *testing.F) {
	f.Add("abc", "\u0301x", 2, 5)
	f.Add("\xff\u200d\u200d", "👨\u200d👩", 1, 3)
	f.Fuzz(func(t *testing.T, first, second string, at, limit int) {
		e := &edit{maxRunes: limit % 50}
		e.insert(first)
		checkEdit(t, e)
		e.moveTo(at, at%2 == 0)
		e.insert(second)
		checkEdit(t, e)
		if !utf8.ValidString(string(e.text)) || strings.ContainsFunc(string(e.text), unicode.IsControl) {
			t.Fatalf("%q is not clean", string(e.text))
		}
		for len(e.text) > 0 {
			n := len(e.text)
			e.moveTo(len(e.text), false)
			if e.deleteTo(e.prev(e.caret)); len(e.text) >= n {
				t.Fatalf("%q does not get shorter", string(e.text))
			}
			checkEdit(t, e)
		}
	})
}
