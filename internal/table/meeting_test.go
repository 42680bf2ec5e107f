package table_test

import (
	"testing"

	. "mancala/internal/table"
)

func TestHowAMeetingPointIsWritten(t *testing.T) {
	for point, want := range map[string][3]string{
		"meet.example.org:7001": {"meet.example.org", "amber-fox-31@meet.example.org", "http://meet.example.org:7001/#amber-fox-31"},
		"meet.example.org:7100": {"meet.example.org:7100", "amber-fox-31@meet.example.org:7100", "http://meet.example.org:7100/#amber-fox-31"},
		"[2001:db8::7]:7001":    {"[2001:db8::7]", "amber-fox-31@[2001:db8::7]", "http://[2001:db8::7]:7001/#amber-fox-31"},
	} {
		m := Meeting{State: MeetingOpen, Point: point, Code: "amber-fox-31"}
		if got := [3]string{m.At(), m.Guest(), m.Link()}; got != want {
			t.Errorf("%s is written %q, want %q", point, got, want)
		}
	}
}
