package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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

// position returns the position that the arguments of a command describe, as one word or several:
//
//	3 6 swap                      plies from the start, by the rules of the flags
//	kalah(6,4) 3 6 swap           a game with its rules
//	<6,1,0,...> north [to move]   a board as show prints it
//	kalah(6,4) <6,1,0,...> north  a board with its rules
//	76 98 22x, FfAa, e1f2 ...     a game or a board in a notation of package notation
//	-                             any of these from standard input
//
// If ok is false the program is done, with that exit code.
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
	p, err := b.ownPosition(fs, v, text)
	if err == nil {
		return p, nil
	}
	if isSet(fs, "rules", "houses", "seeds") {
		text = v.String() + " " + text
	}
	return notation.ReadPosition(text, err)
}

// write prints a game in a notation of others.
func (b *boardFlags) write(cmd *cobra.Command, as string) int {
	v, err := b.variant(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	text, err := gameInput(cmd.Flags().Args(), cmd.InOrStdin())
	if err != nil {
		return usageError(cmd, err)
	}
	if isSet(cmd.Flags(), "rules", "houses", "seeds") {
		text = v.String() + " " + text
	}
	g, err := readGameText(text)
	if err == nil {
		text, err = notation.Write(as, g)
	}
	if ply := (*rules.PlyError)(nil); errors.As(err, &ply) {
		return failure(cmd.ErrOrStderr(), err)
	}
	if err != nil {
		return usageError(cmd, err)
	}
	return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), text+"\n"))
}

// ownPosition reads a position in this program's own notation.
func (b *boardFlags) ownPosition(fs *flag.FlagSet, v rules.Variant, text string) (p rules.Position, err error) {
	if isOldGame(text) && !isSet(fs, "rules", "houses", "seeds") {
		return oldPosition(text)
	}
	list := withoutCommand(strings.Fields(text))
	if at := slices.IndexFunc(list, isOption); at >= 0 {
		return rules.Position{}, words.Errorf("%.40q comes after the game. Options stand before it.", list[at])
	}
	named := len(list) > 0 && namesRules(list[0])
	if named {
		if v, err = namedRules(fs, list[0]); err != nil {
			return rules.Position{}, err
		}
		list = list[1:]
	}
	if len(list) > 0 && strings.HasPrefix(list[0], "<") {
		if !named {
			if v, err = b.sizedFor(fs, v, list[0]); err != nil {
				return rules.Position{}, err
			}
		}
		return readBoard(v, list)
	}
	plies, err := readPlies(list)
	if err != nil {
		return rules.Position{}, err
	}
	return rules.Replay(v, plies...)
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

// namedRules returns the rules that the first word of a game names. Options must not name rules,
// too.
func namedRules(fs *flag.FlagSet, word string) (rules.Variant, error) {
	if isSet(fs, "rules", "houses", "seeds") {
		return rules.Variant{}, words.Errorf("%.40q names the rules, so it excludes --rules, --houses and --seeds.", word)
	}
	return rules.ParseRuleSet(word)
}

// isOption reports whether a word is an option rather than a part of a game.
func isOption(word string) bool { return strings.HasPrefix(word, "--") }

// namesRules reports whether a word is a rule set rather than a house or a board.
func namesRules(word string) bool {
	if strings.EqualFold(word, "s") || word == rules.Swap.String() || strings.HasPrefix(word, "<") {
		return false
	}
	if strings.Contains(word, "(") {
		return true
	}
	_, err := rules.ParseRuleSet(word)
	return err == nil
}

// sizedFor returns v at the size of a board, unless the flags name a size.
func (b *boardFlags) sizedFor(fs *flag.FlagSet, v rules.Variant, board string) (rules.Variant, error) {
	parts := strings.Split(strings.Trim(board, "<>"), ",")
	houses, err := strconv.Atoi(parts[0])
	if err != nil || houses < 1 || len(parts) != 3+2*houses {
		return v, words.Errorf("%.60q is not a board. mancala show prints one.", board)
	}
	total := 0
	for _, part := range parts[1:] {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil && part != "x" { // a tuzdik
			return v, words.Errorf("%.20q is not a number of seeds.", part)
		}
		total += int(n)
	}
	if isSet(fs, "houses") && b.houses != houses {
		return v, words.Errorf("The board has %d houses a side, but --houses says %d.", houses, b.houses)
	}
	seeds := total / (2 * houses)
	if total != 2*houses*seeds {
		return v, words.Errorf("That board holds %d seeds, which no number of seeds a house makes.", total)
	}
	if isSet(fs, "seeds") && b.seeds != seeds {
		return v, words.Errorf("The board has %d seeds a house, but --seeds says %d.", seeds, b.seeds)
	}
	return v.WithSize(houses, seeds)
}

// readBoard reads a board and the words that [rules.Position.Status] prints after it; without them,
// South is to move.
func readBoard(v rules.Variant, list []string) (rules.Position, error) {
	status := list[1:]
	side := rules.South.String()
	switch {
	case len(status) == 0, status[0] == "draw":
	case len(status) > 1 && status[1] == "wins":
	case len(status) == 1, len(status) == 2, strings.Join(status[1:], " ") == "to move":
		side = strings.Join(strings.Fields(strings.Replace(strings.Join(status, " "), "to move", "", 1)), " ")
	default:
		return rules.Position{}, words.Errorf("%.40q cannot be said of a board. Write south or north after it.", strings.Join(status, " "))
	}
	return rules.ParsePosition(v.String() + " " + list[0] + " " + side)
}

// readPlies reads the houses of a command line.
func readPlies(list []string) ([]rules.House, error) {
	plies := make([]rules.House, len(list))
	for i, word := range list {
		h, err := readHouse(i+1, word)
		if err != nil {
			return nil, err
		}
		plies[i] = h
	}
	return plies, nil
}

// readHouse reads the word for ply n. The rules refuse numbers that no board has as a house. S is
// the key that swaps in a window.
func readHouse(n int, word string) (rules.House, error) {
	if strings.EqualFold(word, "s") {
		return rules.Swap, nil
	}
	if h, err := rules.ParseHouse(word); err == nil {
		return h, nil
	}
	number, err := strconv.ParseUint(word, 10, 8)
	if err != nil || number == uint64(rules.Swap) {
		return 0, rules.NoHouse(n, word)
	}
	return rules.House(number), nil
}

// readGameText reads a game from a text that was copied: a game as [match.GameText] writes it, or
// the command by which versions before 0.2 told one.
func readGameText(text string) (rules.Game, error) {
	if list := match.CutGame(text); isOldGame(list) {
		return parseOldGame(list)
	}
	return wiring.ReadGame(text)
}

// isOldGame reports whether a text is a game as versions before 0.2 wrote one: a show command with
// its options.
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

// oldPosition returns the position after a game as versions before 0.2 wrote one.
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
	if fs.NArg() > 0 && namesRules(fs.Arg(0)) { // the pasted text has the command before it
		return rules.ParseGame(strings.Join(fs.Args(), " "))
	}
	plies, err := rules.ParsePlies(fs.Args())
	return rules.Game{Variant: v, Plies: plies}, err
}
