package match

import (
	"strings"
	"unicode"

	"mancala/internal/spelling"
)

// Limits of a name that [CleanName] returns.
const (
	// MaxNameLetters is the largest number of letters, each with its marks; a space is one.
	MaxNameLetters = 24
	// MaxNameBytes is the largest number of bytes in UTF-8.
	MaxNameBytes = 96
)

const (
	maxMarks    = 2    // how many marks a letter keeps
	maxNameScan = 4096 // how many bytes of a text are looked at
)

// CleanName returns the part of a typed or received name that is safe to show, log and store:
// letters, digits, punctuation and symbols, with single spaces between words and none around them.
// It drops bytes that are not UTF-8, control and format characters (escapes, zero-width and
// bidirectional ones), private and unassigned characters, marks without a letter, and the third and
// further marks on a letter. It cuts between letters after [MaxNameLetters] or [MaxNameBytes]. The
// result may be empty. CleanName is idempotent.
func CleanName(text string) string {
	var letters []string // each with its marks
	space, marks := false, 0
	for _, r := range text[:min(len(text), maxNameScan)] {
		last := len(letters) - 1
		switch {
		case unicode.IsSpace(r):
			space = last >= 0
		case !visible(r):
		case unicode.Is(unicode.M, r):
			if last >= 0 && !space && marks < maxMarks {
				letters[last] += string(r)
				marks++
			}
		default:
			if space {
				letters = append(letters, " ")
			}
			letters = append(letters, string(r))
			space, marks = false, 0
		}
	}
	return cutName(letters)
}

// cutName joins letters up to the limits of a name.
func cutName(letters []string) string {
	n, size := 0, 0
	for n < min(len(letters), MaxNameLetters) && size+len(letters[n]) <= MaxNameBytes {
		size += len(letters[n])
		n++
	}
	return strings.TrimRight(strings.Join(letters[:n], ""), " ")
}

// blanks are letters, marks and symbols that are blank by definition, or mark something missing.
var blanks = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x2800, Hi: 0x2800, Stride: 1}, // the blank of braille
		{Lo: 0xfffc, Hi: 0xfffd, Stride: 1}, // in the place of an object, or of an unknown character
	},
	R32: []unicode.Range32{
		{Lo: 0x13441, Hi: 0x13442, Stride: 1}, // blanks among hieroglyphs
		{Lo: 0x16fe4, Hi: 0x16fe4, Stride: 1}, // the filler of the Khitan small script
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // the empty head of a note
	},
}

// visible reports whether a name may hold r: a letter, mark, digit, punctuation or symbol, unless
// it is blank or encloses other letters.
func visible(r rune) bool {
	switch {
	case unicode.Is(blanks, r):
		return false
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Me):
		return false
	}
	return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S)
}

// maxText is the number of letters of a text from the network that are looked at.
const maxText = 200

// CleanText returns a text from the network as one line, without invisible characters.
func CleanText(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range strings.Join(strings.Fields(text[:min(len(text), 4*maxText)]), " ") {
		if n++; n > maxText {
			break
		}
		if r == ' ' || unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) && r != unicode.ReplacementChar {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// NameOr returns a name cleaned for display, or a word for the party if that is empty.
func NameOr(name string, p Party) string {
	if clean := CleanName(name); clean != "" {
		return clean
	}
	return DefaultName(p)
}

// AtGuest and AtSecond are the words that [TellApart] puts behind a name, in English: behind a
// guest's name, and behind the second player's at one machine.
const (
	AtGuest  = "guest"
	AtSecond = "2"
)

// TellApart makes the names of two parties distinguishable: if they are one to a reader
// ([spelling.Same]), it appends the word at to the second one, as in "Hilda (guest)". A clean name
// stays clean; a long one is cut to make room. TellApart is idempotent.
func TellApart(names [2]string, at string) [2]string {
	host, guest := CleanName(names[Host]), CleanName(names[Guest])
	if guest == "" || !spelling.Same(host, guest) {
		return names
	}
	name, behind := []rune(guest), " ("+at+")"
	for len(name) > 0 && CleanName(string(name)+behind) != string(name)+behind {
		name = name[:len(name)-1]
	}
	names[Guest] = string(name) + behind
	return names
}

// MaxTalk is the largest number of characters (Unicode code points) in a line of talk.
const MaxTalk = 280

// Phrases are ready-made lines of talk.
var Phrases = [...]string{"Hello!", "Good luck!", "Well played!", "Thank you!"}

// CleanTalk returns the part of a line of talk that is safe to show and log: one line of letters,
// marks, digits, punctuation and symbols, with single spaces between words and none around them. It
// has at most [MaxTalk] characters, and two marks on a letter. The result may be empty. CleanTalk
// is idempotent.
func CleanTalk(text string) string { return CleanLine(text, MaxTalk) }

// CleanLine is [CleanTalk] for a text of at most that many characters, and 4,096 bytes.
func CleanLine(text string, most int) string {
	var b strings.Builder
	space, marks, n := false, 0, 0
	for _, r := range text[:min(len(text), maxNameScan)] {
		switch {
		case unicode.IsSpace(r):
			space = n > 0
			continue
		case !visible(r):
			continue
		case unicode.Is(unicode.M, r):
			if n == 0 || space || marks == maxMarks {
				continue
			}
			marks++
		default:
			marks = 0
		}
		need := 1
		if space {
			need = 2
		}
		if n+need > most {
			break
		}
		if space {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		n, space = n+need, false
	}
	return b.String()
}

// The names, in English, of players who gave none in games at one machine.
var (
	// Unnamed are those of people, by party.
	Unnamed = [2]string{"Player 1", "Player 2"}
	// SideNames are those in games from a text, by side.
	SideNames = [2]string{"South", "North"}
)

// DefaultName returns the name of a party that gave none, in English. Both ends of a connection use
// the same.
func DefaultName(p Party) string { return [...]string{Host: "Host", Guest: "Guest"}[p&1] }
