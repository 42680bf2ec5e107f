// Package words holds every sentence that people read, in every language.
//
// The English text is the key of its translation. [T], [N] and [C] look it up in the process's
// language, set by [Use], and fill in its verbs as package fmt does. The keys are whole sentences,
// never parts of one, since languages differ in word order. The translations are gettext PO files
// (internal/words/po), which translators' tools can edit. make words collects the texts of the
// whole program.
//
// The packages below the screens return codes and arguments ([rules.Note]); [Sentence] turns them
// into sentences.
//
// All functions are safe for concurrent use.
package words

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/leonelquinteros/gotext/plurals"
)

// language is a catalogue of translations.
type language struct {
	code    string
	texts   map[message]string  // texts without a plural; nil in English
	counted map[string][]string // plural forms by the English singular; nil in English
	form    plurals.Expression  // the plural rule; nil in English
	bend    func(string) string // for the pseudo-language: makes a text from the English one
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
	form := 0
	switch {
	case l.form != nil:
		form = l.form.Eval(uint32(n))
	case n != 1:
		form = 1
	}
	if forms := l.counted[one]; form < len(forms) && forms[form] != "" {
		return forms[form]
	}
	if form > 0 {
		one = many
	}
	return l.find(message{"", one})
}

// T returns the translation of msgid with args filled in. Without args, msgid is no format. T
// groups the digits of integers from 10,000 on as usual in the language, and turns an error or a
// [Msg] among the args into its sentence.
func T(msgid string, args ...any) string {
	l := current.Load()
	return l.format(l.find(message{"", msgid}), args)
}

// N is T for a text about n things. If the text shows n, args must contain it, too. A form may omit
// args.
func N(singular, plural string, n int, args ...any) string {
	l := current.Load()
	return l.format(l.plural(singular, plural, n), args)
}

// C is T for a text with several meanings; context distinguishes them.
func C(context, msgid string, args ...any) string {
	l := current.Load()
	return l.format(l.find(message{context, msgid}), args)
}

// Msg is a text for later translation, for use in tables. Write it as a conversion, such as
// words.Msg("Help"), so that make words finds it.
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

// shown returns an argument in the form to format.
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
	arg        int  // index of its argument from 1; 0 for %%
	kind       rune // the letter
	start, end int  // its place in the text
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
				index, _, _ := strings.Cut(text[i+1:], "]")
				if n, err := strconv.Atoi(index); err == nil {
					next = n
				}
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
