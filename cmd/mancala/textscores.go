package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/menus/ports"
	"mancala/record"
	"mancala/words"
)

// diskPatience is how long the terminal waits for an answer of the disk before a game begins.
const diskPatience = 2 * time.Second

// textScores is the keeper as the terminal sees it.
type textScores struct {
	*record.Keeper
	// named is told the name of a win.
	named func(name string)
}

// openTextScores begins to open the records in a folder; notices about them go to stderr.
func openTextScores(dir string, stderr io.Writer) textScores {
	notify := func(n record.Notice) { fmt.Fprintf(stderr, "mancala: %s\n", words.Sentence(n.Note)) }
	return textScores{record.Start(record.Config{Dir: dir}, notify), func(string) {}}
}

// Place delivers the place that a win would take.
func (s textScores) Place(score match.Score, done func(int, error)) {
	s.Keeper.Place(keptScore(score), done)
}

// Add keeps a win of this end.
func (s textScores) Add(score match.Score, done func(added bool, err error)) {
	s.Keeper.Add(keptScore(score), done)
	s.named(score.Name)
}

// keep keeps a win. One that is kept already stays as it is.
func (s textScores) keep(score match.Score) { s.Keeper.Add(keptScore(score), nil) }

// Poll delivers the results that have arrived.
func (s textScores) Poll() { s.Keeper.Poll() }

// close waits for the disk, but not for long.
func (s textScores) close(stderr io.Writer) {
	err := s.Close()
	s.Keeper.Poll()
	if err != nil {
		fmt.Fprintln(stderr, "mancala: "+words.Sentence(err))
	}
}

// keptScore returns a win as it is kept.
func keptScore(s match.Score) record.Score {
	return wiring.RecordScore(ports.Score{Score: s, Date: time.Now()})
}

// lookUp asks the records and waits for the answer.
func lookUp[T any](ctx context.Context, s textScores, ask func(done func(T, error))) (T, error) {
	var value T
	var err error
	answered := false
	ask(func(v T, e error) { value, err, answered = v, e, true })
	for end := time.Now().Add(diskPatience); ; {
		s.Poll()
		switch {
		case answered:
			return value, err
		case ctx.Err() != nil:
			return value, ctx.Err()
		case time.Now().After(end):
			return value, words.Errorf("The disk did not answer in time.")
		}
		time.Sleep(time.Millisecond)
	}
}
