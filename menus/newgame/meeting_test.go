package newgame

import (
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/menus/menustest"
	"mancala/rules"
)

const meetingPoint = "meet.example.org:7001"

// meetAt returns a program that hosts through a meeting point before its answer.
func meetAt(t *testing.T) (*menustest.Bench, func(table.MeetingState, string, *rules.Note)) {
	b, _, link := hostAt(t, annsAddress, "127.0.0.1:7000")
	return b, func(s table.MeetingState, code string, note *rules.Note) {
		link.Push(table.Meeting{State: s, Point: meetingPoint, Code: code, Note: note})
		b.Pass(2 * menustest.Tick)
	}
}

func TestTheCodeIsTheScreen(t *testing.T) {
	b, meeting := meetAt(t)
	meeting(table.MeetingCalling, "", nil)
	b.Says("Asking meet.example.org for a code...", "There, 192.168.1.20:7000 works as well.")
	if b.Shows("#host.copy") || b.Control("#host.copy-code").Focusable() {
		t.Error("there is something to copy before there is a code")
	}
	meeting(table.MeetingOpen, "amber-fox-31", nil)
	b.Says("Tell your friend: Join a game, and type", "Your friend with the code, at once.", "mancala --join amber-fox-31@meet.example.org",
		"who plays with whom and how much, but never the game itself", "There, 192.168.1.20:7000 works as well.")
	if b.Focused() != "host.copy-code" {
		t.Errorf("the focus is on %q", b.Focused())
	}
	if b.Press(ebiten.KeyEnter); b.Pad.Text != "amber-fox-31@meet.example.org" || b.Said() != "Copied amber-fox-31@meet.example.org" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	if b.Enter("#host.copy-link"); b.Pad.Text != "http://meet.example.org:7001/#amber-fox-31" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
}

func TestANewCodeIsTold(t *testing.T) {
	b, meeting := meetAt(t)
	meeting(table.MeetingOpen, "amber-fox-31", nil)
	meeting(table.MeetingLost, "", rules.NewNote("netplay.unreachable", meetingPoint))
	b.Says("Asking meet.example.org for a code again...", "There is no way from this computer to "+meetingPoint)
	if b.Control("#host.copy-code").Focusable() {
		t.Error("a code that does not work can be copied")
	}
	meeting(table.MeetingOpen, "amber-fox-31", nil)
	if b.Said() != "" {
		t.Errorf("of the old code it says %q", b.Said())
	}
	meeting(table.MeetingOpen, "misty-owl-77", nil)
	if b.Says("This code is new: the old one no longer works.", "misty-owl-77"); b.Said() != "There is a new code: the old one no longer works." {
		t.Errorf("of a new code it says %q", b.Said())
	}
}

func TestAMeetingPointThatRefusesLeavesTheAddresses(t *testing.T) {
	b, meeting := meetAt(t)
	meeting(table.MeetingRefused, "", rules.NewNote("netplay.stranger-web", meetingPoint))
	b.Says("meet.example.org sends no guests. On your own network, the other player chooses Join a game and types", "is a web server, not a mancala program")
	if b.Press(ebiten.KeyEnter); b.Pad.Text != annsAddress {
		t.Errorf("copied is %q", b.Pad.Text)
	}
}

func TestAnAddressIsShownInsteadOfTheCode(t *testing.T) {
	b, meeting := meetAt(t)
	meeting(table.MeetingOpen, "amber-fox-31", nil)
	b.Enter("#host.others")
	b.Click(annsAddress)
	if b.Press(ebiten.KeyEnter); b.Pad.Text != annsAddress || !b.Shows("#host.copy-invite") {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	meeting(table.MeetingOpen, "misty-owl-77", nil)
	if b.Shows("#host.copy-code") {
		t.Error("another code takes the place of the address that the person chose")
	}
	b.Enter("#host.others")
	b.Click("A code from meet.example.org")
	if b.Press(ebiten.KeyEnter); b.Pad.Text != "misty-owl-77@meet.example.org" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
}

func TestACodeIsJoined(t *testing.T) {
	for _, c := range []struct {
		texts              menustest.Shelf
		typed, addr, error string
	}{
		{typed: "amber-fox-31@meet.example.org", addr: "amber@meet.example.org"},
		{typed: " amber-fox-31 ", texts: menustest.Shelf{"meeting-point": "meet.example.org:7100"}, addr: "amber@meet.example.org:7100"},
		{typed: "amber-fox-31", texts: menustest.Shelf{"address": "ann:7000\n@bo.example"}, addr: "amber@bo.example"},
		{typed: "amber-fox-31", error: "The code amber-fox-31 needs its meeting point after it, as in amber-fox-31@meet.example.org. The host's screen shows both."},
	} {
		b, _, _, dialled := joining(t, c.texts)
		b.Write("#join.address", c.typed)
		b.Press(ebiten.KeyEnter)
		got := ""
		for _, r := range *dialled {
			got += r.Addr
		}
		wrong := ""
		if b.Shows("#join.address") {
			wrong = b.Info("#join.address").Wrong
		}
		if got != c.addr || wrong != c.error {
			t.Errorf("%q with %v dials %q and says %q", c.typed, c.texts, got, wrong)
		}
	}
}

// The program remembers only the meeting point of a code, for the next code.
func TestAMeetingPointIsRemembered(t *testing.T) {
	texts := menustest.Shelf{}
	b, _, links, _ := joining(t, texts)
	b.Write("#join.address", "amber-fox-31@meet.example.org:7001")
	b.Press(ebiten.KeyEnter)
	b.LayOut(1280, 720)
	b.Says("Connecting through meet.example.org")
	(*links)[0].Push(table.Connected{Peer: "Ann", Self: match.Guest, Variant: rules.Presets()[0].Variant, Security: match.ByCode},
		table.GameStarted{ID: "g-1", Self: rules.North})
	b.Pass(2 * menustest.Tick)
	if texts["address"] != "@meet.example.org" {
		t.Fatalf("kept is %q", texts["address"])
	}
	texts["address"] += "\n@other.example:7100"
	b, _, _, dialled := joining(t, texts)
	field, first := b.Info("#join.address"), b.Info("#join.host-1").Label
	if field.Value != "" || first != "meet.example.org" || !strings.Contains(field.Note, "amber-fox-31 from meet.example.org") {
		t.Errorf("the field begins with %q, the first host is %q, and the hint is %q", field.Value, first, field.Note)
	}
	b.Enter("#join.host-2")
	if b.Focused() != "join.address" {
		t.Error("the code cannot be typed at once")
	}
	b.Write("#join.address", "misty-owl-77")
	if b.Press(ebiten.KeyEnter); len(*dialled) != 1 || (*dialled)[0].Addr != "misty@other.example:7100" {
		t.Errorf("dialled are %+v", *dialled)
	}
}

// The command line and a kept game identify a host at a meeting point without its code. If it does
// not answer, the program asks for a code.
func TestALookupIsNoCode(t *testing.T) {
	b, j, links, dialled := joining(t, menustest.Shelf{})
	j.open("amber@meet.example.org:7100")
	(*links)[0].Push(table.Failed{Note: rules.NewNote("netplay.refused", "meet.example.org:7100")})
	b.Pass(2 * menustest.Tick)
	if text := b.Info("#join.address").Value; text != "" || (*dialled)[0].Addr != "amber@meet.example.org:7100" {
		t.Errorf("the field holds %q after %+v", text, *dialled)
	}
	b.Write("#join.address", "misty-owl-77")
	if b.Press(ebiten.KeyEnter); len(*dialled) != 2 || (*dialled)[1].Addr != "misty@meet.example.org:7100" {
		t.Errorf("dialled are %+v", *dialled)
	}
}
