package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"time"

	"github.com/hajimehoshi/ebiten/v2"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/qrcode"
	"mancala/internal/sound"
	"mancala/internal/table"
	"mancala/internal/words"
	"mancala/menus"
	"mancala/menus/ports"
	"mancala/netplay/link"
	"mancala/netplay/web"
	"mancala/render"
)

// noScreen is the error for a missing screen, before anything was opened.
type noScreen struct {
	why   string // in a few words
	words error  // the error with --window
}

func (e *noScreen) Error() string { return e.words.Error() }

// runWindow opens the window and plays until the person leaves. Its error is a [*noScreen] without
// a screen, and ctx's error if ctx has ended. Messages that come too late for the window go to
// stderr.
func runWindow(ctx context.Context, o options, stderr io.Writer) error {
	if err := needDisplay(runtime.GOOS, os.Getenv); err != nil {
		return err
	}
	returnTextures()
	told := new(wiring.Bulletin)
	log, closeLog, err := openLog(o.log, told.Post)
	if err != nil {
		return err
	}
	defer closeLog()
	keeper := wiring.OpenScores(o.dataDir, told)
	defer closeScores(keeper, stderr)
	var speaker *sound.Speaker
	defer func() { speaker.Close() }()
	opened := &routers{log: log}
	defer opened.close()
	cfg := appConfig(ctx, o, keeper, opened, log)
	cfg.Speaker = func() menus.Speaker { // the window waits for nothing of this
		log.Info("first picture")
		go func() { ebiten.SetWindowIcon(render.Icons()) }()
		if speaker = openSpeaker(log); speaker == nil {
			return nil
		}
		return speaker
	}
	setWindow()
	return runApp(ctx, cfg, keeper)
}

// runApp plays in the window until the person leaves.
func runApp(ctx context.Context, cfg menus.Config, keeper wiring.Scores) error {
	if x11(runtime.GOOS) { // a visible one makes Ebitengine rest for 100 ms after the first picture
		ebiten.SetWindowVisible(false)
		cfg.Open = func() {
			recall(ctx, keeper)
			ebiten.SetWindowVisible(true)
		}
	}
	app, err := menus.NewApp(cfg)
	if err != nil {
		return err
	}
	if cfg.Open == nil {
		recall(ctx, keeper)
	}
	err = ebiten.RunGameWithOptions(app, &ebiten.RunGameOptions{X11ClassName: "Mancala", X11InstanceName: "mancala"})
	if app.Started() {
		app.Shutdown()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	}
	broken := words.Errorf("The window could not go on: %s.", err.Error())
	if cfg.Open != nil && !app.Started() {
		return &noScreen{why: err.Error(), words: broken}
	}
	return broken
}

// closeScores closes the records, and prints the sentences that the window has not shown.
func closeScores(keeper wiring.Scores, stderr io.Writer) {
	err := keeper.Close()
	keeper.Poll()
	for _, sentence := range keeper.Notices() {
		fmt.Fprintln(stderr, "mancala: "+sentence)
	}
	if err != nil {
		fmt.Fprintln(stderr, "mancala: "+words.Sentence(err))
	}
}

// recallPatience is the longest time for which the window waits for the remembered size.
const recallPatience = 300 * time.Millisecond

// setWindow sets the properties of the window, and its size for the case that none is remembered.
func setWindow() {
	ebiten.SetWindowTitle("Mancala")
	ebiten.SetWindowSize(1280, 720)
	ebiten.SetWindowSizeLimits(menus.MinWidth, menus.MinHeight, -1, -1)
	ebiten.SetWindowResizingMode(ebiten.WindowResizingModeEnabled)
	ebiten.SetWindowClosingHandled(true)
	ebiten.SetScreenClearedEveryFrame(false)
	ebiten.SetRunnableOnUnfocused(true)
}

// recall waits for the stored settings, so that the window opens in its remembered size.
func recall(ctx context.Context, keeper wiring.Scores) {
	ctx, cancel := context.WithTimeout(ctx, recallPatience)
	defer cancel()
	_ = keeper.Await(ctx) // the rest comes later
	keeper.Poll()
}

// x11 reports whether windows need X11, which may be missing.
func x11(goos string) bool {
	switch goos {
	case "linux", "freebsd", "openbsd", "netbsd":
		return true
	}
	return false
}

// needDisplay returns a [*noScreen] if the environment names no screen.
func needDisplay(goos string, getenv func(string) string) error {
	if !x11(goos) || getenv("DISPLAY") != "" || getenv("EBITENGINE_VM_ENDPOINT") != "" {
		return nil
	}
	return &noScreen{why: words.T("DISPLAY is not set"), words: words.Errorf("There is no screen to open a window on: DISPLAY is not set. " +
		"Start it from a desktop, or play in this terminal with mancala --text.")}
}

// appConfig connects the window to the options and the log.
func appConfig(ctx context.Context, o options, keeper wiring.Scores, opened *routers, log *slog.Logger) menus.Config {
	return menus.Config{
		Name: o.name, VariantChosen: o.variantChosen,
		Mute: o.mute, Language: o.language(), Patience: o.patience, Serve: o.Serve, Join: o.Join, Watch: o.watch, Visit: o.club, Resumes: o.resumes(),
		Ports:       screenPorts(o, keeper, opened, log),
		Admit:       o.guests.over,
		Hidden:      o.guests.hidden,
		Interrupted: func() bool { return ctx.Err() != nil },
		Observe:     func(e table.News) { logNews(log, e) },
		Tidy:        func() { go tidyMemory() },
		Clock:       windowClock,
		Show:        screenLog(o.logScreens, log),
	}
}

// screenPorts connects the screens to the network, the computer players, the records and the
// clipboard.
func screenPorts(o options, keeper wiring.Scores, opened *routers, log *slog.Logger) ports.Ports {
	o.guests.names = web.NamesOf(o.guests.address)
	wiring.TellHosts(keeper.Keeper, link.GuestConfig{Common: link.Common{AppVersion: wiring.Version, Log: log}, Transport: network()})
	minds := wiring.NewAnalysts(wiring.SpareThreads(), wiring.ThinkingMemory, o.patience)
	p := wiring.Screens(keeper, minds, o.chance)
	p.NewSeat, p.Program = o.seats(minds), program
	p.Variant, p.First, p.Insecure = o.variant, o.first, o.trust.insecure
	p.Host = func(r ports.HostRequest) table.Link {
		return o.host(r.Addr, o.trust.host(link.HostConfig{
			Common: link.Common{Name: r.Name, AppVersion: wiring.Version, Log: log}, Variant: r.Variant, First: r.First,
			Resume: r.Resume, Transport: network(), Admission: r.Admission, Via: r.Via,
		}, keeper.Keeper, r.Insecure), r.Hidden)
	}
	p.Dial = func(r ports.JoinRequest) table.Link {
		return o.connect(r, link.GuestConfig{
			Common: link.Common{Name: r.Name, AppVersion: wiring.Version, Log: log}, Resume: r.Resume, Transport: network(),
			Wait: r.Wait || o.guests.wait,
		}, keeper.Keeper)
	}
	p.Club = func(r ports.ClubRequest) lobby.Link { return o.visit(r, keeper, log, nil) }
	if o.openToBrowsers() {
		p.Link = o.pageLink
	}
	p.Code = qrcode.Encode
	p.Nearby = beginNearby
	p.OpenPort = func(addr string) ports.OpenedPort { return opened.start(addr) }
	p.Clipboard = &systemClipboard{}
	p.SavePicture = wiring.SavePictures(keeper.Bulletin, ownPictures(o.dataDir).save)
	p.FindFont = new(systemFonts).find
	return p
}

// resumes returns a function that chooses the series that --serve or --join takes up, or nil if
// another one is wanted.
func (o *options) resumes() func([]match.Bookmark) (match.Bookmark, string, bool) {
	if o.text.anew {
		return nil
	}
	return func(list []match.Bookmark) (match.Bookmark, string, bool) {
		mark := o.bookmark(list)
		if mark == nil {
			return match.Bookmark{}, "", false
		}
		at := o.Of(*mark)
		return *mark, at.Serve + at.Join, true
	}
}

// screenLog returns a function that writes the screens to the log, or nil if that is not wanted.
func screenLog(wanted bool, log *slog.Logger) func(menus.Picture) {
	if !wanted {
		return nil
	}
	return func(p menus.Picture) { log.Info("screen", "name", p.Screen, "controls", p.Controls, "texts", p.Texts) }
}
