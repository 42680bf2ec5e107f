package webtest

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"mancala/tools/need"
)

// TestLoading opens the page on a slow server: while the program loads, the page shows the progress
// instead of staying blank; then it draws.
func TestLoading(t *testing.T) {
	needBrowser(t)
	const file = "mancala.wasm.gz"
	wasm := need.Must(os.ReadFile(filepath.Join(pageFolder(t), file)))(t)
	parts := make(chan []byte, 2) // parts of the program, as the server sends them
	files := http.FileServer(http.Dir(pageFolder(t)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/"+file {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Length", strconv.Itoa(len(wasm)))
		for range 2 {
			select {
			case part := <-parts:
				_, _ = w.Write(part)
				w.(http.Flusher).Flush()
			case <-r.Context().Done(): // the test has failed
				return
			}
		}
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	b := open(t, small, server.URL+"/")
	bar := func() float64 { // the progress, or -1
		var at float64
		b.read(`(bar => bar && bar.checkVisibility() ? bar.position : -1)(document.querySelector("progress"))`, &at)
		return at
	}
	b.wait("a bar before anything has come", func() bool {
		_, ok := b.find("progressbar", "The game is being loaded")
		return ok && b.draws() == 0
	})
	b.shoot("loading")
	parts <- wasm[:len(wasm)/2]
	b.wait("half of the bar", func() bool { return bar() > 0.4 && bar() < 0.6 })
	b.shoot("half-loaded")
	parts <- wasm[len(wasm)/2:]
	b.wait("the first draw", func() bool { return b.draws() > 0 && bar() < 0 })
	b.shoot("drawn")
}

// serveStatic serves the page as any static server does, and returns its address.
func serveStatic(t *testing.T) string {
	t.Helper()
	server := httptest.NewServer(http.FileServer(http.Dir(pageFolder(t))))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// TestAlone plays on a static server against the computer, and finds the game again after a reload
// and in a new window.
func TestAlone(t *testing.T) {
	needBrowser(t)
	url := serveStatic(t)
	b := open(t, small, url)
	b.press("button", "Play the computer")
	b.press("button", "Seedling")
	b.press("button", "house 3") // again
	b.sees("Last move: ")
	b.press("button", "house 2")
	b.sees("Last move: Seedling")
	b.shoot("computer")
	b.reload()
	b.sees("Last move: Seedling")
	b.shut()
	b = openAs(t, small, b.person, url)
	b.press("button", "Continue")
	b.sees("Last move: Seedling")
}

// TestOffline reloads the page after its server has gone, and asks the puzzle of the day there.
// While the server answers, its files are shown, not the kept ones.
func TestOffline(t *testing.T) {
	needBrowser(t)
	files := http.FileServer(http.Dir(pageFolder(t)))
	var gone, renewed atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache") // as a host's server does
		switch {
		case gone.Load():
			panic(http.ErrAbortHandler)
		case renewed.Load() && r.URL.Path == "/page.css":
			w.Header().Set("Content-Type", "text/css")
			_, _ = w.Write([]byte("body { color: red }"))
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	b := open(t, small, server.URL+"/")
	b.rests("button", "Learn")
	b.run("waiting for the worker", chromedp.Evaluate(`navigator.serviceWorker.ready.then(() => "")`, nil,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	gone.Store(true)
	b.forgive("ERR_EMPTY_RESPONSE", "host.json")
	for range 2 {
		b.reload()
		b.press("button", "Learn")
		b.press("button", "Today's puzzle")
		b.sees("The row that glows is yours.")
		b.shoot("puzzle")
		b.press("button", "Solution")
		b.sees("That was the solution")
	}
	gone.Store(false)
	renewed.Store(true)
	b.reload()
	b.wait("the file that the server has renewed", func() (red bool) {
		b.read(`!!document.body?.firstElementChild && getComputedStyle(document.body.firstElementChild).color === "rgb(255, 0, 0)"`, &red)
		return red
	})
}

// TestMistakesInABrowser has a lost game in the page's storage: during the main menu the program
// finds its mistakes, and asks one at a press.
func TestMistakesInABrowser(t *testing.T) {
	needBrowser(t)
	const lost = `localStorage.setItem("mancala/setting/greeted", "value=yes");
		localStorage.setItem("mancala/game/g-1", new URLSearchParams({
			game: "kalah(3,2) 1 2 3 2 2 3", starter: "host", ending: "finished", outcome: "north", opened: "false",
			south: "Ann", "south-kind": "person", "south-store": 2, north: "Greedy", "north-kind": "greedy", "north-store": 10,
			"host-wins": 0, "guest-wins": 0, draws: 0, started: 1795000000000, ended: 1795000060000 }).toString())`
	b := open(t, small, serveStatic(t), lost)
	b.press("button", "My mistakes") // comes once one is due, and asks at once
	b.sees("Here you played house")
}

// TestLongTwoHere plays for both sides at one screen, in landscape and portrait.
func TestLongTwoHere(t *testing.T) {
	needBrowser(t)
	url := serveStatic(t)
	for _, s := range []size{desk, phone} {
		b := open(t, s, url)
		b.shoot("menu")
		b.press("button", "Two players here")
		b.press("button", "Play")
		b.sows(3)
		b.sees("Last move: Player 1 sows 4 from house 3")
		b.sows(2)
		b.sees("Last move: Player 1 sows 4 from house 2")
		b.sows(4)
		b.sees("Last move: Player 2 sows 4 from house 4")
		b.shoot("game")
	}
}

// TestShortTaps taps on a phone with slow frames: each touch and its release, and two taps, fall
// within one frame. None is lost.
func TestShortTaps(t *testing.T) {
	needBrowser(t)
	b := open(t, phone, serveStatic(t))
	taps := func(times int, name string) {
		t.Helper()
		at := b.rests("button", name)
		b.read(fmt.Sprintf(`(() => {
			const [x, y, times] = [%v, %v, %d];
			const target = document.elementFromPoint(x, y);
			const finger = new Touch({ identifier: 0, target, clientX: x, clientY: y });
			const send = (type, touches) => target.dispatchEvent(
				new TouchEvent(type, { bubbles: true, cancelable: true, touches, targetTouches: touches, changedTouches: [finger] }));
			for (let i = 0; i < times; i++) {
				send("touchstart", [finger]);
				send("touchend", []);
			}
		})()`, at.x, at.y, times), nil)
	}
	taps(1, "Two players here")
	taps(1, "Play")
	taps(2, "house 3")
	b.sees("Last move: Player 1 sows 4 from house 3")
}
