package club

import (
	"fmt"
	"testing"
	"time"

	"mancala/internal/match/lobby"
	"mancala/tools/need"
)

// TestRefusedCalls: each refusal has a separate note, and for some it depends on the call.
func TestRefusedCalls(t *testing.T) {
	told := map[string]lobby.Reason{}
	for reason := range lobby.ReasonSelf + 1 {
		note := refused(&lobby.Refusal{Reason: reason}, nil)
		if other, twice := told[note.Code]; twice {
			t.Errorf("%v and %v are both told as %s", reason, other, note.Code)
		}
		told[note.Code] = reason
	}
	for call, want := range map[lobby.Call]string{
		lobby.Sit{}: "club.no-table", lobby.Watch{}: "club.not-watched",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonNoTable}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		nil: "club.full", lobby.Device{}: "club.many-devices", lobby.UseCode{}: "club.many-devices",
		lobby.Block{}: "club.many-blocked", lobby.Report{}: "club.many-reports", lobby.Open{}: "club.full",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonFull}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for reason, want := range map[lobby.Reason]string{
		lobby.ReasonIsPerson:   "club.code-of-other-kind",
		lobby.ReasonIsComputer: "club.code-of-other-kind",
		lobby.ReasonCode:       "club.bad-code",
	} {
		if got := refused(&lobby.Refusal{Reason: reason}, lobby.UseCode{}).Code; got != want {
			t.Errorf("using a code is refused with %s, want %s", got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		nil: "club.name-taken", lobby.Rename{}: "club.name-not-free",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonNameTaken}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		nil: "club.bad-name", lobby.Forget{}: "club.not-your-name",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonName}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		lobby.Block{}: "club.yourself", lobby.Report{}: "club.yourself", lobby.RemoveDevice{}: "club.own-device",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonSelf}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
	for call, want := range map[lobby.Call]string{
		lobby.GameOf{}: "club.no-game", lobby.ProfileOf{}: "club.no-member",
	} {
		if got := refused(&lobby.Refusal{Reason: lobby.ReasonUnknown}, call).Code; got != want {
			t.Errorf("%T is refused with %s, want %s", call, got, want)
		}
	}
}

// TestRefusedForATime: the note tells the time to wait, a long one in minutes.
func TestRefusedForATime(t *testing.T) {
	for _, test := range []struct {
		reason  lobby.Reason
		seconds time.Duration
		want    string
	}{
		{lobby.ReasonTooOften, 0, "club.too-often [1]"},
		{lobby.ReasonTooOften, 119, "club.too-often [119]"},
		{lobby.ReasonTooOften, 721, "club.too-often-minutes [13]"},
		{lobby.ReasonNewcomers, 0, "club.newcomers [1]"},
		{lobby.ReasonNewcomers, 720, "club.newcomers [12]"},
		{lobby.ReasonNewcomers, 1 << 31, "club.newcomers [60]"},
	} {
		no := &lobby.Refusal{Reason: test.reason, Wait: test.seconds * time.Second}
		need.NoError(t, no.Check())
		n := refused(no, nil)
		if got := fmt.Sprint(n.Code, " ", n.Args); got != test.want {
			t.Errorf("%v, %d s: %s, want %s", test.reason, test.seconds, got, test.want)
		}
	}
}
