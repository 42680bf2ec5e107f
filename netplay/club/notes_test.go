package club

import (
	"fmt"
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
		nil: "club.full", lobby.Device{}: "club.many-devices", lobby.UseCode{}: "club.many-devices",
		lobby.Block{}: "club.many-blocked", lobby.Report{}: "club.many-reports", lobby.Open{}: "club.full",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_FULL}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for code, want := range map[wire.ClubRefusalCode]string{
		wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_PERSON:   "club.code-of-other-kind",
		wire.ClubRefusalCode_CLUB_REFUSAL_CODE_IS_COMPUTER: "club.code-of-other-kind",
		wire.ClubRefusalCode_CLUB_REFUSAL_CODE_CODE:        "club.bad-code",
	} {
		if got := refused(&wire.ClubRefusal{Code: code}, lobby.UseCode{}).Code; got != want {
			t.Errorf("using a code is refused with %s, want %s", got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		nil: "club.name-taken", lobby.Rename{}: "club.name-not-free",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME_TAKEN}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		nil: "club.bad-name", lobby.Forget{}: "club.not-your-name",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NAME}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		lobby.Block{}: "club.yourself", lobby.Report{}: "club.yourself", lobby.RemoveDevice{}: "club.own-device",
	} {
		if got := refused(&wire.ClubRefusal{Code: wire.ClubRefusalCode_CLUB_REFUSAL_CODE_SELF}, call).Code; got != want {
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

// TestRefusedForATime: the time to wait is told, a long one in minutes.
func TestRefusedForATime(t *testing.T) {
	for _, test := range []struct {
		code    wire.ClubRefusalCode
		seconds uint32
		want    string
	}{
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN, 0, "club.too-often [1]"},
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN, 119, "club.too-often [119]"},
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_TOO_OFTEN, 721, "club.too-often-minutes [13]"},
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NEWCOMERS, 0, "club.newcomers [1]"},
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NEWCOMERS, 720, "club.newcomers [12]"},
		{wire.ClubRefusalCode_CLUB_REFUSAL_CODE_NEWCOMERS, 1 << 31, "club.newcomers [60]"},
	} {
		n := refused(&wire.ClubRefusal{Code: test.code, Seconds: test.seconds}, nil)
		if got := fmt.Sprint(n.Code, " ", n.Args); got != test.want {
			t.Errorf("%v, %d s: %s, want %s", test.code, test.seconds, got, test.want)
		}
	}
}
