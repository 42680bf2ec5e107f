package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"runtime/debug"

	"mancala/netplay"
	"mancala/netplay/meet"
	"mancala/netplay/web"
	"mancala/words"
)

// meetCollection is the growth of the heap between two collections at a meeting point, in percent.
// Idle pairs make little garbage, and memory limits how many there can be.
const meetCollection = 25

// runMeet is a meeting point until ctx ends.
func runMeet(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	fs := newFlagSet()
	noWeb := fs.Bool("no-web", false, "")
	logFile := fs.String("log", "", "")
	err := parse(fs, args)
	addr := cmp.Or(fs.Arg(0), ":"+meet.DefaultPort)
	switch {
	case err != nil:
	case fs.NArg() > 1:
		err = words.Errorf("meet does not understand %q.", fs.Arg(1))
	case isSet(fs, "log") && *logFile == "":
		err = words.Errorf("--log needs a file.")
	default:
		if err = checkServe(addr); err == nil {
			err = checkReach(addr)
		}
	}
	if err != nil {
		return commandError(err, stdout, stderr)
	}
	say := func(sentence string) { fmt.Fprintln(stderr, "mancala: "+sentence) }
	log, closeLog := slog.New(slog.NewTextHandler(stderr, nil)), func() {}
	if *logFile != "" {
		if log, closeLog, err = openLog(*logFile, say); err != nil {
			return failure(stderr, err)
		}
	}
	defer closeLog()
	return serveMeet(ctx, addr, browserPage(), !*noWeb, log, stdout, stderr)
}

// serveMeet listens, tells where, and serves until ctx ends.
func serveMeet(ctx context.Context, addr string, page fs.FS, browsers bool, log *slog.Logger, stdout, stderr io.Writer) int {
	listener, err := transport().Listen(ctx, addr)
	if err != nil {
		return failure(stderr, netplay.ListenError(addr, err))
	}
	debug.SetGCPercent(meetCollection)
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	end := ""
	if port != meet.DefaultPort {
		end = ":" + port
	}
	told := words.T("This is a meeting point at %s. Ctrl+C ends it.", listener.Addr().String()) + "\n" +
		words.T("A host who can reach this computer, say as meet.example.org, starts with: %s",
			"mancala --serve :7000 --via meet.example.org"+end) + "\n"
	if code := printed(stderr, printTo(stdout, told)); code != exitOK {
		_ = listener.Close()
		return code
	}
	if err := newMeet(page, browsers, log).Serve(ctx, listener); err != nil {
		return failure(stderr, netplay.ListenError(addr, err))
	}
	return exitOK
}

// newMeet returns a meeting point that answers browsers, too, unless they are left out.
func newMeet(page fs.FS, browsers bool, log *slog.Logger) *meet.Server {
	var server *meet.Server
	cfg := meet.Config{Files: netplay.OpenFiles(), Log: log}
	if browsers {
		pages := web.NewServer(web.Config{
			Page: page, NoPage: noPage(), Log: log,
			Info:  func() web.Info { return web.Info{Kind: "meet", Encrypted: true, Watchers: true} },
			Enter: func(nc net.Conn, _ bool) { server.Enter(nc) },
		})
		cfg.Web = pages.Answer
	}
	server = meet.NewServer(cfg)
	return server
}

// noPage is the sentence for browsers if this program was built without the page.
func noPage() string {
	return words.T("This copy of Mancala was built without its page for browsers; make web makes it, before make build. " +
		"Until then, join with the program.")
}
