// Package zone makes a time zone from a function that knows its offsets. Go's program for browsers
// only asks for the present offset, and would use it for every date.
package zone

import (
	"errors"
	"time"
)

// step is the time between two questions for an offset. It is shorter than the shortest summer time
// since 1970, a week in the north of Brazil in October 2000.
const step = 6 * 24 * time.Hour

// Offset returns the difference of local time and UTC at a moment, in whole minutes, east positive.
type Offset func(time.Time) time.Duration

// Find returns the zone that has the given offsets between two moments, to the minute. Outside them
// it keeps the first and the last offset. It returns an error if the offset changes more than 255
// times.
func Find(offset Offset, from, to time.Time) (*time.Location, error) {
	from = from.Truncate(time.Minute)
	changes := []change{{from, offset(from)}}
	for from.Before(to) {
		next := from.Add(step)
		if offset(next) != changes[len(changes)-1].offset {
			next = between(offset, from, next)
			changes = append(changes, change{next, offset(next)})
		}
		from = next
	}
	if len(changes) > 256 {
		return nil, errors.New("the offset changes too often for a time zone")
	}
	return time.LoadLocationFromTZData("Local", file(changes))
}

// change is a moment from which on another offset holds.
type change struct {
	at     time.Time
	offset time.Duration
}

// between returns the first minute after from whose offset is not the one at from, up to to.
func between(offset Offset, from, to time.Time) time.Time {
	before := offset(from)
	for to.Sub(from) > time.Minute {
		middle := from.Add(to.Sub(from) / 2).Truncate(time.Minute)
		if offset(middle) == before {
			from = middle
		} else {
			to = middle
		}
	}
	return to
}

// file returns a zone in the format of RFC 9636, version 2. The names of its offsets are empty, so
// that Go writes them as numbers. The first offset holds before the first change as well.
func file(changes []change) []byte {
	const header = 44 // bytes; nothing follows the first one, which is for readers of version 1
	var data []byte
	put := func(size int, value int64) {
		for i := range size {
			data = append(data, byte(value>>(8*(size-1-i))))
		}
	}
	for _, count := range [...]int{0, len(changes)} {
		data = append(data, "TZif2"...)
		data = append(data, make([]byte, header-len("TZif2")-12)...) // no indicators, no leap seconds
		put(4, int64(count))
		put(4, int64(count))
		put(4, int64(min(count, 1))) // the length of all names
	}
	for _, c := range changes {
		put(8, c.at.Unix())
	}
	for i := range changes {
		put(1, int64(i))
	}
	for _, c := range changes {
		put(4, int64(c.offset/time.Second))
		put(2, 0) // not marked as summer time; the name at 0
	}
	put(1, 0)
	return data
}
