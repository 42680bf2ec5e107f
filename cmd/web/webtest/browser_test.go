// Package webtest plays the page for browsers in a real browser: Chromium, without a screen, driven
// over its debugging protocol. The page is built as make web builds it, and the program with it.
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

// patience is how long a test waits for the page or the program to do what it was told.
const patience = 90 * time.Second

// The sizes that windows of a browser have here. Software draws the pixels, so a window is small
// where its size makes no difference.
var (
	desk  = size{width: 1280, height: 720}
	small = size{width: 800, height: 450}
	phone = size{width: 390, height: 844, touch: true}
)

// size is that of a window, in the browser's pixels.
type size struct {
	width, height int64
	touch         bool // by fingers, as on a phone
}

// scratch is a folder for all that the tests make; TestMain removes it.
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

// chromium is the one browser of all tests; its windows know nothing of each other.
var chromium struct {
	once    sync.Once
	ctx     context.Context
	quit    func()
	trouble error
}

// needBrowser leaves out a test if there is no browser for it, and otherwise returns the browser.
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

// startBrowser starts the browser. It reaches this machine alone: it knows no other name, and makes
// no calls of its own.
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
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
		chromedp.WSURLReadTimeout(patience),
	)
	all, quitAll := chromedp.NewExecAllocator(context.Background(), options...)
	var said strings.Builder
	ctx, quit := chromedp.NewContext(all, chromedp.WithErrorf(func(format string, args ...any) {
		fmt.Fprintf(&said, format+"\n", args...)
	}))
	chromium.ctx, chromium.quit = ctx, func() { quit(); quitAll() }
	if err := chromedp.Run(ctx); err != nil {
		chromium.trouble = fmt.Errorf("%s does not start: %w %s", file, err, said.String())
	}
}

// findBrowser returns the file of the browser: if there is one, the Chromium that shows no windows
// of its own, whose tabs and buttons would have to be drawn, too.
func findBrowser() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if file, err := exec.LookPath(name); err == nil {
			return file, nil
		}
	}
	return "", errors.New("no chromium in PATH")
}

// tab is a window of the browser. Every complaint of the page there fails the test.
type tab struct {
	t      *testing.T
	ctx    context.Context
	person cdp.BrowserContextID // whose the storage is
	size   size

	mu       sync.Mutex
	troubles []string
	forgiven []string
}

// open opens a window that shows url, as a person who has never been there.
func open(t *testing.T, s size, url string) *tab {
	t.Helper()
	ctx := needBrowser(t)
	browser := cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser)
	person, err := target.CreateBrowserContext().Do(browser)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.DisposeBrowserContext(person).Do(browser) })
	return openAs(t, s, person, url)
}

// openAs opens a window for a person who may have been there.
func openAs(t *testing.T, s size, person cdp.BrowserContextID, url string) *tab {
	t.Helper()
	all := needBrowser(t)
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(person).WithNewWindow(true).
		Do(cdp.WithExecutor(all, chromedp.FromContext(all).Browser))
	if err != nil {
		t.Fatal(err)
	}
	ctx, leave := chromedp.NewContext(all, chromedp.WithTargetID(id))
	b := &tab{t: t, ctx: ctx, person: person, size: s}
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
			_, err := page.AddScriptToEvaluateOnNewDocument(spy).Do(ctx)
			return err
		}))
	b.visit(url)
	return b
}

// report fails the test if the browser has complained, and tells what the window showed if the test
// has failed.
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

// spy counts how often the page draws something, and writes down what screen readers say by
// themselves: each text that comes into a live region, after the word polite or assertive.
const spy = `
	globalThis.draws = 0;
	globalThis.told = [];
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

// draws returns how often the page has drawn something.
func (b *tab) draws() int {
	b.t.Helper()
	var n int
	b.read("draws", &n)
	return n
}

// hear takes in what the browser tells of the page.
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

// forgive has the test pass although the browser complains of something.
func (b *tab) forgive(parts ...string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgiven = append(b.forgiven, parts...)
}

// forgives reports whether a complaint may be.
func (b *tab) forgives(trouble string) bool {
	for _, part := range b.forgiven {
		if strings.Contains(trouble, part) {
			return true
		}
	}
	return false
}

// run has the browser do something.
func (b *tab) run(what string, actions ...chromedp.Action) {
	b.t.Helper()
	if err := b.try(actions...); err != nil {
		b.t.Fatalf("%s: %v", what, err)
	}
}

// try is run for a thing that may fail.
func (b *tab) try(actions ...chromedp.Action) error {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if chromedp.FromContext(b.ctx).Target == nil {
		ctx = b.ctx // which the window lives as long as
	}
	return chromedp.Run(ctx, actions...)
}

// visit opens url and returns when the page itself is there, and loads the program.
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

// shut closes the window, as a person does: the page is told.
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
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(25 * time.Millisecond) {
		if cond() {
			return
		}
	}
	t.Fatalf("%s did not come about", what)
}

// shoot keeps a picture of the window in the folder that MANCALA_PICTURES names.
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
