package club

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/spelling"
)

// minLetters is the smallest number of letters and digits in the name of a member.
const minLetters = 2

// Name is the name of a member, fit to be shown.
type Name struct {
	text string
	keys []string
}

// NewName returns the name for a text that a member has typed. If it cannot be used there is a
// refusal as well: it has too few letters or digits, passes for one who runs the club, or looks as
// if the club had marked it.
func NewName(text string) (Name, error) {
	n := Name{text: match.CleanName(text)}
	folded := norm.NFKC.String(spelling.Case(n.text))
	letters := onlyLetters(folded)
	for _, key := range []string{letters, lookOf(n.text), lookOf(folded)} {
		if !slices.Contains(n.keys, key) {
			n.keys = append(n.keys, key)
		}
	}
	slices.Sort(n.keys)
	count := 0
	for _, r := range letters {
		if unicode.In(r, unicode.L, unicode.N) {
			count++
		}
	}
	switch {
	case count < minLetters:
		return n, lobby.Refuse(lobby.ReasonName)
	case n.Resembles(reserved...) || hasRole(n.text):
		return n, lobby.Refuse(lobby.ReasonNameOffice)
	case n.Resembles(marks...) || hasMark(n.text):
		return n, lobby.Refuse(lobby.ReasonNameMark)
	}
	return n, nil
}

// String returns the name.
func (n Name) String() string { return n.text }

// Keys are common to names that could be taken for one another: two names resemble each other if
// they have a key in common. A name has one to three, sorted.
//
// One key is only the letters and digits, in lower case. The others replace each letter by the
// similar ASCII letter: one in the name as written, so that "lris" resembles "Iris", and one in
// lower case.
func (n Name) Keys() []string { return n.keys }

// Resembles reports whether the name could be taken for one of the texts.
func (n Name) Resembles(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return slices.Contains(n.keys, text) })
}

// reserved are the keys of names that members cannot have.
var reserved = []string{
	"adrnin", "adrninistrator", "adrninistration", "club", "guest", "host", "hub", "rnancala", "rnoderator", "operator",
	"server", "staff", "support", "systern",
}

// roles are forbidden words in names, by their looks and with each i as an l: a member with one
// would seem to speak for the club.
var roles = []string{
	"adrnln", "adrnlnlstrator", "adrnlnlstratlon", "betrelber", "rnancala", "rnoderator", "operator", "referee", "schledsrlchter",
	"staff", "support", "systern", "verwaltung", "adrnlnlstratorln", "betrelberln", "rnoderatorln", "schledsrlchterln",
}

// marks are the keys of the words that the club itself writes in place of a name.
var marks = []string{lookOf("computer"), lookOf("deleted"), lookOf("gelöscht"), lookOf("a member who has left")}

// hasMark reports whether a name ends in brackets, even unclosed ones. The club's lists mark
// members so, as in "Cy (computer)" and "Cy (1800)".
func hasMark(text string) bool {
	text = norm.NFKC.String(text)
	last := strings.LastIndexFunc(text, func(r rune) bool { return unicode.Is(unicode.Ps, r) })
	if last < 0 {
		return false
	}
	behind := ""
	if end := strings.IndexFunc(text[last:], func(r rune) bool { return unicode.Is(unicode.Pe, r) }); end >= 0 {
		behind = text[last+end:]
	}
	return !strings.ContainsFunc(behind, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) })
}

// hasRole reports whether a name has a word for such a role, with or without numbers around it, or
// with digits and signs for letters, as in "Adm1n".
func hasRole(text string) bool {
	apart := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) && !strings.ContainsRune(likeLetters, r)
	}
	return slices.ContainsFunc(strings.FieldsFunc(norm.NFKC.String(text), apart), func(word string) bool {
		around := func(r rune) bool { return unicode.Is(unicode.Nd, r) || strings.ContainsRune(likeLetters, r) }
		return isRole(word) || isRole(strings.TrimFunc(word, around)) ||
			isRole(strings.TrimLeftFunc(word, around)) || isRole(strings.TrimRightFunc(word, around))
	})
}

// likeLetters are the signs that pass for letters.
const likeLetters = "|!@$"

// letterOf replaces digits and signs by the letters that they resemble.
var letterOf = strings.NewReplacer("!", "l", "3", "e", "4", "a", "5", "s", "7", "t")

func isRole(word string) bool {
	look := lookOf(letterOf.Replace(spelling.Case(word)))
	return slices.Contains(roles, strings.ReplaceAll(look, "i", "l"))
}

// onlyLetters returns the letters, digits and marks of a text.
func onlyLetters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.L, unicode.N, unicode.M) {
			return r
		}
		return -1
	}, text)
}

// lookOf returns a text by its looks: letters that look like others become these, and accents,
// spaces and punctuation do not count.
func lookOf(text string) string {
	var b strings.Builder
	accents := false // the last letter is one that also exists without accents
	for _, r := range norm.NFKD.String(text) {
		switch {
		case unicode.Is(unicode.Mn, r):
			if !accents {
				b.WriteRune(r)
			}
			continue
		case r == 'I', r == '|', r == '1':
			r = 'l'
		case r == '0':
			r = 'o'
		case r == '@':
			r = 'a'
		case r == '$':
			r = 's'
		case spelling.Look(r) != r:
			r = spelling.Look(r)
		case !unicode.In(r, unicode.L, unicode.N, unicode.Mc), r >= firstModifier && r <= lastModifier:
			continue
		}
		accents = unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic)
		switch r = unicode.ToLower(r); r {
		case 'm':
			b.WriteString("rn")
		case 'w':
			b.WriteString("vv")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// The letters of Unicode that look like apostrophes, colons and the like: its block Spacing
// Modifier Letters, without those that NFKD turns into other letters.
const firstModifier, lastModifier = 'ʰ', '˿'
