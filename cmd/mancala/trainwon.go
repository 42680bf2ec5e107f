package main

import (
	"slices"

	"mancala/cmd/wiring"
	"mancala/match"
	"mancala/puzzle"
	"mancala/puzzle/kept"
	"mancala/textui"
	"mancala/words"
)

// playWon plays the first won position that the person has not won yet against Perfect, or the
// first one again if they have won all.
func (r *trainingRoom) playWon() error {
	list := puzzle.AllWon()
	games, err := lookUp(r.cmd.Context(), r.scores, func(done func([]match.Record, error)) {
		r.scores.Games(kept.Wins(), func(games []match.Record, _ int, err error) { done(games, err) })
	})
	if err != nil {
		return err
	}
	at := max(0, slices.Index(kept.Won(games), false))
	w := list[at]
	text := words.T("Position %[1]d of %[2]d", at+1, len(list)) + ". " + words.T("With best play you win by %d seeds. Perfect plays the other side.", w.Margin)
	if err := printTo(r.cmd.OutOrStdout(), text+"\n"); err != nil {
		return err
	}
	log, _, _ := openLog("", nil) // it goes nowhere
	o := options{dataDir: r.dir, text: textOptions{narrate: r.narrate, noBoard: r.noBoard}}
	game := textGame{
		Seating: textui.Seating{Seats: [2]string{kept.Perfect, kept.Perfect}},
		local:   match.LocalConfig{ID: wiring.NewID(), Variant: w.Game.Variant, Plies: w.Game.Plies, Opened: true},
	}
	game.Seats[w.Side()] = textui.Person
	return o.playTable(r.cmd.Context(), game, r.in, r.cmd.OutOrStdout(), r.scores, log, typedAt(r.cmd.InOrStdin()))
}
