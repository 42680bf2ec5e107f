package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"mancala/engine"
	"mancala/match"
	"mancala/netplay"
	"mancala/rules"
)

// version is the version of the program, as --version, About and the handshake tell it.
const version = "0.2.0"

// helpTemplate is what --help prints, with SEATS in place of the names of the computer players.
const helpTemplate = `Examples:
  mancala                                  open the main menu, or play here if there is no screen
  mancala --serve :7000                    host a game on port 7000
  mancala --join 192.168.1.20:7000         join a game that somebody hosts
  mancala --join ann.example.org           the same, on the usual port 7000
  mancala --text                           play in this terminal, two people at one keyboard
  mancala --text --north greedy            the same against the computer
  mancala --text --serve :7000             host a game from this terminal; --text --join joins one
  mancala --text --continue                go on with the game that was left last
  mancala show 3 6                         the board after two moves, as text
  mancala show 'kalah(6,4)+pie 1 swap'     the same for a game with its rules, as it is copied
  mancala analyze --time 10s 3 6           who is ahead there, and how best play goes on
  mancala solve --houses 4 --seeds 4       what a board is worth with best play, proved
  mancala duel --a greedy --b again --games 1000
                                           which of two computer players is the stronger one
  mancala perft --depth 8                  count the games of 1 to 8 plies
  mancala games --name bo --result lost    list games you lost against Bo; mancala replay shows one

Playing:
  --serve ADDR          host a game: listen on ADDR, as in :7000 or 127.0.0.1:0
  --join HOST[:PORT]    join the game at HOST, port 7000 unless you say otherwise
  --name NAME           your name in the game
  --window              play in a window or not at all; otherwise, if there is no screen, mancala
                        plays in the terminal as with --text
  --mute                a silent window, for this time; M turns the sound on and off. The
                        environment variable MANCALA_SOUND=off keeps the sound device closed

The host decides (for --serve, or before Host a game in the menu):
  --rules PRESET        kalah (default), empty-capture, video or bowls; or in full, as in
                        'kalah(6,4)+pie'
  --houses M            houses a side, 1 to 10
  --seeds N             seeds a house at the start, 1 to 10
  --first host|guest    who moves first

In the terminal (all with --text; names and rules as above):
  --text                play line by line, without a window; type help there at any time to see
                        what you can type, and hint to be told the best move
  --south SEAT          who plays Player 1: ask (a person, the default) or a computer player:
                        SEATS
  --north SEAT          who plays Player 2; with --serve or --join either of the two means your own
                        seat, whichever side it has
  --name2 NAME          the name of Player 2, if both players are persons at this keyboard
  --continue            go on with the game that was left last, here or across the network
  --new                 with --serve or --join: begin another game instead of going on with the one
                        that was left there
  --setup               ask for bins, seeds and the two seats instead of reading them from options
  --narrate             say in a sentence what each move did
  --no-board            draw no board; with --narrate a screen reader can follow the game

Elsewhere:
  --seed N              let computer players make the same random choices each time
  --patience T          how long Perfect may think about a move, such as 30 (seconds) or 2m;
                        5 seconds unless you say otherwise
  --data-dir DIR        keep games, top scores and settings in DIR
  --log FILE            write what happens in the game to FILE, a line of JSON each
  --log-screens         write to the log, too, which screen is shown and where its controls are
  --version             print the version
  --help                print this

What is kept, with [--data-dir DIR] and [--json] as well:
  mancala games [--name TEXT] [--opponent KIND] [--result RESULT] [--rules PRESET] [--limit N]
                        list the games played here, newest first: those of a player with TEXT in
                        the name; against person (at the same computer), remote (across the
                        network) or a computer player; won, lost, drawn or running; by some rules,
                        with --houses and --seeds if need be. 20 unless you say otherwise, with
                        --json all. A game in the JSON has:
                          id, text  its name and the game, as show and Open a game read it
                          south, north, south_kind, north_kind
                                    the players and who they are: person, remote, or a computer
                                    player
                          ending    running, finished, resigned, abandoned or desynced
                          result    as in "south wins 27-21"; undecided if nobody won
                          winner    south, north or null
                          stores, plies, opened
                                    seeds in south's and north's store, how many plies, and whether
                                    the first of them were not played here
                          started, ended
                                    when, in UTC, as in 2026-03-14T15:09:26Z; ended is the last
                                    change of a game that is running
  mancala replay ID     show a game again, move by move. ID is as games prints it, or enough of its
                        beginning. A game in the JSON has moves, too: side, house, captured,
                        extra_turn, and the position after it
  mancala scores        print the top scores of every rule set and size. A score in the JSON has
                        id (of its game), rules, place, name, opponent, seeds, margin (seeds more
                        than the other), turns and date

Commands, all of them with [--rules PRESET] [--houses M] [--seeds N] as well:
  mancala show [GAME]   print the board of a game or position, and who moves or won
  mancala perft --depth D [--reference]
                        for d = 1 to D, print d and the number of sequences of d plies; with
                        --reference counted the plain, slow way
  mancala analyze [--depth D | --time T] [--memory SIZE] [--threads T] [--json] [GAME]
                        look ahead from there, D plies or for a time such as 30 (seconds)
                        or 2m; 5 seconds unless you say otherwise. Prints, with tabs between:
                          value     own seeds less the other's at the end with best play, for the
                                    one who moves, and whether that is exact or an estimate
                          line      the houses of best play, to the end of the game if time allows;
                                    what follows a ~ is an estimate, and all if the value is one
                          depth     how many plies ahead everything was looked at
                          nodes     the positions searched
                          seconds   the time it took
                        --json prints the same as one line of JSON, in which sure counts the houses
                        of the line that are proved. With --depth and --threads 1 all but the
                        seconds is always the same.
  mancala solve [--memory SIZE] [--threads T] [--resume FILE] [GAME]
                        print what the position is worth to the one who moves, with best play: own
                        store less the other at the end; then the same for each house by its number,
                        nodes and seconds. It takes as long as it takes; after Ctrl+C it prints what
                        is proved, and a line of bounds, a name, a least and a greatest value for
                        what is known in part. With --resume it saves its progress in FILE every
                        minute and when it ends, and the same command goes on from there
  mancala duel --a SEAT --b SEAT --games N [--seed N] [--threads T] [--sequential]
                        let two computer players (see --south) play pairs of games from random
                        openings, sides exchanged; print a's wins, draws, losses, score and its 95 %
                        interval; --sequential stops as soon as it is clear whether a scores 0.55 or
                        more, or 0.5 or less

GAME is houses from the start, as in 3 6 swap; a game with its rules, as in 'kalah(6,4) 3 6'; a
board as show prints it, as in '<6,1,0,4,4,0,5,5,5,4,4,4,4,4,4> south'; or - to read any of these
from standard input.

SIZE is the most memory to use, as in 512M; 1G unless you say otherwise. Commands use all processor
cores unless --threads says less. After Ctrl+C they print what they know so far.

Houses are numbered 1 to M from their owner's left. Exit codes: 0 done, 1 failed, 2 asked wrongly,
130 interrupted.
`

// helpText returns what --help prints.
func helpText() string {
	var names []string
	for _, s := range engine.Strategies() {
		names = append(names, s.Name)
	}
	return strings.Replace(helpTemplate, "SEATS", strings.Join(names, ", "), 1)
}

// options is what the command line asks for.
type options struct {
	serve, join   string
	name          string
	variant       rules.Variant
	variantChosen bool // some flag chose rules, a size or who moves first
	rulesChosen   bool // some flag chose rules or a size
	starter       match.Party
	text          textOptions
	window        bool   // a window, or nothing
	mute          bool   // no sound in this run
	seed          uint64 // of all chances, where seedChosen is set
	seedChosen    bool
	patience      time.Duration // of Perfect; zero is the usual one
	dataDir, log  string
	logScreens    bool
	help, version bool
	// notes are sentences for standard error about flags that have no effect.
	notes []string
}

// boardFlags are the flags that choose a variant, shared by all commands.
type boardFlags struct {
	rules         string
	houses, seeds int
}

func (b *boardFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&b.rules, "rules", rules.Presets()[0].Name, "")
	fs.IntVar(&b.houses, "houses", 0, "")
	fs.IntVar(&b.seeds, "seeds", 0, "")
}

// variant returns the variant chosen, where flags that were not given keep the preset's values.
func (b *boardFlags) variant(fs *flag.FlagSet) (rules.Variant, error) {
	v, err := rules.ParseRuleSet(b.rules)
	if err != nil {
		return v, err
	}
	if !isSet(fs, "houses") {
		b.houses = int(v.Houses)
	}
	if !isSet(fs, "seeds") {
		b.seeds = int(v.Seeds)
	}
	return v.WithSize(b.houses, b.seeds)
}

func isSet(fs *flag.FlagSet, names ...string) bool {
	found := false
	fs.Visit(func(f *flag.Flag) {
		for _, name := range names {
			found = found || f.Name == name
		}
	})
	return found
}

// newFlagSet returns a flag set that reports errors without printing.
func newFlagSet() *flag.FlagSet {
	fs := flag.NewFlagSet("mancala", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Usage = func() {}
	return fs
}

// parse parses args with fs and turns the errors of package flag into sentences.
func parse(fs *flag.FlagSet, args []string) error {
	err := fs.Parse(args)
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return err
	}
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return fmt.Errorf("there is no option --%s", strings.TrimPrefix(name, "-"))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return fmt.Errorf("--%s needs a value after it", name)
	}
	if rest, ok := strings.CutPrefix(text, "invalid value "); ok {
		value, rest, _ := strings.Cut(rest, " for flag -")
		name, _, _ := strings.Cut(rest, ":")
		return fmt.Errorf("%s is not a possible value for --%s", value, name)
	}
	return errors.New(text)
}

// parseOptions reads the command line of a game, in the window or in the terminal.
func parseOptions(args []string) (options, error) {
	var o options
	var board boardFlags
	first := ""
	fs := newFlagSet()
	board.register(fs)
	fs.StringVar(&o.serve, "serve", "", "")
	fs.StringVar(&o.join, "join", "", "")
	fs.StringVar(&o.name, "name", "", "")
	fs.StringVar(&first, "first", "host", "")
	fs.StringVar(&o.dataDir, "data-dir", "", "")
	fs.StringVar(&o.log, "log", "", "")
	fs.Uint64Var(&o.seed, "seed", 0, "")
	fs.BoolVar(&o.logScreens, "log-screens", false, "")
	fs.BoolVar(&o.window, "window", false, "")
	fs.BoolVar(&o.mute, "mute", false, "")
	patience := fs.String("patience", "", "")
	o.text.register(fs)
	fs.BoolVar(&o.version, "version", false, "")
	fs.BoolVar(&o.help, "help", false, "")
	if err := parse(fs, args); errors.Is(err, flag.ErrHelp) {
		o.help = true
	} else if err != nil {
		return o, err
	}
	if o.help || o.version {
		return o, nil
	}
	if isSet(fs, "patience") {
		var err error
		if o.patience, err = readTime("--patience", *patience); err != nil {
			return o, err
		}
	}
	return o, o.check(fs, &board, first)
}

// check holds the values of the flags against one another and fills in what follows from them.
func (o *options) check(fs *flag.FlagSet, board *boardFlags, first string) error {
	if err := o.checkWords(fs); err != nil {
		return err
	}
	var err error
	if o.serve != "" {
		if err := checkServe(o.serve); err != nil {
			return err
		}
	}
	if o.join != "" {
		if o.join, err = netplay.ParseAddress(o.join); err != nil {
			return err
		}
		if isSet(fs, "rules", "houses", "seeds", "first") {
			o.notes = append(o.notes, "the host decides the rules, so --rules, --houses, --seeds and --first have no effect with --join")
		}
	}
	if isSet(fs, "name") {
		if o.name = match.CleanName(o.name); o.name == "" {
			return errors.New("--name needs at least one letter that can be shown")
		}
	}
	switch first {
	case "host":
	case "guest":
		o.starter = match.Guest
	default:
		return fmt.Errorf("%q cannot move first; write --first host or --first guest", first)
	}
	o.seedChosen = isSet(fs, "seed")
	o.rulesChosen = isSet(fs, "rules", "houses", "seeds")
	o.variantChosen = o.rulesChosen || isSet(fs, "first")
	if o.variant, err = board.variant(fs); err != nil {
		return err
	}
	return o.text.check(fs, o)
}

// checkWords refuses words that are no flags, flags that exclude each other, and flags without the value they need.
func (o *options) checkWords(fs *flag.FlagSet) error {
	switch {
	case fs.NArg() > 0:
		return fmt.Errorf("%q is no command; the commands are games, replay, scores, show, perft, analyze, solve and duel", fs.Arg(0))
	case isSet(fs, "serve") && isSet(fs, "join"):
		return errors.New("--serve and --join exclude each other: one player hosts, the other one joins")
	case o.window && o.text.on:
		return errors.New("--window and --text exclude each other")
	case isSet(fs, "serve") && o.serve == "":
		return errors.New("--serve needs an address, as in --serve :7000")
	case isSet(fs, "join") && o.join == "":
		return errors.New("--join needs an address, as in --join 192.168.1.20:7000")
	case isSet(fs, "data-dir") && o.dataDir == "":
		return errors.New("--data-dir needs a folder")
	case isSet(fs, "log") && o.log == "":
		return errors.New("--log needs a file")
	}
	if o.logScreens && o.log == "" {
		return errors.New("--log-screens needs --log FILE beside it")
	}
	return nil
}

// checkServe holds an address to listen on against its form. Whether it can be listened on turns out later.
func checkServe(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return fmt.Errorf("%q is no address to host at; write a port, as in :7000, or an address of this computer with a port", addr)
	}
	return nil
}

// printTo writes text and returns what went wrong.
func printTo(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// printed turns the error of a print into an exit code and, where it can still be said, a sentence.
func printed(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	return failure(stderr, fmt.Errorf("the output could not be written: %w", err))
}

// printNotes names the options without effect.
func printNotes(stderr io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintf(stderr, "mancala: %s.\n", note)
	}
}

// usageError reports a command line that cannot be followed.
func usageError(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "mancala: %v. Try mancala --help.\n", err)
	return exitUsage
}

// failure reports something that could not be done.
func failure(stderr io.Writer, err error) int {
	fmt.Fprintf(stderr, "mancala: %v.\n", err)
	return exitFailed
}
