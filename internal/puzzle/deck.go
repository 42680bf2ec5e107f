package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mancala/internal/fsrs"
)

// CardsADay is the largest number of cards that are asked on a day.
const CardsADay = 10

// mostTimes is the number of answers that measure a person's speed.
const mostTimes = 50

// Deck is the state of a person's day with cards. The zero value is for a new person.
type Deck struct {
	day   Day
	asked int   // on that day
	times []int // seconds of right answers, latest last
}

// Begun reports whether a card was ever answered.
func (d Deck) Begun() bool { return d.asked > 0 }

// Left returns the number of due cards still to ask today.
func (d Deck) Left(due int, today Day) int {
	asked := 0
	if d.day == today {
		asked = d.asked
	}
	return max(0, min(due, CardsADay-asked))
}

// Grade returns the grade of an attempt that counts: [fsrs.Again] if wrong, [fsrs.Hard] if right
// with a hint, [fsrs.Easy] if right in less than a third of the person's median time, and otherwise
// [fsrs.Good].
func (d Deck) Grade(a *Attempt, took time.Duration) fsrs.Grade {
	switch {
	case a.Score() == 0:
		return fsrs.Again
	case a.Hints() > 0:
		return fsrs.Hard
	case len(d.times) >= 3 && 3*took < time.Duration(d.median())*time.Second:
		return fsrs.Easy
	}
	return fsrs.Good
}

// median returns the median of the times, in seconds.
func (d Deck) median() int {
	sorted := slices.Sorted(slices.Values(d.times))
	return sorted[len(sorted)/2]
}

// After returns the deck and the card after an attempt at the card that counts and took a time.
func (d Deck) After(c Card, a *Attempt, took time.Duration, today Day) (Deck, Card) {
	c = c.After(d.Grade(a, took), today)
	if d.day != today {
		d.day, d.asked = today, 0
	}
	d.asked++
	if a.Score() == 1 {
		seconds := int(min(max(took, 0), time.Hour) / time.Second)
		d.times = append(slices.Clone(d.times[max(0, len(d.times)-mostTimes+1):]), seconds)
	}
	return d, c
}

// String returns the text that [ParseDeck] reads.
func (d Deck) String() string {
	text := fmt.Sprintf("1 %d %d", d.day, d.asked)
	for _, n := range d.times {
		text += " " + strconv.Itoa(n)
	}
	return text
}

// ParseDeck parses the result of [Deck.String]. Any other text, as for a new person, gives the zero
// value.
func ParseDeck(text string) Deck {
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 3+mostTimes || fields[0] != "1" {
		return Deck{}
	}
	var list []int
	for _, field := range fields[1:] {
		n, err := strconv.Atoi(field)
		if err != nil || n < 0 {
			return Deck{}
		}
		list = append(list, n)
	}
	return Deck{day: Day(list[0]), asked: list[1], times: list[2:]}
}
