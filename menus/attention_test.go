package menus

import (
	"slices"
	"testing"
	"time"

	"mancala/internal/match"
	"mancala/internal/motion"
	"mancala/internal/scene"
	"mancala/internal/scene/scenetest"
	"mancala/internal/sound"
	"mancala/menus/kit"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/rules/rulestest"
	"mancala/tools/need"
)

func TestSummons(t *testing.T) {
	const front, behind = true, false
	const none = sound.Wood
	var s attention
	for _, c := range []struct {
		what    string
		cue     sound.Cue
		why     string
		turn    bool
		focused bool
		want    string
		calls   bool
	}{
		{"the program starts", none, "", false, front, "Mancala", false},
		{"a guest comes, seen", sound.Joined, "Bo is here", false, front, "Mancala", false},
		{"the turn passes, seen", sound.YourTurn, "Your turn", true, front, "Your turn - Mancala", false},
		{"the person looks elsewhere", none, "", true, behind, "Your turn - Mancala", false},
		{"a guest comes", sound.Joined, "Bo is here", true, behind, "Bo is here - Mancala", true},
		{"nothing more happens", none, "", true, behind, "Bo is here - Mancala", false},
		{"a message", sound.Message, "A message", true, behind, "A message - Mancala", true},
		{"another message", sound.Message, "A message", true, behind, "A message - Mancala", true},
		{"the turn passes", sound.YourTurn, "Your turn", true, behind, "Your turn - Mancala", true},
		{"a guest comes", sound.Joined, "Bo is here", false, behind, "Bo is here - Mancala", true},
		{"the person looks", none, "", true, front, "Your turn - Mancala", false},
		{"and plays", none, "", false, front, "Mancala", false},
		{"a seed lands out of sight", sound.Glass, "", false, behind, "Mancala", false},
	} {
		if why := s.hear(c.cue, c.why, c.focused); (why != "") != c.calls {
			t.Errorf("%s: calls for %q", c.what, why)
		}
		before, marked := s.title, s.calls
		if other := s.entitle("", c.turn, c.focused); s.title != c.want || other != (s.title != before || s.calls != marked) {
			t.Errorf("%s: the title is %q, another one: %v", c.what, s.title, other)
		}
		if s.calls != (!c.focused && c.want != "Mancala") {
			t.Errorf("%s: the title calls: %v", c.what, s.calls)
		}
	}
}

// A clock that gets low calls a user who looks elsewhere, once for each level.
func TestSummonsOfAClock(t *testing.T) {
	var s attention
	for _, c := range []struct {
		level   scene.Urgency
		focused bool
		want    string
	}{
		{scene.Calm, false, ""},
		{scene.Low, false, "You have 30 seconds left"},
		{scene.Low, false, ""},
		{scene.Urgent, true, ""},
		{scene.Urgent, false, ""},
		{scene.Calm, false, ""}, // another game
		{scene.Urgent, false, "You have 10 seconds left"},
	} {
		if why := s.hurry(c.level, c.focused); why != c.want {
			t.Errorf("%+v: calls for %q", c, why)
		}
	}
}

func TestOccasions(t *testing.T) {
	for _, self := range []match.Party{match.Host, match.Guest} {
		sc, _ := scenetest.Start(t, rulestest.Variant(t, "kalah", 6, 4), self, match.Host)
		for cue, want := range map[sound.Cue]string{
			sound.Joined: "Bo is here", sound.Message: "A message from Bo", sound.YourTurn: "Your turn", sound.Glass: "",
		} {
			if why := occasion(cue, sc); why != want {
				t.Errorf("%v calls for %q", cue, why)
			}
		}
	}
	if why := occasion(sound.Joined, nil); why != "" {
		t.Errorf("without a game, it calls for %q", why)
	}
}

// A page without frames follows its game, and calls the user.
func TestAPageWithoutFramesGoesOn(t *testing.T) {
	var title string
	var marked bool
	var called []string
	asked := 0
	b, link := remoteGame(t, rulestest.Variant(t, "kalah", 6, 4), func(c *Config) {
		c.Browser = &ports.Browser{
			SetTitle:  func(text string, calls bool) { title, marked = text, calls },
			Call:      func(why string) { called = append(called, why) },
			AskToCall: func() bool { asked++; return true },
		}
	}, 1) // it is Bo's turn
	b.Shared().Settings.Change(func(s *settings.Settings) { s.Speed = motion.Off })
	e := &ear{}
	b.sounds.speaker = e
	b.width, b.height = 1280, 720
	b.Beat()
	if title != "" {
		t.Errorf("before the first frame the title becomes %q", title)
	}
	b.started = true
	b.Beat()
	if asked != 1 || b.said() == "" {
		t.Errorf("a user who waits is asked %d times, and reads %q", asked, b.said())
	}
	need.NoError(t, link.PlayFor(match.Guest, 4))
	b.ticker.mu.Lock()
	b.Beat()
	b.ticker.mu.Unlock()
	if len(called) > 0 {
		t.Errorf("while a frame is at work, the user is called: %q", called)
	}
	b.Beat()
	if !slices.Equal(called, []string{"Your turn"}) || title != "Your turn - Kalah - Mancala" || !marked || !slices.Contains(e.cues, sound.YourTurn) {
		t.Errorf("the user is called for %q; the title is %q, marked: %v; the sounds are %v", called, title, marked, e.cues)
	}
	if b.Beat(); len(called) != 1 || asked != 1 {
		t.Errorf("the user is called for %q, and asked %d times", called, asked)
	}
}

// While frames come, beats do nothing.
func TestFramesGoBeforeBeats(t *testing.T) {
	b, _, title := newPage(t, nil)
	b.width, b.height, b.started = 1280, 720, true
	b.ticker.framed = time.Now().Add(time.Hour) // however slow this machine is
	if b.Beat(); *title != "" {
		t.Errorf("the title becomes %q", *title)
	}
}

// A beat between the slow frames of a press and a release loses no click.
func TestABeatLosesNoClick(t *testing.T) {
	b, _, _ := newPage(t, nil)
	b.width, b.height, b.started = 1280, 720, true
	b.Beat() // lays the menu out
	at := b.Control("Play the computer").Bounds().Center()
	b.Top().Update(&kit.Input{Cursor: at, CursorMoved: true, Pressed: true, Down: true})
	b.input.cursor, b.input.down = at, true
	b.Beat()
	b.Top().Update(&kit.Input{Cursor: at, Released: true})
	if b.Top().Name() == "main menu" {
		t.Error("the click is lost")
	}
}

// The page hears once after each frame that has read its input.
func TestThePageIsToldOfReadInput(t *testing.T) {
	told := 0
	b := &ports.Browser{HasRead: func() { told++ }}
	p := ticker{read: true}
	p.endFrame(b)
	p.endFrame(b) // of a frame without a tick
	if told != 1 {
		t.Errorf("the page is told %d times", told)
	}
	p.read = true
	p.endFrame(nil) // in a window
	p.endFrame(&ports.Browser{})
}
