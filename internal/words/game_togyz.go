package words

import "mancala/rules"

func init() {
	addGame("togyz", Game{
		Title:   Msg("Togyz Kumalaq"),
		Line:    Msg("Central Asia: nine by nine, and a house for good."),
		Minutes: 20, Level: deep,
		Help: []HelpBlock{
			{Text: Msg("The sport of Kazakhstan and Kyrgyzstan, also called Toguz Korgool: two rows of nine houses, nine seeds in each. Sowing goes round " +
				"the houses and never into a store. The first of several seeds falls back into its own house; a single seed moves on by one.")},
			{
				Board: "togyz(9,9) <9,30,30,2,0,5,1,0,3,0,4,3,8,2,6,12,4,11,9,15,17> south", House: 9,
				Text: Msg("The last seed makes a house of the opponent even: you capture it. If it makes exactly 3, the house becomes your tuzdik: " +
					"from now on all seeds that fall there are yours. Here, house 9 does that."),
			},
			{Item: true, Text: Msg("Each player may win one tuzdik: not the last house, and not the one with the number of the other tuzdik. " +
				"A lid of brass covers it, with a channel to the store of its owner.")},
			{Item: true, Text: Msg("Whoever has more than half of the seeds, 82, has won. If the player to move has no seeds, the rest is the other's.")},
		},
		Lesson: []LessonStep{
			{
				Board: "togyz(9,9) <9,0,0,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9> south",
				Task:  Msg("The row that glows is yours. Sow one of its houses: the first seed falls back into it, the others go round the houses, and none into a store."),
				Wants: anyPly,
				Done:  saysOf(Msg("One seed has stayed behind. The two trays between the rows are for captured seeds alone.")),
			},
			{
				Board: "togyz(9,9) <9,28,28,2,0,5,1,0,3,0,4,2,8,7,6,12,4,11,9,15,17> south",
				Task:  Msg("If the last seed makes a house of the other row even, you capture all that it holds. Capture some."),
				Wants: evenThere,
				Other: Msg("That makes nothing even over there. Look for a house whose last seed falls on an odd number of seeds in the other row."),
				Done:  captured,
			},
			{
				Board: "togyz(9,9) <9,30,30,2,0,5,1,0,3,0,4,3,8,2,6,12,4,11,9,15,17> south",
				Task:  Msg("If the last seed makes exactly three in a house of the other row, that house becomes your tuzdik. You may win one in a game. Do it now."),
				Wants: func(s rules.Sowing) bool { return s.Won != 0 },
				Other: Msg("No tuzdik yet. Look for a house whose last seed falls on two seeds in the other row."),
				Done:  saysOf(Msg("The lid of brass marks your tuzdik, and its channel leads to your store.")),
			},
			{
				Board: "togyz(9,9) <9,34,28,2,0,5,1,0,3,0,4,3,8,x,6,12,4,11,9,15,17> south",
				Task:  Msg("All seeds that fall into your tuzdik are yours, whoever sows them. Bring a seed there."),
				Wants: func(s rules.Sowing) bool { return s.Gathered[rules.South] > 0 },
				Other: Msg("No seed has fallen under the lid. Choose a house whose seeds reach it."),
				Done:  saysOf(Msg("One more for you, and the other side often cannot avoid giving you some.")),
			},
			{
				Board: "togyz(9,9) <9,76,50,0,1,0,0,2,0,0,4,1,3,7,2,5,0,6,1,4,0> south",
				Task:  Msg("Whoever has more than half of the seeds has won: here, 82 of 162. You have 76. Win."),
				Wants: ends,
				Other: Msg("That is not enough yet. Look for a house of seven that you can make even."),
				Done:  wonBy,
			},
		},
	})
}
