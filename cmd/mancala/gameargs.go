package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/notation"
	"mancala/rules"
	"mancala/words"
)

// maxGameInput is how many bytes of a game are read from standard input.
const maxGameInput = 64 << 10

// position returns the position in a command's arguments, as one word or several, in any form that
// [notation.Asked.Position] reads; for "-" it reads standard input. If ok is false the program is
// done, with that exit code.
func (b *boardFlags) position(cmd *cobra.Command) (p rules.Position, code int, ok bool) {
	v, err := b.variant(cmd.Flags())
	if err == nil {
		p, err = b.readPosition(cmd.Flags(), v, cmd.InOrStdin())
	}
	if ply := (*rules.PlyError)(nil); errors.As(err, &ply) {
		fmt.Fprintln(cmd.ErrOrStderr(), words.Sentence(err))
		return p, exitFailed, false
	}
	if err != nil {
		return p, usageError(cmd, err), false
	}
	return p, exitOK, true
}

func (b *boardFlags) readPosition(fs *flag.FlagSet, v rules.Variant, stdin io.Reader) (rules.Position, error) {
	text, err := gameInput(fs.Args(), stdin)
	if err != nil {
		return rules.Position{}, err
	}
	as := asked(fs, v)
	if isOldGame(text) {
		if !as.Chosen() {
			return oldPosition(text)
		}
		text = strings.Join(withoutCommand(strings.Fields(text)), " ")
	}
	list := strings.Fields(text)
	if at := slices.IndexFunc(list, isOption); at >= 0 {
		return rules.Position{}, words.Errorf("%.40q comes after the game. Options stand before it.", list[at])
	}
	return as.Position(text)
}

// asked returns the rules that the flags choose.
func asked(fs *flag.FlagSet, v rules.Variant) notation.Asked {
	return notation.Asked{Variant: v, Rules: isSet(fs, "rules"), Houses: isSet(fs, "houses"), Seeds: isSet(fs, "seeds")}
}

// write prints a game, or a board, in a notation of others.
func (b *boardFlags) write(cmd *cobra.Command, as string) int {
	v, err := b.variant(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	text, err := gameInput(cmd.Flags().Args(), cmd.InOrStdin())
	if err != nil {
		return usageError(cmd, err)
	}
	text, err = rewritten(as, asked(cmd.Flags(), v), text)
	if ply := (*rules.PlyError)(nil); errors.As(err, &ply) {
		return failure(cmd.ErrOrStderr(), err)
	}
	if err != nil {
		return usageError(cmd, err)
	}
	return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), text+"\n"))
}

// rewritten returns a game, or a board if the text is not a game, in another notation.
func rewritten(as string, a notation.Asked, text string) (string, error) {
	g, err := readGameText(a.Named(text))
	if err == nil {
		return notation.Write(as, g)
	}
	p, wrong := a.Position(text)
	switch {
	case wrong == nil:
		return notation.WriteBoard(as, p)
	case strings.Contains(text, "<"):
		return "", wrong
	}
	return "", err
}

// gameInput returns the words of a game: args, or standard input if they are "-".
func gameInput(args []string, stdin io.Reader) (string, error) {
	if len(args) != 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	input, err := io.ReadAll(io.LimitReader(stdin, maxGameInput+1))
	if err != nil {
		return "", words.Errorf("The game could not be read: %s.", err.Error())
	}
	if len(input) > maxGameInput {
		return "", words.Errorf("The text on standard input is too long for a game.")
	}
	text := match.CutGame(string(input))
	if text == "" {
		return "", words.Errorf("There is no game on standard input.")
	}
	return text, nil
}

// isOption reports whether a word is an option rather than a part of a game.
func isOption(word string) bool { return strings.HasPrefix(word, "--") }

// readGameText reads a game from a copied text: a game as [match.GameText] writes it, or a command
// as in versions before 0.2.
func readGameText(text string) (rules.Game, error) {
	if list := match.CutGame(text); isOldGame(list) {
		return parseOldGame(list)
	}
	return wiring.ReadGame(text)
}

// isOldGame reports whether a text is a game as written before version 0.2: a show command with its
// options.
func isOldGame(text string) bool {
	return strings.HasPrefix(text, "mancala") || strings.HasPrefix(text, "show ") || strings.HasPrefix(text, "--")
}

// withoutCommand returns the words of a copied command after mancala show.
func withoutCommand(list []string) []string {
	for _, prefix := range []string{"mancala", "show"} {
		if len(list) > 0 && list[0] == prefix {
			list = list[1:]
		}
	}
	return list
}

// oldPosition returns the position after a game as written before version 0.2.
func oldPosition(text string) (rules.Position, error) {
	g, err := parseOldGame(text)
	if err != nil {
		return rules.Position{}, err
	}
	return g.Replay()
}

// parseOldGame reads the command that versions before 0.2 wrote for a game.
func parseOldGame(text string) (rules.Game, error) {
	list := withoutCommand(strings.Fields(strings.NewReplacer("'", "", `"`, "").Replace(text)))
	var board boardFlags
	fs := flag.NewFlagSet("show", flag.ContinueOnError)
	fs.SetInterspersed(false)
	fs.String(languageFlag, "", "")
	board.register(&flagSet{FlagSet: fs})
	if err := fs.Parse(list); err != nil {
		return rules.Game{}, flagError(fs, err)
	}
	v, err := board.variant(fs)
	if err != nil {
		return rules.Game{}, err
	}
	if fs.NArg() > 0 && notation.NamesRules(fs.Arg(0)) { // the pasted text has the command before it
		return rules.ParseGame(strings.Join(fs.Args(), " "))
	}
	plies, err := rules.ParsePlies(fs.Args())
	return rules.Game{Variant: v, Plies: plies}, err
}
