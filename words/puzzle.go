package words

// puzzleSentences are the sentences of package puzzle.
var puzzleSentences = table{
	"puzzle.no-day":    say("There is a puzzle for each day from 2026-01-05 to 9999-12-31."),
	"puzzle.bad-day":   say("%.40q is not a date. Write year, month and day, as in 2027-02-01."),
	"puzzle.no-theme":  say("There is no theme %.40q."),
	"puzzle.no-puzzle": say("That is not the text of a puzzle."),
	"puzzle.no-card":   say("That is not the text of a card."),
	"puzzle.no-list":   say("The list of puzzles is damaged."),
}

// PuzzleQuestion returns the question of a puzzle whose right ply is worth best to its mover. Clear
// is the number of seeds by which it is better than all others, or 0 if only it keeps the result.
func PuzzleQuestion(best, clear int) string {
	switch {
	case clear > 0:
		return T("One move is better than all others, by %d seeds or more. Which?", clear)
	case best > 0:
		return T("One move wins. Which?")
	}
	return T("One move saves the draw. Which?")
}

// PuzzleMistake tells the value of a wrong first ply of a puzzle to its mover; only its result, if
// resultOnly is set. Clear is as for [PuzzleQuestion].
func PuzzleMistake(best, value, clear int, resultOnly bool) string {
	switch lost := best - value; {
	case clear > 0:
		return N("That is a seed worse, with best play.", "That is worse by %d seeds, with best play.", lost, lost)
	case value < 0 && resultOnly:
		return T("That loses, with best play.")
	case value < 0:
		return N("That loses by a seed, with best play.", "That loses by %d seeds, with best play.", -value, -value)
	}
	return T("That only draws, with best play.")
}

// MistakeQuestion returns the question about a position in which a person made a mistake: the ply
// called move, worth played to them, when the best was worth best.
func MistakeQuestion(move string, best, played int) string {
	switch cost := best - played; {
	case best > 0 && played < 0:
		return T("Here you played %s, which turned a win into a loss. What is right?", move)
	case best > 0 && played == 0:
		return T("Here you played %s, which gave the win away. What is right?", move)
	case best == 0 && played < 0:
		return T("Here you played %s, which gave the draw away. What is right?", move)
	default:
		return N("Here you played %[2]s, which cost a seed. What is better?", "Here you played %[2]s, which cost %[1]d seeds. What is better?",
			cost, cost, move)
	}
}

// DueMistakes says how many of a person's mistakes are due today.
func DueMistakes(n int) string {
	return N("%d of your mistakes is due.", "%d of your mistakes are due.", n, n)
}

// Storm says the result of a storm: how many puzzles were solved, how many answers were wrong, and
// the best result before.
func Storm(solved, wrong, best int) string {
	result := N("%d puzzle solved.", "%d puzzles solved.", solved, solved) + " " + N("%d wrong answer.", "%d wrong answers.", wrong, wrong)
	if solved > best {
		return result + " " + T("That is your best.")
	}
	return result + " " + T("Your best is %d.", best)
}

// SharedPuzzle returns the line to share about the solution of a day's puzzle, which gives nothing
// away. The day and the clock are texts.
func SharedPuzzle(day string, tries, hints int, clock string) string {
	if hints > 0 {
		return N("Mancala daily %[2]s: solved with a hint, %[1]d try, %[3]s", "Mancala daily %[2]s: solved with a hint, %[1]d tries, %[3]s",
			tries, tries, day, clock)
	}
	return N("Mancala daily %[2]s: solved, %[1]d try, %[3]s", "Mancala daily %[2]s: solved, %[1]d tries, %[3]s", tries, tries, day, clock)
}

// puzzleThemes are the titles of the themes of puzzles, a line about each, and the sentence to
// remember, by their names.
var puzzleThemes = map[string][3]Msg{
	"chain": {
		Msg("Chain"), Msg("Several moves in one turn."),
		Msg("A house whose last seed falls into your store moves again. Begin with the one nearest to the store, since it leaves the others ready."),
	},
	"capture": {
		Msg("Capture"), Msg("The right move takes four seeds or more."),
		Msg("An empty house of yours is a trap for the seeds opposite. Look at where each last seed falls before you choose."),
	},
	"set-up": {
		Msg("Set-up"), Msg("A quiet move, and a capture follows for sure."),
		Msg("A threat that no answer stops is worth a quiet move. First make the trap, then take."),
	},
	"defence": {
		Msg("Defence"), Msg("Keep the other side from a large capture."),
		Msg("Before each move ask where the other side would take most. Empty that house, or spoil the count of the one that reaches it."),
	},
	"counting": {
		Msg("Counting"), Msg("Few seeds are left: count to the end."),
		Msg("With ten seeds left nothing is hidden. Play each line in your head to the last seed, and compare the stores."),
	},
	"tempo": {
		Msg("Tempo"), Msg("The other side would rather not move."),
		Msg("Everyone has to move. If each move of the other side gives something away, play the one that keeps it so."),
	},
	"hoard": {
		Msg("Hoard"), Msg("Keep seeds in your row for the end."),
		Msg("When one row is empty, the seeds in the other go to their owner. Keep yours at home, and let the other row run dry."),
	},
	"starve": {
		Msg("Starve"), Msg("Leave the other side hardly a move."),
		Msg("A side with one move has to make it. Take the others away, and you choose for it."),
	},
	"lap": {
		Msg("Lap"), Msg("Sow once round the board."),
		Msg("A full house goes round the board and comes home. Count where its last seed falls as you do for a small one."),
	},
	"greed": {
		Msg("Greed"), Msg("The move that gains the most now loses."),
		Msg("The most seeds now are not the most at the end. Before you take, look at the answer."),
	},
	"opening": {
		Msg("Opening"), Msg("The first moves of a game."),
		Msg("Early on every house can move. Compare two moves by the best answer to each, not by what they gain."),
	},
	"pie": {
		Msg("Pie rule"), Msg("Swap sides, or keep yours?"),
		Msg("Swap if you would rather be the one who has just moved. If you begin, make a move after which you would take either side."),
	},
}

// PuzzleTheme returns the title of a theme of puzzles and a line about it, by its name in package
// puzzle. It returns the name itself for any other.
func PuzzleTheme(name string) (title, line string) {
	theme, ok := puzzleThemes[name]
	if !ok {
		return name, ""
	}
	return theme[0].T(), theme[1].T()
}

// PuzzleLesson returns the sentence to remember about a theme of puzzles, or "" for another name.
func PuzzleLesson(name string) string {
	theme, ok := puzzleThemes[name]
	if !ok {
		return ""
	}
	return theme[2].T()
}
