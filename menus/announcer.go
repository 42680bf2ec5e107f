package menus

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// perLetter is a screen reader's time per letter: 15 letters a second is unhurried.
const perLetter = time.Second / 15

// announcer passes sentences to a screen reader. An urgent one interrupts the reading. So the
// announcer repeats the texts before it that are probably unfinished: "You sow 4 ... Bo sows 3 ...
// Your turn."
type announcer struct {
	tell  func(text string, urgent bool) // nil disables the announcer
	fresh []string                       // the sentences of this tick
	alarm bool                           // one of them is urgent
	heard []spoken                       // the texts being read
}

// spoken is a text that is read aloud until some time.
type spoken struct {
	text  string
	until time.Time
}

// say queues a sentence, and adds a full stop if it has none.
func (v *announcer) say(sentence string, urgent bool) {
	if v.tell == nil || sentence == "" {
		return
	}
	v.fresh, v.alarm = append(v.fresh, stopped(sentence)), v.alarm || urgent
}

// sayOnce is say for a sentence that this tick may already have.
func (v *announcer) sayOnce(sentence string) {
	if !slices.Contains(v.fresh, stopped(sentence)) {
		v.say(sentence, false)
	}
}

// stopped adds a full stop to a sentence without one.
func stopped(sentence string) string {
	if last, _ := utf8.DecodeLastRuneInString(sentence); !strings.ContainsRune(".!?:…", last) {
		return sentence + "."
	}
	return sentence
}

// flush tells the sentences of this tick as one text.
func (v *announcer) flush(now time.Time) {
	if len(v.fresh) == 0 {
		return
	}
	for len(v.heard) > 0 && !now.Before(v.heard[0].until) {
		v.heard = v.heard[1:]
	}
	text, start := strings.Join(v.fresh, " "), now
	if v.alarm {
		for i := len(v.heard) - 1; i >= 0; i-- {
			text = v.heard[i].text + " " + text
		}
		v.heard = nil
	} else if n := len(v.heard); n > 0 {
		start = v.heard[n-1].until
	}
	if !v.alarm {
		v.heard = append(v.heard, spoken{text, start.Add(time.Duration(utf8.RuneCountInString(text)) * perLetter)})
	}
	v.tell(text, v.alarm)
	v.fresh, v.alarm = nil, false
}

// Tell tells a sentence to users who do not see the window, an urgent one at once.
func (a *App) Tell(sentence string, urgent bool) { a.outside.announcer.say(sentence, urgent) }
