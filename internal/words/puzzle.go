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

// PuzzleQuestion returns the question of a puzzle whose right ply is worth best to its mover. clear
// is the ply's margin over all others in seeds, or 0 if no other ply keeps the result.
// moves is the number of plies that the solver has to find.
func PuzzleQuestion(best, clear, moves int) string {
	switch {
	case moves > 1 && clear > 0:
		return T("%[1]d moves in turn are better than all others, the first by %[2]d seeds or more. What is the first?", moves, clear)
	case moves > 1 && best > 0:
		return T("%d moves in turn win. What is the first?", moves)
	case moves > 1:
		return T("%d moves in turn save the draw. What is the first?", moves)
	case clear > 0:
		return T("One move is better than all others, by %d seeds or more. Which?", clear)
	case best > 0:
		return T("One move wins. Which?")
	}
	return T("One move saves the draw. Which?")
}

// PuzzleMistake says the value of a wrong first ply of a puzzle to its mover, or only the result if
// resultOnly is set. clear is as for [PuzzleQuestion].
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

// MistakeQuestion returns the question about a position in which a person made a mistake. move
// names their ply; played and best are the values of their ply and of the best ply to them.
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

// DueMistakes says how many mistakes of a person are due today.
func DueMistakes(n int) string {
	return N("%d of your mistakes is due.", "%d of your mistakes are due.", n, n)
}

// Storm says the result of a storm: the numbers of solved puzzles and wrong answers, and the best
// result before.
func Storm(solved, wrong, best int) string {
	result := N("%d puzzle solved.", "%d puzzles solved.", solved, solved) + " " + N("%d wrong answer.", "%d wrong answers.", wrong, wrong)
	if solved > best {
		return result + " " + T("That is your best.")
	}
	return result + " " + T("Your best is %d.", best)
}

// SharedPuzzle returns a line to share about a solved puzzle of a day. It does not reveal the
// solution. day and clock are texts.
func SharedPuzzle(day string, tries, hints int, clock string) string {
	if hints > 0 {
		return N("Mancala daily %[2]s: solved with a hint, %[1]d try, %[3]s", "Mancala daily %[2]s: solved with a hint, %[1]d tries, %[3]s",
			tries, tries, day, clock)
	}
	return N("Mancala daily %[2]s: solved, %[1]d try, %[3]s", "Mancala daily %[2]s: solved, %[1]d tries, %[3]s", tries, tries, day, clock)
}

// puzzleThemes are, by theme, its title, a line about it, and the sentence to remember.
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
		Msg("Set-up"), Msg("A quiet move, then a sure capture."),
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

// PuzzleTheme returns the title of a puzzle theme and a line about it, by its name in package
// puzzle. It returns an unknown name as the title.
func PuzzleTheme(name string) (title, line string) {
	theme, ok := puzzleThemes[name]
	if !ok {
		return name, ""
	}
	return theme[0].T(), theme[1].T()
}

// PuzzleLesson returns the sentence to remember about a puzzle theme, or "" for an unknown name.
func PuzzleLesson(name string) string {
	theme, ok := puzzleThemes[name]
	if !ok {
		return ""
	}
	return theme[2].T()
}
