package webtest

import (
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"mancala/tools/need"
)

// hide minimizes the window of the page: the browser treats the page as one behind another tab.
func (b *tab) hide() {
	b.t.Helper()
	b.resize(browser.WindowStateMinimized)
	b.wait("the page to be hidden", func() bool { return !b.visible() })
}

// show brings the page back to the front.
func (b *tab) show() {
	b.t.Helper()
	b.resize(browser.WindowStateNormal)
	b.run("bringing the page to the front", page.BringToFront())
	b.wait("the page to be seen", b.visible)
}

// resize sets the state of the page's window.
func (b *tab) resize(state browser.WindowState) {
	b.t.Helper()
	window := chromedp.FromContext(b.ctx)
	all := cdp.WithExecutor(b.ctx, window.Browser)
	id, _, err := browser.GetWindowForTarget().WithTargetID(window.Target.TargetID).Do(all)
	if err == nil {
		err = browser.SetWindowBounds(id, &browser.Bounds{WindowState: state}).Do(all)
	}
	need.Met(b.t, "a browser with windows", err)
}

func (b *tab) visible() bool {
	b.t.Helper()
	var state string
	b.read("document.visibilityState", &state)
	return state == "visible"
}

// permits makes the person allow notifications when the page asks.
func (b *tab) permits() {
	b.t.Helper()
	b.read(`Notification.permission = "default"`, nil)
}

// asked waits until the page has asked whether it may show notifications.
func (b *tab) asked() {
	b.t.Helper()
	b.wait("the question about notifications", func() bool {
		var asks int
		b.read("asks", &asks)
		return asks > 0
	})
}

// called waits until the title and the icon of the hidden page call the person, and a notification
// has done so as the n-th one.
func (b *tab) called(n int, why string) {
	b.t.Helper()
	type calling struct {
		Title, Icon, State string
		Notes              []string
	}
	var is calling
	b.wait("a page that calls: "+why, func() bool {
		b.read(`({ title: document.title, icon: document.querySelector("link[rel=icon]").getAttribute("href"),
			state: document.visibilityState, notes })`, &is)
		return is.Title == why+" - Kalah - Mancala" && is.Icon == "icon-calls.svg" && len(is.Notes) == n
	})
	if is.State != "hidden" || is.Notes[n-1] != why {
		b.t.Errorf("the page is %s; its notifications are %q", is.State, is.Notes)
	}
}

// seeks asks for a quick match.
func (b *tab) seeks() {
	b.t.Helper()
	b.press("button", "Quick match...")
	b.press("button", "Find an opponent")
	b.sees("The club looks for an opponent")
}

// TestHiddenTab has Dora look for an opponent, and then at another tab. The club matches Gil with
// her: her hidden page takes the seat and calls her. She comes back and plays, and is called again
// at her turn.
func TestHiddenTab(t *testing.T) {
	needBrowser(t)
	addr := startClub(t, 1)[0].addr
	dora := enterClub(t, small, "Dora", addr)
	gil := enterClub(t, small, "Gil", addr)
	dora.permits()
	dora.seeks()
	dora.asked()
	dora.hide()
	gil.press("button", "Quick match...")
	gil.press("button", "Find an opponent")
	dora.called(1, "Gil is here")
	dora.shoot("hidden")
	dora.show()
	dora.wait("an icon that calls no more", func() bool {
		var icon string
		dora.read(`document.querySelector("link[rel=icon]").getAttribute("href")`, &icon)
		return icon == "icon.svg"
	})
	if dora.toMove(gil) {
		dora.press("button", "house 1")
		gil.usable("button", "house 1") // a page that hides before its next frame would read the press only when it is seen again
	}
	dora.hide()
	gil.press("button", "house 1")
	dora.called(2, "Your turn")
	dora.show()
	dora.press("button", "house 2")
	gil.sees("Last move: Dora sows")
	var asks int
	if dora.read("asks", &asks); asks != 1 {
		t.Errorf("Dora is asked %d times in all", asks)
	}
}

// TestHiddenComputer makes a move in a hidden page, as a screen reader can: the computer answers,
// and the page calls.
func TestHiddenComputer(t *testing.T) {
	needBrowser(t)
	b := open(t, small, serveStatic(t))
	b.press("button", "Play the computer")
	b.press("button", "Seedling")
	b.usable("button", "house 2")
	b.read(`Notification.permission = "granted"`, nil)
	b.hide()
	b.read(`document.getElementById("node-house-2").click()`, nil)
	b.called(1, "Your turn")
	b.show()
	b.sees("Last move: Seedling")
}

// TestLongHiddenGuest kills the host of a hidden page, and starts it again: the page resumes
// the game, and calls its person when it is their turn.
func TestLongHiddenGuest(t *testing.T) {
	needBrowser(t)
	h := startHost(t)
	b := joins(t, small, h)
	const hosts = 4 // a ply of the host's, after which it is the guest's turn
	h.play(0, hosts, b.answers)
	b.read(`Notification.permission = "granted"`, nil)
	b.hide()
	b.forgive("WebSocket connection to ", "net::ERR_CONNECTION_REFUSED", "net::ERR_EMPTY_RESPONSE")
	h.kill()
	h.restart()
	h.hears("Bo is back")
	h.play(hosts, hosts+1, nil)
	b.wait("the call to the turn", func() bool {
		var title string
		b.read("document.title", &title)
		return title == "Your turn - Kalah - Mancala" && !b.visible()
	})
	b.show()
	h.play(hosts+1, len(script), b.answers)
	b.ends(h)
}

// toMove reports whether it is the turn of the person, and not of their peer.
func (b *tab) toMove(peer *tab) (mine bool) {
	b.t.Helper()
	b.wait("the turn of one of two", func() bool {
		own, ok := b.find("button", "house 1")
		other, theirs := peer.find("button", "house 1")
		mine = ok && !own.disabled
		return mine || theirs && !other.disabled
	})
	return mine
}
