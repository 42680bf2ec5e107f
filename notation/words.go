package notation

import (
	"regexp"
	"slices"
	"strings"

	"mancala/rules"
)

// tags are the statements of a text about a game before its plies, as in [Variant "..."], by their
// names.
type tags map[string]string

var tag = regexp.MustCompile(`\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]`)

// tagsOf returns the tags of a text, and the text without them. Of two equal names the first
// counts.
func tagsOf(text string) (tags, string) {
	list := tags{}
	for _, t := range tag.FindAllStringSubmatch(text, -1) {
		if _, known := list[t[1]]; !known {
			list[t[1]] = t[2]
		}
	}
	return list, tag.ReplaceAllLiteralString(text, " ")
}

// variant returns the rule set of a tag, if one names it.
func (t tags) variant() []rules.Variant {
	name := strings.ToLower(t["Variant"])
	if ours, ok := theirNames[name]; ok {
		name = ours
	}
	if v, err := rules.ParseRuleSet(name); err == nil {
		return []rules.Variant{v}
	}
	return nil
}

// words returns the words of a text without comments, variations, the numbers of plies, and
// results. It returns false if a bracket is never closed.
func words(text string) (list []string, whole bool) {
	var plain strings.Builder
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		plain.WriteString(line + " ")
	}
	rest, whole := withoutAsides(plain.String())
	for _, word := range strings.Fields(rest) {
		if word = unnumbered(word); word != "" && !slices.Contains(results, word) {
			list = append(list, word)
		}
	}
	return list, whole
}

// withoutAsides returns a text without the parts in [], {} and (). It keeps () after the name of a
// rule set. It returns false if one is never closed.
func withoutAsides(text string) (plain string, whole bool) {
	var b strings.Builder
	for whole = true; whole && text != ""; {
		i := strings.IndexAny(text, "[{(")
		if i < 0 {
			break
		}
		if text[i] == '(' && i > 0 && text[i-1] != ' ' {
			b.WriteString(text[:i+1])
			text = text[i+1:]
			continue
		}
		b.WriteString(text[:i] + " ")
		text, whole = afterAside(text[i:])
	}
	return b.String() + text, whole
}

// afterAside returns the text after its opening aside, or false if that is never closed. Asides may
// nest.
func afterAside(text string) (rest string, closed bool) {
	open, end, depth := text[0], map[byte]byte{'[': ']', '{': '}', '(': ')'}[text[0]], 0
	for i := range len(text) {
		switch text[i] {
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return text[i+1:], true
			}
		}
	}
	return "", false
}

// results are the words for the result of a game.
var results = []string{"1-0", "0-1", "1/2-1/2", "½-½", "*"}

// unnumbered returns a word without the number of a ply before it, as in "12.F".
func unnumbered(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if len(rest) < len(word) && strings.HasPrefix(rest, ".") {
		return strings.TrimLeft(rest, ".")
	}
	return word
}
