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

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/words"
	"mancala/netplay/meet"
	"mancala/netplay/transport"
	"mancala/netplay/web"
)

// meetCollection is the GOGC of a meeting point. Idle pairs make little garbage, and memory limits
// how many pairs there can be.
const meetCollection = 25

// meetOptions are the options of the command mancala meet.
type meetOptions struct {
	noWeb bool
	log   string
}

// newMeet returns the command that is a meeting point until it is interrupted.
func newMeet() *cobra.Command {
	var o meetOptions
	cmd := newCommand("meet [options] [ADDR]", o.run)
	cmd.Short = words.T("run a meeting point for people who cannot reach each other")
	cmd.Long = words.T("Runs a meeting point at ADDR, :7001 unless you say otherwise, for people who cannot open a port. Run it on a " +
		"computer that both can reach. It brings them together and passes bytes on; what they play it can neither read nor change. It " +
		"writes to standard error how many there are.")
	cmd.Example = rows("mancala meet", words.T("on port 7001; hosts then add --via to their command"))
	fs := flagsOf(cmd)
	fs.yes(&o.noWeb, "no-web", words.T("answer no browsers; otherwise they get the page"))
	fs.text(&o.log, "log", "", "FILE", words.T("write to FILE instead, a line of JSON each"))
	return cmd
}

// addr returns the address to listen on.
func (o *meetOptions) addr(fs *flag.FlagSet) (string, error) {
	addr := cmp.Or(fs.Arg(0), ":"+meet.DefaultPort)
	switch {
	case fs.NArg() > 1:
		return "", notUnderstood("meet", fs.Arg(1))
	case isSet(fs, "log") && o.log == "":
		return "", words.Errorf("--log needs a file.")
	}
	if err := checkServe(addr); err != nil {
		return "", err
	}
	return addr, checkReach(addr)
}

func (o *meetOptions) run(cmd *cobra.Command, _ []string) int {
	addr, err := o.addr(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	stderr := cmd.ErrOrStderr()
	say := func(sentence string) { fmt.Fprintln(stderr, "mancala: "+sentence) }
	log, closeLog := slog.New(slog.NewTextHandler(stderr, nil)), func() {}
	if o.log != "" {
		if log, closeLog, err = openLog(o.log, say); err != nil {
			return failure(stderr, err)
		}
	}
	defer closeLog()
	return serveMeet(cmd.Context(), addr, browserPage(), !o.noWeb, log, cmd.OutOrStdout(), stderr)
}

// serveMeet listens, prints the address, and serves until ctx ends.
func serveMeet(ctx context.Context, addr string, page fs.FS, browsers bool, log *slog.Logger, stdout, stderr io.Writer) int {
	listener, err := network().Listen(ctx, addr)
	if err != nil {
		return failure(stderr, transport.ListenError(addr, err))
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
	if err := newMeetServer(page, browsers, log).Serve(ctx, listener); err != nil {
		return failure(stderr, transport.ListenError(addr, err))
	}
	return exitOK
}

// newMeetServer returns a meeting point; if browsers is set, it also serves the page.
func newMeetServer(page fs.FS, browsers bool, log *slog.Logger) *meet.Server {
	var server *meet.Server
	cfg := meet.Config{Files: transport.OpenFiles(), Log: log}
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

// noPage returns the sentence that browsers get if this program was built without the page.
func noPage() string {
	return words.T("This copy of Mancala was built without its page for browsers; make web makes it, before make build. " +
		"Until then, join with the program.")
}
