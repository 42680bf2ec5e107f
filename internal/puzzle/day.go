package puzzle

import (
	"time"

	"mancala/rules"
)

// Day is a calendar day: the number of days since Monday, 5 January 2026, the day of the first
// puzzle.
type Day int

// firstDay is day 0.
var firstDay = time.Date(2026, time.January, 5, 0, 0, 0, 0, time.UTC)

// lastYear is the last year of days.
const lastYear = 9999

// DayOf returns the day of a moment at its place, or an error if it is before the first one.
func DayOf(t time.Time) (Day, error) {
	noon := time.Date(t.Year(), t.Month(), t.Day(), 12, 0, 0, 0, time.UTC)
	if noon.Before(firstDay) || t.Year() > lastYear {
		return 0, rules.Refuse("puzzle.no-day", "there is a puzzle for each day from 2026-01-05 on")
	}
	return Day((noon.Unix() - firstDay.Unix()) / (24 * 60 * 60)), nil
}

// ParseDay parses the result of [Day.String], as in 2027-02-01.
func ParseDay(text string) (Day, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, rules.Refuse("puzzle.bad-day", "%.40q is not a date", text)
	}
	return DayOf(t)
}

// Time returns noon of the day, UTC.
func (d Day) Time() time.Time { return firstDay.AddDate(0, 0, int(d)).Add(12 * time.Hour) }

// String returns the day as in 2027-02-01.
func (d Day) String() string { return d.Time().Format(time.DateOnly) }

// Puzzle returns the puzzle of the day, the same on every machine. The puzzles become harder from
// Monday to Sunday. After the last one they start over.
func (d Day) Puzzle() Puzzle {
	list := Daily()
	return list[int(d)%len(list)]
}
