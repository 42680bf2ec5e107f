package main

import (
	"errors"
	"io"
	"strconv"
	"time"

	"mancala/puzzle"
	"mancala/textui"
	"mancala/words"
)

// askStorm asks puzzles for three minutes, and keeps the best result.
func (r *trainingRoom) askStorm() error {
	text, err := r.setting(puzzle.StormKey)
	if err != nil {
		return err
	}
	best, stdout := puzzle.ParseBest(text), r.cmd.OutOrStdout()
	storm := puzzle.NewStorm(time.Now(), r.draw())
	_, err = textui.Storm(r.cmd.Context(), storm, r.in, stdout, r.solving(""), time.Now)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	solved, wrong := storm.Score()
	if solved > best {
		if err := r.keep(puzzle.StormKey, strconv.Itoa(solved)); err != nil {
			return err
		}
	}
	return printTo(stdout, words.Storm(solved, wrong, best)+"\n")
}
