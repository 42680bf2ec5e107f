package words

import (
	"fmt"
	"io"
	"strconv"
	"time"
)

// leastGrouped is the smallest number formatted in groups of three digits.
const leastGrouped = 10_000

// Number formats n in the language: "100,000".
func Number(n int) string { return grouped{int64(n), current.Load()}.String() }

// Date returns the day of a time, in the zone of t.
func Date(t time.Time) string { return t.Format(dayLayout()) }

// Day returns a date. If the language has the English names of months, it includes the name.
func Day(t time.Time) string {
	return t.Format(C("a day: 2 is the day, Jan the month, 2006 the year; 01 or 1 is the month as a number", "2 Jan 2006"))
}

// Minute returns the date and time, to the minute.
func Minute(t time.Time) string { return t.Format(dayLayout() + " 15:04") }

// dayLayout returns the layout of a date for package time.
func dayLayout() string {
	return C("a date: 2006 is the year, 01 the month, 02 the day", "2006-01-02")
}

// grouped is an integer, formatted in groups of three digits.
type grouped struct {
	n int64
	l *language
}

// String returns the number in groups.
func (g grouped) String() string {
	digits := strconv.FormatInt(g.n, 10)
	if -leastGrouped < g.n && g.n < leastGrouped {
		return digits
	}
	sign := ""
	if g.n < 0 {
		sign, digits = "-", digits[1:]
	}
	separator := g.l.find(mark("between groups of three digits", ","))
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + separator + digits[i:]
	}
	return sign + digits
}

// Format implements fmt.Formatter. Small numbers are formatted as an int.
func (g grouped) Format(f fmt.State, verb rune) {
	if verb == 'd' && (g.n <= -leastGrouped || g.n >= leastGrouped) {
		_, _ = io.WriteString(f, g.String())
		return
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), g.n)
}
