package main

import (
	"slices"

	flag "github.com/spf13/pflag"

	"mancala/internal/words"
)

// clash is a flag that excludes others, and the reason.
type clash struct {
	flag   string
	others []string
	why    words.Msg
}

// clashes holds all flags that exclude each other.
var clashes = []clash{
	{"serve", []string{"join"}, words.Msg("--serve and --join exclude each other: one player hosts, the other one joins.")},
	{
		"watch",
		[]string{
			"serve", "join", "continue", "new", "setup", "south", "north", "name2", "rules", "houses", "seeds", "first",
		},
		words.Msg("--watch shows games that others play, so it excludes --serve, --join, --continue, --new, --setup, " +
			"--south, --north, --name2, --first and rules."),
	},
	{"window", []string{"text"}, words.Msg("--window and --text exclude each other.")},
	{
		"continue",
		[]string{"serve", "join", "new", "setup", "rules", "houses", "seeds", "first", "name2"},
		words.Msg("--continue takes a game as it was left, so it excludes --serve, --join, --new, --setup, --name2 and rules."),
	},
	{
		"insecure",
		[]string{"invite", "trust-new-key"},
		words.Msg("Without encryption there are neither keys nor invites, so --insecure excludes --trust-new-key and --invite."),
	},
	{"insecure", []string{"via"}, words.Msg("Games through a meeting point are always encrypted, so --insecure excludes --via.")},
	{"setup", []string{"serve", "join"}, words.Msg("--setup is for a game at one keyboard, so it excludes --serve and --join.")},
	{
		"setup",
		[]string{"south", "north", "houses", "seeds"},
		words.Msg("--setup asks for the board and the seats, so it excludes --houses, --seeds, --south and --north."),
	},
}

// demand is a set of flags that need one of some other flags.
type demand struct {
	flags, others []string
	asked         string // the one that the error asks for, as it is typed
}

// demands holds all flags that need another one beside them.
var demands = []demand{
	{[]string{"south", "north", "name2", "setup", "narrate", "no-board", "continue", "open-port"}, []string{"text"}, "--text"},
	{[]string{"new"}, []string{"text", "serve", "join"}, "--text"},
	{[]string{"admit", "invite", "no-watchers", "no-announce", "no-web", "open-port", "via", "address"}, []string{"serve"}, "--serve ADDR"},
	{[]string{"wait"}, []string{"join"}, "--join HOST"},
	{[]string{"trust-new-key"}, []string{"join", "watch"}, "--join HOST"},
	{[]string{"log-screens"}, []string{"log"}, "--log FILE"},
}

// checkTogether refuses flags that do not go together.
func checkTogether(fs *flag.FlagSet) error {
	isGiven := func(name string) bool { return given(fs, name) }
	for _, d := range demands {
		if i := slices.IndexFunc(d.flags, isGiven); i >= 0 && !slices.ContainsFunc(d.others, isGiven) {
			return words.Errorf("--%[1]s needs %[2]s beside it.", d.flags[i], d.asked)
		}
	}
	for _, c := range clashes {
		if isGiven(c.flag) && slices.ContainsFunc(c.others, isGiven) {
			return words.Said(c.why.T())
		}
	}
	return nil
}

// given reports whether a flag was given, and not as --flag=false.
func given(fs *flag.FlagSet, name string) bool {
	if !isSet(fs, name) {
		return false
	}
	f := fs.Lookup(name)
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return !ok || !b.IsBoolFlag() || f.Value.String() == "true"
}
