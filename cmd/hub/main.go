// Hub runs a club: open tables, quick matches, clocks, ratings and a record of all games, on one
// machine or on several. HUB.md is for its operators.
//
// "hub" without arguments runs a whole club; nothing else need be installed. "hub admin" acts on a
// hub that runs, and "hub export" writes its games.
package main

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"mancala/cmd/hub/admin"
	"mancala/cmd/hub/config"
	"mancala/cmd/hub/store"
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
	case words[0] == "export" && len(words) <= 3 && !slices.Equal(words[1:], []string{"club"}):
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
// waiting connections; with the default 100, as much again would be garbage.
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

// database is where the configuration keeps the club.
func database(cfg config.Config) store.Config {
	return store.Config{URL: cfg.Database.URL, Dir: cfg.Data, Node: cfg.Node.Name, Address: cfg.Node.Address, Rand: rand.Reader}
}

// export writes the games of the club, which a hub may use meanwhile, or makes a backup.
func export(ctx context.Context, cfg config.Config, words []string, stdout io.Writer) error {
	form, player := store.Text, ""
	if len(words) > 0 && words[0] != "club" {
		var err error
		if form, err = store.ParseForm(words[0]); err != nil {
			return err
		}
	}
	if len(words) > 1 {
		player = words[1]
	}
	s, err := store.View(ctx, database(cfg))
	if err != nil {
		return err
	}
	if len(words) == 2 && words[0] == "club" {
		return errors.Join(s.Backup(ctx, words[1], func(done string) { fmt.Fprintln(stdout, done) }), s.Close())
	}
	if _, err = store.ArchiveOf(s).Export(ctx, stdout, form, player); errors.Is(err, store.ErrNotFound) {
		err = fmt.Errorf("the record has no member %s; \"hub admin members\" lists their ids", player)
	}
	return errors.Join(err, s.Close())
}

// restore makes a club of a backup. No hub may run here, and the database has to be empty.
func restore(ctx context.Context, cfg config.Config, dir string, stdout io.Writer) error {
	if err := checkFolder(cfg.Data); err != nil {
		return err
	}
	return store.Restore(ctx, dir, database(cfg), func(done string) { fmt.Fprintln(stdout, done) })
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
  hub [options] export club FOLDER copy the whole club into a new folder, whatever database it has
  hub [options] restore FOLDER     make a club of a backup, before the hub runs for the first time
  hub version                      tell the version
  hub licences                     show the licences of the hub and of everything in it

Options:
` + config.Usage()
}

// startWait is how long the parts of a hub with a database of its own may take to begin.
const startWait = time.Minute

// errStopped is the error of open if the hub was asked to stop before it ran.
var errStopped = errors.New("the hub was stopped while it started")

// open starts a hub. If it shares its database, it waits for that without a limit.
func open(ctx context.Context, cfg config.Config, log *slog.Logger) (*hub, error) {
	h := newHub(ctx, cfg, log)
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	return h, nil
}

// start starts all parts. If one fails, it ends the others.
func (h *hub) start(ctx context.Context) error {
	starting, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-h.drained:
			stop(errStopped)
		case <-starting.Done():
		}
	}()
	for _, part := range []func(context.Context) error{
		h.openSocket, h.openBoard, h.openStore, h.openClub, h.openFront,
	} {
		within, done := starting, context.CancelFunc(func() {})
		if !h.shared() {
			within, done = context.WithTimeout(starting, startWait)
		}
		err := part(within)
		if done(); err == nil {
			continue
		}
		if starting.Err() != nil {
			err = errStopped
		}
		return errors.Join(err, h.shut())
	}
	h.showNumbers()
	h.board.Run()
	if sentence := h.cfg.Exposed(); sentence != "" {
		h.log.Warn(sentence)
	}
	_, page := h.page()
	h.log.Info("The hub runs.", "club", h.cfg.Name, "node", h.cfg.Node.Name, "address", h.listener.Addr(), "key", h.listener.Key().Fingerprint.String(),
		"data", h.cfg.Data, "page", page, "version", version())
	return nil
}

// shared reports whether the database may be one of several nodes.
func (h *hub) shared() bool { return h.cfg.Database.URL != "" }

// checkFolder makes the data folder if it is missing, and returns an error if it cannot be used, or
// has a club in the form of an earlier hub.
func checkFolder(dir string) error {
	for _, old := range []string{"bus", "record.db"} {
		if _, err := os.Stat(filepath.Join(dir, old)); err == nil {
			return fmt.Errorf("%s has a club in the form of an earlier hub, which only that one reads: "+
				"build commit dbf3b35b to export its games, and start this hub with another folder", dir)
		}
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(dir, ".try"); err == nil {
			err = errors.Join(f.Close(), os.Remove(f.Name()))
		}
	}
	if err != nil {
		return fmt.Errorf("the hub cannot keep its data in %s; check who owns the folder, or choose another one with --data: %w", dir, err)
	}
	return nil
}
