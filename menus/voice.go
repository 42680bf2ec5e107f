package menus

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// perLetter is how long a screen reader takes per letter: 15 letters a second is unhurried.
const perLetter = time.Second / 15

// voice passes sentences on to a screen reader. An urgent one interrupts the reading, so it repeats
// the texts that have probably not been read to the end: "You sow 4 ... Bo sows 3 ... Your turn."
type voice struct {
	tell  func(text string, urgent bool) // nil disables the voice
	fresh []string                       // the sentences of this tick
	alarm bool                           // one of them is urgent
	heard []spoken                       // the texts being read
}

// spoken is a text that is being read until some time.
type spoken struct {
	text  string
	until time.Time
}

// say queues a sentence, and adds a full stop if it has none.
func (v *voice) say(sentence string, urgent bool) {
	if v.tell == nil || sentence == "" {
		return
	}
	v.fresh, v.alarm = append(v.fresh, stopped(sentence)), v.alarm || urgent
}

// sayOnce is say for a sentence that may have been told in this tick already.
func (v *voice) sayOnce(sentence string) {
	if !slices.Contains(v.fresh, stopped(sentence)) {
		v.say(sentence, false)
	}
}

// stopped returns a sentence with a full stop added if it has none.
func stopped(sentence string) string {
	if last, _ := utf8.DecodeLastRuneInString(sentence); !strings.ContainsRune(".!?:…", last) {
		return sentence + "."
	}
	return sentence
}

// flush tells the sentences of this tick as one text.
func (v *voice) flush(now time.Time) {
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
func (a *App) Tell(sentence string, urgent bool) { a.outside.voice.say(sentence, urgent) }
