package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/words"
)

// flagError turns an error of package pflag into a sentence.
func flagError(err error) error {
	unknown, empty, wrong := (*flag.NotExistError)(nil), (*flag.ValueRequiredError)(nil), (*flag.InvalidValueError)(nil)
	switch {
	case errors.As(err, &unknown):
		return words.Errorf("There is no option --%s.", unknown.GetSpecifiedName())
	case errors.As(err, &empty):
		return words.Errorf("--%s needs a value after it.", empty.GetSpecifiedName())
	case errors.As(err, &wrong):
		return words.Errorf("%s is not a possible value for --%s.", fmt.Sprintf("%q", wrong.GetValue()), wrong.GetFlag().Name)
	}
	return err
}

// twoDashes returns args with options that begin with one dash, such as -serve, written with two.
// Values of options and -h stay as they are. An option of a game before another command is an error.
func twoDashes(root *cobra.Command, args []string) (list []string, err error) {
	list = make([]string, 0, len(args))
	cmd, isValue, ofGame := root, false, false
	for i, arg := range args {
		switch {
		case isValue:
			isValue = false
		case arg == "--":
			return append(list, args[i:]...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			if cmd == root {
				cmd, _, _ = root.Find([]string{arg})
			}
			if cmd != root && ofGame {
				return nil, words.Errorf("A command comes first, and its options after it: mancala %s.", cmd.Name())
			}
		case arg != "-h":
			name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			ofGame = ofGame || cmd == root && root.LocalNonPersistentFlags().Lookup(name) != nil
			f := cmd.Flag(name)
			isValue = f != nil && f.NoOptDefVal == "" && !hasValue
			arg = "--" + strings.TrimLeft(arg, "-")
		}
		list = append(list, arg)
	}
	return list, nil
}
