package notation

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mancala/rules"
)

// kind is the kind of a token.
type kind uint8

const (
	aWord    kind = iota // a ply, a rule set, a part of a board, or anything else
	aTag                 // [Name "value"]
	aComment             // {...}, or from # to the end of its line
	aNumber              // of a turn, as in 12. or 12...
	aResult              // 1-0, 1/2-1/2, 25-23 or *
	aFault               // err says why it is none of these
	theEnd
)

// token is a part of a text.
type token struct {
	kind kind
	// text is the part as it was written, and word the same without the signs around it and the
	// total behind it; of a tag it is the value.
	text, word  string
	name        string // of a tag
	turn, total int    // the number before a word, and in brackets behind it; none if there is none
	named       bool   // a word that is a rule set
	sized       bool   // with its size
	command     bool   // a word that begins a command of a version before 0.2
	ply         bool   // a word that looks like plies
	first       bool   // on its line
	line        int    // from 1
	err         error
}

const none = -1 // no number

// Limits of a text, in bytes.
const (
	maxText  = 64 << 10  // of a game, and of a comment
	maxName  = 400       // of a rule set or a board
	fillSize = 128 << 10 // how much is read at a time
)

// scanner cuts a stream into tokens. It holds at most maxText and fillSize of it.
type scanner struct {
	in        io.Reader
	text      string
	past, pos int // how much came before text, and the next token in text
	line      int
	fresh     bool  // nothing but space is on this line so far
	err       error // why there is no more behind text; io.EOF if it has ended
	room      [8]ply
}

// fill reads on, so that text has the next maxText bytes if the stream has.
func (s *scanner) fill() {
	if s.err != nil || len(s.text)-s.pos >= maxText {
		return
	}
	var b strings.Builder
	b.Grow(maxText + fillSize)
	b.WriteString(s.text[s.pos:])
	_, s.err = io.CopyN(&b, s.in, fillSize)
	s.past, s.pos, s.text = s.past+s.pos, 0, b.String()
	if s.line == 0 {
		s.line, s.fresh, s.text = 1, true, strings.TrimPrefix(s.text, "\ufeff")
		if strings.HasPrefix(s.text, "\xff\xfe") || strings.HasPrefix(s.text, "\xfe\xff") {
			s.text, s.err = "", rules.Refuse("notation.wide", "that text is in UTF-16; save it as UTF-8")
		}
	}
}

// next sets t to the next token.
func (s *scanner) next(t *token) {
	for s.fill(); s.skip() && s.err == nil; s.fill() {
	}
	*t = token{turn: none, total: none, line: s.line, first: s.fresh}
	s.fresh = false
	n, rest := 0, s.text[s.pos:]
	switch near := rest[:min(len(rest), maxText)]; {
	case rest == "":
		t.kind = theEnd
	case rest[0] == '[':
		n = t.tag(lineOf(near))
	case rest[0] == '{', rest[0] == '(':
		if t.kind, n = aComment, closing(near); n < 0 { // up to the next line that begins with a tag
			before, _, _ := strings.Cut(near, "\n[")
			n, t.err = len(before), rules.Refuse("notation.open", "that bracket is never closed")
		}
	case rest[0] == '#':
		t.kind, n = aComment, len(lineOf(rest))
	case strings.IndexByte(")}]", rest[0]) >= 0:
		n, t.err = 1, rules.Refuse("notation.closed", "that bracket was never opened")
	case rest[0] == '<' && strings.Contains(lineOf(near[:min(len(near), maxName)]), ">"):
		n = strings.IndexByte(near, '>') + 1
		t.word = strings.Map(withoutSpace, near[:n])
	default:
		n = t.read(rest)
		for i := range dialects {
			t.ply = t.ply || dialects[i].looksLike(s.room[:0], t)
		}
		t.named = t.sized || !t.ply && isPreset(t.word)
	}
	t.text = rest[:n]
	s.line, s.pos = s.line+strings.Count(t.text, "\n"), s.pos+n
	if t.err != nil {
		t.kind, t.text = aFault, strings.TrimSpace(lineOf(t.text))
	}
}

// skip moves on to the next token, over spaces, commas, quotation marks, marks such as !? and $1,
// the rest of a line behind a semicolon or a % at its start, and the > of quoted mail. It reports
// whether the text has ended.
func (s *scanner) skip() bool {
	for s.pos < len(s.text) {
		n, rest := 1, s.text[s.pos:]
		switch c := rest[0]; {
		case c == '\n':
			s.line, s.fresh = s.line+1, true
		case c == ' ', c >= '\t' && c <= '\r', strings.IndexByte(`,."'!?`, c) >= 0, c == '>' && s.fresh:
		case c == ';', c == '%' && (s.past+s.pos == 0 || s.pos > 0 && s.text[s.pos-1] == '\n'):
			n = len(lineOf(rest))
		case c == '$' && digits(rest[1:]) > 0:
			n += digits(rest[1:])
		case c >= utf8.RuneSelf:
			var r rune
			r, n = utf8.DecodeRuneInString(rest)
			if !unicode.In(r, unicode.White_Space, unicode.Pi, unicode.Pf) && !strings.ContainsRune("„‚…\ufeff", r) {
				return false
			}
		default:
			return false
		}
		s.pos += n
	}
	return true
}

// tagForm matches a tag. Its value may have escaped signs.
var tagForm = regexp.MustCompile(`^\[\s*([^\s\[\](){}"]+)\s*"((?:[^"\\]|\\.)*)"[ \t]*\]`)

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)

// tag reads a tag at the start of a line, and returns its length.
func (t *token) tag(line string) int {
	found := tagForm.FindStringSubmatch(line)
	if found == nil {
		t.err = rules.Refuse("notation.tag", `a tag is written as in [Variant "Oware"]`)
		return max(strings.IndexByte(line, ']')+1, 1)
	}
	t.kind, t.name, t.word = aTag, found[1], unescape.Replace(found[2])
	return len(found[0])
}

// read reads a number, a result or a word at the start of a text, and returns its length.
func (t *token) read(rest string) int {
	if n := digits(rest); n > 0 && strings.HasPrefix(rest[n:], ".") {
		t.kind, t.word = aNumber, rest[:n]
		return len(rest) - len(strings.TrimLeft(rest[n:], ".…"))
	}
	end := wordEnd(rest)
	t.word = rest[:end]
	behind := strings.TrimLeft(rest[end:], " \t")
	if inside, ok := strings.CutPrefix(behind, "("); ok {
		inside = strings.TrimLeft(inside, " ")
		after := strings.TrimLeft(inside[digits(inside):], " ")
		near, named, counted := behind == rest[end:], isPreset(t.word), digits(inside) > 0
		switch {
		case near && named, (near || named) && counted && strings.HasPrefix(after, ","):
			end = len(rest) - len(behind) + max(strings.IndexByte(lineOf(behind[:min(len(behind), maxName)]), ')'), 0)
			end += wordEnd(rest[end:])
			t.word, t.sized = strings.Map(withoutSpace, rest[:end]), true
		case counted && strings.HasPrefix(after, ")"): // the sign of a tuzdik is before or behind a total
			end = len(rest) - len(after) + 1
			if t.total = number(inside[:digits(inside)]); end < len(rest) && rest[end]|0x20 == 'x' {
				t.word, end = t.word+"x", end+1
			}
		}
	}
	t.word = strings.TrimRight(t.word, "'’”»“.")
	if name := strings.TrimSuffix(t.word, ":"); t.sized || isPreset(name) {
		t.word = name
	}
	t.command = strings.HasPrefix(t.word, "--") || t.word == "show" && strings.HasPrefix(behind, "--") ||
		t.word == "mancala" && (behind == "" || behind[0] < ' ' || strings.HasPrefix(behind, "show"))
	if _, _, ok := parseResult(t.word); ok {
		t.kind = aResult
	}
	return max(end, 1)
}

func withoutSpace(r rune) rune {
	if unicode.IsSpace(r) {
		return -1
	}
	return r
}

// wordEnd returns the length of the word at the start of a text. Only the word of a board has
// commas.
func wordEnd(text string) int {
	end := strings.IndexFunc(text, unicode.IsSpace)
	if end < 0 {
		end = len(text)
	}
	if n := strings.IndexAny(text[min(1, end):end], `{}()";!?$#`); n >= 0 {
		end = n + 1
	}
	if comma := strings.IndexByte(text[:end], ','); comma >= 0 && text[0] != '<' && text[0] != '(' && !strings.Contains(text[:end], "/") {
		return comma
	}
	return end
}

// closing returns the length of the comment or the variation at the start of a text, or none if it
// has no end. A variation may have others in it, and comments.
func closing(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case '{', ';':
			end := strings.IndexByte(text[i:], map[byte]byte{'{': '}', ';': '\n'}[text[i]])
			if end < 0 {
				return none
			}
			i += end
		}
		if depth == 0 {
			return i + 1
		}
	}
	return none
}

// lineOf returns a text up to the end of its first line.
func lineOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// digits returns how many digits a text begins with.
func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// number returns the value of a text of digits alone, or none.
func number(text string) int {
	if n := digits(text); n == 0 || n < len(text) || n > 5 {
		return none
	}
	n, _ := strconv.Atoi(text)
	return n
}
