package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"net"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/hajimehoshi/ebiten/v2/exp/vmhost"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/netplay/link"
	"mancala/rules"
	"mancala/tools/need"
	"mancala/tools/need/drive"
	"mancala/tools/need/screen"
)

// guest is the program running without a real window: the test is its mouse, its keys, its
// clock and its screen.
type guest struct {
	*drive.Program
	t       *testing.T
	session *vmhost.GuestSession
	screen  *ebiten.Image
	input   *vmhost.GuestTextInput
	pixels  []byte
	// language is the end of the names of pictures in a language other than English.
	language string
}

// openGuest starts the program, built for it, with args and a screen of a size.
func openGuest(t *testing.T, program string, width, height int, args ...string) *guest {
	t.Helper()
	for try := 0; ; try++ {
		g, err := startGuest(t, program, width, height, args...)
		if err == nil {
			return g
		}
		if try > 0 { // the machinery is experimental: one failed start is forgiven
			t.Fatal(err)
		}
	}
}

func startGuest(t *testing.T, program string, width, height int, args ...string) (*guest, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer listener.Close()
	endpoint, err := vmhost.EndpointURLFromAddr(listener.Addr())
	if err != nil {
		return nil, err
	}
	g := &guest{t: t, Program: drive.Start(t, program, "the guest", filepath.Join(t.TempDir(), "data"),
		[]string{"EBITENGINE_VM_ENDPOINT=" + endpoint, "XDG_PICTURES_DIR=" + t.TempDir()}, args...)}
	g.Pause = 5 * time.Millisecond // its clock is the test's
	if err := listener.(*net.TCPListener).SetDeadline(time.Now().Add(need.Patience)); err != nil {
		return nil, err
	}
	conn, err := listener.Accept()
	if err != nil {
		return nil, err
	}
	g.session, err = vmhost.NewGuestSession(conn, &vmhost.NewGuestSessionOptions{
		IdleTimeout: need.Patience, OnTextInput: func(in *vmhost.GuestTextInput) { g.input = in },
	})
	if err != nil {
		return nil, err
	}
	t.Cleanup(func() { _ = g.session.Close() })
	g.screen = ebiten.NewImage(width, height)
	if err := g.session.SetOutsideScreen(g.screen); err != nil {
		return nil, err
	}
	g.tick(3)
	return g, g.session.Err()
}

// tick runs n ticks.
func (g *guest) tick(n int) {
	g.session.AdvanceTicks(n)
	g.session.WaitTicks()
}

// until runs ticks until the screen of that name is shown.
func (g *guest) until(screen string) {
	g.t.Helper()
	g.Wait("the screen "+screen, func() bool {
		g.tick(1)
		return g.Screen().Name == screen
	})
}

// click clicks a control; it must be there and enabled.
func (g *guest) click(label string) {
	g.t.Helper()
	g.tick(2)
	for _, c := range g.Screen().Controls {
		if c.Is(label) && c.Enabled {
			g.session.MoveCursor(float64(c.X), float64(c.Y))
			g.tick(1)
			g.session.PressMouseButton(ebiten.MouseButtonLeft)
			g.tick(1)
			g.session.ReleaseMouseButton(ebiten.MouseButtonLeft)
			g.tick(2)
			return
		}
	}
	g.t.Fatalf("there is no control %q to click on %+v", label, g.Screen())
}

// key presses a key.
func (g *guest) key(keys ...ebiten.Key) {
	for _, k := range keys {
		g.session.PressKey(k)
		g.tick(1)
		g.session.ReleaseKey(k)
		g.tick(1)
	}
}

// clickTo clicks a control that leads to a screen, and keyTo presses a key that does.
func (g *guest) clickTo(label, screen string) {
	g.t.Helper()
	g.click(label)
	g.until(screen)
}

func (g *guest) keyTo(key ebiten.Key, screen string) {
	g.t.Helper()
	g.key(key)
	g.until(screen)
}

// type_ types a text into the field that has the focus.
func (g *guest) type_(text string) {
	g.t.Helper()
	g.tick(2)
	if g.input == nil || g.input.IsClosed() {
		g.t.Fatal("no text field wants text")
	}
	g.input.Commit(text)
	g.tick(2)
}

// focused returns the label of the control with the focus.
func (g *guest) focused() string {
	for _, c := range g.Screen().Controls {
		if c.Focused {
			return c.Label
		}
	}
	return ""
}

// at reports whether the control with a name has the focus.
func (g *guest) at(name string) bool {
	return slices.ContainsFunc(g.Screen().Controls, func(c drive.Control) bool { return c.Focused && c.Is(name) })
}

// see reads the frame that the guest shows now and fails if it is blank or the same as the frame
// seen before. If MANCALA_PICTURES names a folder, it saves the frame there.
func (g *guest) see(name string) {
	g.t.Helper()
	g.session.AdvanceFrame() // with which the screen begins to fade in
	g.session.WaitFrame()
	g.tick(35) // settle, and pass the next repaint
	g.session.AdvanceFrame()
	if !g.session.WaitFrame() || !g.session.CompositeFrame() {
		g.t.Fatalf("no frame of %s: %v", name, g.session.Err())
	}
	size := g.screen.Bounds().Size()
	pixels := make([]byte, 4*size.X*size.Y)
	g.screen.ReadPixels(pixels)
	if len(bytes.Trim(pixels, string(pixels[:1]))) == 0 {
		g.t.Errorf("%s is blank", name)
	}
	if bytes.Equal(pixels, g.pixels) {
		g.t.Errorf("%s looks like the screen before", name)
	}
	g.pixels = pixels
	dir := os.Getenv("MANCALA_PICTURES")
	if dir == "" {
		return
	}
	f := need.Must(os.Create(filepath.Join(dir, fmt.Sprintf("%s-%dx%d%s.png", name, size.X, size.Y, g.language))))(g.t)
	defer f.Close()
	img := &image.RGBA{Pix: pixels, Stride: 4 * size.X, Rect: image.Rect(0, 0, size.X, size.Y)}
	need.NoError(g.t, png.Encode(f, img))
}

// needHost skips a test if no hidden window can host its guest.
func needHost(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: windows are not driven in short mode")
	}
	screen.Need(t)
}

// TestEveryScreen walks the unmodified program through every screen, by mouse and by keyboard: in
// English in a window of the usual size, and in German in the smallest one.
func TestEveryScreen(t *testing.T) {
	needHost(t)
	program := buildProgram(t, "-tags", "ebitenginevmguest")
	t.Run("English", func(t *testing.T) { walkScreens(t, openGuest(t, program, 1280, 720)) })
	t.Run("German", func(t *testing.T) {
		if err := words.Use("de"); err != nil { // by it the controls are found
			t.Fatal(err)
		}
		defer func() { _ = words.Use(words.English) }()
		g := openGuest(t, program, 640, 400, "--language", "de")
		g.language = "-de"
		walkScreens(t, g)
	})
}

// TestLongEveryScreen walks through every screen at the other sizes.
func TestLongEveryScreen(t *testing.T) {
	needHost(t)
	program := buildProgram(t, "-tags", "ebitenginevmguest")
	for _, size := range [][2]int{{640, 400}, {600, 1000}, {2560, 1440}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			walkScreens(t, openGuest(t, program, size[0], size[1]))
		})
	}
}

// walkScreens goes through the program from its main menu.
func walkScreens(t *testing.T, g *guest) {
	t.Helper()
	g.until("main menu")
	walkMenus(g)
	if size := g.screen.Bounds().Size(); size.X < 2000 || os.Getenv("MANCALA_PICTURES") != "" { // software OpenGL is slow on large windows
		walkByKeys(g)
		walkTwoHere(g)
		walkComputer(g)
		walkOpen(g)
		walkJoin(g)
		walkGames(g)
	}
	walkGame(g)
}

// walkMenus opens the entries of the main menu by mouse.
func walkMenus(g *guest) {
	g.see("main-menu")
	g.clickTo("Help", "help")
	g.see("help-game")
	g.key(ebiten.KeyTab, ebiten.KeyTab) // to the tabs, by way of Back
	for !g.at("choice") {
		g.key(ebiten.KeyTab)
	}
	g.key(ebiten.KeyArrowRight)
	g.see("help-playing")
	g.key(ebiten.KeyArrowRight)
	g.see("help-connecting")
	g.clickTo("Learn in one minute", "which-lesson")
	g.see("which-lesson")
	g.clickTo("Kalah", "lesson")
	g.see("lesson")
	g.keyTo(ebiten.KeyEscape, "help")
	g.clickTo("Back", "main menu")
	g.clickTo("Top Scores", "top scores")
	g.see("top-scores-empty")
	g.clickTo("Back", "main menu")
	g.clickTo("Settings", "settings")
	g.see("settings")
	g.clickTo("Back", "main menu")
	g.clickTo("About", "about")
	g.see("about")
	g.clickTo("Licences", "licences")
	g.key(ebiten.KeyPageDown)
	g.see("licences")
	g.clickTo("Back", "about")
	g.clickTo("Back", "main menu")
}

// online goes to a screen by a way over the network.
func (g *guest) online(way string) {
	g.t.Helper()
	g.clickTo("Play online", "online")
	g.click(way)
}

// home presses Escape on a screen above the network menu, and then in that menu.
func (g *guest) home() {
	g.t.Helper()
	for _, screen := range []string{"online", "main menu"} {
		g.keyTo(ebiten.KeyEscape, screen)
	}
}

// walkByKeys opens the same screens only by keyboard; Escape goes back.
func walkByKeys(g *guest) {
	g.t.Helper()
	for _, c := range []struct{ button, screen string }{
		{"Play online", "online"}, {"Top Scores", "top scores"}, {"Help", "help"}, {"About", "about"},
	} {
		for i := 0; !g.at(c.button); i++ {
			if i > 10 {
				g.t.Fatalf("Tab does not reach %s", c.button)
			}
			g.key(ebiten.KeyTab)
		}
		g.keyTo(ebiten.KeyEnter, c.screen)
		if c.screen != "top scores" && g.focused() == "" {
			g.t.Errorf("nothing has the focus on %s", c.screen)
		}
		g.keyTo(ebiten.KeyEscape, "main menu")
	}
	g.keyTo(ebiten.KeyF1, "help")
	g.keyTo(ebiten.KeyEscape, "main menu")
}

// walkJoin fails to join in two ways and reads why.
func walkJoin(g *guest) {
	g.t.Helper()
	g.online("Join a game")
	g.until("join")
	g.type_("no address at all")
	g.key(ebiten.KeyEnter)
	g.see("join-bad-address")
	g.home()
	g.online("Join a game")
	g.until("join")
	g.see("join")
	g.type_("127.0.0.1:1")
	g.click("Connect")
	g.Wait("the refusal", func() bool {
		g.tick(1)
		return len(g.Find("disconnected")) == 1 && g.at("The host's code or address, or an invite")
	})
	g.see("join-refused")
	g.home()
}

// walkGame hosts a game that the test joins, and sees the board, the menu, a question and both end
// cards.
func walkGame(g *guest) {
	g.t.Helper()
	g.online("Host a game")
	g.until("host")
	g.see("host")
	for !g.at("Port") {
		g.key(ebiten.KeyTab)
	}
	g.key(ebiten.KeyEnd, ebiten.KeyBackspace, ebiten.KeyBackspace, ebiten.KeyBackspace, ebiten.KeyBackspace)
	g.type_("0")
	g.click("#host.first") // in its middle, where the host is
	g.clickTo("#host.guests", "who may come in")
	g.see("who-may-come-in")
	g.keyTo(ebiten.KeyEscape, "host")
	g.click("Start hosting")
	g.Wait("listening", func() bool { g.tick(1); return len(g.Find("listening")) == 1 })
	g.see("host-waiting")
	link := link.Join(g.Find("listening")[0].Addr, link.GuestConfig{Common: link.Common{Name: "Bo", AppVersion: wiring.Version}})
	defer link.Close()
	g.until("game")
	before := len(g.Find("ply"))
	g.see("game-start")
	g.key(ebiten.KeyDigit3) // an extra turn
	g.tick(30)
	g.see("game-extra-turn")
	back := ebiten.KeyArrowLeft
	if size := g.screen.Bounds().Size(); size.Y > size.X { // the board is upright
		back = ebiten.KeyArrowUp
	}
	g.key(back)
	g.see("game-preview")
	g.key(ebiten.KeyDigit3)
	g.see("game-refused")
	g.key(back, ebiten.KeyEnter)
	g.Wait("the second ply", func() bool { g.tick(1); return len(g.Find("ply")) == before+2 })
	playByTest(g, link)
	g.Wait("the third ply", func() bool { g.tick(1); return len(g.Find("ply")) == before+3 })
	walkTakeback(g, link)
	g.keyTo(ebiten.KeyF10, "game menu")
	g.clickTo("#menu.leave", "leave game")
	g.see("leave-game")
	g.clickTo("Play on", "game")
	g.keyTo(ebiten.KeyF10, "game menu")
	g.see("game-menu")
	g.clickTo("Resign", "question")
	g.see("question")
	g.clickTo("Resign", "end of game")
	g.tick(60)
	g.see("end-resigned")
	g.click("Play again")
	g.waitFor("Withdraw")
	g.see("end-waiting")
	need.NoError(g.t, link.Wish(match.Guest, table.KindWant, 0, ""))
	g.until("game")
	walkTalk(g, link)
	for h := range rules.House(6) { // the far end begins
		if link.Wish(match.Guest, table.KindPly, int(h+1), "") == nil {
			break
		}
	}
	walkPause(g, link)
}

// walkTalk has the far end say something, and answers.
func walkTalk(g *guest, link table.Link) {
	g.t.Helper()
	g.see("second-game")
	g.key(ebiten.KeyT)
	g.tick(2)
	if !g.at("#talk.say") {
		g.t.Errorf("T moves the focus to %q", g.focused())
	}
	g.type_("well met")
	g.key(ebiten.KeyEnter)
	g.Wait("the line", func() bool { g.tick(1); return said(link, "well met") })
	if err := link.Wish(match.Guest, table.KindSay, 0, "Good luck to you, too!"); err != nil {
		g.t.Error(err)
	}
	g.tick(30)
	g.see("talk")
	g.key(ebiten.KeyEscape)
	if g.at("#talk.say") {
		g.t.Error("Escape does not leave the talk")
	}
}

// said reports whether a link has brought a line of talk.
func said(link table.Link, text string) bool {
	for _, e := range link.Events() {
		if line, ok := e.(table.Said); ok && line.Text == text {
			return true
		}
	}
	return false
}

// walkTakeback has both ends ask to take back, and refuses one request.
func walkTakeback(g *guest, link table.Link) {
	g.t.Helper()
	g.click("#game.undo")
	g.waitFor("Withdraw")
	g.see("takeback-asking")
	g.click("Withdraw")
	g.Wait("the withdrawal", func() bool { g.tick(1); return !g.enabled("Withdraw") })
	var err error
	g.Wait("the withdrawal at the far end", func() bool {
		g.tick(1)
		err = link.Wish(match.Guest, table.KindAsk, 2, "")
		return !errors.Is(err, table.Asked)
	})
	need.NoError(g.t, err)
	g.waitFor("Accept")
	g.see("takeback-asked")
	g.click("Refuse")
	g.Wait("the refusal", func() bool { g.tick(1); return !g.enabled("Refuse") })
}

// walkPause leaves the game from the far end for now, and looks at the question and at the actions
// available meanwhile.
func walkPause(g *guest, link table.Link) {
	g.t.Helper()
	link.Leave(table.ReasonLater)
	g.until("paused")
	g.see("paused-card")
	g.clickTo("Keep waiting", "game")
	g.see("paused")
	g.keyTo(ebiten.KeyEscape, "game menu")
	g.clickTo("Look back", "replay")
	g.see("look-back")
	g.clickTo("Back", "game")
	g.keyTo(ebiten.KeyEscape, "game menu")
	g.clickTo("#menu.leave", "paused")
	g.clickTo("Leave and keep it", "host")
	g.see("host-set-aside")
	g.click("Cancel")
	g.clickTo("Back", "online")
	g.keyTo(ebiten.KeyEscape, "main menu")
	g.see("main-menu-series")
}

// playByTest plays one ply of the far end.
func playByTest(g *guest, link table.Link) {
	g.t.Helper()
	p := need.Must(rules.Start(rules.Presets()[0].Variant))(g.t)
	var ready bool
	g.Wait("the far end's turn", func() bool {
		for _, e := range link.Events() {
			if played, ok := e.(table.Played); ok {
				p, ready = played.Series.Match().Position(), played.Series.Match().Plies() == 2
			}
		}
		return ready
	})
	for h := range p.Plies() {
		need.NoError(g.t, link.Wish(match.Guest, table.KindPly, int(h), ""))
		break
	}
}
