package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/netplay/nearby"
)

// findTime is how long mancala find looks by default: long enough even if two queries get lost.
const findTime = 4 * time.Second

// findOptions holds the options of the command mancala find.
type findOptions struct {
	json bool
	wait string // the value of --time
}

// foundObject is a game in the JSON of mancala find; --help tells the fields.
type foundObject struct {
	Name        string `json:"name"`
	Addr        string `json:"addr"`
	Rules       string `json:"rules"`
	Full        bool   `json:"full"`
	Fits        bool   `json:"fits"`
	Fingerprint string `json:"fingerprint"`
}

// newFind returns the command that looks for games on the local network, and prints them.
func newFind() *cobra.Command {
	var o findOptions
	cmd := newPlainCommand("find [options]", o.run)
	cmd.Short = words.T("list the games that are hosted on your network")
	cmd.Long = blocks(
		words.T("Looks for games on the local network, and prints them with their addresses. A game in the JSON has:") + "\n" + rows(
			"name, addr", words.T("its host, and where --join finds it"),
			"rules, full", words.T("the rules, and whether a guest has the seat"),
			"fits", words.T("whether this version of mancala can join it"),
			"fingerprint", words.T("that of the host's key, by which a guest recognises it"),
		),
	)
	cmd.Example = rows("mancala find --time 10", words.T("look for ten seconds"))
	fs := flagsOf(cmd)
	fs.text(&o.wait, "time", "", "T", words.T("look for a time such as 10 (seconds) or 1m; 4 seconds unless you say otherwise"))
	registerJSON(fs, &o.json)
	return cmd
}

// time returns how long to look.
func (o *findOptions) time(fs *flag.FlagSet) (time.Duration, error) {
	if !isSet(fs, "time") {
		return findTime, nil
	}
	return readTime("--time", o.wait)
}

func (o *findOptions) run(cmd *cobra.Command) int {
	patience, err := o.time(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	stderr := cmd.ErrOrStderr()
	games, err := look(cmd.Context(), patience)
	switch {
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case err != nil:
		return failure(stderr, err)
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	if o.json {
		printFoundJSON(out, games)
	} else if len(games) > 0 {
		printFound(out, games)
	}
	if code := printed(stderr, out.Flush()); code != exitOK {
		return code
	}
	if len(games) == 0 {
		fmt.Fprintln(stderr, "mancala: "+words.T("No game is announced on this network. Ask the host for the address and use --join, "+
			"or check that both computers are on the same network and that no firewall stands between them."))
		return exitFailed
	}
	return exitOK
}

// look returns the games announced on the local network within d. Its error is a sentence, or ctx's
// error.
func look(ctx context.Context, d time.Duration) ([]ports.NearbyGame, error) {
	search, err := nearby.Browse(loopbackAlone())
	if err != nil {
		return nil, cannotLook(err)
	}
	defer search.Close()
	if err := nowhere(search); err != nil {
		return nil, err
	}
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(d):
	}
	var games []ports.NearbyGame
	found, _ := search.Games()
	for _, f := range found {
		games = append(games, nearbyGame(f))
	}
	return games, nil
}

// printFound prints games as a table.
func printFound(out *bufio.Writer, games []ports.NearbyGame) {
	rows := [][]string{{words.T("Host"), words.T("Rules"), words.T("Seat"), words.T("Address")}}
	for _, g := range games {
		rows = append(rows, []string{words.Name(g.Name), rulesOf(g), seatOf(g), g.Addr})
	}
	printTable(out, rows)
}

// rulesOf returns the rules of a found game, or why it cannot be joined.
func rulesOf(g ports.NearbyGame) string {
	switch {
	case g.Newer:
		return words.T("needs a newer mancala")
	case g.Older:
		return words.T("needs an older mancala")
	}
	return g.Variant.String()
}

// seatOf says whether a guest can have the seat.
func seatOf(g ports.NearbyGame) string {
	if g.Full {
		return words.C("seat", "taken")
	}
	return words.C("seat", "free")
}

// printFoundJSON prints games as an array, an object a line.
func printFoundJSON(out *bufio.Writer, games []ports.NearbyGame) {
	_ = printJSON(out, func(add func(any)) error {
		for _, g := range games {
			o := foundObject{Name: g.Name, Addr: g.Addr, Full: g.Full, Fits: !g.Older && !g.Newer, Fingerprint: g.Fingerprint}
			if g.Variant.Houses > 0 {
				o.Rules = g.Variant.String()
			}
			add(o)
		}
		return nil
	})
}
