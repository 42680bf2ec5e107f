package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"mancala/internal/film"
	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/record"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/render"
	"mancala/rules"
)

// replayObject is a game with its plies in the JSON of mancala replay.
type replayObject struct {
	gameObject
	Moves []plyObject `json:"moves"`
}

// plyObject is a ply.
type plyObject struct {
	Side     string `json:"side"`
	House    string `json:"house"`
	Captured int    `json:"captured"`
	Extra    bool   `json:"extra_turn"`
	Position string `json:"position"`
}

// replayOptions are the options of the command mancala replay.
type replayOptions struct {
	archiveOptions
	picture  string // the file for a moving picture, or ""
	lastTurn bool
	portrait bool
	page     string // the page for a link, or ""
}

// newReplay returns the command that shows a game again.
func newReplay() *cobra.Command {
	var o replayOptions
	cmd := newCommand("replay ID [options]", func(cmd *cobra.Command, args []string) int { return o.replay(cmd, args) })
	cmd.Short = words.T("show a game again, move by move")
	cmd.Long = words.T("Shows a game again, move by move. ID is as games prints it, or enough of its beginning. A game in the JSON has what " +
		"games prints, and moves, too: side, house, captured, extra_turn, and the position after it.")
	cmd.Example = rows(
		"mancala replay 3f2a9c1e", words.T("the game whose ID begins like that"),
		"mancala replay 3f2a9c1e --picture game.png", words.T("the same as a moving picture to send"),
		"mancala replay 3f2a9c1e --link https://club.example.org/", words.T("a link that replays it in a browser"),
	)
	cmd.ValidArgsFunction = gameIDs
	flags := flagsOf(cmd)
	o.register(flags)
	flags.text(&o.picture, "picture", "", "FILE", words.T("write the game as a moving picture to FILE, an animated PNG of at most 1 MB, instead"))
	flags.yes(&o.lastTurn, "last-turn", words.T("only the last turn, in that picture"))
	flags.yes(&o.portrait, "portrait", words.T("that picture higher than wide, as for a phone"))
	flags.text(&o.page, "link", "", "PAGE", words.T("print the link that replays the game in a browser on PAGE, any page that serves Mancala, instead"))
	return cmd
}

// replay prints a game with its plies.
func (o *replayOptions) replay(cmd *cobra.Command, args []string) int {
	switch set := cmd.Flags(); {
	case isSet(set, "picture") && o.picture == "":
		return usageError(cmd, words.Errorf("--picture needs the name of a file."))
	case isSet(set, "link") && o.page == "":
		return usageError(cmd, words.Errorf("--link needs the address of a page, as in %s.", "https://club.example.org/"))
	case isSet(set, "last-turn") && o.picture == "":
		return usageError(cmd, words.Errorf("--last-turn is for --picture."))
	case isSet(set, "portrait") && o.picture == "":
		return usageError(cmd, words.Errorf("--portrait is for --picture."))
	case o.picture != "" && o.json:
		return usageError(cmd, words.Errorf("--picture and --json exclude each other."))
	case o.page != "" && (o.picture != "" || o.json):
		return usageError(cmd, words.Errorf("--link prints a link only, without --picture and --json."))
	case len(args) == 0 || args[0] == "":
		return usageError(cmd, words.Errorf("replay needs the ID of a game; mancala games lists them."))
	case len(args) > 1:
		return usageError(cmd, words.Errorf("replay shows one game, and does not understand %q after it.", args[1]))
	}
	return o.print(cmd, func(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
		g, err := findGame(ctx, l, args[0])
		if err != nil {
			return err
		}
		m, err := replayed(g)
		if err != nil {
			return err
		}
		if o.picture != "" {
			return o.film(ctx, l, g, m)
		}
		if o.page != "" {
			return o.link(out, g, m)
		}
		if o.json {
			return printJSON(out, func(add func(any)) error {
				add(replayObject{objectOf(g), movesOf(m)})
				return nil
			})
		}
		who := playerNames(g.Names)
		out.WriteString(gameHeader(g, who))
		return textui.Replay(out, m, who)
	})
}

// film writes a game as a moving picture, in the look of the settings. It replaces no file.
func (o *replayOptions) film(ctx context.Context, l *record.Ledger, g match.Record, m *match.Match) error {
	theme, err := themeOf(func(key string) (string, error) { return l.Setting(ctx, key) })
	if err != nil {
		return err
	}
	by, err := render.NewPainter(theme)
	if err != nil {
		return err
	}
	picture, err := film.New(m, playerNames(g.Names), rules.South).Make(by, film.Options{Whole: !o.lastTurn, Upright: o.portrait}, func() bool { return ctx.Err() == nil })
	if err != nil {
		return err
	}
	f, err := os.OpenFile(o.picture, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	switch {
	case errors.Is(err, fs.ErrExist):
		return words.Errorf("There is a file %s already. Choose another name.", o.picture)
	case err != nil:
		return notSaved(err)
	}
	_, err = f.Write(picture)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(o.picture)
		return notSaved(err)
	}
	return nil
}

// link prints the link to a game on a page.
func (o *replayOptions) link(out *bufio.Writer, g match.Record, m *match.Match) error {
	page, ok := notation.PageAddress(o.page)
	if !ok {
		return words.Errorf("%q is no address of a page. Type one as in https://club.example.org/ or 192.168.1.20:7000.", o.page)
	}
	fragment, err := notation.Fragment(m, playerNames(g.Names))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s#%s\n", page, fragment)
	return err
}

// findGame returns the game with a short ID; it is an error if several games have it.
func findGame(ctx context.Context, l *record.Ledger, short string) (match.Record, error) {
	var ids []string
	var err error
	if l != nil {
		if ids, err = l.FindGames(ctx, short); err != nil {
			return match.Record{}, err
		}
	}
	switch {
	case len(ids) == 0:
		return match.Record{}, words.Errorf("There is no game %.60q here; mancala games lists those there are.", short)
	case len(ids) > 1:
		if len(ids) == record.Candidates {
			return match.Record{}, words.Errorf("%.60q may be several games: %s, and perhaps others. Write more of it.",
				short, strings.Join(ids, ", "))
		}
		return match.Record{}, words.Errorf("%.60q may be several games: %s. Write more of it.", short, strings.Join(ids, ", "))
	}
	g, found, err := l.Game(ctx, ids[0])
	if err == nil && !found {
		err = words.Errorf("The game %s is damaged, so it cannot be shown.", ids[0])
	}
	return g, err
}

// replayed replays a kept game as a match.
func replayed(r match.Record) (*match.Match, error) {
	m, err := match.New(r.Game.Variant)
	if err != nil {
		return nil, err
	}
	for _, h := range r.Game.Plies {
		if _, err := m.Play(m.Position().ToMove(), h); err != nil {
			return nil, err
		}
	}
	switch r.Result.Ending {
	case match.Resigned:
		winner, _ := r.Result.Winner()
		err = m.Resign(winner.Opponent())
	case match.TimedOut:
		winner, _ := r.Result.Winner()
		err = m.TimeOut(winner.Opponent())
	case match.Abandoned, match.Desynced:
		err = m.Abort(r.Result.Ending)
	}
	return m, err
}

// movesOf returns the plies of a match for JSON.
func movesOf(m *match.Match) []plyObject {
	moves := make([]plyObject, m.Plies())
	for i := range moves {
		after := m.Position()
		if i+1 < m.Plies() {
			after, _ = m.Ply(i + 2)
		}
		_, s := m.Ply(i + 1)
		moves[i] = plyObject{s.Mover.String(), s.From.String(), int(s.Captured), s.ExtraTurn, after.Notation()}
	}
	return moves
}

// playerNames returns the names of a game's players for a terminal; equal names are distinguished
// by their sides.
func playerNames(names [2]string) [2]string {
	who := [2]string{shownName(names[0]), shownName(names[1])}
	if who[0] == who[1] {
		who[rules.South] = words.T("%s (south)", who[rules.South])
		who[rules.North] = words.T("%s (north)", who[rules.North])
	}
	return who
}

// gameHeader returns the headline of a game.
func gameHeader(g match.Record, who [2]string) string {
	v := g.Game.Variant
	rows := [][2]string{
		{words.T("Game:"), g.ID},
		{words.T("South:"), withKind(who[rules.South], g.Kinds[rules.South])},
		{words.T("North:"), withKind(who[rules.North], g.Kinds[rules.North])},
		{words.T("Rules:"), fmt.Sprintf("%s, %s", words.RulesTitle(v), v)},
		{words.T("Played:"), words.T("%s to %s", words.Minute(g.Started.Local()), words.Minute(g.Ended.Local()))},
		{words.T("Result:"), words.Result(g.Result)},
	}
	width := 0
	for _, row := range rows {
		width = max(width, words.Columns(row[0]))
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(row[0] + strings.Repeat(" ", width-words.Columns(row[0])+1) + row[1] + "\n")
	}
	if g.Opened {
		b.WriteString(words.T("The first moves were not played here.") + "\n")
	}
	return b.String() + "\n"
}

// withKind adds the kind of player to a name, unless it was a person at this computer.
func withKind(name, kind string) string {
	switch kind {
	case match.KindPerson:
		return name
	case match.KindRemote:
		return words.T("%s, at the other end of a connection", name)
	}
	return words.T("%s, a computer player (%s)", name, kind)
}
