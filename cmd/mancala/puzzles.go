package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/record"
	"mancala/internal/words"
)

// puzzlesOptions are the options of the command mancala puzzles.
type puzzlesOptions struct {
	archiveOptions
	erase bool
}

// newPuzzles returns the command that shows a person's progress with puzzles.
func newPuzzles() *cobra.Command {
	var o puzzlesOptions
	cmd := newPlainCommand("puzzles [options]", o.run)
	cmd.Short = words.T("show or erase your progress with puzzles")
	cmd.Long = blocks(
		words.T("Shows how you do with puzzles: your rating, your streak, your mistakes and your best storm."),
		words.T("The JSON is one object: ratings (by game: rating, deviation), tried, solved, streak (days, longest, solved), storm, cards (your mistakes: "+
			"rules, board, played, right, cost, due, answers, lapses, stability, difficulty, game) and tries (time, puzzle, score, rating)."),
	)
	cmd.Example = rows(
		"mancala puzzles", words.T("your progress"),
		"mancala puzzles --json", words.T("with each try and each card, for other programs"),
		"mancala puzzles --erase", words.T("begin again"),
	)
	fs := flagsOf(cmd)
	registerJSON(fs, &o.json)
	fs.yes(&o.erase, "erase", words.T("delete all of it"))
	fs.text(&o.dir, "data-dir", "", "DIR", words.T("keep games, top scores and settings in DIR"))
	return cmd
}

func (o *puzzlesOptions) run(cmd *cobra.Command) int {
	if o.erase && o.json {
		return usageError(cmd, words.Errorf("--%s and --%s do not go together.", "erase", "json"))
	}
	return o.print(cmd, func(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
		err := o.answer(ctx, l, out)
		if l != nil {
			for _, n := range l.Notices() {
				fmt.Fprintln(cmd.ErrOrStderr(), "mancala: "+words.Sentence(n.Note))
			}
		}
		return err
	})
}

// answer erases or prints the progress. The ledger is nil if nothing was ever saved.
func (o *puzzlesOptions) answer(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
	if o.erase {
		if l != nil {
			if err := l.EraseExercises(ctx, puzzle.Keys()...); err != nil {
				return err
			}
		}
		return printTo(out, words.T("Your progress with puzzles is erased.")+"\n")
	}
	p, err := readProgress(ctx, l)
	if err != nil {
		return err
	}
	if o.json {
		return p.printJSON(ctx, l, out)
	}
	return printTo(out, p.words())
}

// progress is a person's progress with puzzles.
type progress struct {
	training puzzle.Training
	streak   puzzle.Streak
	today    puzzle.Day
	storm    int
	cards    int
	due      int // today
}

// readProgress reads the progress from a ledger; nil is one without any.
func readProgress(ctx context.Context, l *record.Ledger) (p progress, err error) {
	if p.today, err = puzzle.DayOf(time.Now()); err != nil || l == nil {
		return p, err
	}
	texts := map[string]string{}
	for _, key := range puzzle.Keys() {
		if texts[key], err = l.Setting(ctx, key); err != nil {
			return p, err
		}
	}
	p.training, p.streak = puzzle.ParseTraining(texts[puzzle.TrainingKey]), puzzle.ParseStreak(texts[puzzle.StreakKey])
	p.storm = puzzle.ParseBest(texts[puzzle.StormKey])
	q := match.ExerciseQuery{Kind: match.ExerciseCard, Limit: 1}
	if _, p.cards, err = l.Exercises(ctx, q); err != nil {
		return p, err
	}
	q.Until = p.today.Time()
	_, p.due, err = l.Exercises(ctx, q)
	p.due = puzzle.ParseDeck(texts[puzzle.DeckKey]).Left(p.due, p.today)
	return p, err
}

// words returns the progress in lines.
func (p progress) words() string {
	days := p.streak.On(p.today)
	return strings.Join([]string{
		words.T("Your rating: %[1]s. Solved at once: %[2]d of %[3]d.", p.ratings(), p.training.Solved, p.training.Tried),
		words.N("Your streak: %d day.", "Your streak: %d days.", days, days),
		words.N("Mistakes to learn from: %d.", "Mistakes to learn from: %d.", p.cards, p.cards) + " " + words.DueMistakes(p.due),
		words.T("Your best storm: %d.", p.storm),
	}, "\n") + "\n"
}

// ratings returns the ratings in the games with tried puzzles, or in the first game.
func (p progress) ratings() string {
	var list []string
	for _, game := range p.training.Played() {
		list = append(list, words.Discipline(game)+" "+strconv.Itoa(p.training.Points(game)))
	}
	return cmp.Or(strings.Join(list, ", "), strconv.Itoa(p.training.Points(puzzle.Games()[0])))
}

// ratingObject is the rating in a game in JSON, cardObject a card, and tryObject a try.
type cardObject struct {
	Rules      string  `json:"rules"`
	Board      string  `json:"board"`
	Played     any     `json:"played"`
	Right      []any   `json:"right"`
	Cost       int     `json:"cost"`
	Due        string  `json:"due"`
	Answers    int     `json:"answers"`
	Lapses     int     `json:"lapses"`
	Stability  float64 `json:"stability"`
	Difficulty float64 `json:"difficulty"`
	Game       string  `json:"game"`
}

type ratingObject struct {
	Rating    int `json:"rating"`
	Deviation int `json:"deviation"`
}

type tryObject struct {
	Time   time.Time `json:"time"`
	Puzzle int       `json:"puzzle"`
	Score  float64   `json:"score"`
	Rating int       `json:"rating"`
}

// objectOfExercise returns a card or a try for JSON, and false for a row that is damaged.
func objectOfExercise(e match.Exercise) (object any, ok bool) {
	if e.Kind == match.ExerciseTry {
		try, ok := puzzle.ParseTry(e.Text)
		return tryObject{e.Time, try.Number, try.Score, try.Points}, ok
	}
	c, err := puzzle.ParseCard(e.Text)
	if err != nil {
		return nil, false
	}
	at := c.Puzzle.Position
	return cardObject{
		Rules: at.Variant().String(), Board: at.Notation(), Played: plyNumber(c.Played), Right: plyNumbers(c.Puzzle.Right[0].Plies()),
		Cost: c.Cost(), Due: c.Due.String(), Answers: c.Answers, Lapses: c.Lapses, Stability: c.Memory.Stability,
		Difficulty: c.Memory.Difficulty, Game: c.Game,
	}, true
}

// printJSON prints the progress as one object. Its lists have one object a line.
func (p progress) printJSON(ctx context.Context, l *record.Ledger, out *bufio.Writer) error {
	t, s, ratings := p.training, p.streak, map[string]ratingObject{}
	for _, game := range t.Played() {
		ratings[game] = ratingObject{t.Points(game), int(math.Round(t.Rating(game).Deviation))}
	}
	games, err := json.Marshal(ratings)
	if err == nil {
		_, err = fmt.Fprintf(out, `{"ratings":%s,"tried":%d,"solved":%d,"streak":{"days":%d,"longest":%d,"solved":%d},"storm":%d`,
			games, t.Tried, t.Solved, s.On(p.today), s.Longest, s.Solved, p.storm)
	}
	for _, list := range []struct{ name, kind string }{{"\n,\"cards\":", match.ExerciseCard}, {",\"tries\":", match.ExerciseTry}} {
		out.WriteString(list.name)
		if err == nil {
			err = printExercises(ctx, l, out, list.kind)
		}
	}
	out.WriteString("}\n")
	return err
}

// exercisesAtOnce is the number of rows that are read at a time.
const exercisesAtOnce = 10_000

// printExercises prints the rows of a kind as a JSON array, in the order of time.
func printExercises(ctx context.Context, l *record.Ledger, out *bufio.Writer, kind string) error {
	return printJSON(out, func(add func(any)) error {
		for offset, total := 0, 1; l != nil && offset < total; offset += exercisesAtOnce {
			list, n, err := l.Exercises(ctx, match.ExerciseQuery{Kind: kind, Offset: offset, Limit: exercisesAtOnce})
			if err != nil {
				return err
			}
			total = n
			for _, e := range list {
				if object, ok := objectOfExercise(e); ok {
					add(object)
				}
			}
		}
		return nil
	})
}
