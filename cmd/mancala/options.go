package main

import (
	"errors"

	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/match"
	"mancala/netplay"
	"mancala/rules"
	"mancala/words"
)

// options are the options of a game, from the command line.
type options struct {
	serve, join   string
	watch         string // the host whose games are watched
	trust         trustOptions
	name          string
	variant       rules.Variant
	variantChosen bool // some flag chose rules, a size or who moves first
	rulesChosen   bool // some flag chose rules or a size
	first         match.First
	text          textOptions
	door          doorOptions
	window        bool   // a window, or nothing
	mute          bool   // no sound in this run
	seed          uint64 // of all chances, if seedChosen is set
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

func (b *boardFlags) register(fs *flag.FlagSet) {
	fs.StringVar(&b.rules, "rules", rules.Presets()[0].Name, "")
	fs.IntVar(&b.houses, "houses", 0, "")
	fs.IntVar(&b.seeds, "seeds", 0, "")
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

// isSet reports whether the command line has one of some flags.
func isSet(fs *flag.FlagSet, names ...string) bool {
	return slices.ContainsFunc(names, fs.Changed)
}

// typed are the values of flags that are looked at once all of them are known.
type typed struct {
	board           boardFlags
	first, patience string
}

// register makes all flags of a game known.
func (o *options) register(fs *flag.FlagSet) *typed {
	t := new(typed)
	t.board.register(fs)
	fs.StringVar(&o.serve, "serve", "", "")
	fs.StringVar(&o.join, "join", "", "")
	fs.StringVar(&o.watch, "watch", "", "")
	fs.StringVar(&o.name, "name", "", "")
	fs.StringVar(&t.first, "first", "toss", "")
	fs.StringVar(&o.dataDir, "data-dir", "", "")
	fs.StringVar(&o.log, "log", "", "")
	fs.Uint64Var(&o.seed, "seed", 0, "")
	fs.BoolVar(&o.logScreens, "log-screens", false, "")
	fs.BoolVar(&o.window, "window", false, "")
	fs.BoolVar(&o.mute, "mute", false, "")
	fs.StringVar(&t.patience, "patience", "", "")
	o.text.register(fs)
	o.door.register(fs)
	o.trust.register(fs)
	fs.BoolVar(&o.version, "version", false, "")
	return t
}

// read checks the flags of a game, once they are parsed.
func (o *options) read(fs *flag.FlagSet, t *typed) error {
	o.languageAsked = isSet(fs, languageFlag)
	if isSet(fs, "patience") {
		var err error
		if o.patience, err = readTime("--patience", t.patience); err != nil {
			return err
		}
	}
	return o.check(fs, &t.board, t.first)
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
		if o.join, o.trust.invite, err = netplay.ParseAddress(o.join); err != nil {
			return err
		}
		if isSet(fs, "rules", "houses", "seeds", "first") {
			o.notes = append(o.notes, words.T("The host decides the rules, so --rules, --houses, --seeds and --first have no effect with --join."))
		}
	}
	if o.watch != "" {
		if o.watch, o.trust.invite, err = netplay.ParseAddress(o.watch); err != nil {
			return err
		}
	}
	if isSet(fs, "name") {
		if o.name = match.CleanName(o.name); o.name == "" {
			return words.Errorf("--name needs at least one letter that can be shown.")
		}
	}
	var known bool
	if o.first, known = firsts[first]; !known {
		return words.Errorf("%q cannot move first. Write --first toss, --first host or --first guest.", first)
	}
	o.seedChosen = isSet(fs, "seed")
	o.rulesChosen = isSet(fs, "rules", "houses", "seeds")
	o.variantChosen = o.rulesChosen || isSet(fs, "first")
	if o.variant, err = board.variant(fs); err != nil {
		return err
	}
	if err := errors.Join(o.door.check(), o.trust.check()); err != nil {
		return err
	}
	return o.text.check(fs, o)
}

// firsts are the values of --first.
var firsts = map[string]match.First{"toss": match.FirstToss, "host": match.FirstHost, "guest": match.FirstGuest}

// checkWords refuses words that are no flags, flags without the value they need, and flags that do
// not go together.
func (o *options) checkWords(fs *flag.FlagSet) error {
	switch {
	case isSet(fs, "serve") && o.serve == "":
		return words.Errorf("--serve needs an address, as in --serve :7000.")
	case isSet(fs, "via") && o.door.via == "":
		return words.Errorf("--via needs a meeting point, as in --via meet.example.org.")
	case isSet(fs, "join") && o.join == "":
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

// checkServe holds an address to listen on against its form. Whether it can be listened on turns
// out later.
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

// printed turns the error of a print into an exit code and, if it can still be said, a sentence.
func printed(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	return failure(stderr, words.Errorf("The output could not be written: %s.", err.Error()))
}

// printNotes names the options without effect.
func printNotes(stderr io.Writer, notes []string) {
	for _, note := range notes {
		fmt.Fprintln(stderr, "mancala: "+note)
	}
}

// usageError reports a command line that cannot be followed.
func usageError(cmd *cobra.Command, err error) int {
	fmt.Fprintln(cmd.ErrOrStderr(), "mancala: "+words.Sentence(err)+" "+words.T("Try mancala --help."))
	return exitUsage
}

// failure reports something that could not be done.
func failure(stderr io.Writer, err error) int {
	fmt.Fprintln(stderr, "mancala: "+words.Sentence(err))
	return exitFailed
}

// chance returns the source of all chances: the one that --seed names, or an unpredictable one.
func (o *options) chance() *rand.Rand {
	if o.seedChosen {
		return rand.New(rand.NewPCG(o.seed, 0))
	}
	return rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
}
