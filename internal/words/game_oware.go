package words

import "mancala/rules"

func init() {
	addGame("oware", Game{
		Title:   Msg("Oware"),
		Line:    Msg("West Africa: capture twos and threes, starve no one."),
		Minutes: 10, Level: deep,
		Help: []HelpBlock{
			{Text: Msg("The game of West Africa and the Caribbean, also called Awari, Abapa or Warri. Sowing goes round the houses and never into " +
				"a store: there lie the captured seeds. A lap passes over the house from which the seeds come.")},
			{
				Board: "oware(6,4) <6,13,13,2,0,1,0,4,0,1,2,1,5,6,0> south", House: 5,
				Text: Msg("The last seed makes 2 or 3 in a house of the opponent: you capture them, and those right before it as long as they are 2 or 3, " +
					"too. Here, house 5 captures 7."),
			},
			{Item: true, Text: Msg("A move that would capture all seeds of the opponent is allowed, but captures nothing.")},
			{Item: true, Text: Msg("If the opponent has no seeds, you must give some if you can. If you cannot, the game is over, and the rest is yours.")},
			{Item: true, Text: Msg("Whoever has more than half of the seeds has won. If a position comes again, the game is over, and both take the seeds on their side.")},
		},
		Lesson: []LessonStep{
			{
				Board: "oware(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",
				Task:  Msg("The row that glows is yours. Sow one of its houses: its seeds go round the houses of both rows, but never into a store."),
				Wants: anyPly,
				Done:  saysOf(Msg("The bowls at the ends are for captured seeds alone.")),
			},
			{
				Board: "oware(6,4) <6,8,9,3,1,0,4,0,3,4,5,2,6,1,2> south",
				Task:  Msg("If the last seed makes 2 or 3 in a house of the other row, you capture them. Capture some."),
				Wants: evenThere,
				Other: Msg("That captures nothing. Find a house whose last seed falls on one or two seeds in the other row."),
				Done:  captured,
			},
			{
				Board: "oware(6,4) <6,13,13,2,0,1,0,4,0,1,2,1,5,6,0> south",
				Task:  Msg("You also capture the houses right before it, as long as they hold 2 or 3 as well. Capture three houses at once."),
				Wants: func(s rules.Sowing) bool { return s.Captured > 5 },
				Other: Msg("That captures less. Look for the move whose seeds fall into three houses with one or two seeds."),
				Done:  captured,
			},
			{
				Board: "oware(6,4) <6,21,21,1,0,2,0,1,2,0,0,0,0,0,0> south",
				Task:  Msg("The other row is empty. Nobody may starve: make a move that gives the other side seeds."),
				Wants: anyPly,
				Done:  saysOf(Msg("Now the other side can move. If you could not give any, the game would be over.")),
			},
			{
				Board: "oware(6,4) <6,22,12,1,0,0,2,0,2,0,2,0,3,0,4> south",
				Task:  Msg("Whoever has more than half of the seeds has won: here, 25 of 48. You have 22. Win."),
				Wants: ends,
				Other: Msg("That is not enough yet. Look for a capture of three."),
				Done:  wonBy,
			},
		},
	})
}
