package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	flag "github.com/spf13/pflag"

	"mancala/cmd/wiring"
	"mancala/internal/engine"
	"mancala/internal/match"
	"mancala/internal/qrcode"
	"mancala/internal/scene"
	"mancala/internal/table"
	"mancala/internal/textui"
	"mancala/internal/words"
	"mancala/netplay/web"
	"mancala/rules"
)

// computersPace is the least time between two plies of computers that a person watches.
const computersPace = 1500 * time.Millisecond

// textOptions are the options of the terminal.
type textOptions struct {
	on      bool
	seats   [2]string // by side; in a network game both hold the own seat
	name2   string
	setup   bool
	narrate bool
	noBoard bool
	goOn    bool     // resume the game that was left last
	anew    bool     // begin another game even if one can be resumed
	notes   []string // sentences about flags that have no effect in a terminal
}

func (t *textOptions) register(fs *flagSet) {
	fs.yes(&t.on, "text", words.T("play line by line, without a window; type help there at any time to see what you can type, and hint to "+
		"be told the best move"))
	fs.text(&t.seats[rules.South], "south", textui.Person, "SEAT", words.T("who plays Player 1: ask (a person, the default) or a computer "+
		"player: %s", strings.Join(playerSeats(), ", "))+"; "+words.T("or engine: and a command, for another program that speaks the protocol of "+
		"mancala engine; it is run without a shell, in a folder of its own, so write full paths"))
	fs.text(&t.seats[rules.North], "north", textui.Person, "SEAT", words.T("who plays Player 2; with --serve or --join either of the two means "+
		"your own seat, whichever side it has"))
	fs.text(&t.name2, "name2", "", "NAME", words.T("the name of Player 2, if both players are at this keyboard"))
	fs.yes(&t.goOn, "continue", words.T("go on with the game that was left last, here or across the network"))
	fs.yes(&t.anew, "new", words.T("with --serve or --join: begin another game instead of going on with the one that was left there"))
	fs.yes(&t.setup, "setup", words.T("ask for the board and the two seats instead of reading them from options"))
	fs.yes(&t.narrate, "narrate", words.T("say in a sentence what each move did"))
	fs.yes(&t.noBoard, "no-board", words.T("draw no board; with --narrate a screen reader can follow the game"))
}

// playerSeats returns the names of the computer players, as seats are named.
func playerSeats() []string {
	var names []string
	for _, s := range engine.Strategies() {
		names = append(names, s.Name)
	}
	return names
}

// check validates the flags of the terminal; all others have been checked before.
func (t *textOptions) check(fs *flag.FlagSet, o *options) error {
	network := o.Far() || o.watch != ""
	for side, name := range t.seats {
		if command, is := strings.CutPrefix(name, match.KindProgram); is {
			name = match.ProgramKind(command)
			t.seats[side] = name
		}
		if err := checkSeat([]string{"south", "north"}[side], name); err != nil {
			return err
		}
	}
	if isSet(fs, "name2") {
		if t.name2 = match.CleanName(t.name2); t.name2 == "" {
			return words.Errorf("--name2 needs at least one letter that can be shown.")
		}
	}
	switch {
	case network && isSet(fs, "south") && isSet(fs, "north") && t.seats[0] != t.seats[1]:
		return words.Errorf("With --serve or --join you decide about your own seat alone, so --south and --north exclude each other.")
	case network && isSet(fs, "north"):
		t.seats[rules.South] = t.seats[rules.North]
	case network:
		t.seats[rules.North] = t.seats[rules.South]
	}
	t.notes = append(t.idle(fs, network), o.trust.idle(network)...)
	return nil
}

// idle returns sentences about flags that have no effect in a terminal.
func (t *textOptions) idle(fs *flag.FlagSet, network bool) []string {
	var notes []string
	if !network && isSet(fs, "first") {
		notes = append(notes, words.T("At one keyboard Player 1 moves first, so --first has no effect without --serve."))
	}
	if network && isSet(fs, "name2") {
		notes = append(notes, words.T("The other player brings a name along, so --name2 has no effect with --serve and --join."))
	}
	if !network && t.anew {
		notes = append(notes, words.T("A game at one keyboard begins anew without --continue, so --new has no effect without --serve or --join."))
	}
	if isSet(fs, "log-screens") {
		notes = append(notes, words.T("A terminal has no screens, so --log-screens has no effect in one."))
	}
	return notes
}

// checkSeat returns an error with a list of the possible seats unless name is one of them.
func checkSeat(option, name string) error {
	if command, is := match.ProgramOf(name); is {
		_, err := program(command)
		return err
	}
	names := append([]string{textui.Person}, playerSeats()...)
	if slices.Contains(names, name) {
		return nil
	}
	return words.Errorf("%q is not a seat for --%s. Choose one of %s.", name, option, strings.Join(names, ", "))
}

// runText plays in the terminal.
func runText(ctx context.Context, o options, stdin io.Reader, stdout, stderr io.Writer) int {
	printNotes(stderr, o.text.notes)
	o.tell = func(sentence string) { fmt.Fprintln(stderr, "mancala: "+sentence) }
	log, closeLog, err := openLog(o.log, o.tell)
	if err != nil {
		return failure(stderr, err)
	}
	defer closeLog()
	o.guests.names = web.NamesOf(o.guests.address)
	o.routers = &routers{log: log}
	defer o.routers.close()
	scores := openTextScores(ctx, o.dataDir, o.languageAsked, stderr)
	defer scores.close(stderr)
	in := textui.NewLines(stdin)
	defer in.Close()
	if o.text.setup {
		err = o.ask(ctx, in, stdout)
	}
	if err == nil {
		err = o.playText(ctx, in, stdout, scores, log, typedAt(stdin))
	}
	return ended(ctx, stderr, err)
}

// typedAt reports whether stdin is a terminal.
func typedAt(stdin io.Reader) bool {
	f, ok := stdin.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}

// playText plays the game that the command line asks for.
func (o *options) playText(
	ctx context.Context, in *textui.Lines, stdout io.Writer, scores textScores, log *slog.Logger, interactive bool,
) error {
	switch {
	case o.club != "":
		return o.clubText(ctx, in, stdout, scores, log, interactive)
	case o.watch != "":
		return o.watchText(ctx, in, stdout, scores, log, interactive)
	}
	game, err := o.game(ctx, scores)
	if err != nil {
		return err
	}
	return o.playTable(ctx, game, in, stdout, scores, log, interactive)
}

// playTable plays a game, and records it and its wins.
func (o *options) playTable(
	ctx context.Context, game textGame, in *textui.Lines, stdout io.Writer, scores textScores, log *slog.Logger, interactive bool,
) error {
	minds := wiring.NewAnalysts(runtime.NumCPU(), wiring.ThinkingMemory, o.patience)
	tbl, err := game.table(o, scores, log, o.seats(minds), interactive)
	if err != nil {
		return err
	}
	sc := o.scene(tbl, game.Kinds(), log)
	defer sc.Close()
	sc.Env.NewJudge = func(patience time.Duration) match.Judge { return wiring.NewJudge(minds, patience) }
	sc.Env.Recorder = table.NewRecorder(tbl, sc.Kinds(), scores.SaveGame, scores.keep)
	cfg := textui.Config{
		Narrate: o.text.narrate, NoBoard: o.text.noBoard, Interactive: interactive, Names: game.Names,
		Colour: o.colours(stdout), Scores: scores,
		GoOn: game.goOn(o), Anew: game.begin(o), Replay: o.replayCommand, Resumed: game.resumed,
		Bell:   game.bell,
		Invite: o.guests.invite, CheckAddress: checkAddress,
	}
	if o.openToBrowsers() {
		cfg.Link, cfg.Code = o.pageLink, qrcode.Encode
	}
	if interactive && onScreen(stdout) {
		cfg.Pace = computersPace
	}
	if interactive && tbl.Persons() == 1 {
		cfg.Propose = scores.rememberName()
		cfg.Scores = scores
	}
	return textui.Play(ctx, sc, in, stdout, cfg)
}

// scene returns the scene of a table in the terminal. Its events go into the log.
func (o *options) scene(tbl *table.Table, kinds [2]string, log *slog.Logger) *scene.Scene {
	sc := scene.New(tbl, kinds)
	sc.Env = scene.Env{Now: time.Now, Observe: func(e table.News) { logNews(log, e) }}
	return sc
}

// colours reports whether the game has colours: it has none if it is only described in words, as
// for a screen reader.
func (o *options) colours(stdout io.Writer) bool { return !o.text.noBoard && takesColour(stdout) }

// ask asks the person for the board and the seats, and sets them.
func (o *options) ask(ctx context.Context, in *textui.Lines, stdout io.Writer) error {
	list := []match.Strategy{{Name: textui.Person, Title: words.T("Ask User"), About: words.T("Asks you which bowl to sow.")}}
	for _, s := range engine.Strategies() {
		name := words.Player(s.Name, o.variant)
		list = append(list, match.Strategy{Name: s.Name, Title: words.StrategyTitle(name), About: words.StrategyOfBowls(name)})
	}
	setup, err := textui.AskSetup(ctx, in, stdout, list)
	if err != nil {
		return err
	}
	o.text.seats = setup.Seats
	o.variant, err = o.variant.WithSize(setup.Houses, setup.Seeds)
	return err
}
