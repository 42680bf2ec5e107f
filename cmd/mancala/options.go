package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/words"
	"mancala/rules"
)

// options are the options of a game, from the command line.
type options struct {
	wiring.Place
	watch         string // the host whose games are watched
	club          string // the club that is visited, of the command mancala club
	computer      string // the computer player that plays there, or ""
	trust         trustOptions
	name          string
	variant       rules.Variant
	variantChosen bool // some flag chose rules, a size or who moves first
	rulesChosen   bool // some flag chose rules or a size
	first         match.First
	text          textOptions
	guests        guestOptions
	window        bool   // a window, or nothing
	mute          bool   // no sound in this run
	seed          uint64 // of all randomness, if seedChosen is set
	seedChosen    bool
	patience      time.Duration // of Perfect; zero is the usual one
	dataDir, log  string
	logScreens    bool
	version       bool
	languageAsked bool // the command line names the language
	routers       *routers
	tell          func(sentence string) // says something beside the game in a terminal
	// notes are sentences for standard error about flags that have no effect.
	notes []string
}

// boardFlags are the flags that choose a variant, shared by all commands.
type boardFlags struct {
	rules         string
	houses, seeds int
}

// register makes the flags known, in order.
func (b *boardFlags) register(fs *flagSet) {
	names := presetNames()
	fs.text(&b.rules, "rules", names[0], "PRESET",
		words.T("%[1]s (default), %[2]s; or in full, as in 'kalah(6,4)+pie'", names[0], words.Either(names[1:])))
	fs.number(&b.houses, "houses", 0, "M", words.T("houses a side, 1 to 10"))
	fs.number(&b.seeds, "seeds", 0, "N", words.T("seeds a house at the start, 1 to 10"))
}

// variant returns the variant chosen; flags that were not given keep the preset's values.
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

// typed holds the values of flags that are read after all flags have been parsed.
type typed struct {
	board           boardFlags
	first, patience string
}

// register makes all flags of a game known.
func (o *options) register(fs *flagSet) *typed {
	t := new(typed)
	o.registerPlaying(fs)
	fs.under(words.T("The host decides (for --serve, or before Host a game in the menu):"))
	t.board.register(fs)
	fs.text(&t.first, "first", "toss", "toss|host|guest",
		words.T("who moves first; toss, the default, is a coin toss that both programs check"))
	fs.under(words.T("Who gets in (with --serve):"))
	o.guests.register(fs)
	fs.under(words.T("In the terminal (all with --text; names and rules as above):"))
	o.text.register(fs)
	fs.under(elsewhere())
	fs.seed(&o.seed, 0)
	fs.text(&t.patience, "patience", "", "T",
		words.T("how long Perfect may think about a move, such as 30 (seconds) or 2m; 5 seconds unless you say otherwise"))
	fs.text(&o.dataDir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
	fs.text(&o.log, "log", "", "FILE", words.T("write what happens in the game to FILE, a line of JSON each"))
	fs.yes(&o.logScreens, "log-screens", words.T("write to the log, too, which screen is shown and where its controls are"))
	fs.yes(&o.version, "version", words.T("print the version"))
	return t
}

// elsewhere is the heading of the options that stand last.
func elsewhere() string { return words.T("Elsewhere:") }

// registerPlaying makes the flags known that say how to play, and with whom.
func (o *options) registerPlaying(fs *flagSet) {
	fs.under(words.T("Playing:"))
	fs.text(&o.Serve, "serve", "", "ADDR", words.T("host a game: listen on ADDR, such as :7000 or 127.0.0.1:0"))
	fs.text(&o.Join, "join", "", "HOST[:PORT]", words.T("join the game at HOST, port 7000 unless you say otherwise; or by an invite, "+
		"mancala://HOST:PORT/#..., as the host copies it; or by a code, such as amber-fox-31@HOST, through the meeting point at HOST; "+
		"- reads any of them from standard input, and @FILE from a file, so that no list of processes shows them"))
	fs.text(&o.watch, "watch", "", "HOST[:PORT]", words.T("watch the games that others play at HOST; it takes invites, codes, - and @FILE, too"))
	o.guests.registerGuest(fs)
	fs.text(&o.name, "name", "", "NAME", words.T("your name in the game"))
	fs.yes(&o.window, "window", words.T("play in a window or not at all; otherwise, if there is no screen, mancala plays in the terminal "+
		"as with --text"))
	fs.yes(&o.mute, "mute", words.T("a silent window, for this time; M turns the sound on and off"))
	o.trust.register(fs)
}

// read checks the flags of a game, once they are parsed. An address may stand on stdin.
func (o *options) read(fs *flag.FlagSet, t *typed, stdin io.Reader) error {
	o.languageAsked = isSet(fs, languageFlag)
	if isSet(fs, "patience") {
		var err error
		if o.patience, err = readTime("--patience", t.patience); err != nil {
			return err
		}
	}
	return o.check(fs, t, stdin)
}

// check validates the flags against each other and derives the other fields from them.
func (o *options) check(fs *flag.FlagSet, t *typed, stdin io.Reader) error {
	if err := o.checkWords(fs); err != nil {
		return err
	}
	if err := o.checkPeer(fs, stdin); err != nil {
		return err
	}
	if isSet(fs, "name") {
		if o.name = match.CleanName(o.name); o.name == "" {
			return words.Errorf("--name needs at least one letter that can be shown.")
		}
	}
	var known bool
	var err error
	if o.first, known = firsts[t.first]; !known {
		return words.Errorf("%q cannot move first. Write --first toss, --first host or --first guest.", t.first)
	}
	o.seedChosen = isSet(fs, "seed")
	o.rulesChosen = isSet(fs, "rules", "houses", "seeds")
	o.variantChosen = o.rulesChosen || isSet(fs, "first")
	if o.variant, err = t.board.variant(fs); err != nil {
		return err
	}
	if err := errors.Join(o.guests.check(), o.trust.check()); err != nil {
		return err
	}
	return o.text.check(fs, o)
}

// checkPeer checks the addresses of hosts. One of a guest may stand on stdin.
func (o *options) checkPeer(fs *flag.FlagSet, stdin io.Reader) (err error) {
	if o.Serve != "" {
		if err := checkServe(o.Serve); err != nil {
			return err
		}
	}
	if o.Join != "" {
		if o.Join, o.trust.invite, err = o.hostAddress(o.Join, stdin); err != nil {
			return err
		}
		if isSet(fs, "rules", "houses", "seeds", "first") {
			o.notes = append(o.notes, words.T("The host decides the rules, so --rules, --houses, --seeds and --first have no effect with --join."))
		}
	}
	if o.watch != "" {
		if o.watch, o.trust.invite, err = o.hostAddress(o.watch, stdin); err != nil {
			return err
		}
	}
	return nil
}

// firsts are the values of --first.
var firsts = map[string]match.First{"toss": match.FirstToss, "host": match.FirstHost, "guest": match.FirstGuest}

// checkWords refuses empty values and flags that exclude or need each other.
func (o *options) checkWords(fs *flag.FlagSet) error {
	switch {
	case isSet(fs, "serve") && o.Serve == "":
		return words.Errorf("--serve needs an address, as in --serve :7000.")
	case isSet(fs, "via") && o.guests.via == "":
		return words.Errorf("--via needs a meeting point, as in --via meet.example.org.")
	case isSet(fs, "address") && o.guests.address == "":
		return words.Errorf("--address needs a name or an address of this computer, as in --address ada.example.org.")
	case isSet(fs, "join") && o.Join == "":
		return words.Errorf("--join needs an address, as in --join 192.168.1.20:7000.")
	case isSet(fs, "watch") && o.watch == "":
		return words.Errorf("--watch needs an address, as in --watch 192.168.1.20:7000.")
	case isSet(fs, "data-dir") && o.dataDir == "":
		return words.Errorf("--data-dir needs a folder.")
	case isSet(fs, "log") && o.log == "":
		return words.Errorf("--log needs a file.")
	}
	return checkTogether(fs)
}

// checkServe checks the form of an address to listen on; it does not listen.
func checkServe(addr string) error {
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return words.Errorf("%q is not an address to host at. Enter a port, such as :7000, or an address of this computer with a port.", addr)
	}
	return nil
}

// printTo writes text.
func printTo(w io.Writer, text string) error {
	_, err := io.WriteString(w, text)
	return err
}

// printed returns the exit code for the error of a write to standard output, and reports the error
// on stderr.
func printed(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	return failure(stderr, words.Errorf("The output could not be written: %s.", err.Error()))
}

// printNotes prints notes, a line each.
func printNotes(stderr io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(stderr, "mancala: "+note)
	}
}

// usageError reports a wrong command line, and returns its exit code.
func usageError(cmd *cobra.Command, err error) int {
	fmt.Fprintln(cmd.ErrOrStderr(), "mancala: "+words.Sentence(err)+" "+words.T("Try %s --help.", cmd.CommandPath()))
	return exitUsage
}

// failure reports an error other than one of usage, and returns its exit code.
func failure(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "mancala: "+words.Sentence(err))
	return exitFailed
}

// chance returns the source of all randomness: seeded by --seed, or else unpredictable.
func (o *options) chance() *rand.Rand {
	if o.seedChosen {
		return rand.New(rand.NewPCG(o.seed, 0))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}
