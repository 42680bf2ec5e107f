package newgame

import (
	"errors"
	"strings"
	"testing"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/menustest"
)

// openHost returns a program that also hosts for browsers.
func openHost(t *testing.T) (*menustest.Bench, *hostScreen, *tabletest.Link) {
	t.Helper()
	return hostBy(t, menustest.OpenToBrowsers, "192.168.1.20:7000", "10.0.0.7:7000")
}

// The link is beside the address, is the default to copy, and contains the invite once one is
// needed.
func TestAFriendWithABrowserGetsALink(t *testing.T) {
	b, h, _ := openHost(t)
	if b.Says("In a browser: http://192.168.1.20:7000/"); b.Focused() != "host.copy-link" {
		t.Errorf("the focus is on %q", b.Focused())
	}
	if b.Press(ebiten.KeyEnter); b.Pad.Text != "http://192.168.1.20:7000/" {
		t.Errorf("copied is %q", b.Pad.Text)
	}
	b.Choose("#host.invite-only", 1)
	const invited = "http://192.168.1.20:7000/#key-secret"
	if b.Enter("#host.copy-link"); b.Pad.Text != invited || strings.Contains(b.Text(), "http") {
		t.Errorf("with an invite %q is copied, and it shows %q", b.Pad.Text, b.Text())
	}
	b.Enter("#host.qr")
	card, ok := b.Top().(*codeCard)
	if !ok || card.link != invited {
		t.Fatalf("the code opens %T", b.Top())
	}
	for _, size := range append(menustest.Windows, [2]int{600, 1000}, [2]int{390, 844}) {
		b.LayOut(size[0], size[1])
		if place := card.picture.Bounds(); place.W < 200 || place.H < 200 {
			t.Errorf("%v: the code has %+v", size, place)
		}
	}
	if b.Press(ebiten.KeyEscape); b.Top() != h {
		t.Error("Escape does not close the code")
	}
	b.Pad.Err = errors.New("no clipboard")
	if b.Enter("#host.copy-link"); b.Top().Name() != "copied" {
		t.Errorf("a link that cannot be copied shows %q", b.Top().Name())
	}
}

// Without a clipboard the QR code is still there, and at a meeting point it leads there.
func TestTheCodeOfALink(t *testing.T) {
	b, h, link := openHost(t)
	meeting := table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"}
	link.Push(meeting)
	b.Pass(menustest.Tick)
	b.Enter("#host.qr")
	if card, ok := b.Top().(*codeCard); !ok || card.link != meeting.Link() {
		t.Errorf("the code of a meeting point opens %T", b.Top())
	}
	b.Press(ebiten.KeyEscape)
	b.Shared().Ports.Clipboard = nil
	h.waiting.compose()
	if b.Shows("#host.copy-link") || !b.Shows("#host.qr") {
		t.Error("without a clipboard there is something to copy, or no code")
	}
}
