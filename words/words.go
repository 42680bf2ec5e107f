// Package words is the language of the program: every sentence that a person reads comes out of it.
//
// The English text is its own key. [T], [N] and [C] look it up in the language that [Use] has set
// for the whole process, and fill its verbs in as package fmt does. Whole sentences are looked up,
// never halves of one, since other languages order their words in other ways. Translations are
// gettext's PO files (words/po), which translators have tools for; make words collects the texts of
// the whole program.
//
// The packages below the screens hand out codes and arguments ([rules.Note]); [Sentence] makes
// sentences of them.
//
// All functions may be called by several goroutines.
package words

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/leonelquinteros/gotext"
)

// language is a catalogue of texts.
type language struct {
	code  string
	texts map[message]string  // without those that have a plural; empty in English
	po    *gotext.Po          // for the others; nil in English
	bend  func(string) string // of the language for tests: makes its text of the English one
}

// message is the key of a text.
type message struct{ context, id string }

var english = &language{code: English}

var current atomic.Pointer[language]

func init() { current.Store(english) }

// mark returns the key of a text. Make words finds it by this.
func mark(context, id string) message { return message{context, id} }

// find returns the translation of a text, or the text itself.
func (l *language) find(m message) string {
	if l.bend != nil {
		return l.bend(m.id)
	}
	if text, ok := l.texts[m]; ok {
		return text
	}
	return m.id
}

// plural returns the translation of a text about n things.
func (l *language) plural(one, many string, n int) string {
	switch {
	case l.po != nil:
		return l.po.GetN(one, many, n)
	case n != 1:
		one = many
	}
	return l.find(message{"", one})
}

// T returns the translation of msgid with args filled in. Without args it is no format. Integers
// from 10,000 on are grouped as the language writes them; an error or a [Msg] among the args
// becomes its own sentence.
func T(msgid string, args ...any) string {
	l := current.Load()
	return l.format(l.find(message{"", msgid}), args)
}

// N is T for a text about n things; the args have n again if it is to be shown. A form may leave
// args out.
func N(singular, plural string, n int, args ...any) string {
	l := current.Load()
	return l.format(l.plural(singular, plural, n), args)
}

// C is T for a text that means different things in different places; context tells which.
func C(context, msgid string, args ...any) string {
	l := current.Load()
	return l.format(l.find(message{context, msgid}), args)
}

// Msg is a text that is translated later, where a table of the program holds it. It is written as a
// conversion, such as words.Msg("Help"), by which make words finds it.
type Msg string

// T returns the translation as [T] does.
func (m Msg) T(args ...any) string {
	l := current.Load()
	return l.format(l.find(message{"", string(m)}), args)
}

// format fills args into a text.
func (l *language) format(text string, args []any) string {
	if len(args) == 0 {
		return text
	}
	most := 0
	for _, v := range verbsOf(text) {
		most = max(most, v.arg)
	}
	if most == 0 {
		return strings.ReplaceAll(text, "%%", "%")
	}
	shown := make([]any, min(most, len(args)))
	for i := range shown {
		shown[i] = l.shown(args[i])
	}
	return fmt.Sprintf(text, shown...)
}

// shown returns an argument as it is filled in.
func (l *language) shown(arg any) any {
	switch arg := arg.(type) {
	case Msg:
		return l.find(message{"", string(arg)})
	case error:
		return l.sentence(arg)
	case int:
		return grouped{int64(arg), l}
	case uint64:
		if arg < 1<<63 {
			return grouped{int64(arg), l}
		}
	}
	return arg
}

// verb is a placeholder of a text.
type verb struct {
	arg        int  // which argument it takes, counted from 1; 0 for %%
	kind       rune // the letter
	start, end int  // where it stands
}

// verbsOf returns the placeholders of a text, as package fmt reads them.
func verbsOf(text string) []verb {
	var list []verb
	for i, next := 0, 1; ; {
		at := strings.IndexByte(text[i:], '%')
		if at < 0 {
			return list
		}
		v := verb{start: i + at}
		for i = v.start + 1; i < len(text) && !isLetter(text[i]); i++ {
			if text[i] == '[' {
				fmt.Sscanf(text[i:], "[%d]", &next)
			}
			if text[i] == '%' {
				break
			}
		}
		if i == len(text) {
			return list
		}
		v.kind, v.end = rune(text[i]), i+1
		if v.kind != '%' {
			v.arg, next = next, next+1
		}
		i++
		list = append(list, v)
	}
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }
