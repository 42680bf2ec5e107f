package club

import (
	"testing"

	"mancala/match/lobby"
	wire "mancala/proto/mancala/v1"
)

// TestRefusedCalls: each refusal has a note of its own, and some are told by the call.
func TestRefusedCalls(t *testing.T) {
	told := map[string]wire.ClubRefusalCode{}
	for code, name := range wire.ClubRefusalCode_name {
		code := wire.ClubRefusalCode(code)
		note := refused(&wire.ClubRefusal{Code: code}, nil)
		if other, twice := told[note.Code]; twice {
			t.Errorf("%s and %v are both told as %s", name, other, note.Code)
		}
		told[note.Code] = code
	}
	for call, want := range map[lobby.Call]string{
		lobby.Sit{}: "club.no-table", lobby.Watch{}: "club.not-watched",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NO_TABLE}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		lobby.GameOf{}: "club.no-game", lobby.ProfileOf{}: "club.no-member",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_UNKNOWN}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
}
