package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/internal/match"
	"mancala/internal/notation"
	"mancala/internal/record"
	"mancala/internal/words"
)

// importedAtOnce is how many games go to the disk together.
const importedAtOnce = 500

// importer keeps games of a text in the archive.
type importer struct {
	ledger *record.Ledger
	reader *notation.Reader
	stderr io.Writer
	size   int64           // of the file in bytes, or 0 if it is unknown
	begun  time.Time       // the time of games without one
	seen   map[[8]byte]int // how often a game came, for equal ones
	list   []match.Record  // read, and not yet kept
	counts struct{ read, added, refused int }
}

// keep imports the games of a file.
func (o *gamesOptions) keep(cmd *cobra.Command) int {
	if err := checkDataDir(cmd.Flags(), o.dir); err != nil {
		return usageError(cmd, err)
	}
	stderr := cmd.ErrOrStderr()
	v, err := o.board.variant(cmd.Flags())
	if err != nil {
		return usageError(cmd, err)
	}
	in := importer{stderr: stderr, seen: map[[8]byte]int{}}
	file := cmd.InOrStdin()
	if o.from != "-" {
		f, err := os.Open(o.from)
		if err != nil {
			return failure(stderr, words.Errorf("The games could not be read: %s.", err.Error()))
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			in.size = info.Size()
		}
		file = f
	}
	fs := cmd.Flags()
	in.reader = notation.NewReader(file, notation.Asked{Variant: v, Rules: isSet(fs, "rules"), Houses: isSet(fs, "houses"), Seeds: isSet(fs, "seeds")})
	in.ledger = record.Open(cmd.Context(), record.Config{Dir: o.dir})
	if in.tell() {
		return exitFailed
	}
	in.begun = time.Now()
	err = errors.Join(in.all(cmd.Context()), in.ledger.Close())
	clearProgress(stderr)
	told := in.tell()
	printErr := printTo(cmd.OutOrStdout(), in.summary())
	switch {
	case cmd.Context().Err() != nil:
		return exitInterrupted
	case err != nil:
		return failure(stderr, err)
	case printErr != nil:
		return printed(stderr, printErr)
	case told || in.counts.refused > 0:
		return exitFailed
	}
	return exitOK
}

// tell prints the notices of the archive, and reports whether it cannot be written.
func (in *importer) tell() (lost bool) {
	for _, n := range in.ledger.Notices() {
		fmt.Fprintln(in.stderr, "mancala: "+words.Sentence(n.Note))
		lost = lost || n.Code == "record.not-kept" || n.Code == "record.kept-later" || n.Code == "record.unusable" || n.Code == "record.lost"
	}
	return lost
}

// all reads games until there are no more, or until ctx ends, and keeps them.
func (in *importer) all(ctx context.Context) error {
	for ctx.Err() == nil {
		g, err := in.reader.Read()
		if err == nil && !g.HasGame {
			err = notation.ErrBoard
		}
		switch {
		case g.Line == 0 && errors.Is(err, io.EOF):
			return in.save(ctx)
		case g.Line == 0:
			return errors.Join(words.Errorf("The games could not be read: %s.", err.Error()), in.save(ctx))
		case err != nil:
			in.refuse(g, err)
		default:
			in.counts.read++
			in.list = append(in.list, in.record(g))
		}
		if len(in.list) == importedAtOnce {
			if err := in.save(ctx); err != nil {
				return err
			}
		}
	}
	return in.save(ctx)
}

// save keeps the games that were read, even if ctx has ended in the meantime.
func (in *importer) save(ctx context.Context) error {
	added, err := in.ledger.ImportGames(context.WithoutCancel(ctx), in.list)
	in.counts.added += added
	in.list = in.list[:0]
	if onScreen(in.stderr) {
		text := words.T("%d games read ...", in.counts.read)
		if in.size > 0 {
			text = words.T("%[1]d games read, %[2]d%% of the file ...", in.counts.read, int(100*min(in.reader.Offset(), in.size)/in.size))
		}
		showProgress(in.stderr, text)
	}
	return err
}

// refuse tells which game could not be read, and why.
func (in *importer) refuse(g notation.Reading, err error) {
	clearProgress(in.stderr)
	if g.Number == 0 {
		fmt.Fprintln(in.stderr, words.T("This is no game: %s", err))
		return
	}
	in.counts.refused++
	fmt.Fprintln(in.stderr, words.T("Game %[1]d: %[2]s", g.Number, err))
}

// summary says how many games were kept.
func (in *importer) summary() string {
	text := words.N("%d game is new in the archive.", "%d games are new in the archive.", in.counts.added, in.counts.added)
	if known := in.counts.read - in.counts.added - len(in.list); known > 0 {
		text += " " + words.N("%d was there already.", "%d were there already.", known, known)
	}
	if n := in.counts.refused; n > 0 {
		text += " " + words.N("%d could not be read.", "%d could not be read.", n, n)
	}
	return text + "\n"
}

// record returns the row of a game. Its id follows from the game and all that the text says about
// it, so a text that is imported again brings nothing new. Equal games of a text count by number.
func (in *importer) record(g notation.Reading) match.Record {
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%v %v\n%q", g.Game, g.Result, g.Result.Ending, g.Tags)
	hash := sum.Sum(nil)
	key := [8]byte(hash)
	in.seen[key]++
	r := match.Record{
		ID: match.GameID(hex.EncodeToString(hash[:12]), in.seen[key]), Game: g.Game, Names: g.Names(), Result: g.Result, Opened: true,
		Kinds: [2]string{match.KindPerson, match.KindPerson}, Ended: in.begun,
	}
	if r.Result.Ending == match.Running {
		r.Result.Ending = match.Abandoned // it is not to be continued here
	}
	day, clock, _ := strings.Cut(cmp.Or(g.Tag("UTCDate", "Date"), ""), "T")
	if year, rest, _ := strings.Cut(day, "."); rest != "" {
		day = year + "-" + strings.NewReplacer(".", "-", "??", "01").Replace(rest)
	}
	if t, err := time.Parse(time.RFC3339, day+"T"+cmp.Or(clock, cmp.Or(g.Tag("UTCTime"), "12:00:00")+"Z")); err == nil {
		r.Ended = t
	}
	return r
}
