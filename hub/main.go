// Hub runs a club: open tables, quick matches, clocks, ratings and a record of all games, on one
// machine or on several. HUB.md is for those who run one.
//
// "hub" alone runs a whole club with nothing else installed. "hub admin" acts on a hub that runs,
// and "hub export" writes its games.
package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"mancala/hub/admin"
	"mancala/hub/backup"
	"mancala/hub/config"
	"mancala/hub/record"
)

// notices are the licences of the hub and of everything in it, as written by tools/notices.
//
//go:embed notices.txt
var notices string

func main() {
	ctx, _ := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { signal.Reset(os.Interrupt) }) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is the whole program. It returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	cfg, words, err := config.Read(args)
	if errors.Is(err, config.ErrHelp) {
		fmt.Fprint(stdout, help())
		return 0
	}
	if err == nil {
		err = command(ctx, cfg, words, stdout)
	}
	if err != nil {
		fmt.Fprintln(stderr, "hub:", err)
		return 1
	}
	return 0
}

// command carries out the words of the command line.
func command(ctx context.Context, cfg config.Config, words []string, stdout io.Writer) error {
	switch {
	case len(words) == 0:
		return serve(ctx, cfg, stdout)
	case words[0] == "admin" && len(words) == 1:
		fmt.Fprint(stdout, operators{}.commands().Help())
		return nil
	case words[0] == "admin":
		return admin.Send(ctx, cfg.AdminSocket(), words[1:], stdout)
	case words[0] == "export" && len(words) <= 3:
		return export(ctx, cfg, words[1:], stdout)
	case words[0] == "restore" && len(words) == 2:
		return restore(ctx, cfg, words[1], stdout)
	case words[0] == "version" && len(words) == 1:
		fmt.Fprintln(stdout, version())
		return nil
	case words[0] == "licences" && len(words) == 1:
		fmt.Fprint(stdout, notices)
		return nil
	}
	return fmt.Errorf("%q is no command; \"hub --help\" lists them", strings.Join(words, " "))
}

// gcPercent is GOGC if the environment does not set it. Most of a hub's memory is thousands of
// connections that wait for the next ply; with the usual 100, as much again would be garbage.
const gcPercent = 75

// serve runs a hub until ctx ends or an operator stops it.
func serve(ctx context.Context, cfg config.Config, stdout io.Writer) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	h, err := open(ctx, cfg, cfg.Logger())
	if errors.Is(err, errStopped) {
		cfg.Logger().Info("The hub has stopped before it ran.")
		return nil
	}
	if err != nil {
		return err
	}
	if err := h.tellLinks(stdout); err != nil {
		h.log.Warn("The links for members could not be shown.", "err", err)
	}
	select {
	case <-ctx.Done():
	case <-h.drained:
	}
	return h.close()
}

// export writes the games of the record, which a hub may use meanwhile.
func export(ctx context.Context, cfg config.Config, words []string, stdout io.Writer) error {
	form, player := record.Text, ""
	if len(words) > 0 {
		var err error
		if form, err = record.ParseForm(words[0]); err != nil {
			return err
		}
	}
	if len(words) > 1 {
		player = words[1]
	}
	r, err := record.View(ctx, cfg.Data)
	if err != nil {
		return err
	}
	if _, err = r.Export(ctx, stdout, form, player); errors.Is(err, record.ErrNotFound) {
		err = fmt.Errorf("the record has no member %s; \"hub admin members\" lists their ids", player)
	}
	return errors.Join(err, r.Close())
}

// restore makes a club of a backup. No hub may run here, and the bus has to be empty.
func restore(ctx context.Context, cfg config.Config, dir string, stdout io.Writer) error {
	h := newHub(ctx, cfg, cfg.Logger())
	err := h.openSocket(ctx)
	if err == nil {
		err = h.openBus(ctx)
	}
	if err == nil {
		err = backup.Club{Bus: h.bus}.Restore(ctx, dir, cfg.Data, func(done string) { fmt.Fprintln(stdout, done) })
	}
	return errors.Join(err, h.shut())
}

// release is the version of a release, which tools/dist sets.
var release string

// version returns the version of this program.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

func help() string {
	return `A club for mancala: tables, clocks, ratings and a record, for many players.

  hub [options]                    run a club; it stops on SIGTERM
  hub [options] admin WORDS...     act on a hub that runs; "hub admin" lists what there is
  hub [options] export [text|json] [MEMBER]
                                   write all games, or those of a member
  hub [options] restore FOLDER     make a club of a backup, before the hub runs for the first time
  hub version                      tell the version
  hub licences                     show the licences of the hub and of everything in it

Options:
` + config.Usage()
}
