package page

import (
	"testing"

	"mancala/internal/motion"
	"mancala/rules"
)

func TestWordsForCodesOfTheBoard(t *testing.T) {
	for want, code := range map[string]motion.Caption{
		"": {}, "Captures 6": {Kind: motion.CaptionCaptures, N: 6}, "Extra turn!": {Kind: motion.CaptionExtraTurn},
		"Game over": {Kind: motion.CaptionGameOver, N: 32}, "Sides swapped": {Kind: motion.CaptionSwapped},
		"A tuzdik!": {Kind: motion.CaptionTuzdik}, "Tuzdik: +2": {Kind: motion.CaptionGathers, N: 2},
	} {
		if got := captionWords(code); got != want {
			t.Errorf("%+v is %q, want %q", code, got, want)
		}
	}
	for want, code := range map[string]motion.Consequence{
		"": {}, "extra turn": {ExtraTurn: true}, "captures 5": {Captures: 5},
		"ends the game 8 : 40":                            {Ends: true, Score: [2]int{40, 8}},
		"captures 3, wins a tuzdik":                       {Captures: 3, Tuzdik: true},
		"the position comes again: a draw":                {Ends: true, Repeats: true, Drawn: true, Score: [2]int{4, 6}},
		"the position comes again: the game ends 20 : 28": {Ends: true, Repeats: true, Score: [2]int{28, 20}},
		"captures 4, ends the game 2 : 46":                {Captures: 4, Ends: true, Score: [2]int{46, 2}},
	} {
		if got := consequenceWords(code, rules.North); got != want {
			t.Errorf("%+v is %q, want %q", code, got, want)
		}
	}
}
