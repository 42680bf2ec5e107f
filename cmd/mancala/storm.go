package main

import (
	"errors"
	"io"
	"strconv"
	"time"

	"mancala/internal/puzzle"
	"mancala/internal/textui"
	"mancala/internal/words"
)

// askStorm asks puzzles for three minutes, and keeps the best result.
func (r *puzzleRun) askStorm(draw func(n int) int) error {
	text, err := r.setting(puzzle.StormKey)
	if err != nil {
		return err
	}
	best, storm := puzzle.ParseBest(text), puzzle.NewStorm(time.Now(), draw)
	_, err = textui.Storm(r.ctx, storm, r.in, r.out, r.solving(""), time.Now)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	solved, wrong := storm.Score()
	if solved > best {
		if err := r.keep(puzzle.StormKey, strconv.Itoa(solved)); err != nil {
			return err
		}
	}
	return r.print(words.Storm(solved, wrong, best) + "\n")
}
