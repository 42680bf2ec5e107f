package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"mancala/internal/match"
	"mancala/internal/record"
	"mancala/internal/words"
	"mancala/menus/settings"
)

// diskPatience is how long the terminal waits for the disk before a game.
const diskPatience = 10 * time.Second

// textScores adapts a keeper for the terminal.
type textScores struct {
	*record.Keeper
	// named is called with the name under which a win is kept.
	named func(name string)
}

// openTextScores opens the records in a folder, and prints notices about them to stderr. It
// switches to the language of the settings there, unless the command line names one.
func openTextScores(ctx context.Context, dir string, languageAsked bool, stderr io.Writer) textScores {
	notify := func(n record.Notice) { fmt.Fprintf(stderr, "mancala: %s\n", words.Sentence(n.Note)) }
	s := textScores{record.Start(record.Config{Dir: dir}, notify), func(string) {}}
	if !languageAsked {
		speakAsSet(s.setting(ctx, languageSetting))
	}
	return s
}

// setting returns a setting, and set keeps one.
func (s textScores) setting(ctx context.Context, key string) (string, error) {
	return lookUp(ctx, s, func(done func(string, error)) { s.Setting(key, done) })
}

func (s textScores) set(ctx context.Context, key, value string) error {
	return wait(ctx, s, func(done func(error)) { s.SetSetting(key, value, done) })
}

// wait calls ask and waits until done is called, as lookUp does.
func wait(ctx context.Context, s textScores, ask func(done func(error))) error {
	_, err := lookUp(ctx, s, func(done func(struct{}, error)) {
		ask(func(err error) { done(struct{}{}, err) })
	})
	return err
}

// rememberName saves the name of each later win as a setting. It returns a function that proposes
// the name saved before.
func (s *textScores) rememberName() func() string {
	proposed, keeper := "", s.Keeper
	keeper.Setting(settings.KeyName, func(name string, _ error) { proposed = name })
	s.named = func(name string) { keeper.SetSetting(settings.KeyName, name, nil) }
	return func() string { return proposed }
}

// Add keeps a win of a player at this end.
func (s textScores) Add(score match.Score, done func(added bool, err error)) {
	s.Keeper.Add(score, done)
	s.named(score.Name)
}

// keep saves a win once.
func (s textScores) keep(score match.Score) { s.Keeper.Add(score, nil) }

// Poll calls back with the results that have arrived.
func (s textScores) Poll() { s.Keeper.Poll() }

// close closes the records; it waits for the disk, but not for long.
func (s textScores) close(stderr io.Writer) {
	err := s.Close()
	s.Keeper.Poll()
	if err != nil {
		fmt.Fprintln(stderr, "mancala: "+words.Sentence(err))
	}
}

// lookUp calls ask and waits until done is called, for diskPatience at most.
func lookUp[T any](ctx context.Context, s textScores, ask func(done func(T, error))) (T, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, diskPatience, words.Errorf("The disk did not answer in time."))
	defer cancel()
	var value T
	var err error
	answered := false
	ask(func(v T, e error) { value, err, answered = v, e, true })
	for !answered { // an answer may ask on
		if late := s.Await(ctx); late != nil {
			return value, late
		}
		s.Poll()
	}
	return value, err
}
