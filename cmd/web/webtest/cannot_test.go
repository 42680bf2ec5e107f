package webtest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// asksNothing checks that the page has nothing to press or to type into.
func (b *tab) asksNothing() {
	b.t.Helper()
	for _, n := range b.tree() {
		if slices.Contains(controls, n.role) {
			b.t.Errorf("there is %v", n)
		}
	}
}

// TestBrowsersThatCannot opens a club's page in browsers that lack a requirement: before any
// question the page says so in its language, with a remedy.
func TestBrowsersThatCannot(t *testing.T) {
	needBrowser(t)
	files := http.FileServer(http.Dir(pageFolder(t)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/host.json" {
			_, _ = w.Write([]byte(`{"kind": "club", "name": "Test Club"}`))
			return
		}
		files.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	const german = `Object.defineProperty(navigator, "languages", { get: () => ["de-AT", "en"] })`
	const noWebGL = `{
		const get = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
			return kind === "webgl2" ? null : get.call(this, kind, ...more);
		};
	}`
	for _, c := range []struct{ name, script, why, what string }{
		{"old", `delete globalThis.DecompressionStream; delete globalThis.BigInt`, "This browser cannot run Mancala: it lacks BigInt, DecompressionStream.", "Update it"},
		{"forbidden", `delete globalThis.WebAssembly;` + german, "Dieser Browser kann Mancala nicht ausführen: Ihm fehlt WebAssembly.", "Aktualisiere ihn"},
		{"syntax", `delete String.prototype.replaceAll`, "it lacks JavaScript 2021.", "Update it"},
		{"graphics", noWebGL, "This browser cannot draw the board: it lacks WebGL 2.", "hardware acceleration"},
		{"graphics-german", noWebGL + ";" + german, "Dieser Browser kann das Brett nicht zeichnen: Ihm fehlt WebGL 2.", "Hardwarebeschleunigung"},
	} {
		b := open(t, phone, server.URL+"/", c.script)
		b.sees(c.why)
		b.sees(c.what)
		b.shoot(c.name)
		b.asksNothing()
		if text := b.outline(); strings.Contains(text, "eload") || strings.Contains(text, "Lade") {
			t.Errorf("%s: the page advises to reload: %s", c.name, text)
		}
	}
}

// TestAFailureAsksNothing has the program fail before the page knows whether there is a host: the
// form does not come any more.
func TestAFailureAsksNothing(t *testing.T) {
	needBrowser(t)
	files := http.FileServer(http.Dir(pageFolder(t)))
	failed := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/mancala.wasm.gz":
			http.NotFound(w, r)
		case "/host.json":
			select {
			case <-failed:
			case <-r.Context().Done():
			}
			_, _ = w.Write([]byte(`{"kind": "host", "name": "Ada"}`))
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	b := open(t, small, server.URL+"/")
	b.forgive("404")
	b.sees("Reload the page to try again.")
	close(failed)
	b.run("waiting for the host", chromedp.Evaluate(`fetch("host.json").then((answer) => answer.json())`, nil,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	b.frames()
	b.asksNothing()
	b.sees("Reload the page to try again.")
}

// TestReloadWithoutStorage reloads the page of a host. Without the storage that has the key, the
// games and the name, the page asks once more, since it would join another game as another guest.
func TestReloadWithoutStorage(t *testing.T) {
	needBrowser(t)
	files := http.FileServer(http.Dir(pageFolder(t)))
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/mancala.wasm.gz": // it stays on its way
			<-r.Context().Done()
		case "/host.json":
			_, _ = w.Write([]byte(`{"kind": "host", "name": "Ada"}`))
		default:
			files.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	const refuses = `Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("refused", "SecurityError"); } })`
	for _, c := range []struct {
		name, script string
		asks         bool
	}{
		{"kept", ``, false},
		{"refused", refuses, true},
		{"none", `delete Window.prototype.localStorage; Object.defineProperty(globalThis, "localStorage", { value: null })`, true},
		{"forgotten", `localStorage.clear()`, true},
	} {
		b := open(t, small, server.URL+"/", c.script)
		b.press("textbox", "Your name")
		b.keys("Bo")
		b.press("button", "Play")
		b.sees("The game begins as soon as it is loaded")
		b.reload()
		if c.asks {
			b.usable("button", "Play")
		} else {
			b.sees("The game begins as soon as it is loaded")
		}
		b.shoot("reload-" + c.name)
	}
}
