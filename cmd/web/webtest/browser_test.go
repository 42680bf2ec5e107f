// Package webtest plays the page for browsers in a real browser: headless Chromium, driven over its
// debugging protocol. The page and its program are built as make web builds them.
package webtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"mancala/tools/need"
)

// The sizes of browser windows in these tests. Software draws the pixels, so a window is small if
// its size makes no difference.
var (
	desk  = size{width: 1280, height: 720}
	small = size{width: 800, height: 450}
	phone = size{width: 390, height: 844, touch: true}
)

// size is the size of a window in the browser's pixels.
type size struct {
	width, height int64
	touch         bool // by fingers, as on a phone
}

// scratch is a folder for all files that the tests make; TestMain removes it.
var scratch string

func TestMain(m *testing.M) {
	code := 1
	dir, err := os.MkdirTemp("", "mancala-webtest-")
	if err == nil {
		scratch = dir
		code = m.Run()
		if chromium.quit != nil {
			chromium.quit()
		}
		err = os.RemoveAll(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// chromium is the one browser of all tests. Its windows share storage only if they have the same
// person.
var chromium struct {
	once    sync.Once
	ctx     context.Context
	quit    func()
	trouble error
}

// needBrowser returns the browser, or skips the test if there is none.
func needBrowser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("SKIP: no browser is driven in short mode")
	}
	need.Programs(t, "go")
	chromium.once.Do(startBrowser)
	need.Met(t, "the browser Chromium", chromium.trouble)
	return chromium.ctx
}

// startBrowser starts the browser. It can reach only this machine: it resolves no other names, and
// makes no background calls.
func startBrowser() {
	file, err := findBrowser()
	if err != nil {
		chromium.trouble = err
		return
	}
	home := filepath.Join(scratch, "home")
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(file),
		chromedp.Env("HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home),
		chromedp.UserDataDir(filepath.Join(home, "profile")),
		chromedp.Flag("headless", "new"),
		chromedp.Flag("use-gl", "angle"),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.NoSandbox, // it could not start as root with it
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-domain-reliability", true),
		chromedp.Flag("no-pings", true),
		chromedp.Flag("allow-pre-commit-input", true),               // or it drops input before its first picture
		chromedp.Flag("disable-background-timer-throttling", false), // a hidden tab is as slow as a person's
		chromedp.Flag("disable-renderer-backgrounding", false),
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.WSURLReadTimeout(need.Patience),
	)
	all, quitAll := chromedp.NewExecAllocator(context.Background(), options...)
	var said strings.Builder
	ctx, quit := chromedp.NewContext(all, chromedp.WithErrorf(func(format string, args ...any) {
		fmt.Fprintf(&said, format+"\n", args...)
	}))
	chromium.ctx, chromium.quit = ctx, func() {
		_ = chromedp.Cancel(ctx) // asks the browser to end: the process that was started may be only its script
		quit()
		quitAll()
	}
	if err := chromedp.Run(ctx); err != nil {
		chromium.trouble = fmt.Errorf("%s does not start: %w %s", file, err, said.String())
	}
}

// findBrowser returns the file of the browser. The headless shell is Chromium without tabs and
// its own buttons, so it takes half the processor time.
func findBrowser() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file, nil
		}
	}
	return "", errors.New("no chromium in PATH")
}

// tab is a window of the browser. Every error that the page reports fails the test.
type tab struct {
	t      *testing.T
	ctx    context.Context
	person cdp.BrowserContextID // the owner of the storage
	size   size

	mu       sync.Mutex
	troubles []string
	forgiven []string
}

// open opens a window that shows url, for a person who has never been there. Scripts run before
// the page's own.
func open(t *testing.T, s size, url string, scripts ...string) *tab {
	t.Helper()
	ctx := needBrowser(t)
	browser := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
	person := need.Must(target.CreateBrowserContext().Do(browser))(t)
	t.Cleanup(func() { _ = target.DisposeBrowserContext(person).Do(browser) })
	return openAs(t, s, person, url, scripts...)
}

// openAs opens a window for a person who may have been there.
func openAs(t *testing.T, s size, person cdp.BrowserContextID, url string, scripts ...string) *tab {
	t.Helper()
	all := needBrowser(t)
	id := need.Must(target.CreateTarget("about:blank").WithBrowserContextID(person).WithNewWindow(true).
		Do(cdp.WithExecutor(all, chromedp.FromContext(all).Browser)))(t)
	ctx, leave := chromedp.NewContext(all, chromedp.WithTargetID(id))
	b := &tab{t: t, ctx: ctx, person: person, size: s}
	b.forgive("call to released function") // by Oto, if a slow browser allows the sound only after two presses
	t.Cleanup(func() {
		b.report()
		leave()
	})
	chromedp.ListenTarget(ctx, b.hear)
	b.run("opening a window", network.Enable(), page.SetLifecycleEventsEnabled(true),
		emulation.SetDeviceMetricsOverride(s.width, s.height, 1, s.touch),
		emulation.SetTouchEmulationEnabled(s.touch),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}),
		chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(spy + strings.Join(scripts, ";")).Do(ctx)
			return err
		}))
	b.visit(url)
	return b
}

// report fails the test if the browser has reported errors, and logs the content of the window if
// the test has failed.
func (b *tab) report() {
	b.mu.Lock()
	troubles := slices.DeleteFunc(slices.Clone(b.troubles), b.forgives)
	b.mu.Unlock()
	for _, trouble := range troubles {
		b.t.Errorf("the browser says: %s", trouble)
	}
	if b.t.Failed() {
		b.t.Logf("the page shows %s", b.outline())
		b.shoot("failed")
	}
}

// spy counts the frames that the page draws, and records the announcements of screen readers: each
// text that is put into a live region, after the word polite or assertive. Chromium refuses all
// notifications of a person with separate storage, so spy replaces them: it records them, and how
// often the page asks for permission.
const spy = `
	globalThis.draws = 0;
	globalThis.told = [];
	globalThis.notes = [];
	globalThis.asks = 0;
	globalThis.Notification = class {
		static permission = "denied";
		static async requestPermission() {
			asks++;
			return (this.permission = "granted");
		}
		constructor(title) { notes.push(title); }
		close() {}
	};
	new MutationObserver((changes) => {
		for (const { target, addedNodes } of changes) {
			const region = (target.closest ? target : target.parentElement)?.closest("[aria-live]");
			if (region) for (const node of addedNodes) told.push(region.ariaLive + ": " + node.textContent);
		}
	}).observe(document, { childList: true, subtree: true });
	const draw = WebGL2RenderingContext.prototype.drawElements;
	WebGL2RenderingContext.prototype.drawElements = function (...args) {
		draws++;
		return draw.apply(this, args);
	};`

// draws returns the number of frames that the page has drawn.
func (b *tab) draws() int {
	b.t.Helper()
	var n int
	b.read("draws", &n)
	return n
}

// hear handles the browser's events of the page.
func (b *tab) hear(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		b.complain("exception: " + e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, arg := range e.Args {
			words = append(words, string(arg.Value)+arg.Description)
		}
		b.complain(fmt.Sprintf("console.%s: %s", e.Type, strings.Join(words, " ")))
	case *log.EventEntryAdded:
		b.complain(fmt.Sprintf("%s %s: %s %s", e.Entry.Source, e.Entry.Level, e.Entry.Text, e.Entry.URL))
	case *network.EventLoadingFailed:
		b.complain(fmt.Sprintf("a %s was not loaded: %s", e.Type, e.ErrorText))
	case *page.EventJavascriptDialogOpening:
		b.complain("dialog: " + e.Message)
	}
}

func (b *tab) complain(trouble string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.troubles = append(b.troubles, trouble)
}

// forgive makes the test pass although the browser reports an error with these parts.
func (b *tab) forgive(parts ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgiven = append(b.forgiven, parts...)
}

// forgives reports whether an error is forgiven.
func (b *tab) forgives(trouble string) bool {
	for _, part := range b.forgiven {
		if strings.Contains(trouble, part) {
			return true
		}
	}
	return false
}

// run makes the browser carry out actions.
func (b *tab) run(what string, actions ...chromedp.Action) {
	b.t.Helper()
	if err := b.try(actions...); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

// try is run for actions that may fail.
func (b *tab) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(b.ctx, need.Patience)
	defer cancel()
	if chromedp.FromContext(b.ctx).Target == nil {
		ctx = b.ctx // which the window lives as long as
	}
	return chromedp.Run(ctx, actions...)
}

// visit opens url and returns when the page itself is there and loads the program.
func (b *tab) visit(url string) {
	b.t.Helper()
	b.run("opening "+url, chromedp.ActionFunc(func(ctx context.Context) error {
		_, _, problem, _, err := page.Navigate(url).Do(ctx)
		if err == nil && problem != "" {
			err = errors.New(problem)
		}
		return err
	}))
	b.wait("the page itself", func() bool {
		var ready bool
		b.read(`document.readyState === "complete" && location.protocol === "http:"`, &ready)
		return ready
	})
}

// reload loads the page again, as F5 does.
func (b *tab) reload() {
	b.t.Helper()
	b.run("reloading", page.Reload())
}

// shut closes the window, as a person does: the page receives its events.
func (b *tab) shut() {
	b.t.Helper()
	b.run("closing the window", page.Close())
}

// read evaluates an expression of JavaScript in the page.
func (b *tab) read(expression string, to any) {
	b.t.Helper()
	b.run(expression, chromedp.Evaluate(expression, to))
}

// wait waits until cond holds.
func (b *tab) wait(what string, cond func() bool) {
	b.t.Helper()
	await(b.t, what, cond)
}

// await waits until cond holds.
func await(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(need.Patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("%s did not come about", what)
}

// shoot saves a picture of the window in the folder that MANCALA_PICTURES names.
func (b *tab) shoot(name string) {
	dir := os.Getenv("MANCALA_PICTURES")
	if dir == "" {
		return
	}
	var picture []byte
	err := b.try(chromedp.CaptureScreenshot(&picture))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%s-%s-%dx%d.png",
			strings.ReplaceAll(b.t.Name(), "/", "-"), name, b.size.width, b.size.height)), picture, 0o644)
	}
	if err != nil {
		b.t.Errorf("a picture of the window: %v", err)
	}
}
