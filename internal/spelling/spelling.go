// Package spelling says which spellings of a name are one to the people who read it. It is the only
// place that compares names: texts are kept and shown as they were written.
//
// Two spellings are one person's if they differ only in how letters are composed, in letter case,
// in width or style, in invisible characters, or in letters that look alike, such as a Latin and a
// Cyrillic a. Accents that can be seen make a difference.
package spelling

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Case returns a text in one letter case, decomposed as in the form NFKD: the case of every
// language's letters counts for nothing. A dotted or dotless i is an i, ß is ss, and a final sigma
// is a sigma.
func Case(text string) string {
	if isPlain(text) {
		return text
	}
	var b strings.Builder
	last := rune(0)
	for _, r := range decomposed(text) {
		switch {
		case r == 'ß' || r == 'ẞ':
			b.WriteString("ss")
		case r == dot && (last == 'i' || last == 'j'): // which it does not change to the eye
		default:
			r = unicode.ToLower(unicode.ToUpper(r))
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// dot is the mark of a dot above a letter.
const dot = '\u0307'

// isPlain reports whether a text has only lower-case ASCII letters, digits and single spaces, which
// no fold changes.
func isPlain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c == ' ' && i > 0 && text[i-1] != ' ' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
			continue
		}
		return false
	}
	return true
}

// Fold returns the same text for spellings that a reader cannot tell apart in lower case.
func Fold(text string) string {
	if isPlain(text) {
		return text
	}
	return composed(clean(Case(text), Look))
}

// Written returns the same text for spellings that a reader cannot tell apart as they are written:
// a capital I is an l, and digits may be letters.
func Written(text string) string {
	return composed(Case(clean(decomposed(text), func(r rune) rune {
		switch r {
		case 'I', '|', '1':
			return 'l'
		case '0':
			return 'o'
		}
		return Look(r)
	})))
}

// clean drops invisible characters and repeated spaces, and replaces the letters of a decomposed
// text.
func clean(text string, like func(rune) rune) string {
	var b strings.Builder
	space := false
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			if !space {
				b.WriteByte(' ')
			}
			space = true
			continue
		case unicode.In(r, unicode.Cf, unicode.Cc, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector):
			continue
		}
		space = false
		b.WriteRune(like(r))
	}
	return b.String()
}

// Keys returns the texts that spellings of the same name have in common: two spellings are one if
// they share a key. There are one or two, in order.
func Keys(name string) []string {
	keys := []string{Fold(name), Written(name)}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// Same reports whether two spellings are one to a reader.
func Same(a, b string) bool {
	return a == b || slices.ContainsFunc(Keys(a), func(key string) bool { return slices.Contains(Keys(b), key) })
}

// Look returns the letter or digit of ASCII that a character looks like, in lower case, or the
// character itself.
func Look(r rune) rune {
	if like := lookalikes[r]; like != 0 {
		return like
	}
	return r
}

//go:embed lookalikes.txt
var lookalikesText string

// lookalikes are the letters and digits of ASCII that others look like.
var lookalikes = readLookalikes(lookalikesText)

func readLookalikes(text string) map[rune]rune {
	like := map[rune]rune{}
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if words[0] == "#" {
			continue
		}
		for _, word := range words[1:] {
			n, err := strconv.ParseInt(word, 16, 32)
			if err != nil {
				panic(err)
			}
			like[rune(n)] = rune(words[0][0])
		}
	}
	return like
}
