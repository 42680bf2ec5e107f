package puzzle

import (
	"fmt"
	"time"
)

// StreakKey is the key of the setting that holds the text of a [Streak].
const StreakKey = "daily.streak"

// RecentDays is the number of days for which a [Streak] records whether their puzzle was solved.
const RecentDays = 64

// Streak counts the days in a row on which the puzzle of the day was solved on its day. The zero
// value is for a new player.
type Streak struct {
	// Solved is the number of days on which the puzzle was solved.
	Solved int
	// Days is the length of the present run, which ends with day Last, and Longest the length of
	// the longest one.
	Days, Longest int
	Last          Day
	recent        uint64 // a bit for each day that was solved, the lowest for Last
}

// With returns the streak after the puzzle of a day was solved on that day. A day counts once.
func (s Streak) With(d Day) Streak {
	switch {
	case s.Solved > 0 && d <= s.Last:
		return s
	case s.Solved > 0 && d == s.Last+1:
		s.Days++
	default:
		s.Days = 1
	}
	s.Solved++
	s.recent = s.recent<<min(d-s.Last, RecentDays) | 1
	s.Longest, s.Last = max(s.Longest, s.Days), d
	return s
}

// On returns the length of the run as it is on a day: a run that has not been continued is over
// after a whole day without a solution.
func (s Streak) On(d Day) int {
	if s.Solved == 0 || d > s.Last+1 {
		return 0
	}
	return s.Days
}

// Has reports whether the puzzle of a day was solved on its day. It knows the last [RecentDays] up
// to day Last.
func (s Streak) Has(d Day) bool {
	ago := s.Last - d
	return ago >= 0 && ago < RecentDays && s.recent>>ago&1 == 1
}

// String returns the text that [ParseStreak] reads.
func (s Streak) String() string {
	return fmt.Sprintf("%v %d %d %d %x", s.Last, s.Days, s.Longest, s.Solved, s.recent)
}

// ParseStreak parses the result of [Streak.String], or its text in earlier versions, which has no
// days before the present run. Any other text, as for a new player, gives the zero value.
func ParseStreak(text string) Streak {
	var day string
	var s Streak
	n, _ := fmt.Sscanf(text, "%10s %d %d %d %x", &day, &s.Days, &s.Longest, &s.Solved, &s.recent)
	run := ^uint64(0)
	if s.Days < RecentDays {
		run = 1<<max(0, s.Days) - 1
	}
	if s.recent |= run; n < 4 {
		return Streak{}
	}
	var err error
	s.Last, err = ParseDay(day)
	if err != nil || s.Days < 1 || s.Days > s.Longest || s.Longest > s.Solved || s.Solved > int(s.Last)+1 {
		return Streak{}
	}
	return s
}

// Clock returns a time as minutes and seconds, as in 0:41.
func Clock(d time.Duration) string {
	s := max(0, int(d/time.Second))
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
