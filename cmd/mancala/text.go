package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"time"

	"mancala/engine"
	"mancala/match"
	"mancala/netplay"
	"mancala/rules"
	"mancala/textui"
)

// person is the seat of somebody at this machine, as flags name it.
const person = "ask"

// hintPatience is how long a hint in the terminal may take.
const hintPatience = 2 * time.Second

// textOptions is what the command line asks for of the terminal.
type textOptions struct {
	on      bool
	seats   [2]string // by side; in a network game both are the own one
	setup   bool
	narrate bool
	noBoard bool
}

func (t *textOptions) register(fs *flag.FlagSet) {
	fs.BoolVar(&t.on, "text", false, "")
	fs.StringVar(&t.seats[rules.South], "south", person, "")
	fs.StringVar(&t.seats[rules.North], "north", person, "")
	fs.BoolVar(&t.setup, "setup", false, "")
	fs.BoolVar(&t.narrate, "narrate", false, "")
	fs.BoolVar(&t.noBoard, "no-board", false, "")
}

// check holds the flags of the terminal against one another and against the rest, after those have been checked.
func (t *textOptions) check(fs *flag.FlagSet, o *options) error {
	network := o.serve != "" || o.join != ""
	for _, name := range [...]string{"south", "north", "setup", "narrate", "no-board"} {
		if !t.on && isSet(fs, name) {
			return fmt.Errorf("--%s needs --text beside it", name)
		}
	}
	for side, name := range t.seats {
		if err := checkSeat([]string{"south", "north"}[side], name); err != nil {
			return err
		}
	}
	switch {
	case t.setup && network:
		return errors.New("--setup is for a game at one keyboard, so it excludes --serve and --join")
	case t.setup && isSet(fs, "south", "north", "houses", "seeds"):
		return errors.New("--setup asks for the board and the seats, so it excludes --houses, --seeds, --south and --north")
	case network && isSet(fs, "south") && isSet(fs, "north") && t.seats[0] != t.seats[1]:
		return errors.New("with --serve or --join only your own seat is yours to give away, so --south and --north exclude each other")
	case network && isSet(fs, "north"):
		t.seats[rules.South] = t.seats[rules.North]
	case network:
		t.seats[rules.North] = t.seats[rules.South]
	}
	if t.on {
		o.notes = append(o.notes, t.idle(fs, network)...)
	}
	return nil
}

// idle returns sentences about flags that have no effect in a terminal.
func (t *textOptions) idle(fs *flag.FlagSet, network bool) []string {
	var notes []string
	if !network && isSet(fs, "first") {
		notes = append(notes, "at one keyboard Player 1 moves first, so --first has no effect without --serve")
	}
	if isSet(fs, "data-dir") {
		notes = append(notes, "a terminal keeps no top scores and no settings, so --data-dir has no effect with --text")
	}
	if isSet(fs, "log-screens") {
		notes = append(notes, "a terminal has no screens, so --log-screens has no effect with --text")
	}
	return notes
}

// checkSeat returns an error that names the possible seats when name is none of them.
func checkSeat(option, name string) error {
	names := []string{person}
	for _, s := range engine.Strategies() {
		names = append(names, s.Name)
	}
	for _, known := range names {
		if name == known {
			return nil
		}
	}
	return fmt.Errorf("%q is no seat for --%s; choose one of %s", name, option, strings.Join(names, ", "))
}

// runText plays in the terminal.
func runText(ctx context.Context, o options, stdin io.Reader, stdout, stderr io.Writer) int {
	for _, note := range o.notes {
		fmt.Fprintf(stderr, "mancala: %s.\n", note)
	}
	log, closeLog, err := openLog(o.log)
	if err != nil {
		return failure(stderr, err)
	}
	defer closeLog()
	in := textui.NewLines(stdin)
	defer in.Close()
	if o.text.setup {
		err = o.ask(ctx, in, stdout)
	}
	var table *match.Table
	minds := newAnalysts(runtime.NumCPU(), o.patience)
	if err == nil {
		table, err = o.table(log, minds)
	}
	if err == nil {
		defer table.Close()
		err = textui.Play(ctx, table, in, stdout, textui.Config{
			Narrate: o.text.narrate, NoBoard: o.text.noBoard, Judge: judge{minds, hintPatience},
			Observe: func(e match.Event) { logEvent(log, e) },
		})
	}
	switch trouble := (*textui.Trouble)(nil); {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &trouble):
		fmt.Fprintln(stderr, trouble.Text)
		return exitFailed
	case err != nil:
		return failure(stderr, err)
	}
	return exitOK
}

// ask sets the board and the seats to what is answered.
func (o *options) ask(ctx context.Context, in *textui.Lines, stdout io.Writer) error {
	list := []textui.Strategy{{Name: person, Title: "Ask User", About: "Asks you which bowl to move."}}
	for _, s := range engine.Strategies() {
		list = append(list, textui.Strategy{Name: s.Name, Title: s.Title, About: s.About})
	}
	setup, err := textui.AskSetup(ctx, in, stdout, list)
	if err != nil {
		return err
	}
	o.text.seats = setup.Seats
	o.variant, err = o.variant.WithSize(setup.Houses, setup.Seeds)
	return err
}

// table returns the table at which the terminal sits: with both seats, or with its own at one end of a connection.
func (o *options) table(log *slog.Logger, minds *engine.Analysts) (*match.Table, error) {
	var seats [2]match.Seat
	var err error
	computer := newSeat(o.chance(), minds)
	for side, name := range o.text.seats {
		if seats[side] = match.NewPerson(); name != person {
			if seats[side], err = computer(name); err != nil {
				return nil, err
			}
		}
	}
	names := [2]string{match.Host: o.name}
	switch {
	case o.serve != "":
		link := netplay.Host(o.serve, netplay.HostConfig{
			Name: o.name, AppVersion: version, Variant: o.variant, Starter: o.starter, Log: log,
		})
		return match.NewTable(link, match.Host, names, [2]match.Seat{match.Host: seats[0]}), nil
	case o.join != "":
		link := netplay.Join(o.join, netplay.GuestConfig{Name: o.name, AppVersion: version, Log: log})
		names = [2]string{match.Guest: o.name}
		return match.NewTable(link, match.Guest, names, [2]match.Seat{match.Guest: seats[0]}), nil
	}
	link, err := match.NewLocal(newID(), o.variant, match.Host, names)
	if err != nil {
		return nil, err
	}
	return match.NewTable(link, match.Host, names, seats), nil
}
