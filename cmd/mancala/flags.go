package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/words"
)

// Keys of the annotations of an option.
const (
	headingKey = "heading" // the heading above it in the help
	valueKey   = "value"   // the word for its value, such as FILE
)

// flagSet registers a command's options and their help, under headings.
type flagSet struct {
	*flag.FlagSet
	heading string
}

// flagsOf returns the options of a command, to be extended.
func flagsOf(cmd *cobra.Command) *flagSet { return &flagSet{cmd.Flags(), words.T("Options:")} }

// under puts the options that follow under a heading.
func (f *flagSet) under(heading string) { f.heading = heading }

// text registers an option with a text as its value. The help shows the value as the word value.
func (f *flagSet) text(p *string, name, usual, value, does string) {
	short := ""
	if len(name) == 1 {
		short = name // its value can be completed only by its short form
	}
	f.StringVarP(p, name, short, usual, does)
	f.describe(name, value)
}

// number registers an option with a number as its value.
func (f *flagSet) number(p *int, name string, usual int, value, does string) {
	f.IntVar(p, name, usual, does)
	f.describe(name, value)
}

// seed registers the option --seed.
func (f *flagSet) seed(p *uint64, usual uint64) {
	f.Uint64Var(p, "seed", usual, words.T("let computer players make the same random choices each time"))
	f.describe("seed", "N")
}

// yes registers an option without a value.
func (f *flagSet) yes(p *bool, name, does string) {
	f.BoolVar(p, name, false, does)
	f.describe(name, "")
}

func (f *flagSet) describe(name, value string) {
	_ = f.SetAnnotation(name, headingKey, []string{f.heading}) // it exists
	_ = f.SetAnnotation(name, valueKey, []string{value})
}

// noted returns an annotation of an option, or "".
func noted(f *flag.Flag, key string) string {
	if list := f.Annotations[key]; len(list) > 0 {
		return list[0]
	}
	return ""
}

// isSet reports whether the command line has one of some options.
func isSet(fs *flag.FlagSet, names ...string) bool { return slices.ContainsFunc(names, fs.Changed) }

// registerEverywhere makes the options known that all commands have.
func registerEverywhere(root *cobra.Command) {
	fs := &flagSet{root.PersistentFlags(), elsewhere()}
	fs.SortFlags = false
	fs.String(languageFlag, "", words.T("the language of the program, one of %s; otherwise that of the settings, or of this system",
		strings.Join(languageCodes(), ", "))) // heeded before the others
	fs.describe(languageFlag, "CODE")
	fs.BoolP("help", "h", false, words.T("print this"))
	fs.describe("help", "")
}
