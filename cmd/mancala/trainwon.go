package main

import (
	"io"
	"slices"

	"mancala/cmd/wiring"
	"mancala/internal/match"
	"mancala/internal/puzzle"
	"mancala/internal/puzzle/kept"
	"mancala/internal/textui"
	"mancala/internal/words"
)

// playWon plays the first won position that the person has not won yet against Perfect, or the
// first one again if they have won all. Its moves are typed at stdin.
func (r *puzzleRun) playWon(stdin io.Reader) error {
	list := puzzle.AllWon()
	games, err := lookUp(r.ctx, r.scores, func(done func([]match.Record, error)) {
		r.scores.Games(kept.Wins(), func(games []match.Record, _ int, err error) { done(games, err) })
	})
	if err != nil {
		return err
	}
	at := max(0, slices.Index(kept.Won(games), false))
	w := list[at]
	text := words.T("Position %[1]d of %[2]d", at+1, len(list)) + ". " + words.T("With best play you win by %d seeds. Perfect plays the other side.", w.Margin)
	if err := r.print(text + "\n"); err != nil {
		return err
	}
	log, _, _ := openLog("", nil) // it goes nowhere
	o := options{dataDir: r.how.dir, text: textOptions{narrate: r.how.narrate, noBoard: r.how.noBoard}}
	game := textGame{
		Seating: textui.Seating{Seats: [2]string{kept.Perfect, kept.Perfect}},
		local:   match.LocalConfig{ID: wiring.NewID(), Variant: w.Game.Variant, Plies: w.Game.Plies, Opened: true},
	}
	game.Seats[w.Side()] = textui.Person
	return o.playTable(r.ctx, game, r.in, r.out, r.scores, log, typedAt(stdin))
}
