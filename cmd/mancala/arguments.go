package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/internal/words"
)

// flagError turns an error of package pflag about some options into a sentence.
func flagError(fs *flag.FlagSet, err error) error {
	unknown, empty, wrong := (*flag.NotExistError)(nil), (*flag.ValueRequiredError)(nil), (*flag.InvalidValueError)(nil)
	var malformed *flag.InvalidSyntaxError
	switch {
	case errors.As(err, &unknown):
		return noOption(fs, unknown.GetSpecifiedName())
	case errors.As(err, &malformed):
		return words.Errorf("%.40q is not an option.", malformed.GetSpecifiedFlag())
	case errors.As(err, &empty):
		return words.Errorf("--%s needs a value after it.", empty.GetSpecifiedName())
	case errors.As(err, &wrong):
		return words.Errorf("%s is not a possible value for --%s.", fmt.Sprintf("%q", wrong.GetValue()), wrong.GetFlag().Name)
	}
	return err
}

// noOption returns the error for an unknown option.
func noOption(fs *flag.FlagSet, name string) error {
	var names []string
	fs.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if meant := nearest(name, names); meant != "" {
		return words.Errorf("There is no option --%[1]s. Did you mean --%[2]s?", name, meant)
	}
	return words.Errorf("There is no option --%s.", name)
}

// notACommand is the error about a word that should be a command below root.
func notACommand(root *cobra.Command, word string) error {
	names := commandNames(root)
	if slices.Contains(names, word) { // after --
		return words.Errorf("A command comes before --, as in mancala %s.", word)
	}
	if meant := nearest(word, names); meant != "" {
		return words.Errorf("%[1]q is not a command. Did you mean %[2]s?", word, meant)
	}
	return words.Errorf("%q is not a command. The commands are %s.", word, strings.Join(names, ", "))
}

// nearest returns the name nearest to a mistyped word, or "" if none is near.
func nearest(word string, names []string) string {
	const most = 2 // letters that are wrong, missing or too many
	best, meant := min(most, len(word)/2)+1, ""
	for _, name := range names {
		if d := distance(word, name); d < best {
			best, meant = d, name
		}
	}
	return meant
}

// distance returns the number of inserted, deleted and changed letters between a and b.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // the distances of a's beginning from the beginnings of b
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// twoDashes returns args with two dashes for options with one, such as -serve, and with --help for
// -h. Values of options and words after -- stay unchanged.
func twoDashes(root *cobra.Command, args []string) []string {
	list := make([]string, 0, len(args))
	cmd, isValue, isWord := root, false, false
	for _, arg := range args {
		switch {
		case isValue:
			isValue = false
		case arg == "--":
			isWord = true
		case isWord || arg == "-" || !strings.HasPrefix(arg, "-"):
			if cmd == root {
				cmd, _, _ = root.Find([]string{arg})
			}
		default:
			if !strings.HasPrefix(arg, "--") {
				arg = "-" + arg
			}
			name, _, hasValue := strings.Cut(arg[2:], "=")
			if name == "h" {
				arg = "--help" + arg[3:]
			}
			f := cmd.Flag(name)
			isValue = f != nil && f.NoOptDefVal == "" && !hasValue
		}
		list = append(list, arg)
	}
	return list
}
