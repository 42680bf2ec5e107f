package netplay

import (
	"testing"

	wire "mancala/proto/mancala/v1"

	"mancala/match"
)

// TestTurnedAwayAtClub: at a club a guest hears of their own seat, and nothing of a host.
func TestTurnedAwayAtClub(t *testing.T) {
	for code, want := range map[wire.RejectCode][2]string{
		wire.RejectCode_REJECT_CODE_GAME_FULL:      {"netplay.full", "netplay.replaced"},
		wire.RejectCode_REJECT_CODE_NO_SUCH_SERIES: {"netplay.no-such-series", "netplay.club-gone"},
		wire.RejectCode_REJECT_CODE_INVITE_NEEDED:  {"netplay.invite-needed", "netplay.club-no-seat"},
		wire.RejectCode_REJECT_CODE_GUEST_TOO_OLD:  {"netplay.too-old", "netplay.too-old"},
	} {
		for i, s := range []*Session{{}, {cfg: SessionConfig{Refereed: true}}, {series: &Series{referee: true, self: match.Guest}}} {
			if got := s.turnedAway(&wire.Reject{Code: code}).Code; got != want[min(i, 1)] {
				t.Errorf("%v is told as %s, want %s", code, got, want[min(i, 1)])
			}
		}
	}
}
