package words

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mancala/internal/match"
	"mancala/rules"
)

// sentence formats a note in a language.
type sentence func(l *language, args []any) string

// table holds the sentences of a package by code. Make words finds them by [say] and [count].
type table map[string]sentence

// say returns a sentence with verbs for the note's arguments.
func say(msgid string) sentence {
	return func(l *language, args []any) string { return l.format(l.find(message{"", msgid}), args) }
}

// count is say for a sentence about a number, its first argument.
func count(one, many string) sentence {
	return func(l *language, args []any) string {
		n := 0
		if len(args) > 0 {
			n, _ = args[0].(int)
		}
		return l.format(l.plural(one, many, n), args)
	}
}

// sentences holds the sentences of all packages.
var sentences = table{}

func init() {
	for _, t := range []table{
		rulesSentences, matchSentences, netplaySentences, recordSentences, engineSentences, clubSentences, notationSentences, externalSentences,
		puzzleSentences,
	} {
		maps.Copy(sentences, t)
	}
}

// Sentence returns an error as one or more whole sentences in the language of the process, or ""
// for nil. Of wrapped notes ([rules.Note]) it returns the outermost one, and of joined notes all in
// order. Other errors keep their own text. Bytes of a text in an error that could steer a terminal,
// or turn the direction of writing, are escaped.
func Sentence(err error) string { return harmless(current.Load().sentence(err)) }

// harmless escapes control characters except line ends, bytes that are not UTF-8, and characters
// that turn the direction of writing.
func harmless(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch _, size := utf8.DecodeRuneInString(text[i:]); {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case r != '\n' && unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// InEnglish is Sentence in English, for logs.
func InEnglish(err error) string { return english.sentence(err) }

func (l *language) sentence(err error) string {
	for e := err; e != nil; e = errors.Unwrap(e) {
		switch e := e.(type) {
		case Said:
			return string(e)
		case *rules.Note:
			return l.note(e)
		case *rules.PlyError:
			return l.ply(e)
		case *match.PlyError:
			return l.sentence(e.Err)
		case interface{ Unwrap() []error }:
			var parts []string
			for _, part := range e.Unwrap() {
				parts = append(parts, l.sentence(part))
			}
			return strings.Join(parts, " ")
		}
	}
	if err == nil {
		return ""
	}
	return plain(err.Error())
}

// note returns the sentence of a note, or "" for nil.
func (l *language) note(n *rules.Note) string {
	if n == nil {
		return ""
	}
	tell, known := sentences[n.Code]
	if !known { // a test checks that all are known
		return capital(n.Error())
	}
	args := make([]any, len(n.Args))
	for i, arg := range n.Args {
		if name, ok := arg.(string); ok {
			arg = l.name(name)
		}
		args[i] = arg
	}
	return tell(l, args)
}

// ply returns the sentence for an illegal ply of a list.
func (l *language) ply(e *rules.PlyError) string {
	args := []any{e.Ply, e.House.String()}
	switch {
	case errors.Is(e.Err, rules.ErrEmptyHouse):
		return say("Ply %d: house %s is empty.")(l, args)
	case errors.Is(e.Err, rules.ErrNoSuchHouse) && e.House == rules.Swap:
		return say("Ply %d: there is nothing to swap.")(l, args)
	case errors.Is(e.Err, rules.ErrNoSuchHouse):
		return say("Ply %d: there is no house %s.")(l, args)
	case errors.Is(e.Err, rules.ErrGameOver), errors.Is(e.Err, match.ErrEnded):
		return say("Ply %d comes after the end of the game.")(l, args)
	case errors.Is(e.Err, match.ErrOutOfTurn):
		return say("Ply %d is out of turn.")(l, args)
	}
	return say("Ply %d cannot be played. %s")(l, []any{e.Ply, e.Err})
}

// plain turns the text of an error into a sentence. If its first word is more than letters, it is a
// name, such as that of a file, and keeps its case.
func plain(text string) string {
	word, _, _ := strings.Cut(text, " ")
	if word = strings.TrimRight(word, ".:,"); strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return strings.TrimSuffix(text, ".") + "."
	}
	return capital(text)
}

// capital turns a text into a sentence.
func capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(text[size:], ".") + "."
}
