package wiring

import (
	"testing"

	"mancala/match"
	"mancala/netplay/meet"
)

func TestMeetingPointsThatPeopleType(t *testing.T) {
	for text, good := range map[string]bool{
		"meet.example.org": true, "meet.example.org:7100": true, "192.168.1.5": true, "[2001:db8::7]:7001": true,
		"": false, "meet example": false, "meet.example.org:0": false, "amber-fox-31@meet.example.org": false, "http://": false,
	} {
		if err := CheckPoint(text); (err == nil) != good {
			t.Errorf("of %q it says %v", text, err)
		}
	}
	for text, code := range map[string]bool{
		"amber-fox-31": true, " Amber Fox 31 ": true, "amber42-fox-31": true,
		"amber": false, "amber-fox": false, "ann.example.org": false, "192.168.1.20": false, "amber-fox-31@meet.example.org": false, "": false,
	} {
		if IsCode(text) != code {
			t.Errorf("%q is a code: %v", text, !code)
		}
	}
}

func TestThePortsOfMeetingPointsAgree(t *testing.T) {
	if match.MeetingPort != meet.DefaultPort {
		t.Errorf("%s, %s", match.MeetingPort, meet.DefaultPort)
	}
}
