package webtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"mancala/rules"
)

// joins opens a host's page as Bo and takes the seat.
func joins(t *testing.T, s size, h *host) *tab {
	t.Helper()
	b := open(t, s, h.url())
	b.press("textbox", "Your name")
	b.keys("Bo")
	b.shoot("form")
	b.getsIn(h, "Bo is here.", func() { b.press("button", "Play") })
	return b
}

// getsIn joins a host by some input, until the host says that the guest is there. The host gives a
// connection five seconds for its greeting; on a busy machine the page may need more and says that
// it has failed, and then the guest tries again, as a person does.
func (b *tab) getsIn(h *host, text string, join func()) {
	b.t.Helper()
	const failure = "game began"
	for in := false; !in; {
		join()
		is := func() bool {
			in = strings.Contains(h.output.String(), text)
			return in
		}
		b.wait("the end of an earlier failure", func() bool { return is() || !b.shows(failure) })
		b.wait(fmt.Sprintf("%q from the program", text), func() bool { return is() || b.shows(failure) })
	}
}

// sows clicks a house of the guest. On a phone the first tap shows where its seeds go, and the
// second one plays it.
func (b *tab) sows(house rules.House) {
	b.t.Helper()
	name := "house " + house.String()
	b.press("button", name)
	if b.size.touch {
		b.wait("the focus on "+name, func() bool { return b.focused().is("button", name) })
		b.press("button", name)
	}
}

// answers sows once the page shows a position. The page may show the one before for a while,
// although the host has another one.
func (b *tab) answers(p rules.Position, house rules.House) {
	b.t.Helper()
	b.faces(p)
	b.sows(house)
}

// faces waits until the page shows the board of a position.
func (b *tab) faces(p rules.Position) {
	b.t.Helper()
	rows := []string{rowOf(p, rules.South), rowOf(p, rules.North)}
	b.wait(fmt.Sprintf("the board %q", rows), func() bool {
		tree := b.tree()
		return !slices.ContainsFunc(rows, func(row string) bool {
			return !slices.ContainsFunc(tree, func(n node) bool { return strings.HasSuffix(n.name, row) })
		})
	})
}

// rowOf returns a screen reader's sentence about a side of the board, without the player's name.
func rowOf(p rules.Position, side rules.Side) string {
	var seeds []string
	for h := range p.Variant().Houses {
		seeds = append(seeds, fmt.Sprint(p.Seeds(rules.Pit{Side: side, House: rules.House(h + 1)})))
	}
	return fmt.Sprintf(" has %s in houses 1 to %d, and %d in the store.", strings.Join(seeds, ", "), len(seeds), p.Store(side))
}

// ends checks the end of the script at both ends.
func (b *tab) ends(h *host) {
	b.t.Helper()
	await(b.t, "the end at the host", func() bool { return len(h.logged("game over")) == 1 })
	if got := h.logged("game over")[0].Result; got != "south wins 8-4" {
		b.t.Errorf("the host logged the result %q", got)
	}
	b.usable("button", "Main menu")
	b.sees("Ada wins")
}

// playsAll plays a whole game against the host and checks its end. Then the guest returns to the
// main menu.
func (b *tab) playsAll(h *host) {
	b.t.Helper()
	h.play(0, 7, b.answers)
	b.shoot("game")
	h.play(7, len(script), b.answers)
	b.ends(h)
	b.shoot("end")
	b.press("button", "Main menu")
	h.hears("Bo left")
	b.usable("button", "Two players here")
	b.shoot("menu")
}

// TestClicks plays a whole game with clicks on the canvas.
func TestClicks(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	joins(t, desk, h).playsAll(h)
}

// TestFingers plays a whole game with taps on the upright screen of a phone.
func TestFingers(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	joins(t, phone, h).playsAll(h)
}

// TestKeys plays a whole game with the keyboard, and sees only the words of a screen reader.
func TestKeys(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	b := open(t, small, h.url())
	b.wait("the focus on the name", func() bool { return b.focused().is("textbox", "Your name") })
	b.keys("Bo")
	b.getsIn(h, "Bo is here.", func() { b.keys(kb.Enter) })
	h.play(0, len(script), func(p rules.Position, house rules.House) {
		b.faces(p)
		b.reach(kb.ArrowRight, "house "+house.String())
		b.keys(kb.Enter)
	})
	b.ends(h)
	b.tells("assertive", "Ada sows 2 from house 1; the last one falls in house 3. Your turn.")
	b.tells("polite", "Bo sows 1 from house 3; it falls in the store: again.")
	b.tells("assertive", "which was empty, and captures 3")
	b.tells("assertive", "The row of Ada is empty: you take the 1 seed that was left. Ada wins.")
	b.reach(kb.Tab, "Main menu")
	b.keys(kb.Enter)
	h.hears("Bo left")
}

// tells checks that the page has told screen readers a text, politely or assertively.
func (b *tab) tells(how, text string) {
	b.t.Helper()
	var told []string
	b.read("told", &told)
	if !slices.ContainsFunc(told, func(s string) bool {
		return strings.HasPrefix(s, how+": ") && strings.Contains(s, text)
	}) {
		b.t.Errorf("screen readers have not heard %s %q, but %q", how, text, told)
	}
}

// reach presses a key until a button has the focus and can be used.
func (b *tab) reach(key, name string) {
	b.t.Helper()
	b.usable("button", name)
	const most = 30
	for range most {
		at := b.focused()
		if at.is("button", name) {
			return
		}
		b.keys(key)
		b.wait("the focus to move on from "+at.String(), func() bool {
			to := b.focused()
			return to.element != 0 && to.element != at.element
		})
	}
	b.t.Fatalf("%d times the key does not reach %q", most, name)
}

// TestComesBack reloads the page in the middle of a game, and kills the host's program as a power
// cut does: the game continues unasked from the same position, and ends.
func TestComesBack(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	b := joins(t, small, h)
	h.play(0, 5, b.answers)
	b.reload()
	h.hears("Bo is back")
	h.play(5, 9, b.answers)
	b.forgive("WebSocket connection to ", "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")
	h.kill()
	b.usable("button", "Options")
	b.shoot("paused")
	h.restart()
	h.play(9, len(script), b.answers)
	b.ends(h)
}

// TestLongClosing closes the window in the middle of a game: the host learns of it at once.
func TestLongClosing(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	b := joins(t, small, h)
	h.play(0, 3, b.answers)
	b.shut()
	h.hears("Bo closed the program.")
	again := openAs(t, small, b.person, h.url())
	if at := again.usable("textbox", "Your name"); at.value != "Bo" {
		t.Errorf("the page remembers the name %q", at.value)
	}
	again.getsIn(h, "Bo is back", func() { again.press("button", "Play") })
	h.play(3, len(script), again.answers)
	again.ends(h)
}

// TestLongWatching watches a game through the host's link.
func TestLongWatching(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	b := joins(t, small, h)
	w := open(t, small, h.url())
	w.press("textbox", "Your name")
	w.keys("Cleo")
	w.press("button", "Watch")
	h.hears("1 person is watching.")
	h.play(0, 5, b.answers)
	w.sees("Last move: Ada sows 3 from house 2")
	w.shoot("watching")
	for _, n := range w.tree() {
		if n.role == "button" && strings.HasPrefix(n.name, "house ") && !n.disabled {
			t.Errorf("a watcher can use %v", n)
		}
	}
	h.play(5, len(script), b.answers)
	b.ends(h)
	w.sees("Ada wins")
}
