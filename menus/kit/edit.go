package kit

import (
	"slices"
	"strings"
	"unicode"
)

// edit is the text of a field and its caret, without drawing. The caret is always on a boundary,
// never between a letter and its accents. The selection is between anchor and caret.
type edit struct {
	text          []rune
	caret, anchor int
	// maxRunes limits the text; 0 means no limit. filter, if not nil, reports whether a rune is
	// allowed.
	maxRunes int
	filter   func(rune) bool
	// version counts the changes of the text.
	version int
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// boundary reports whether a caret can be before rune i.
func (e *edit) boundary(i int) bool {
	if i <= 0 || i >= len(e.text) {
		return i == 0 || i == len(e.text)
	}
	return !extends(e.text[i]) && e.text[i-1] != zeroWidthJoiner
}

// extends reports whether a rune combines with the one before it.
func extends(r rune) bool {
	skinTone := r >= 0x1f3fb && r <= 0x1f3ff
	return unicode.Is(unicode.M, r) || r == zeroWidthJoiner || r == zeroWidthNonJoiner || skinTone
}

// next returns the nearest boundary after i, and prev the nearest before i.
func (e *edit) next(i int) int {
	for i++; i < len(e.text) && !e.boundary(i); i++ {
	}
	return min(i, len(e.text))
}

func (e *edit) prev(i int) int {
	for i--; i > 0 && !e.boundary(i); i-- {
	}
	return max(i, 0)
}

// wordEnd returns the end of the word at or after i, and wordStart the start of the word at or
// before i.
func (e *edit) wordEnd(i int) int {
	for i < len(e.text) && !inWord(e.text[i]) {
		i++
	}
	for i < len(e.text) && inWord(e.text[i]) {
		i++
	}
	return e.snap(i)
}

func (e *edit) wordStart(i int) int {
	for i > 0 && !inWord(e.text[i-1]) {
		i--
	}
	for i > 0 && inWord(e.text[i-1]) {
		i--
	}
	for i > 0 && !e.boundary(i) {
		i--
	}
	return i
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || extends(r) || r == '_' }

// snap returns i if it is a boundary, or else the next boundary.
func (e *edit) snap(i int) int {
	i = min(max(i, 0), len(e.text))
	if e.boundary(i) {
		return i
	}
	return e.next(i)
}

// moveTo moves the caret. It extends the selection if extend is set, and clears it otherwise.
func (e *edit) moveTo(i int, extend bool) {
	e.caret = e.snap(i)
	if !extend {
		e.anchor = e.caret
	}
}

// limit sets the largest number of runes and truncates the text to it; 0 means no limit.
func (e *edit) limit(n int) {
	e.maxRunes = n
	if n > 0 && len(e.text) > n {
		e.text = cutRunes(e.text, n)
		e.caret, e.anchor = e.snap(e.caret), e.snap(e.anchor)
		e.version++
	}
}

// selection returns the start and the end of the selection. Both are the caret if it is empty.
func (e *edit) selection() (from, to int) { return min(e.caret, e.anchor), max(e.caret, e.anchor) }

func (e *edit) selected() string {
	from, to := e.selection()
	return string(e.text[from:to])
}

// selectWord selects the word around i.
func (e *edit) selectWord(i int) {
	e.caret = e.wordEnd(i)
	e.anchor = e.wordStart(e.caret)
}

func (e *edit) selectAll() { e.anchor, e.caret = 0, len(e.text) }

// replace replaces the runes from..to with the allowed part of s that fits, and puts the caret
// after it.
func (e *edit) replace(from, to int, s string) {
	old := e.text
	in := e.clean(s)
	if e.maxRunes > 0 {
		in = cutRunes(in, e.maxRunes-(len(e.text)-(to-from)))
	}
	e.text = slices.Concat(e.text[:from], in, e.text[to:])
	e.moveTo(from+len(in), false)
	if !slices.Equal(old, e.text) {
		e.version++
	}
}

// insert replaces the selection with s. If no rune of s is allowed, the selection stays.
func (e *edit) insert(s string) {
	if len(e.clean(s)) > 0 {
		from, to := e.selection()
		e.replace(from, to, s)
	}
}

// deleteTo removes the selection or, if there is none, the text between the caret and i.
func (e *edit) deleteTo(i int) {
	from, to := e.selection()
	if from == to {
		from, to = min(e.caret, i), max(e.caret, i)
	}
	e.replace(from, to, "")
}

// set replaces the whole text and puts the caret at its end.
func (e *edit) set(s string) { e.replace(0, len(e.text), s) }

// clean returns s with only allowed runes. Line breaks and tabs become spaces; it drops invisible
// runes and runes that the filter refuses.
func (e *edit) clean(s string) []rune {
	var kept []rune
	for _, r := range strings.Trim(strings.ToValidUTF8(s, ""), "\r\n\t") {
		if r == '\n' || r == '\t' || unicode.Is(unicode.Zs, r) {
			r = ' '
		}
		visible := unicode.IsPrint(r) || r == zeroWidthJoiner || r == zeroWidthNonJoiner
		if visible && (e.filter == nil || e.filter(r)) {
			kept = append(kept, r)
		}
	}
	return kept
}

// cutRunes returns at most n of the runes, and keeps letters and their accents together.
func cutRunes(text []rune, n int) []rune {
	if len(text) <= n {
		return text
	}
	e := edit{text: text}
	n = max(n, 0)
	if !e.boundary(n) {
		n = e.prev(n)
	}
	return text[:n]
}
