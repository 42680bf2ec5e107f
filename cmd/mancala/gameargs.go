package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"mancala/internal/notation"
	"mancala/internal/words"
	"mancala/rules"
)

// position returns the last position of the game that [boardFlags.reading] returns.
func (b *boardFlags) position(cmd *cobra.Command) (p rules.Position, code int, ok bool) {
	g, code, ok := b.reading(cmd, 0)
	return g.Last, code, ok
}

// reading returns the game or board in a command's arguments, as one word or several; for "-" it
// reads standard input. Of several it returns the one with number nth; for 0 it returns the first,
// and says how many there are. If ok is false the program is done, with that exit code.
func (b *boardFlags) reading(cmd *cobra.Command, nth int) (g notation.Reading, code int, ok bool) {
	fs, count := cmd.Flags(), 0
	v, err := b.variant(fs)
	asked := notation.Asked{Variant: v, Rules: isSet(fs, "rules"), Houses: isSet(fs, "houses"), Seeds: isSet(fs, "seeds")}
	in, text := cmd.InOrStdin(), strings.Join(fs.Args(), " ")
	if text != "-" {
		in, asked.OneLine = strings.NewReader(text), !strings.Contains(text, "\n")
	}
	switch {
	case err != nil:
	case text == "":
		g.Game.Variant, g.HasGame = v, true
		g.Last, err = rules.Start(v)
	default:
		g, count, err = notation.NewReader(in, asked).Nth(max(nth, 1))
	}
	if count > 1 && nth == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "mancala: "+words.T("That text has %d games. This is the first; mancala show --game N shows another one.", count))
	}
	var ply *rules.PlyError
	switch {
	case errors.As(err, &ply):
		fmt.Fprintln(cmd.ErrOrStderr(), words.Sentence(err))
		return g, exitFailed, false
	case err != nil:
		return g, usageError(cmd, err), false
	}
	return g, exitOK, true
}

// show prints the last board of a game and its status; or the game, or a board if it begins with
// one, in a notation of others.
func (b *boardFlags) show(cmd *cobra.Command, as string, nth int) int {
	g, code, ok := b.reading(cmd, nth)
	if !ok {
		return code
	}
	text, err := g.Last.Notation()+"\n"+g.Last.Status(), error(nil)
	switch {
	case as != "" && g.HasGame:
		text, err = notation.Write(as, g.Game)
	case as != "":
		text, err = notation.WriteBoard(as, g.Last)
	}
	if err != nil {
		return usageError(cmd, err)
	}
	return printed(cmd.ErrOrStderr(), printTo(cmd.OutOrStdout(), text+"\n"))
}
