package game

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/table/tabletest"
	"mancala/menus/kit"
	"mancala/menus/menustest"
	"mancala/menus/page"
	"mancala/render"
	"mancala/rules"
	"mancala/rules/rulestest"
)

// farGame returns a program in a game of Kalah(6,4) against Bo, who answered house 3 and 1 with
// house 1.
func farGame(t *testing.T) (*menustest.Bench, *tabletest.Link) {
	t.Helper()
	b, link := overTheNet(t, rulestest.Variant(t, "kalah", 6, 4), 3, 1, 2)
	b.Scene().Advance(time.Minute)
	b.Pass(menustest.Tick)
	return b, link
}

// down is a connection that has just dropped.
var down = table.Paused{Note: rules.NewNote("netplay.dropped", "Bo"), Wait: 60}

// A story stays in the bar until the next ply, but hides no alarm.
func TestAStoryHidesNoAlarm(t *testing.T) {
	b, link := farGame(t)
	b.Press(ebiten.KeyW)
	b.Pass(20 * time.Second)
	link.Push(table.PeerQuiet{Quiet: true})
	b.Pass(menustest.Tick)
	if b.LayOut(1280, 720); !b.Reads("Nothing heard from Bo...") || !b.Reads("Your turn") {
		t.Error("the bar does not say that nothing is heard from Bo, or whose turn it is")
	}
}

func TestAPausedGameCountsDownAndThenAsks(t *testing.T) {
	b, link := farGame(t)
	g := screenOf(b)
	b.Say("Bo is back.")
	link.Push(down)
	b.Pass(menustest.Tick)
	if got := g.strip.text(); got != "Bo's connection dropped - reconnecting, 1:00" || b.Scene().Turn() != "Paused" {
		t.Errorf("the strip says %q, the bar %q", got, b.Scene().Turn())
	}
	if b.Said() != "" {
		t.Errorf("beside the strip stands %q", b.Said())
	}
	b.Press(ebiten.KeyDigit1)
	if g.refusal != "The connection is down - the game goes on when it is back" || b.Top().Name() != "game" {
		t.Errorf("a press is answered %q on the screen %q", g.refusal, b.Top().Name())
	}
	b.Pass(23*time.Second + 200*time.Millisecond)
	if got := g.strip.text(); got != "Bo's connection dropped - reconnecting, 0:37" {
		t.Errorf("after 23 s the strip says %q", got)
	}
	b.Pass(37 * time.Second)
	if b.Top().Name() != "paused" {
		t.Fatalf("after a minute the screen is %q", b.Top().Name())
	}
	b.Click("Keep waiting")
	b.Pass(5 * time.Minute)
	if got := g.strip.text(); got != "Bo's connection dropped - waiting" || b.Top().Name() != "game" {
		t.Errorf("waiting on, the strip says %q on the screen %q", got, b.Top().Name())
	}
	b.Click("Options")
	if b.Top().Name() != "paused" {
		t.Fatalf("Options shows %q", b.Top().Name())
	}
	link.Push(table.Resumed{})
	b.Pass(menustest.Tick)
	if b.Top().Name() != "game" || b.Shows("Options") || b.Scene().Turn() != "Bo's turn" && b.Scene().Turn() != "Your turn" {
		t.Errorf("after it the screen is %q, the bar says %q", b.Top().Name(), b.Scene().Turn())
	}
}

// cardText returns the drawn text of the topmost card.
func cardText(b *menustest.Bench) (text string) {
	b.T.Helper()
	b.LayOut(640, 400)
	c := b.Shared().Canvas
	c.Begin(ebiten.NewImage(640, 400), render.Scale(640, 400, 1))
	c.Overhear(func(l render.Lettering) { text += l.Paragraph + "\n" })
	b.Top().Draw(c)
	c.Overhear(nil)
	return text
}

// A guest with lost data needs the host's code. The host reads it beside the answers that free the
// seat. A new code replaces it.
func TestTheCodeIsShownWhileTheSeatIsKept(t *testing.T) {
	for language, want := range map[string]string{
		"en": "If Bo's program no longer has the game, leave it or end it; then Bo joins with the code ",
		"de": "Wenn das Programm von Bo das Spiel nicht mehr hat, geh oder beende es; dann tritt Bo mit dem Code ",
	} {
		menustest.Speak(t, language)
		b, link := farGame(t)
		link.Push(table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"})
		link.Push(table.Paused{Reason: table.ReasonClosed, Wait: 60, Note: rules.NewNote("netplay.closed-for-now", "Bo")})
		b.Pass(2 * menustest.Tick)
		if told := cardText(b); !strings.Contains(told, want+"amber-fox-31@meet.example.org") {
			t.Errorf("the card says %q", told)
		}
		link.Push(table.Meeting{State: table.MeetingLost, Note: rules.NewNote("netplay.code-burned")})
		b.Pass(2 * menustest.Tick)
		if told := cardText(b); strings.Contains(told, "amber") {
			t.Errorf("without a code the card says %q", told)
		}
		link.Push(table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "misty-owl-77"})
		b.Pass(2 * menustest.Tick)
		if told := cardText(b); !strings.Contains(told, want+"misty-owl-77@meet.example.org") {
			t.Errorf("with a new code the card says %q", told)
		}
	}
}

// If the peer has closed the program, the question comes at once.
func TestAPeerWhoLeftForNowIsAskedAboutAtOnce(t *testing.T) {
	b, link := farGame(t)
	link.Push(table.Paused{Reason: table.ReasonClosed, Wait: 60, Note: rules.NewNote("netplay.closed-for-now", "Bo")})
	b.Pass(2 * menustest.Tick)
	if b.Top().Name() != "paused" || screenOf(b).strip.text() != "Bo closed the program - waiting" {
		t.Errorf("the screen is %q, the strip says %q", b.Top().Name(), screenOf(b).strip.text())
	}
}

// The program does not call a game broken off if its peer has left for now. The user can try it
// again.
func TestAKeptGameIsTriedAgain(t *testing.T) {
	b, link := farGame(t)
	link.Push(table.PeerLeft{Kept: true, Note: rules.NewNote("netplay.host-set-aside", "Bo")})
	b.Pass(2 * time.Second)
	if b.Top().Name() != "end of game" || b.Scene().Verdict() != "The game is kept" {
		t.Fatalf("the screen is %q, the verdict %q", b.Top().Name(), b.Scene().Verdict())
	}
	b.Click("Try again")
	if r, ok := b.Route().(page.ToTryAgain); !ok || r.GameID != "g-1" {
		t.Errorf("the route is %+v", b.Route())
	}
}

func TestHowAGameWithAPeerIsLeft(t *testing.T) {
	for button, want := range map[string]string{
		"Leave and keep it": "leave for 4", "End it": "leave for 1", "Play on": "", "Resign": "",
	} {
		b, link := farGame(t)
		b.Press(ebiten.KeyEscape)
		b.Click("#menu.leave")
		if b.Top().Name() != "leave game" {
			t.Fatalf("Leave shows %q", b.Top().Name())
		}
		b.Click(button)
		if got := strings.Join(link.Said, ", "); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: the link heard %q, want %q", button, got, want)
		}
		if screen := map[string]string{"Leave and keep it": "main menu", "Resign": "question"}[button]; screen != "" && b.Top().Name() != screen {
			t.Errorf("%s: the screen is %q", button, b.Top().Name())
		}
	}
}

// The request, display and answer of a takeback need no keys of the board.
func TestTakebacks(t *testing.T) {
	b, link := farGame(t)
	g := screenOf(b)
	b.Ctrl(ebiten.KeyZ)
	if want := []string{"ask back to 1"}; !slices.Equal(link.Said, want) {
		t.Fatalf("Ctrl+Z says %q, want %q", link.Said, want)
	}
	link.Push(table.TakebackAsked{By: match.Host, Plies: 1})
	b.Pass(menustest.Tick)
	if got := g.strip.text(); got != "You ask to take back the last 2 moves - waiting for Bo" {
		t.Errorf("the strip says %q", got)
	}
	b.Click("Withdraw")
	link.Push(table.TakebackWithdrawn{By: match.Host})
	b.Pass(menustest.Tick)
	if b.Shows("Withdraw") || link.Said[len(link.Said)-1] != "withdraw takeback" {
		t.Errorf("after it the link heard %q", link.Said)
	}
	link.Push(table.TakebackAsked{By: match.Guest, Plies: 2})
	b.Pass(menustest.Tick)
	if got := g.strip.text(); got != "Bo asks to take back the last move" || g.Controls.Focused() != kit.Widget(g.board) {
		t.Errorf("the strip says %q, the focus is on %q", got, menustest.Label(g.Controls.Focused()))
	}
	b.Click("Refuse")
	b.Click("Accept")
	if got := link.Said[len(link.Said)-2:]; !slices.Equal(got, []string{"answer false", "answer true"}) {
		t.Errorf("the buttons say %q", got)
	}
	link.Push(table.TakebackAnswered{By: match.Guest}, table.TakebackWithdrawn{By: match.Guest})
	b.Pass(menustest.Tick)
	if b.Said() != "Bo no longer asks." {
		t.Errorf("the window says %q", b.Said())
	}
}

func TestARematchCanBeWithdrawn(t *testing.T) {
	b, link, _ := wonOverTheNet(t)
	b.Pass((liveAfter + 1) * menustest.Tick)
	b.Press(ebiten.KeyEscape) // no name
	b.Click("Play again")
	link.Push(table.RematchWanted{By: match.Host})
	b.Pass(menustest.Tick)
	end := screenOf(b).end
	if end.text() != "Waiting for Bo to agree to another game." {
		t.Errorf("the card says %q", end.text())
	}
	b.Click("Withdraw")
	link.Push(table.RematchWithdrawn{By: match.Host})
	b.Pass(menustest.Tick)
	if !b.Shows("Play again") || !slices.Equal(link.Said, []string{"rematch", "withdraw rematch"}) {
		t.Errorf("the link heard %q", link.Said)
	}
	link.Push(table.RematchWanted{By: match.Guest}, table.RematchWithdrawn{By: match.Guest})
	b.Pass(menustest.Tick)
	if b.Said() != "Bo no longer asks for another game." {
		t.Errorf("the window says %q", b.Said())
	}
}

// The talk gets the keys only if its field has the focus. A line from the peer does not move the
// focus.
func TestTalkAndBoardKeepTheirKeysApart(t *testing.T) {
	b, link := farGame(t)
	link.Push(table.Said{By: match.Guest, Text: "hello"})
	b.Pass(menustest.Tick)
	b.LayOut(1280, 720)
	if !b.Reads("hello") || b.Said() != "" || !b.Reads("1") || b.Focused() != "game.board" {
		t.Errorf("the window says %q, the focus is on %q, and the texts are\n%s", b.Said(), b.Focused(), b.Text())
	}
	b.Press(ebiten.KeyT)
	if b.Focused() != "talk.say" || b.Scene().Unread() != 0 {
		t.Fatal("T does not open the talk")
	}
	if b.Pass(menustest.Tick); b.Reads("1") {
		t.Error("lines that were read are counted")
	}
	plies := b.Scene().Match().Plies()
	b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyDigit2}}, Text: "2"})
	b.Top().Update(&kit.Input{Keys: []kit.KeyPress{{Key: ebiten.KeyL}}, Text: "l"})
	b.Press(ebiten.KeyEnter)
	if want := []string{"say 2l"}; !slices.Equal(link.Said, want) || b.Scene().Match().Plies() != plies || b.Info("#talk.say").Value != "" {
		t.Fatalf("the link heard %q, want %q; %d plies, the field holds %q", link.Said, want, b.Scene().Match().Plies(), b.Info("#talk.say").Value)
	}
	link.Push(table.Said{By: match.Host, Text: "2l"}, table.Said{By: match.Guest, Text: "what?"})
	b.Pass(menustest.Tick)
	if b.Scene().Unread() != 0 || len(b.Scene().Talk()) != 3 || b.Focused() != "talk.say" {
		t.Errorf("%d unread of %d", b.Scene().Unread(), len(b.Scene().Talk()))
	}
	b.Click("Well played!")
	if link.Said[len(link.Said)-1] != "say Well played!" {
		t.Errorf("the link heard %q", link.Said)
	}
	b.Click("Mute")
	link.Push(table.Said{By: match.Guest, Text: "bla"})
	b.Pass(menustest.Tick)
	if len(b.Scene().Talk()) != 3 || !b.Shows("Unmute") {
		t.Errorf("muted, there are %d lines", len(b.Scene().Talk()))
	}
	b.Press(ebiten.KeyEscape)
	if b.Shows("#talk.say") || b.Focused() != "game.board" || b.Top().Name() != "game" {
		t.Errorf("Escape leads to %q", b.Top().Name())
	}
}

// The window says in whole sentences that the meeting point is unreachable, and that it is back.
func TestTheWindowTellsOfALostMeetingPoint(t *testing.T) {
	b, link := farGame(t)
	for _, step := range []struct {
		news table.Meeting
		want string
	}{
		{table.Meeting{State: table.MeetingLost, Note: rules.NewNote("netplay.point-lost", "meet.example.org")}, "The line to the meeting point meet.example.org broke."},
		{table.Meeting{State: table.MeetingOpen, Point: "meet.example.org:7001", Code: "amber-fox-31"}, "The meeting point meet.example.org answers again."},
	} {
		link.Push(step.news)
		b.Pass(menustest.Tick)
		if b.Said() != step.want {
			t.Errorf("the window says %q, want %q", b.Said(), step.want)
		}
	}
}
