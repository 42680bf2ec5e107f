package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// StreakKey is the key of the setting that holds the text of a [Streak].
const StreakKey = "daily.streak"

// mostRuns is the largest number of runs that a [Streak] keeps; the earliest ones go.
const mostRuns = 200

// Streak counts the days in a row on which the puzzle of the day was solved on its day. The zero
// value is for a new player.
//
// It keeps the days themselves, as runs, and is asked about a day: a day later than that one comes
// from a clock that was wrong, and neither ends a run nor belongs to it.
type Streak struct {
	// Solved is the number of days on which the puzzle was solved, and Longest the length of the
	// longest run.
	Solved, Longest int
	runs            []run // in order, with days between them
}

// run is a run of days, first to last.
type run struct{ first, last Day }

// With returns the streak after the puzzle of a day was solved on that day. A day counts once.
func (s Streak) With(d Day) Streak {
	if s.Has(d) {
		return s
	}
	at, _ := slices.BinarySearchFunc(s.runs, d, func(r run, d Day) int { return int(r.first - d) })
	now, from, to := run{d, d}, at, at
	if from > 0 && s.runs[from-1].last == d-1 {
		from--
		now.first = s.runs[from].first
	}
	if to < len(s.runs) && s.runs[to].first == d+1 {
		now.last = s.runs[to].last
		to++
	}
	s.runs = slices.Replace(slices.Clone(s.runs), from, to, now)
	s.runs = s.runs[max(0, len(s.runs)-mostRuns):]
	s.Solved++
	s.Longest = max(s.Longest, int(now.last-now.first)+1)
	return s
}

// On returns the length of the run as it is on a day: a run that has not been continued is over
// after a whole day without a solution.
func (s Streak) On(d Day) int {
	for _, r := range slices.Backward(s.runs) {
		if r.first <= d && d <= r.last+1 {
			return int(min(r.last, d)-r.first) + 1
		}
	}
	return 0
}

// Has reports whether the puzzle of a day was solved on its day.
func (s Streak) Has(d Day) bool {
	return slices.ContainsFunc(s.runs, func(r run) bool { return r.first <= d && d <= r.last })
}

// String returns the text that [ParseStreak] reads.
func (s Streak) String() string {
	text := fmt.Sprintf("2 %d %d", s.Longest, s.Solved)
	for _, r := range s.runs {
		text += fmt.Sprintf(" %d-%d", r.first, r.last)
	}
	return text
}

// ParseStreak parses the result of [Streak.String], or its text in earlier versions. Any other
// text, as for a new player, gives the zero value.
func ParseStreak(text string) Streak {
	version, rest, _ := strings.Cut(text, " ")
	if version != "2" {
		return parseOldStreak(text)
	}
	var s Streak
	fields := strings.Fields(rest)
	if len(fields) < 3 || len(fields) > 2+mostRuns {
		return Streak{}
	}
	s.Longest, s.Solved = streakNumber(fields[0]), streakNumber(fields[1])
	days, before := 0, -2
	for _, field := range fields[2:] {
		first, last, _ := strings.Cut(field, "-")
		r := run{Day(streakNumber(first)), Day(streakNumber(last))}
		if int(r.first) < before+2 || r.last < r.first {
			return Streak{}
		}
		s.runs, before, days = append(s.runs, r), int(r.last), days+int(r.last-r.first)+1
	}
	if s.Longest < 1 || s.Longest > s.Solved || days > s.Solved {
		return Streak{}
	}
	return s
}

// lastDay is the day of the last puzzle.
var lastDay, _ = DayOf(time.Date(lastYear, time.December, 31, 12, 0, 0, 0, time.UTC))

// streakNumber parses a number of a streak; one that cannot be is -1.
func streakNumber(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > int(lastDay) || strconv.Itoa(n) != text {
		return -1
	}
	return n
}

// parseOldStreak parses the text of versions that knew the last day only: that day, the length of
// its run, the longest one, the number of days, and a bit for each of the last 64 days, which the
// first versions left out.
func parseOldStreak(text string) Streak {
	var day string
	var length, longest, solved int
	var recent uint64
	n, _ := fmt.Sscanf(text, "%10s %d %d %d %x", &day, &length, &longest, &solved, &recent)
	last, err := ParseDay(day)
	if n < 4 || err != nil || length < 1 || length > longest || longest > solved || solved > int(last)+1 {
		return Streak{}
	}
	s := Streak{Solved: solved, Longest: longest, runs: []run{{last - Day(length) + 1, last}}}
	for ago := Day(length); ago < 64 && ago <= last; ago++ {
		if recent>>ago&1 == 0 {
			continue
		}
		if d := last - ago; s.runs[0].first == d+1 {
			s.runs[0].first = d
		} else {
			s.runs = slices.Insert(s.runs, 0, run{d, d})
		}
	}
	return s
}

// Clock returns a time as minutes and seconds, as in 0:41.
func Clock(d time.Duration) string {
	s := max(0, int(d/time.Second))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
