package words

import "mancala/rules"

func init() {
	addGame("kalah", Game{
		Title:   Msg("Kalah"),
		Line:    Msg("United States: end in your store, and move again."),
		Minutes: 5, Level: easy,
		Help: []HelpBlock{
			{Text: Msg("Mancala is a family of games in which seeds are sown around a board. This one is Kalah: two players, " +
				"two rows of six houses, a store at each end. The row at the bottom is yours, and so is the store on the right. " +
				"Whoever has more seeds in their store at the end wins.")},
			{
				Board: "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south", House: 3,
				Text: Msg("Your move: take all seeds of one of your houses and sow them counter-clockwise, one into each pit. House 3 ends in your store."),
			},
			{Item: true, Text: Msg("A move goes through your houses, your store and your opponent's houses. It skips your opponent's store.")},
			{Item: true, Text: Msg("The last seed in your own store: you move again.")},
			{
				Board: "kalah(6,4) <6,14,18,3,1,0,0,2,2,0,1,5,0,1,1> south", House: 1,
				Text: Msg("The last seed in an empty house of your own, with seeds opposite: both go into your store. Here, house 1 captures 5 and 1."),
			},
			{Item: true, Text: Msg("When one row is empty after a move, the game ends. Seeds left in the other row go to its owner.")},
		},
		Lesson: []LessonStep{
			{
				Board: "kalah(6,4) <6,0,0,4,4,4,4,4,4,4,4,4,4,4,4> south",
				Task:  Msg("The row that glows is yours. Choose one of its houses: its seeds are sown one by one into the pits that follow, counter-clockwise."),
				Wants: anyPly,
				Done: func(s rules.Sowing, _ rules.Position) string {
					return N("You have sown %d seed. That is all there is to a move.", "You have sown %d seeds. That is all there is to a move.", int(s.Seeds), int(s.Seeds))
				},
			},
			{
				Board: "kalah(6,4) <6,3,2,5,4,1,0,3,6,4,5,1,6,4,4> south",
				Task:  Msg("The long pit at the end of your row is your store. What falls into it is yours for good. Make a move that brings a seed there."),
				Wants: func(s rules.Sowing) bool { return int(s.From)+int(s.Seeds) > 6 },
				Other: Msg("Those seeds do not reach your store. Choose a house that is nearer to it, or that has more seeds."),
				Done:  saysOf(Msg("One more for you. The player with more seeds at the end wins.")),
			},
			{
				Board: "kalah(6,4) <6,5,4,2,0,4,1,6,3,3,4,6,2,5,3> south",
				Task:  Msg("If the last seed of a move falls into your store, you move again. Find the house that does it."),
				Wants: func(s rules.Sowing) bool { return s.ExtraTurn },
				Other: Msg("The last seed of that house falls elsewhere. Look for a house with as many seeds as there are steps to your store."),
				Done:  saysOf(Msg("An extra turn! In a game it would be your move again.")),
			},
			{
				Board: "kalah(6,4) <6,7,6,1,3,2,0,0,4,2,6,5,1,3,8> south",
				Task:  Msg("If the last seed falls into an empty house of your own, you capture it, and all seeds opposite. Capture some."),
				Wants: func(s rules.Sowing) bool { return s.Captured > 0 },
				Other: Msg("That captures nothing. You have two empty houses: find a house whose last seed falls into one of them."),
				Done:  captured,
			},
			{
				Board: "kalah(6,4) <6,24,14,0,0,0,0,0,1,2,0,3,1,0,3> south",
				Task:  Msg("When one row is empty, the game ends, and the seeds left in the other row go to its owner. Make the last move."),
				Wants: ends,
				Done:  wonBy,
			},
		},
	})
}
