package words

import "mancala/rules"

func init() {
	addGame("mangala", Game{
		Title:   Msg("Mangala"),
		Line:    Msg("Turkey: leave one seed, and capture what is even."),
		Minutes: 6, Level: needsPlan,
		Help: []HelpBlock{
			{Text: Msg("The game of Turkey's schools and of the World Nomad Games, with the board of Kalah. The last seed in your own store: you move again.")},
			{
				Board: "mangala(6,4) <6,6,6,0,1,2,1,2,3,3,4,2,6,5,7> south", House: 6,
				Text: Msg("The first of several seeds falls back into its own house; a single seed moves on by one. The last seed makes a house of " +
					"the opponent even: you capture it. Here, house 6 captures 4."),
			},
			{Item: true, Text: Msg("The last seed in an empty house of your own, with seeds opposite: you capture both.")},
			{Item: true, Text: Msg("When one row is empty, the game is over at once, and the player whose row is empty takes all that is left.")},
		},
		Lesson: []LessonStep{
			{
				Board: "mangala(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",
				Task:  Msg("The row that glows is yours. Sow one of its houses: the first seed falls back into it, and the others go into the pits that follow."),
				Wants: anyPly,
				Done:  saysOf(Msg("One seed has stayed behind. Only a single seed moves on by itself.")),
			},
			{
				Board: "mangala(6,4) <6,5,4,2,6,0,4,3,0,6,3,2,4,5,4> south",
				Task:  Msg("If the last seed of a move falls into your store, you move again. Remember that one seed stays behind, and find such a house."),
				Wants: func(s rules.Sowing) bool { return s.ExtraTurn },
				Other: Msg("The last seed of that house falls elsewhere. Count the first seed for the house itself."),
				Done:  saysOf(Msg("An extra turn! In a game it would be your move again.")),
			},
			{
				Board: "mangala(6,4) <6,6,6,0,1,2,1,2,3,3,4,2,6,5,7> south",
				Task:  Msg("If the last seed makes a house of the other row even, you capture all that it holds. Capture some."),
				Wants: evenThere,
				Other: Msg("That makes nothing even over there. Look for a house whose last seed falls on an odd number of seeds in the other row."),
				Done:  captured,
			},
			{
				Board: "mangala(6,4) <6,8,8,3,1,0,2,0,1,4,2,3,6,5,5> south",
				Task:  Msg("If the last seed falls into an empty house of your own, you capture it, and all seeds opposite. Capture some."),
				Wants: func(s rules.Sowing) bool { return s.Captured > 0 },
				Other: Msg("That captures nothing. You have two empty houses: find a house whose last seed falls into one of them."),
				Done:  captured,
			},
			{
				Board: "mangala(6,4) <6,22,20,0,0,0,0,0,1,0,2,1,0,2,0> south",
				Task:  Msg("When a row is empty, the game is over, and the player whose row is empty takes all that is left. Make the last move."),
				Wants: ends,
				Done:  wonBy,
			},
		},
	})
}
