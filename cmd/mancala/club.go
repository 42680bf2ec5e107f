package main

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/match/lobby"
	"mancala/internal/table"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/menus/ports"
	"mancala/menus/settings"
	"mancala/netplay/address"
	"mancala/netplay/keys"
	"mancala/netplay/link"
	"mancala/rules"
)

// newClub returns the command that visits a club.
func newClub() *cobra.Command {
	o := options{text: textOptions{seats: [2]string{textui.Person, textui.Person}}, variant: rules.Presets()[0].Variant}
	cmd := newCommand("club [options] HOST[:PORT]", func(cmd *cobra.Command, args []string) int {
		if err := o.readClub(cmd.Flags(), args); err != nil {
			return usageError(cmd, err)
		}
		return play(cmd.Context(), o, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
	})
	cmd.Short = words.T("visit a club: open tables, ratings, games to watch")
	cmd.Long = words.T("Opens the lobby of the club at HOST, port 7000 unless you say otherwise. There you sit down at open tables, open your " +
		"own, are matched with an opponent of your strength, and watch games. The club knows you by the key of this computer.")
	cmd.Example = rows(
		"mancala club club.example.org", words.T("visit a club in a window"),
		"mancala club --text club.example.org", words.T("the same in this terminal"),
	)
	fs := flagsOf(cmd)
	fs.text(&o.name, "name", "", "NAME", words.T("the name that you want if you are new there"))
	fs.yes(&o.text.on, "text", words.T("visit it line by line, without a window; type help there to see what you can type"))
	fs.text(&o.computer, "computer", "", "PLAYER", words.T("with --text: a computer player, of those that --south has, visits the club; it "+
		"opens tables by itself, is marked as a computer, and needs a --name and a --data-dir of its own"))
	fs.yes(&o.text.narrate, "narrate", words.T("say in a sentence what each move did"))
	fs.yes(&o.text.noBoard, "no-board", words.T("draw no board; with --narrate a screen reader can follow the game"))
	fs.yes(&o.mute, "mute", words.T("a silent window, for this time; M turns the sound on and off"))
	fs.yes(&o.trust.trustNewKey, "trust-new-key", words.T("trust the club though it shows another key than last time"))
	fs.yes(&o.trust.insecure, "insecure", words.T("no encryption in this run, which the club has to choose, too"))
	fs.text(&o.dataDir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
	fs.text(&o.log, "log", "", "FILE", words.T("write what happens in the game to FILE, a line of JSON each"))
	return cmd
}

// readClub checks the flags and the address of a club.
func (o *options) readClub(fs *flag.FlagSet, args []string) error {
	o.languageAsked = isSet(fs, languageFlag)
	switch {
	case len(args) == 0:
		return words.Errorf("club needs the address of a club, as in mancala club club.example.org.")
	case len(args) > 1:
		return notUnderstood("club", args[1])
	case isSet(fs, "trust-new-key") && isSet(fs, "insecure"):
		return words.Errorf("Without encryption there are no keys, so --insecure excludes --trust-new-key.")
	case isSet(fs, "data-dir") && o.dataDir == "":
		return words.Errorf("--data-dir needs a folder.")
	case isSet(fs, "log") && o.log == "":
		return words.Errorf("--log needs a file.")
	case isSet(fs, "computer") && !slices.Contains(playerSeats(), o.computer):
		return words.Errorf("There is no computer player %q. Choose one of %s.", o.computer, strings.Join(playerSeats(), ", "))
	case isSet(fs, "computer") && !o.text.on:
		return words.Errorf("A computer visits the club in the terminal: --computer needs --text.")
	case isSet(fs, "computer") && !isSet(fs, "data-dir"):
		return words.Errorf("A computer is a member of its own, with a key of its own: --computer needs --data-dir.")
	}
	if isSet(fs, "name") {
		if o.name = match.CleanName(o.name); o.name == "" {
			return words.Errorf("--name needs at least one letter that can be shown.")
		}
	}
	addr, invite, err := address.Parse(args[0])
	switch {
	case err != nil:
		return err
	case !invite.IsZero():
		return words.Errorf("An invite leads to a game. Enter the address of a club, such as club.example.org.")
	}
	o.club = addr
	return checkReach(addr)
}

// visit connects to a club.
func (o *options) visit(r ports.ClubRequest, keeper wiring.Scores, log *slog.Logger, notify func()) lobby.Link {
	r.Insecure = r.Insecure || o.trust.insecure
	r.TrustNewKey = r.TrustNewKey || r.Addr == o.club && o.trust.trustNewKey
	return wiring.Club(r, network(), keeper.Keeper, (*keys.Identity).Certificates, log, notify)
}

// clubText visits a club in the terminal.
func (o *options) clubText(
	ctx context.Context, in *textui.Lines, stdout io.Writer, scores textScores, log *slog.Logger, interactive bool,
) error {
	name := o.name
	if name == "" {
		name, _ = scores.setting(ctx, settings.KeyName) // or none
	}
	var tbl *lobby.Settings
	if o.computer != "" {
		tbl, interactive = &computerTable, false
	}
	bell := textui.NewBell()
	link := o.visit(ports.ClubRequest{Addr: o.club, Name: name, Computer: o.computer != ""}, wiring.Scores{Keeper: scores.Keeper}, log, bell.Ring)
	defer func() { _ = link.Close() }()
	return textui.Visit(ctx, link, in, stdout, textui.ClubConfig{
		Colour: o.colours(stdout),
		Play: func(s lobby.Seat, me string, club textui.Club) (bool, error) {
			return o.playAtClub(ctx, s, me, club, in, stdout, scores, log, interactive)
		},
		Computer: tbl, Bell: bell,
	})
}

// computerTable are the settings of a computer's tables. They have a clock, so that the computer is
// free again after its opponent has left.
var computerTable = lobby.Settings{
	Variant: rules.Presets()[0].Variant, Time: match.TimeControl{Base: 15 * time.Minute, Increment: 10 * time.Second},
}

// clubSeat returns the seat of this end at a table of a club.
func (o *options) clubSeat() (match.Seat, error) {
	if o.computer == "" {
		return match.NewPerson(), nil
	}
	return wiring.NewSeat(o.chance(), wiring.NewAnalysts(runtime.NumCPU(), wiring.ThinkingMemory, o.patience))(o.computer)
}

// playAtClub plays or watches at a table of a club, until that is over. It reports whether a game
// of this end is still running.
func (o *options) playAtClub(
	ctx context.Context, s lobby.Seat, me string, club textui.Club, in *textui.Lines, stdout io.Writer, scores textScores, log *slog.Logger, interactive bool,
) (goesOn bool, err error) {
	link := wiring.Connect(ports.RequestSeat(s, me, o.trust.insecure), link.GuestConfig{
		Common: link.Common{Name: me, AppVersion: wiring.Version, Log: log, Notify: club.Bell().Ring}, Transport: network(),
	}, scores.Keeper)
	cfg := textui.Config{
		Narrate: o.text.narrate, NoBoard: o.text.noBoard, Interactive: interactive, Colour: o.colours(stdout),
		Terms: &s.Table.Settings, Club: club, Bell: club.Bell(),
	}
	if s.Watch {
		sc := o.scene(table.NewWatchTable(link), [2]string{match.KindRemote, match.KindRemote}, log)
		defer sc.Close()
		return false, textui.Play(ctx, sc, in, stdout, cfg)
	}
	seat, err := o.clubSeat()
	if err != nil {
		return false, err
	}
	tbl := table.NewTable(link, match.Guest, [2]string{match.Guest: me}, [2]match.Seat{match.Guest: seat})
	sc := o.scene(tbl, [2]string{match.Host: match.KindRemote, match.Guest: cmp.Or(o.computer, match.KindPerson)}, log)
	defer sc.Close()
	cfg.Names = [2]string{match.Guest: me}
	sc.Env.Recorder = table.NewRecorder(tbl, sc.Kinds(), scores.SaveGame, scores.keep)
	cfg.Scores, cfg.Replay = scores, o.replayCommand
	err = textui.Play(ctx, sc, in, stdout, cfg)
	m := sc.Match()
	return m != nil && m.Running(), err
}
