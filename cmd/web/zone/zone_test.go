package zone

import (
	"testing"
	"time"
	_ "time/tzdata" // whatever the system has
)

// zones are unlike each other: summer time in either half, by half an hour, with a break for
// Ramadan, for one week, a day left out, an offset of quarters, none at all.
var zones = [...]string{
	"Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "America/Santiago", "Africa/Casablanca", "Africa/Cairo",
	"Pacific/Apia", "Pacific/Chatham", "Asia/Kathmandu", "Asia/Amman", "Asia/Pyongyang", "Europe/Dublin", "America/Fortaleza", "UTC",
}

var first, last = time.Date(1971, 6, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)

// offsetIn returns the offsets of a zone, as a browser's would be.
func offsetIn(l *time.Location) Offset {
	return func(t time.Time) time.Duration {
		_, seconds := t.In(l).Zone()
		return time.Duration(seconds) * time.Second
	}
}

// TestFind compares zones with Go's, every three hours of 60 years and around every change.
func TestFind(t *testing.T) {
	for _, name := range zones {
		want, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		asked := 0
		offset := offsetIn(want)
		got, err := Find(func(at time.Time) time.Duration { asked++; return offset(at) }, first, last)
		if err != nil {
			t.Fatal(err)
		}
		changes := 0
		found := offsetIn(got)
		check := func(at time.Time) {
			if a, b := found(at), offset(at); a != b {
				t.Fatalf("%s: at %s the offset is %s, want %s", name, at.Format(time.RFC3339), a, b)
			}
		}
		before := offset(first)
		for at := first; at.Before(last); at = at.Add(3 * time.Hour) {
			check(at)
			if now := offset(at); now != before {
				changes, before = changes+1, now
				change := between(offset, at.Add(-3*time.Hour), at)
				check(change.Add(-time.Second))
				check(change)
			}
		}
		if asked > 6000 {
			t.Errorf("%s: %d questions for %d changes", name, asked, changes)
		}
	}
}

// TestOutside keeps the first and the last offset outside the time that was asked about.
func TestOutside(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	summer := time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC)
	got, err := Find(offsetIn(berlin), summer, summer.AddDate(0, 6, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{summer.AddDate(-50, 6, 0), "1977-01-01T02:00:00+02:00"},
		{summer.AddDate(50, 0, 0), "2076-07-01T01:00:00+01:00"},
	} {
		if text := c.at.In(got).Format(time.RFC3339); text != c.want {
			t.Errorf("%s, want %s", text, c.want)
		}
	}
}

// TestTooManyChanges has an offset that no zone has.
func TestTooManyChanges(t *testing.T) {
	odd := func(t time.Time) time.Duration { return time.Duration(t.Unix()/(7*24*60*60)%2) * time.Hour }
	if _, err := Find(odd, first, last); err == nil {
		t.Error("a zone whose offset changes every week is accepted")
	}
}
